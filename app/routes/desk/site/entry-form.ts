// What the controls in the form of an entry share.
import { createContext, use } from 'react';
import { useLoaderData } from 'react-router';
import type { FieldError } from '#app/components/field.tsx';
import type { findEntryPage } from '#app/routes/desk/site/entry-page.server.ts';
import type { EntryFormData } from '#app/routes/desk/site/shown-entry.server.ts';

export const getGroupId = (groupName: string): string => `group-${groupName}`;

interface EntryForm {
  form: EntryFormData;
  /** Its name in the storage of drafts (DraftAutosave). */
  draftName: string;
  /** By the names of controls. */
  errors: Readonly<Record<string, FieldError>>;
  /** One line for each file that was refused. */
  refusedFiles: readonly string[];
  /** It is the version that a refused form has beside it (PB-8): nothing in it can be changed. */
  isStoredVersion: boolean;
}

export const EntryFormContext = createContext<EntryForm | null>(null);

/** Returns the form that a control belongs to. Throws outside of one. */
export function useEntryForm(): EntryForm {
  const entryForm = use(EntryFormContext);
  if (!entryForm) throw new Error('Not in the form of an entry');
  return entryForm;
}

export interface FieldProps {
  field: EntryFormData['fields'][number];
}

/** Returns the data of the entry's page. */
export const useEntryPage = () =>
  useLoaderData<NonNullable<Awaited<ReturnType<typeof findEntryPage>>>>();

export const useEntryTexts = () => useEntryPage().texts;

/** Returns a function that names controls, so that no name or id is twice on a page with the stored version. */
export function useControlName(): (name: string) => string {
  const { isStoredVersion } = useEntryForm();
  return (name) => (isStoredVersion ? `stored_${name}` : name);
}
