import { data, Form, href } from 'react-router';
import { ButtonLink } from '#app/components/button.tsx';
import { TextArea, TextField, useFocusOnFirstError } from '#app/components/field.tsx';
import { interpolate } from '#app/components/messages.ts';
import { LANGUAGES } from '#app/content/language.ts';
import {
  getAdminPageHeads,
  templateFaults,
  templateMessages,
  type TemplateMessages,
} from '#app/content/messages/desk-pages.server.ts';
import { REPLY } from '#app/domain/desk/desk-limits.ts';
import {
  addTemplate,
  changeTemplate,
  parseTemplate,
  readTemplates,
  removeTemplate,
  type TemplateVersion,
} from '#app/domain/desk/reply-templates.server.ts';
import {
  createDeskAction,
  redirectWithFlash,
  requireAdmin,
} from '#app/routes/desk/answers.server.ts';
import { DraftFields, useDraft, wrapDraftAction } from '#app/routes/desk/drafts.tsx';
import {
  DeskForm,
  DeskPlace,
  getDeskMeta,
  HiddenFields,
  PageToasts,
  runDeskAction,
  Slashed,
  Submit,
} from '#app/routes/desk/frame.tsx';
import {
  presentTemplateErrors,
  type ShownTemplateErrors,
} from '#app/routes/desk/presenter.server.ts';
import type { Route } from './+types/templates.ts';

type ReplyTemplate = Awaited<ReturnType<typeof readTemplates>>[number];
type TemplateText = ReturnType<typeof parseTemplate>['text'];

const PAGE = href('/admin/dashboard/templates');

export const meta: Route.MetaFunction = getDeskMeta;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { language } = requireAdmin(context);
  const messages = templateMessages[language];
  const change = url.searchParams.get('change') ?? '';
  const templates = await readTemplates();
  const open = templates.find(({ id }) => String(id) === change) ?? null;
  const isLost = change !== '' && !open;
  const head = { ...getAdminPageHeads(language).templates, title: messages.title };
  const page = { head, messages, templates, open, isLost };
  return data(page, { status: isLost ? 404 : 200 });
}

// A post to the URL below this one deletes a template.
const isDeletion = ({ pathname }: URL) => pathname.endsWith('/deletion');

export function action(args: Route.ActionArgs) {
  return isDeletion(args.url) ? deleteTemplate(args) : saveTemplate(args);
}

const saveTemplate = createDeskAction(
  {
    fault: 'template',
    event: 'template-not-saved',
    typed: (form, language) => {
      const { text, errors } = parseTemplate(form);
      const hasErrors = Object.keys(errors).length > 0;
      const faults = hasErrors ? presentTemplateErrors(errors, language) : undefined;
      return { template: { ...text, expectedVersion: parseExpectedVersion(form) }, faults };
    },
  },
  async ({ admin, requester, typed: { template, faults }, refuse }) => {
    const messages = templateFaults[admin.language];
    const { expectedVersion, ...text } = template;
    if (faults) return refuse(messages.marked, 422);
    const author = { admin, requester };
    const result = await (expectedVersion
      ? changeTemplate(author, expectedVersion, text)
      : addTemplate(author, text));
    if (result.kind === 'name-taken') {
      return refuse(messages.marked, 422, { faults: { name: messages.nameInUse } });
    }
    // The refused form can be saved again: over the current version, or as a new template.
    const buildRetry = (expectedVersion: TemplateVersion | null) => ({
      template: { ...text, expectedVersion },
    });
    if (result.kind === 'stale') return refuse(messages.stale, 409, buildRetry(result.current));
    if (result.kind === 'not-found') return refuse(messages.templateDeleted, 404, buildRetry(null));
    return redirectWithFlash(PAGE, expectedVersion ? 'template-changed' : 'template-added');
  },
);

const deleteTemplate = createDeskAction(
  { fault: 'templateKept', event: 'template-not-deleted' },
  async ({ admin, requester, form, refuse }) => {
    const expectedVersion = parseExpectedVersion(form);
    if (expectedVersion && !(await removeTemplate({ admin, requester }, expectedVersion))) {
      return refuse(templateFaults[admin.language].staleDeletion, 409);
    }
    return redirectWithFlash(PAGE, 'template-deleted');
  },
);

export async function clientAction({ request, url, serverAction }: Route.ClientActionArgs) {
  const failed = isDeletion(url) ? 'templateKept' : 'template';
  return runDeskAction(await wrapDraftAction(request, serverAction), failed);
}

export default function Templates({ loaderData, actionData }: Route.ComponentProps) {
  const { messages, templates, open, isLost } = loaderData;
  // The refused text and the errors of its fields.
  const refused = (actionData ?? {}) as { template?: TypedTemplate; faults?: ShownTemplateErrors };
  return (
    <DeskPlace title={messages.title} intro={messages.intro}>
      <PageToasts answer={actionData} />
      {isLost && <p>{messages.templateNotFound}</p>}
      {templates.length === 0 && <p>{messages.noTemplates}</p>}
      <ul className="max-w-text">
        {templates.map((template) => (
          <TemplateRow key={template.id} template={template} messages={messages} />
        ))}
      </ul>
      <TemplateForm
        // Another template, another version, or one more: the form begins anew.
        key={`${open?.id} ${open?.version} ${templates.length}`}
        open={open}
        typed={refused.template}
        faults={refused.faults}
        messages={messages}
      />
    </DeskPlace>
  );
}

function parseExpectedVersion(form: FormData): TemplateVersion | null {
  const [id, version] = ['id', 'version'].map((name) => String(form.get(name) ?? ''));
  if (![id, version].every((number) => /^\d{1,15}$/.test(number!))) return null;
  return { id: Number(id), version: Number(version) };
}

function TemplateRow({
  template,
  messages,
}: {
  template: ReplyTemplate;
  messages: TemplateMessages;
}) {
  const { id, name } = template;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line py-3">
      <div className="min-w-0 flex-1 basis-80 wrap-anywhere">
        <h2 className="text-base font-medium" dir="auto">
          {name}
        </h2>
        <p className="text-ink-3">
          <Slashed
            parts={LANGUAGES.map((lang) => (
              <bdi lang={lang}>{template[`subject_${lang}`]}</bdi>
            ))}
          />
        </p>
      </div>
      <ButtonLink
        variant="plain"
        to={`${PAGE}?change=${id}#template`}
        aria-label={interpolate(messages.changeOf, { name })}
      >
        {messages.change}
      </ButtonLink>
    </li>
  );
}

type TypedTemplate = TemplateText & { expectedVersion: TemplateVersion | null };

interface TemplateFormProps {
  open: ReplyTemplate | null;
  typed: TypedTemplate | undefined;
  faults: ShownTemplateErrors | undefined;
  messages: TemplateMessages;
}

function TemplateForm({ open, typed, faults, messages }: TemplateFormProps) {
  const expectedVersion = typed ? typed.expectedVersion : open;
  const form = useFocusOnFirstError(faults);
  const draftName = `templates ${expectedVersion?.id ?? ''}`;
  const draft = useDraft(draftName);
  const values = typed ?? (draft.restored as TemplateText | null) ?? open;
  return (
    <section
      id="template"
      className="mt-10 max-w-page scroll-mt-20 border-t border-ink pt-6"
      aria-labelledby="template-title"
    >
      <h2 id="template-title" className="text-large">
        {expectedVersion ? messages.changing : messages.add}
      </h2>
      <Form
        ref={form}
        className="mt-4 flex flex-col gap-6"
        method="post"
        action={open ? `${PAGE}?change=${open.id}` : PAGE}
        noValidate
      >
        <DraftFields
          form={draftName}
          guards={
            expectedVersion ? { id: expectedVersion.id, version: expectedVersion.version } : {}
          }
        />
        <TemplateFields values={values} faults={faults} messages={messages} />
        <p className="flex flex-wrap gap-3">
          <Submit variant="ink">{messages.save}</Submit>
          {open && (
            <ButtonLink variant="plain" to={PAGE} onClick={draft.discard}>
              {messages.cancel}
            </ButtonLink>
          )}
        </p>
      </Form>
      {open && (
        <DeskForm className="mt-6" action={`${PAGE}/deletion?change=${open.id}`}>
          <HiddenFields values={{ id: open.id, version: open.version }} />
          <Submit>{messages.delete}</Submit>
        </DeskForm>
      )}
    </section>
  );
}

interface TemplateFieldsProps {
  values: TemplateText | null;
  faults: ShownTemplateErrors | undefined;
  messages: TemplateMessages;
}

function TemplateFields({ values, faults, messages }: TemplateFieldsProps) {
  const field = (name: keyof TemplateText) => ({
    name,
    defaultValue: values?.[name],
    error: faults?.[name] === undefined ? undefined : { text: faults[name] },
    required: true,
  });
  return (
    <>
      <div className="max-w-text">
        <TextField {...field('name')} label={messages.name} maxLength={REPLY.templateNameMax} />
      </div>
      <div className="flex flex-wrap gap-x-8 gap-y-6">
        {LANGUAGES.map((lang) => (
          <fieldset key={lang} className="flex min-w-0 flex-1 basis-80 flex-col gap-4 border-0 p-0">
            <legend className="mb-3 p-0 text-ink-2">{messages.languages[lang]}</legend>
            <TextField
              {...field(`subject_${lang}`)}
              label={messages.subject}
              lang={lang}
              maxLength={REPLY.subjectMax}
            />
            <TextArea
              {...field(`message_${lang}`)}
              label={messages.message}
              lang={lang}
              rows={12}
              maxLength={REPLY.messageMax}
            />
          </fieldset>
        ))}
      </div>
    </>
  );
}
