import { templateFaults } from '#app/content/desk/reply/templates.server.ts';
import type { Language } from '#app/content/language.ts';
import { REPLY } from '#app/domain/limits.ts';
import { letterLine, letterText } from '#app/domain/plain-text.ts';
import type { TemplateText } from '#db/replies.ts';
import { PLACEHOLDERS, unknownPlaceholders } from './placeholders.ts';

export type TemplateField = keyof TemplateText;
export type TemplateFaults = Partial<Record<TemplateField, string>>;

const LONGEST: Record<TemplateField, number> = {
  name: REPLY.templateNameMax,
  subject_en: REPLY.subjectMax,
  message_en: REPLY.messageMax,
  subject_el: REPLY.subjectMax,
  message_el: REPLY.messageMax,
};

/** A template as a form has it, a line break in a line made a space, and what is wrong with it. */
export function readTemplate(
  form: FormData,
  language: Language,
): { text: TemplateText; faults: TemplateFaults | null } {
  const written = (field: TemplateField) => {
    const value = String(form.get(field) ?? '');
    return field.startsWith('message') ? letterText(value) : letterLine(value);
  };
  const fields = Object.keys(LONGEST) as TemplateField[];
  const text = Object.fromEntries(fields.map((field) => [field, written(field)])) as TemplateText;
  const faults = fields
    .map((field) => [field, faultOf(field, text[field], language)] as const)
    .filter(([, fault]) => fault !== null);
  return { text, faults: faults.length > 0 ? Object.fromEntries(faults) : null };
}

function faultOf(field: TemplateField, text: string, language: Language): string | null {
  const words = templateFaults[language];
  if (text === '') return words.empty;
  if (text.length > LONGEST[field]) return words.long(LONGEST[field]);
  // The name is seen at the desk only: nothing is filled in there.
  const unknown = field === 'name' ? [] : unknownPlaceholders(text);
  if (unknown.length === 0) return null;
  return words.unknown(unknown.join(', '), PLACEHOLDERS.map((name) => `{${name}}`).join(', '));
}
