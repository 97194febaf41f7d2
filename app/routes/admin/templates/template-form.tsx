import { Form, Link, href } from 'react-router';
import type { TemplateWords } from '#app/content/desk/reply/templates.server.ts';
import type { TemplateFaults } from '#app/domain/replies/template-form.server.ts';
import type { SeenTemplate } from '#app/domain/replies/templates.server.ts';
import { useFocusOnError } from '#app/routes/admin/auth-page/use-focus-on-error.ts';
import { DeskForm } from '#app/routes/admin/frame/desk-form.tsx';
import type { TemplateText } from '#db/replies/reply-templates.ts';
import type { ReplyTemplate } from '#db/reply-schema.ts';
import { TemplateFields } from './template-fields.tsx';

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
        {seen && <SeenFields {...seen} />}
        <TemplateFields values={typed ?? open} faults={faults} words={words} />
        <p className="flex flex-wrap gap-3">
          <button className="plain-button plain-button-ink" type="submit">
            {words.save}
          </button>
          {open && (
            <Link className="plain-button" to={PAGE}>
              {words.cancel}
            </Link>
          )}
        </p>
      </Form>
      {open && (
        <DeskForm className="mt-6" action={`${PAGE}/deletion?change=${open.id}`}>
          <SeenFields {...open} />
          <button className="plain-button" type="submit">
            {words.delete}
          </button>
        </DeskForm>
      )}
    </section>
  );
}

/** Which template a form is about, in which version. */
function SeenFields({ id, version }: SeenTemplate) {
  return (
    <>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="version" value={version} />
    </>
  );
}
