import type { ErrorLine, FieldError } from '#app/components/field.tsx';
import type { ContactTexts } from '#app/content/texts/contact.server.ts';

/** Why a form was not stored. */
export interface ContactResult {
  /** The cleaned texts, for a page without a script; with one, the fields still have the typed texts. */
  values?: Readonly<Record<keyof ContactTexts['labels'], string>> | undefined;
  errors?: readonly ErrorLine[];
  files?: readonly FieldError[];
  /** The form had files, which were not stored: without a script they must be chosen again. */
  mustChooseFilesAgain?: boolean;
  toast?: { title: string; text: string };
  /** Why there is no response with a toast; the page has the texts. */
  unanswered?: 'unsent' | 'cancelled';
}
