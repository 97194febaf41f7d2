import type { contactErrors } from '#app/content/texts/contact.ts';
import type { FieldValues } from './enquiry-fields.tsx';

export type ErrorName = Exclude<keyof typeof contactErrors, 'wait' | 'limit' | 'send'>;

interface Words {
  title: string;
  message: string;
}

/** What the form is told when its enquiry was not stored. */
export interface ContactAnswer {
  /** What was typed; null where the form still has it. */
  values: FieldValues | null;
  fields: readonly ErrorName[];
  /** Why files were refused, a line for each. */
  files: readonly Words[];
  /** Whether files came that were not kept: without a script they have to be chosen again. */
  again: boolean;
  toast: Words | null;
}

/** The answer to a form; null for one whose page stays. What is not said is nothing. */
export function answerTo(
  values: FieldValues | null,
  said: Partial<Omit<ContactAnswer, 'values'>>,
): ContactAnswer {
  return { values, fields: [], files: [], again: false, toast: null, ...said };
}
