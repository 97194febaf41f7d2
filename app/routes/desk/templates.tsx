import { data, href } from 'react-router';
import { ButtonLink } from '#app/components/button.tsx';
import { PostForm, TextArea, TextField, useFocusOnFirstError } from '#app/components/field.tsx';
import { interpolate } from '#app/components/messages.ts';
import { LANGUAGES } from '#app/content/language.ts';
import {
  getAdminPageHeads,
  templateErrors,
  templateMessages,
  type TemplateMessages,
} from '#app/content/messages/desk-pages.server.ts';
import { REPLY } from '#app/domain/desk/desk-limits.ts';
import {
  addTemplate,
  changeTemplate,
  listReplyTemplates,
  parseTemplate,
  removeTemplate,
  type TemplateVersion,
} from '#app/domain/desk/reply-templates.server.ts';
import {
  createDeskAction,
  redirectWithFlash,
  requireAdmin,
} from '#app/routes/desk/desk-request.server.ts';
import { deleteDraftIfSaved, DraftAutosave, useDraft } from '#app/routes/desk/drafts.tsx';
import {
  DeskForm,
  DeskPage,
  getDeskMeta,
  HiddenFields,
  PageToasts,
  runWithErrorToast,
  SlashSeparated,
  SubmitButton,
} from '#app/routes/desk/frame.tsx';
import {
  presentTemplateErrors,
  type ShownTemplateErrors,
} from '#app/routes/desk/presenter.server.ts';
import type { Route } from './+types/templates.ts';

type ReplyTemplate = Awaited<ReturnType<typeof listReplyTemplates>>[number];
type TemplateText = ReturnType<typeof parseTemplate>['text'];

const PAGE = href('/admin/dashboard/templates');

export const meta: Route.MetaFunction = getDeskMeta;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { language } = requireAdmin(context);
  const messages = templateMessages[language];
  const change = url.searchParams.get('change') ?? '';
  const templates = await listReplyTemplates();
  const open = templates.find(({ id }) => String(id) === change) ?? null;
  const isMissing = change !== '' && !open;
  const head = { ...getAdminPageHeads(language).templates, title: messages.title };
  const page = { head, messages, templates, open, isMissing };
  return data(page, { status: isMissing ? 404 : 200 });
}

// A post to the URL below this one deletes a template.
const isDeletion = ({ pathname }: URL) => pathname.endsWith('/deletion');

export function action(args: Route.ActionArgs) {
  return isDeletion(args.url) ? deleteTemplate(args) : saveTemplate(args);
}

const saveTemplate = createDeskAction(
  {
    errorKey: 'template',
    event: 'template-not-saved',
    parseTyped: (form, language) => {
      const { text, errors: fieldErrors } = parseTemplate(form);
      const hasErrors = Object.keys(fieldErrors).length > 0;
      const errors = hasErrors ? presentTemplateErrors(fieldErrors, language) : undefined;
      return { template: { ...text, expectedVersion: parseExpectedVersion(form) }, errors };
    },
  },
  async ({ admin, author, typed: { template, errors }, refuse }) => {
    const messages = templateErrors[admin.language];
    const { expectedVersion, ...text } = template;
    if (errors) return refuse(messages.marked, 422);
    const result = await (expectedVersion
      ? changeTemplate(author, expectedVersion, text)
      : addTemplate(author, text));
    if (result.kind === 'name-taken') {
      return refuse(messages.marked, 422, { errors: { name: messages.nameInUse } });
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
  { errorKey: 'templateKept', event: 'template-not-deleted' },
  async ({ admin, author, form, refuse }) => {
    const expectedVersion = parseExpectedVersion(form);
    const result = expectedVersion && (await removeTemplate(author, expectedVersion));
    if (result === 'stale') return refuse(templateErrors[admin.language].staleDeletion, 409);
    return redirectWithFlash(PAGE, 'template-deleted');
  },
);

export function clientAction({ request, url, serverAction }: Route.ClientActionArgs) {
  const errorKey = isDeletion(url) ? 'templateKept' : 'template';
  return runWithErrorToast(() => deleteDraftIfSaved(request, serverAction), errorKey);
}

export default function Templates({ loaderData, actionData }: Route.ComponentProps) {
  const { messages, templates, open, isMissing } = loaderData;
  // The refused text and the errors of its fields.
  const refused = (actionData ?? {}) as { template?: TypedTemplate; errors?: ShownTemplateErrors };
  return (
    <DeskPage title={messages.title} intro={messages.intro}>
      <PageToasts actionData={actionData} />
      {isMissing && <p>{messages.templateNotFound}</p>}
      {templates.length === 0 && <p>{messages.noTemplates}</p>}
      <ul className="max-w-text">
        {templates.map((template) => (
          <TemplateRow key={template.id} template={template} messages={messages} />
        ))}
      </ul>
      <TemplateForm
        // Starts a new form for another template or version, and after a template was added or deleted.
        key={`${open?.id} ${open?.version} ${templates.length}`}
        open={open}
        typed={refused.template}
        errors={refused.errors}
        messages={messages}
      />
    </DeskPage>
  );
}

const NUMBER = /^\d{1,15}$/;

/** Returns null for a new template, whose form has no version. */
function parseExpectedVersion(form: FormData): TemplateVersion | null {
  const id = String(form.get('id') ?? '');
  const version = String(form.get('version') ?? '');
  const isValid = NUMBER.test(id) && NUMBER.test(version);
  return isValid ? { id: Number(id), version: Number(version) } : null;
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
          <SlashSeparated
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
  errors: ShownTemplateErrors | undefined;
  messages: TemplateMessages;
}

function TemplateForm({ open, typed, errors, messages }: TemplateFormProps) {
  const expectedVersion = typed ? typed.expectedVersion : open;
  const form = useFocusOnFirstError(errors);
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
      <PostForm
        ref={form}
        className="mt-4 flex flex-col gap-6"
        action={open ? `${PAGE}?change=${open.id}` : PAGE}
        noValidate
      >
        <DraftAutosave
          formName={draftName}
          guards={
            expectedVersion ? { id: expectedVersion.id, version: expectedVersion.version } : {}
          }
        />
        <TemplateFields values={values} errors={errors} messages={messages} />
        <p className="flex flex-wrap gap-3">
          <SubmitButton variant="ink">{messages.save}</SubmitButton>
          {open && (
            <ButtonLink variant="plain" to={PAGE} onClick={draft.discard}>
              {messages.cancel}
            </ButtonLink>
          )}
        </p>
      </PostForm>
      {open && (
        <details className="mt-10 border-t border-line pt-6">
          <summary className="plain-button cursor-pointer list-none">{messages.delete}</summary>
          <DeskForm className="mt-3" action={`${PAGE}/deletion?change=${open.id}`}>
            <HiddenFields values={{ id: open.id, version: open.version }} />
            <SubmitButton>{messages.confirmation}</SubmitButton>
          </DeskForm>
        </details>
      )}
    </section>
  );
}

interface TemplateFieldsProps {
  values: TemplateText | null;
  errors: ShownTemplateErrors | undefined;
  messages: TemplateMessages;
}

function TemplateFields({ values, errors, messages }: TemplateFieldsProps) {
  const field = (name: keyof TemplateText) => ({
    name,
    defaultValue: values?.[name],
    error: errors?.[name] === undefined ? undefined : { text: errors[name] },
    required: true,
  });
  return (
    <>
      <div className="max-w-text">
        <TextField {...field('name')} label={messages.name} limit={REPLY.templateNameMax} />
      </div>
      <div className="flex flex-wrap gap-x-8 gap-y-6">
        {LANGUAGES.map((lang) => (
          <fieldset key={lang} className="flex min-w-0 flex-1 basis-80 flex-col gap-4 border-0 p-0">
            <legend className="mb-3 p-0 text-ink-2">{messages.languages[lang]}</legend>
            <TextField
              {...field(`subject_${lang}`)}
              label={messages.subject}
              lang={lang}
              limit={REPLY.subjectMax}
            />
            <TextArea
              {...field(`message_${lang}`)}
              label={messages.message}
              lang={lang}
              rows={12}
              limit={REPLY.messageMax}
            />
          </fieldset>
        ))}
      </div>
    </>
  );
}
