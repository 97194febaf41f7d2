import { readLine, type FieldType } from './field-type.ts';

/** The stored file, which a ticked box keeps. Uploads are handled apart from the fields of the form. */
export const file: FieldType<string | null> = {
  empty: null,
  read: (form, name) => readLine(form, `kept_${name}`) || null,
  listTexts: () => [],
  getFormValues: (storedName, name) => (storedName ? { [`kept_${name}`]: storedName } : {}),
  check: (storedName, { isRequired }) => isRequired && storedName === null && 'missing',
};

export const drawing: FieldType<string | null> = {
  ...file,
  listPictures: (storedName) => (storedName ? [{ name: storedName, path: '' }] : []),
  dropMissingPictures: (storedName, isStored) =>
    storedName && isStored(storedName) ? storedName : null,
};
