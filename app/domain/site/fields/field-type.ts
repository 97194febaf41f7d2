import type { Field, FieldValue } from '#app/content/kinds.server.ts';
import { LANGUAGES, type Bilingual } from '#app/content/language.ts';
import { formatLetterLine, formatLetterText } from '#app/domain/plain-text.ts';

export type EntryError =
  | 'missing'
  | 'tooLong'
  | 'unknown'
  | 'year'
  | 'day'
  | 'address'
  | 'letters'
  | 'measures'
  | 'items'
  | 'duplicate'
  | 'email'
  | 'phone'
  | 'digits'
  | 'number'
  | 'mapPoint'
  | 'hours'
  | 'days'
  | 'links';

/** Errors by the name of the control in the form. */
export type EntryErrors = Partial<Record<string, EntryError>>;

export interface EntryText {
  /** The name of its control in the form. */
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
  /** Removes pictures that are no longer stored; `path` is the path of the name within the value. */
  dropMissingPictures?: (value: Value, isStored: (name: string, path: string) => boolean) => Value;
}

export const readLine = (form: FormData, name: string) =>
  formatLetterLine(String(form.get(name) ?? ''));

export const readText = (form: FormData, name: string) =>
  formatLetterText(String(form.get(name) ?? ''));

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

/** Applies a button such as `earlier-2`, matched as (action)-(number), to a list. */
export function applyListButton<Item>(items: Item[], match: RegExpExecArray | null): Item[] {
  const [, action, number] = match ?? [];
  const index = Number(number) - 1;
  const item = items[index];
  if (item === undefined) return items;
  const otherItems = items.filter((other) => other !== item);
  if (action === 'remove') return otherItems;
  return otherItems.toSpliced(Math.max(0, action === 'earlier' ? index - 1 : index + 1), 0, item);
}
