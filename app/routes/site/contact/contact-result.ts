import type { ErrorLine, FieldError } from '#app/components/field.tsx';
import type { ContactTexts } from '#app/content/texts/contact.server.ts';

/** Why a form was not stored. */
export interface ContactResult {
  /** The cleaned texts, for a page without a script; null if the fields still have the typed ones. */
  values: Readonly<Record<keyof ContactTexts['labels'], string>> | null;
  errors: readonly ErrorLine[];
  files: readonly FieldError[];
  /** The form had files, which were not stored: without a script they must be chosen again. */
  mustChooseFilesAgain: boolean;
  toast: { title: string; text: string } | null;
  /** Why there is no response with a toast; the page has the texts. */
  unanswered: 'unsent' | 'cancelled' | null;
}

export const EMPTY_CONTACT_RESULT: ContactResult = {
  values: null,
  errors: [],
  files: [],
  mustChooseFilesAgain: false,
  toast: null,
  unanswered: null,
};
