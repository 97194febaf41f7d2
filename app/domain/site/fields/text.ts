import { forEachLanguage, type Bilingual } from '#app/content/language.ts';
import { listBilingualTexts, readLine, readText, type FieldType } from './field-type.ts';

const empty = forEachLanguage(() => '');

export const line: FieldType<Bilingual<string>> = {
  empty,
  read: (form, name) => forEachLanguage((language) => readLine(form, `${name}_${language}`)),
  listTexts: (text, { name, max, isRequired }) => listBilingualTexts(text, name, max, isRequired),
};

export const text: FieldType<Bilingual<string>> = {
  ...line,
  read: (form, name) => forEachLanguage((language) => readText(form, `${name}_${language}`)),
};

export const name: FieldType<Bilingual<string>> = {
  empty,
  read: (form, field) => {
    const en = readLine(form, field);
    return { en, el: readLine(form, `${field}_el`) || en };
  },
  listTexts: ({ en, el }, { name: field, max: maxLength, isRequired }) => [
    { name: field, text: en, maxLength, isRequired },
    { name: `${field}_el`, text: el, maxLength, isRequired: false },
  ],
  // The Greek control stays empty where the name is the same.
  getFormValues: ({ en, el }, field) => ({ [field]: en, [`${field}_el`]: el === en ? '' : el }),
};
