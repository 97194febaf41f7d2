import type { TemplateWords } from '#app/content/desk/reply/templates.server.ts';
import { LANGUAGES } from '#app/content/language.ts';
import { REPLY } from '#app/domain/desk/desk-limits.ts';
import type { TemplateFaults } from '#app/domain/replies/template-form.server.ts';
import { TextArea, TextField } from '#app/ui/forms/field.tsx';
import type { TemplateText } from '#db/replies/reply-templates.ts';

interface TemplateFieldsProps {
  values: TemplateText | null;
  faults: TemplateFaults | undefined;
  words: TemplateWords;
}

/** The name of a template, and its texts in each language beside each other. */
export function TemplateFields({ values, faults, words }: TemplateFieldsProps) {
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
