import { isUpload } from '#app/content/kinds.server.ts';
import { type FieldType, readLine } from './field-type.ts';

/** The stored file: a ticked box keeps it. A new one comes with the upload, not with the texts. */
export const file: FieldType<string | null> = {
  empty: null,
  read: (form, name) => readLine(form, `kept_${name}`) || null,
  listTexts: () => [],
  getFormValues: (storedName, name) => (storedName ? { [`kept_${name}`]: storedName } : {}),
  check: (storedName, { isRequired }) => isRequired && storedName === null && 'missing',
};

/** Drawings of the sample belong to its pictures, so only an uploaded one can be stored here. */
export const drawing: FieldType<string | null> = {
  ...file,
  dropMissingPictures: (storedName, isStored) =>
    storedName && (isStored(isUpload(storedName) ? storedName : '', '') ? storedName : null),
};
