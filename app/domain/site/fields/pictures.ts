import { type ShownPicture, PICTURE_MAX } from '#app/content/kinds.server.ts';
import { forEachLanguage } from '#app/content/language.ts';
import { listPictures } from '#app/domain/site/numbered-fields.ts';
import {
  type FieldType,
  applyListButton,
  listBilingualTexts,
  readLine,
  readText,
} from './field-type.ts';

export const pictures: FieldType<ShownPicture[]> = {
  empty: [],
  read: (form, _, max) => listPictures(formReader(form), max),
  listTexts: (shown, { needed }) =>
    shown.flatMap(({ alt, credit }, index) => [
      ...listBilingualTexts(alt, `alt_${index + 1}`, PICTURE_MAX.alt, needed),
      {
        name: `credit_${index + 1}`,
        text: credit,
        maxLength: PICTURE_MAX.credit,
        isRequired: false,
      },
    ]),
  check: (shown, { needed }) => needed && shown.length === 0 && 'missing',
  applyButton: (shown, button) =>
    applyListButton(shown, /^(earlier|later|remove)-(\d{1,2})$/.exec(button)),
  addPictures(shown, names, max) {
    const newNames = names.filter((name) => shown.every((picture) => picture.name !== name));
    const all = [...shown, ...newNames.map(describeLater)];
    // Where only one fits, a new picture replaces the old one.
    return max === 1 ? all.slice(-1) : all.slice(0, max);
  },
  dropMissingPictures: (shown, isStored) =>
    shown.filter(({ name }, index) => isStored(name, `.${index}.name`)),
};

/** Returns a picture that has just arrived and has no texts yet. */
export function describeLater(name: string): ShownPicture {
  return { name, alt: forEachLanguage(() => ''), credit: '', focus: [50, 50] };
}

export const formReader = (form: FormData) => ({
  has: (name: string) => form.has(name),
  line: (name: string) => readLine(form, name),
  text: (name: string) => readText(form, name),
});
