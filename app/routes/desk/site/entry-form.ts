// What the controls in the form of an entry share.
import { createContext, use } from 'react';
import { useLoaderData } from 'react-router';
import type { FieldError } from '#app/components/field.tsx';
import type { EntryPageTexts } from '#app/content/texts/site-fields.server.ts';
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

/** Returns the texts that the loader of the entry's page sends. */
export const useEntryTexts = () => useLoaderData<{ texts: EntryPageTexts }>().texts;

/** True within the stored version that a refused form has beside it (PB-8): nothing in it can be changed. */
export const StoredVersionContext = createContext(false);

/** Returns a function that names controls, so that no name or id is twice on a page with the stored version. */
export function useControlName(): (name: string) => string {
  const isStoredVersion = use(StoredVersionContext);
  return (name) => (isStoredVersion ? `stored_${name}` : name);
}
