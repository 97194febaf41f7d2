import { Link, href } from 'react-router';
import type { TemplateWords } from '#app/content/desk/reply/templates.server.ts';
import type { TemplateFaults } from '#app/domain/replies/template-form.server.ts';
import type { ReplyTemplate } from '#db/schema.ts';
import { DeskPlace } from '#app/routes/admin/frame/desk-place.tsx';
import { Toasts, type ToastMessage } from '#app/ui/toast.tsx';
import { phrase } from '#app/ui/language/phrase.ts';
import { TemplateForm, type TypedTemplate } from './template-form.tsx';

interface TemplatesPageProps {
  words: TemplateWords;
  templates: readonly ReplyTemplate[];
  /** The one that is being changed. */
  open: ReplyTemplate | null;
  /** The address names one that is not there. */
  isLost: boolean;
  toasts: readonly ToastMessage[];
  /** What was refused, for its form, and what is wrong in which field. */
  typed?: TypedTemplate | undefined;
  faults?: TemplateFaults | undefined;
}

/** The templates, and a form that changes one or adds another (DA-2). */
export function TemplatesPage(props: TemplatesPageProps) {
  const { words, templates, open, isLost, toasts, typed, faults } = props;
  return (
    <DeskPlace title={words.title} intro={words.intro}>
      <Toasts messages={toasts} />
      {isLost && <p>{words.lost}</p>}
      {templates.length === 0 && <p>{words.none}</p>}
      <ul className="max-w-text">
        {templates.map((template) => (
          <TemplateRow key={template.id} template={template} words={words} />
        ))}
      </ul>
      <TemplateForm
        // Another template, another version, or one more: the form begins anew.
        key={`${open?.id} ${open?.version} ${templates.length}`}
        open={open}
        typed={typed}
        faults={faults}
        words={words}
      />
    </DeskPlace>
  );
}

function TemplateRow({ template, words }: { template: ReplyTemplate; words: TemplateWords }) {
  const { id, name } = template;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line py-3">
      <div className="min-w-0 flex-1 basis-80 wrap-anywhere">
        <h2 className="text-base font-medium" dir="auto">
          {name}
        </h2>
        <p className="text-ink-3">
          <bdi lang="en">{template.subject_en}</bdi> <span className="slash">/</span>{' '}
          <bdi lang="el">{template.subject_el}</bdi>
        </p>
      </div>
      <Link
        className="plain-button"
        to={`${href('/admin/dashboard/templates')}?change=${id}#template`}
        aria-label={phrase(words.changeOf, { name })}
      >
        {words.change}
      </Link>
    </li>
  );
}
