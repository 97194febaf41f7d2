import { Form, Link, href } from 'react-router';
import type { TemplateWords } from '#app/content/desk/reply/templates.server.ts';
import { LANGUAGES } from '#app/content/language.ts';
import { REPLY } from '#app/domain/desk/desk-limits.ts';
import type { TemplateFaults } from '#app/domain/replies/template-form.server.ts';
import type { SeenTemplate } from '#app/domain/replies/templates.server.ts';
import { useFocusOnError } from '#app/routes/admin/auth-page/use-focus-on-error.ts';
import { DeskForm } from '#app/routes/admin/frame/desk-form.tsx';
import { Draft, forgetDraft, useDraftKey, useRestored } from '#app/routes/admin/frame/drafts.tsx';
import { TextArea, TextField } from '#app/ui/forms/field.tsx';
import type { TemplateText } from '#db/replies.ts';
import type { ReplyTemplate } from '#db/schema.ts';

const PAGE = href('/admin/dashboard/templates');

/** A template as somebody wrote it, and which one it is to replace. */
export type TypedTemplate = TemplateText & { seen: SeenTemplate | null };

interface TemplateFormProps {
  open: ReplyTemplate | null;
  typed: TypedTemplate | undefined;
  faults: TemplateFaults | undefined;
  words: TemplateWords;
}

/** Changes the open template, or adds one. */
export function TemplateForm({ open, typed, faults, words }: TemplateFormProps) {
  const seen = typed ? typed.seen : open;
  const form = useFocusOnError(faults);
  const draft = `templates ${seen?.id ?? ''}`;
  const restored = useRestored(draft);
  const draftKey = useDraftKey(draft);
  const begun = typed ?? (restored as TemplateText | null) ?? open;
  return (
    <section
      id="template"
      className="mt-10 max-w-page scroll-mt-20 border-t border-ink pt-6"
      aria-labelledby="template-title"
    >
      <h2 id="template-title" className="text-large">
        {seen ? words.changing : words.add}
      </h2>
      <Form
        ref={form}
        className="mt-4 flex flex-col gap-6"
        method="post"
        action={open ? `${PAGE}?change=${open.id}` : PAGE}
        noValidate
      >
        <Draft of="templates" guards={seen ? { id: seen.id, version: seen.version } : {}} />
        <TemplateFields values={begun} faults={faults} words={words} />
        <p className="flex flex-wrap gap-3">
          <button className="plain-button plain-button-ink" type="submit">
            {words.save}
          </button>
          {open && (
            <Link className="plain-button" to={PAGE} onClick={() => forgetDraft(draftKey)}>
              {words.cancel}
            </Link>
          )}
        </p>
      </Form>
      {open && (
        <DeskForm className="mt-6" action={`${PAGE}/deletion?change=${open.id}`}>
          <input type="hidden" name="id" value={open.id} />
          <input type="hidden" name="version" value={open.version} />
          <button className="plain-button" type="submit">
            {words.delete}
          </button>
        </DeskForm>
      )}
    </section>
  );
}

interface TemplateFieldsProps {
  values: TemplateText | null;
  faults: TemplateFaults | undefined;
  words: TemplateWords;
}

/** The name of a template, and its texts in each language beside each other. */
function TemplateFields({ values, faults, words }: TemplateFieldsProps) {
  const field = (name: keyof TemplateText) => ({
    name,
    defaultValue: values?.[name],
    error: faults?.[name] === undefined ? undefined : { text: faults[name] },
    required: true,
  });
  return (
    <>
      <div className="max-w-text">
        <TextField {...field('name')} label={words.name} maxLength={REPLY.templateNameMax} />
      </div>
      <div className="flex flex-wrap gap-x-8 gap-y-6">
        {LANGUAGES.map((lang) => (
          <fieldset key={lang} className="flex min-w-0 flex-1 basis-80 flex-col gap-4 border-0 p-0">
            <legend className="mb-3 p-0 text-ink-2">{words.languages[lang]}</legend>
            <TextField
              {...field(`subject_${lang}`)}
              label={words.subject}
              lang={lang}
              maxLength={REPLY.subjectMax}
            />
            <TextArea
              {...field(`message_${lang}`)}
              label={words.message}
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
