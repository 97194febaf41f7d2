import { type ShownPicture } from '#app/content/kinds.server.ts';
import { forEachLanguage } from '#app/content/language.ts';
import { TEXT_LIMITS } from '#app/content/text-limits.ts';
import { parseNumberedPictures, type FormFields } from '#app/domain/site/numbered-fields.ts';
import {
  applyListButton,
  listBilingualTexts,
  readLine,
  readText,
  type FieldType,
} from './field-type.ts';

export const pictures: FieldType<ShownPicture[]> = {
  empty: [],
  read: (form, _, max) => parseNumberedPictures(createFormReader(form), max),
  // A picture without a description is described by its entry (PB-5).
  listTexts: (pictureList) =>
    pictureList.flatMap(({ alt, credit }, index) => [
      ...listBilingualTexts(alt, `alt_${index + 1}`, TEXT_LIMITS.pictureAlt, false),
      {
        name: `credit_${index + 1}`,
        text: credit,
        maxLength: TEXT_LIMITS.pictureCredit,
        isRequired: false,
      },
    ]),
  check: (pictureList, { isRequired }) => isRequired && pictureList.length === 0 && 'missing',
  applyButton: (pictureList, button) => applyListButton(pictureList, button),
  addPictures(pictureList, names, max) {
    const newNames = names.filter((name) => pictureList.every((picture) => picture.name !== name));
    const allPictures = [...pictureList, ...newNames.map(createPicture)];
    // In a field for one picture, a new picture replaces the old one.
    return max === 1 ? allPictures.slice(-1) : allPictures.slice(0, max);
  },
  listPictures: (pictureList) =>
    pictureList.map(({ name }, index) => ({ name, path: `.${index}.name` })),
  dropMissingPictures: (pictureList, isStored) => pictureList.filter(({ name }) => isStored(name)),
};

export function createPicture(name: string): ShownPicture {
  return { name, alt: forEachLanguage(() => ''), credit: '', focus: [50, 50] };
}

export const createFormReader = (form: FormData): FormFields => ({
  has: (name: string) => form.has(name),
  line: (name: string) => readLine(form, name),
  text: (name: string) => readText(form, name),
});
