import { isUpload } from '#app/content/kinds.server.ts';
import { readLine, type FieldType } from './field-type.ts';

/** The stored file, which a ticked box keeps. Uploads are handled apart from the fields of the form. */
export const file: FieldType<string | null> = {
  empty: null,
  read: (form, name) => readLine(form, `kept_${name}`) || null,
  listTexts: () => [],
  getFormValues: (storedName, name) => (storedName ? { [`kept_${name}`]: storedName } : {}),
  check: (storedName, { isRequired }) => isRequired && storedName === null && 'missing',
};

/** Drawings of the sample belong to its pictures, so this field accepts uploaded ones only. */
export const drawing: FieldType<string | null> = {
  ...file,
  dropMissingPictures: (storedName, isStored) =>
    storedName && (isStored(isUpload(storedName) ? storedName : '', '') ? storedName : null),
};
