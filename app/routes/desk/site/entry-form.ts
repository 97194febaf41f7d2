import type { FieldError } from '#app/components/field.tsx';
import type { EntryFormData } from '#app/routes/desk/site/shown-entry.server.ts';

export const getGroupId = (groupName: string): string => `group-${groupName}`;

export interface FieldProps {
  field: EntryFormData['fields'][number];
  form: EntryFormData;
  /** By the names of controls. */
  errors: Readonly<Record<string, FieldError>>;
  /** One line for each file that was refused. */
  refused: readonly string[];
}

/** A field that restores its rows from the draft of the form: pictures, or the parts of a text. */
export interface DraftedFieldProps extends FieldProps {
  /** The form's name in the storage of drafts (DraftAutosave). */
  draft: string;
}
