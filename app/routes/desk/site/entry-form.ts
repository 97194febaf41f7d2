// The form of an entry, as the server sends it and its fields show it.
import type { FieldError } from '#app/components/field.tsx';
import type { Block, FieldFacts, ShownPicture } from '#app/content/kinds.server.ts';

export interface FormGroup {
  name: string;
  label: string;
  /** Nobody has to fill it in, so that it is closed unless it has an error (PB-11). */
  isFolded: boolean;
  /** The names of its fields and of their controls. */
  controls: readonly string[];
  hasError: boolean;
  isIncomplete: boolean;
}

export interface EntryFormData {
  id: number | null;
  key: string;
  version: number;
  fields: readonly (FieldFacts & {
    name: string;
    label: string;
    hint: string;
    choices: readonly { value: string; label: string }[];
  })[];
  /** Empty when the form is short. */
  groups: readonly FormGroup[];
  values: Readonly<Record<string, string>>;
  pictures: readonly ShownPicture[];
  blocks: readonly Block[];
}

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
