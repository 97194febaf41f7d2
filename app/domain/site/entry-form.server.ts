import {
  type EntryContent,
  type KindName,
  addressOf,
  fieldsOf,
  kindFacts,
} from '#app/content/kinds.server.ts';
import { type Bilingual, LANGUAGES, inEachLanguage } from '#app/content/language.ts';
import { toSlug } from '#app/content/slugs.server.ts';
import { type EntryFaults, type EntryText, lineOf, typeOf } from './field-types.server.ts';

export type { EntryFaults } from './field-types.server.ts';

export interface WrittenEntry {
  content: EntryContent;
  newCategory: Bilingual<string> | null;
  faults: EntryFaults;
}

export function emptyContent(kind: KindName): EntryContent {
  const values = fieldsOf(kind).map((field) => [field.name, typeOf(field).empty]);
  return Object.fromEntries(values) as EntryContent;
}

/** What was posted, whole; what is too long stands in `faults` and is not to be stored. */
export function readEntryForm(kind: KindName, form: FormData): WrittenEntry {
  const chosen = String(form.get('do') ?? '');
  const faults: EntryFaults = {};
  const values = fieldsOf(kind).map((field) => {
    const { read, press = (value) => value } = typeOf(field);
    return [field.name, press(read(form, field.name, field.max), chosen)];
  });
  const content = Object.fromEntries(values) as EntryContent;
  // As it is stored: a line end counts once, as it does for who types it.
  for (const [name, text, max] of textsOf(kind, content)) {
    if (text.length > max && form.get(name)) faults[name] = 'long';
  }
  return { content, newCategory: readNewCategory(form, faults), faults };
}

function readNewCategory(form: FormData, faults: EntryFaults): Bilingual<string> | null {
  const created = inEachLanguage((language) => lineOf(form, `new_category_${language}`));
  if (LANGUAGES.every((language) => created[language] === '')) return null;
  for (const language of LANGUAGES) {
    const name = `new_category_${language}`;
    if (created[language] === '') faults[name] = 'missing';
    else if (created[language].length > 60) faults[name] = 'long';
  }
  if (toSlug(created.en) === '') faults['new_category_en'] ??= 'letters';
  return created;
}

export const textsOf = (kind: KindName, content: EntryContent): EntryText[] =>
  fieldsOf(kind).flatMap((field) => typeOf(field).texts(content[field.name], field));

export function valuesOf(kind: KindName, content: EntryContent): Record<string, string> {
  const found = fieldsOf(kind).flatMap((field) => {
    const { values, texts } = typeOf(field);
    const value = content[field.name];
    if (values) return Object.entries(values(value, field.name));
    return texts(value, field).map(([name, text]) => [name, text] as const);
  });
  return Object.fromEntries(found);
}

export function withPicturesThere(
  kind: KindName,
  content: EntryContent,
  isThere: (picture: string, place: string) => boolean,
): EntryContent {
  const kept: [string, unknown][] = [];
  let isWhole = true;
  for (const field of fieldsOf(kind)) {
    const ask = (picture: string, place: string) => {
      const is = isThere(picture, field.name + place);
      isWhole &&= is;
      return is;
    };
    const value = typeOf(field).keep?.(content[field.name], ask);
    if (value !== undefined) kept.push([field.name, value]);
  }
  return isWhole ? content : { ...content, ...Object.fromEntries(kept) };
}

export function publishingFaults(kind: KindName, content: EntryContent): EntryFaults {
  const faults: EntryFaults = {};
  for (const [name, text, , needed] of textsOf(kind, content)) {
    if (needed && text.trim() === '') faults[name] = 'missing';
  }
  for (const field of fieldsOf(kind)) {
    const fault = typeOf(field).fault?.(content[field.name], field.needed, field);
    Object.assign(faults, typeof fault === 'string' ? { [field.name]: fault } : fault);
  }
  if (addressOf(kind, content) === '') faults[addressField(kind)] ??= 'letters';
  return faults;
}

export function addressField(kind: KindName): string {
  const title = fieldsOf(kind).find(({ name }) => name === 'title')!;
  const [[name] = ['']] = typeOf(title).texts(typeOf(title).empty, title);
  return kindFacts[kind].address?.field ?? name;
}
