import { data, href, useLoaderData } from 'react-router';
import { ButtonLink } from '#app/components/button.tsx';
import { PostForm, TextArea, TextField, useFocusOnFirstError } from '#app/components/field.tsx';
import { interpolate } from '#app/components/texts.ts';
import { LANGUAGES, type Language } from '#app/content/language.ts';
import { templateErrors, templateTexts } from '#app/content/texts/desk-pages.server.ts';
import { REPLY } from '#app/domain/desk/desk-limits.ts';
import {
  addTemplate,
  changeTemplate,
  listReplyTemplates,
  parseTemplate,
  PLACEHOLDERS,
  removeTemplate,
  type TemplateError,
  type TemplateErrors,
} from '#app/domain/desk/reply-templates.server.ts';
import { createDeskActions, type PostedForm } from '#app/routes/desk/desk-actions.server.ts';
import { redirectWithFlash, requireAdmin } from '#app/routes/desk/desk-request.server.ts';
import { DiscardLink, DraftAutosave, runDeskAction } from '#app/routes/desk/drafts.tsx';
import { idAndVersion } from '#app/routes/desk/enquiries/form-ids.server.ts';
import {
  DeskPage,
  HiddenFields,
  SlashSeparated,
  SubmitButton,
  ToastForm,
  useTypedForm,
} from '#app/routes/desk/frame.tsx';
import type { Route } from './+types/templates.ts';

type ReplyTemplate = Awaited<ReturnType<typeof listReplyTemplates>>[number];
type TemplateText = ReturnType<typeof parseTemplate>['text'];

const PAGE = href('/admin/dashboard/templates');

/** Loads all templates. `?change=ID` opens the form of one; the page says so, with 404, if it is gone. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { language } = requireAdmin(context);
  const texts = templateTexts[language];

  const templates = await listReplyTemplates();
  const openId = url.searchParams.get('change') ?? '';
  const openTemplate = templates.find(({ id }) => String(id) === openId) ?? null;
  const isMissing = openId !== '' && !openTemplate;

  const page = { texts, templates, open: openTemplate, isMissing };
  return data(page, { status: isMissing ? 404 : 200 });
}

export const action = createDeskActions({
  template: saveTemplate,
  deleteTemplate: deleteShownTemplate,
});

async function saveTemplate({ admin, author, form, refuse }: PostedForm) {
  const texts = templateErrors[admin.language];
  const { text, errors: fieldErrors } = parseTemplate(form);
  if (Object.keys(fieldErrors).length > 0) {
    const errors = presentTemplateErrors(fieldErrors, admin.language);
    return refuse(texts.marked, 422, { errors });
  }

  const expectedVersion = parseExpectedVersion(form);
  const result = expectedVersion
    ? await changeTemplate(author, expectedVersion, text)
    : await addTemplate(author, text);

  switch (result.kind) {
    case 'name-taken':
      return refuse(texts.marked, 422, { errors: { name: texts.nameInUse } });
    case 'stale': {
      // The refused form can be saved over the current version.
      const version = String(result.current.version);
      return refuse(texts.stale, 409, { values: { version } });
    }
    case 'not-found':
      // The refused form can be saved as a new template.
      return refuse(texts.templateDeleted, 404, { values: { id: '', version: '' } });
    default:
      return redirectWithFlash(PAGE, expectedVersion ? 'template-changed' : 'template-added');
  }
}

function presentTemplateErrors(errors: TemplateErrors, language: Language): Record<string, string> {
  const texts = templateErrors[language];
  const placeholders = PLACEHOLDERS.map((name) => `{${name}}`).join(', ');

  const describe = (error: TemplateError) => {
    if (error.kind === 'empty') return texts.empty;
    if (error.kind === 'too-long') return texts.tooLong(error.max);
    return texts.unknown(error.placeholders.join(', '), placeholders);
  };

  return Object.fromEntries(
    Object.entries(errors).map(([field, error]) => [field, describe(error)]),
  );
}

async function deleteShownTemplate({ admin, author, form, refuse }: PostedForm) {
  const expectedVersion = parseExpectedVersion(form);
  // Without a version, nothing says which text the admin has seen.
  const result = expectedVersion ? await removeTemplate(author, expectedVersion) : 'stale';
  if (result === 'stale') return refuse(templateErrors[admin.language].staleDeletion, 409);
  return redirectWithFlash(PAGE, 'template-deleted');
}

export const clientAction = (args: Route.ClientActionArgs) => runDeskAction(args);

export default function Templates({ loaderData }: Route.ComponentProps) {
  const { texts, templates, open, isMissing } = loaderData;

  return (
    <DeskPage title={texts.title} intro={texts.intro}>
      {isMissing && <p>{texts.templateNotFound}</p>}
      {templates.length === 0 && <p>{texts.noTemplates}</p>}
      <ul className="max-w-text">
        {templates.map((template) => (
          <TemplateRow key={template.id} template={template} />
        ))}
      </ul>
      <TemplateForm
        // Starts a new form for another template or version, and after a template was added or deleted.
        key={`${open?.id} ${open?.version} ${templates.length}`}
      />
    </DeskPage>
  );
}

/** Returns undefined for a new template: its form has no version. */
const parseExpectedVersion = (form: FormData) =>
  idAndVersion.safeParse(Object.fromEntries(form)).data;

const useTemplatesPage = () => useLoaderData<typeof loader>();

function TemplateRow({ template }: { template: ReplyTemplate }) {
  const { texts } = useTemplatesPage();
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
        aria-label={interpolate(texts.changeOf, { name })}
      >
        {texts.change}
      </ButtonLink>
    </li>
  );
}

function TemplateForm() {
  const { open, texts } = useTemplatesPage();
  const refused = useTypedForm('template');
  const { id = '', version = '' } = refused ? refused.values : (open ?? {});
  const isNew = id === '';
  const form = useFocusOnFirstError(refused?.errors);
  const draftName = `templates ${id}`;

  return (
    <section
      id="template"
      className="mt-10 max-w-page scroll-mt-20 border-t border-ink pt-6"
      aria-labelledby="template-title"
    >
      <h2 id="template-title" className="text-large">
        {isNew ? texts.add : texts.changing}
      </h2>
      <PostForm
        ref={form}
        className="mt-4 flex flex-col gap-6"
        action={open ? `${PAGE}?change=${open.id}` : PAGE}
        noValidate
      >
        <DraftAutosave
          intent="template"
          formName={draftName}
          guards={isNew ? {} : { id, version }}
        />
        <TemplateFields />
        <p className="flex flex-wrap gap-3">
          <SubmitButton variant="ink">{texts.save}</SubmitButton>
          {open && (
            <DiscardLink formName={draftName} to={PAGE}>
              {texts.cancel}
            </DiscardLink>
          )}
        </p>
      </PostForm>
      {open && (
        <details className="mt-10 border-t border-line pt-6">
          <summary className="plain-button cursor-pointer list-none">{texts.delete}</summary>
          <ToastForm className="mt-3">
            <HiddenFields
              values={{ intent: 'deleteTemplate', id: open.id, version: open.version }}
            />
            <SubmitButton>{texts.confirmation}</SubmitButton>
          </ToastForm>
        </details>
      )}
    </section>
  );
}

function TemplateFields() {
  const { open, texts } = useTemplatesPage();
  const refused = useTypedForm('template');
  const values = refused?.values ?? open;
  const field = (name: keyof TemplateText) => ({
    name,
    defaultValue: values?.[name],
    error: refused?.errors?.[name],
    required: true,
  });

  return (
    <>
      <div className="max-w-text">
        <TextField
          {...field('name')}
          label={texts.name}
          limit={REPLY.templateNameMax}
          autoFocus={open !== null && !refused}
        />
      </div>
      <div className="flex flex-wrap gap-x-8 gap-y-6">
        {LANGUAGES.map((lang) => (
          <fieldset key={lang} className="flex min-w-0 flex-1 basis-80 flex-col gap-4 border-0 p-0">
            <legend className="mb-3 p-0 text-ink-2">{texts.languages[lang]}</legend>
            <TextField
              {...field(`subject_${lang}`)}
              label={texts.subject}
              lang={lang}
              limit={REPLY.subjectMax}
            />
            <TextArea
              {...field(`message_${lang}`)}
              label={texts.message}
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
