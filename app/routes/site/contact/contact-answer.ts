import type { FieldError } from '#app/ui/forms/field-messages.tsx';
import type { FieldValues } from './enquiry-fields.tsx';

interface Words {
  title: string;
  message: string;
}

/** What the form is told when its enquiry was not stored. */
export interface ContactAnswer {
  /** What was typed; null where the form still has it. */
  values: FieldValues | null;
  errors: readonly (FieldError & { field: string })[];
  /** Why files were refused, a line for each. */
  files: readonly Words[];
  /** Whether files came that were not kept: without a script they have to be chosen again. */
  again: boolean;
  /** Where no answer came, what is said of it is in the page already. */
  toast: Words | 'unsent' | 'cancelled' | null;
}

/** The answer to a form; null for one whose page stays. What is not said is nothing. */
export function answerTo(
  values: FieldValues | null,
  said: Partial<Omit<ContactAnswer, 'values'>>,
): ContactAnswer {
  return { values, errors: [], files: [], again: false, toast: null, ...said };
}
