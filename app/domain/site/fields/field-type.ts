import type { Field, FieldValue } from '#app/content/kinds.server.ts';
import { LANGUAGES, type Bilingual } from '#app/content/language.ts';
import { cleanStaffLine, cleanStaffText } from '#app/domain/plain-text.ts';

export type EntryError =
  | 'missing'
  | 'tooLong'
  | 'unknown'
  | 'year'
  | 'day'
  | 'future'
  | 'address'
  | 'letters'
  | 'measures'
  | 'items'
  | 'duplicate'
  | 'offlineCategory'
  | 'otherCategory'
  | 'email'
  | 'phone'
  | 'digits'
  | 'number'
  | 'mapPoint'
  | 'hours'
  | 'days'
  | 'links';

export type EntryErrors = Partial<Record<string, EntryError>>;

export interface EntryText {
  name: string;
  text: string;
  maxLength: number;
  isRequired: boolean;
}

/** Parses, checks and fills fields of one type. The component in entry-fields.tsx renders them. */
export interface FieldType<Value extends FieldValue> {
  empty: Value;
  read: (form: FormData, name: string, max: number) => Value;
  listTexts: (value: Value, field: Field) => EntryText[];
  /** Returns the values of the form's controls when they differ from `listTexts`. */
  getFormValues?: (value: Value, name: string) => Record<string, string>;
  /** Returns the errors that prevent publishing, except missing texts. */
  check?: (value: Value, field: Field) => EntryError | EntryErrors | false;
  /** Applies a button of the form, for browsers without JavaScript. */
  applyButton?: (value: Value, button: string) => Value;
  addPictures?: (value: Value, names: readonly string[], max: number) => Value;
  /** Returns the names of the pictures; `path` is the path of a name within the value. */
  listPictures?: (value: Value) => PictureName[];
  /** Removes pictures that are no longer stored. */
  dropMissingPictures?: (value: Value, isStored: (name: string) => boolean) => Value;
}

export interface PictureName {
  name: string;
  path: string;
}

/** Returns a control's value as one clean line; '' without the control. */
export const readLine = (form: FormData, name: string): string =>
  cleanStaffLine(String(form.get(name) ?? ''));

export const readText = (form: FormData, name: string): string =>
  cleanStaffText(String(form.get(name) ?? ''));

/** Returns one text for each language, named `title_en`, `title_el`. */
export const listBilingualTexts = (
  text: Bilingual<string>,
  name: string,
  maxLength: number,
  isRequired: boolean,
): EntryText[] =>
  LANGUAGES.map((language) => {
    return { name: `${name}_${language}`, text: text[language], maxLength, isRequired };
  });

/** Moves item 2 of the list for the button `earlier-2`, `later-2` or `first-2`, removes it for `remove-2`. */
export function applyListButton<Item>(items: Item[], button: string, itemPrefix = ''): Item[] {
  const pattern = new RegExp(`^(earlier|later|first|remove)-${itemPrefix}(\\d{1,2})$`);
  const [, action, number] = pattern.exec(button) ?? [];
  const index = Number(number) - 1;
  const item = items[index];
  if (item === undefined) return items;
  const otherItems = items.filter((other) => other !== item);
  if (action === 'remove') return otherItems;
  const newIndex = { earlier: index - 1, later: index + 1, first: 0 }[action!]!;
  return otherItems.toSpliced(Math.max(0, newIndex), 0, item);
}
