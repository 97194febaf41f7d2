import {
  buildSlug,
  kindFacts,
  listFields,
  type EntryContent,
  type Field,
  type FieldValue,
  type KindName,
} from '#app/content/kinds.server.ts';
import { forEachLanguage, LANGUAGES, type Bilingual } from '#app/content/language.ts';
import { toSlug } from '#app/content/slugs.server.ts';
import { listForeignNames, withContractNames } from './contract-names.server.ts';
import { readLine, type EntryErrors, type EntryText } from './fields/field-type.ts';
import { getFieldType } from './fields/fields.server.ts';

export type { EntryErrors } from './fields/field-type.ts';

export interface ParsedEntry {
  content: EntryContent;
  newCategory: Bilingual<string> | null;
  errors: EntryErrors;
}

const MAX_CATEGORY_LENGTH = 60;

export function getEmptyContent(kind: KindName): EntryContent {
  const values = listFields(kind).map((field) => [field.name, getFieldType(field).empty]);
  return Object.fromEntries(values) as EntryContent;
}

/** Parses a posted form. When `errors` is not empty, the caller must not store the content. */
export function readEntryForm(kind: KindName, posted: FormData): ParsedEntry {
  const form = withContractNames(kind, posted);
  const button = String(form.get('do') ?? '');
  const values = listFields(kind).map((field) => {
    const { read, applyButton = (value: FieldValue) => value } = getFieldType(field);
    return [field.name, applyButton(read(form, field.name, field.max), button)];
  });
  const content = Object.fromEntries(values) as EntryContent;
  const errors: EntryErrors = {};
  // Checks the stored form of a text, in which a line end counts as one character.
  for (const { name, text, maxLength } of listTexts(kind, content)) {
    if (text.length > maxLength && form.get(name)) errors[name] = 'tooLong';
  }
  for (const name of listForeignNames(kind, form)) errors[name] = 'unknown';
  return { content, newCategory: readNewCategory(form, errors), errors };
}

function readNewCategory(form: FormData, errors: EntryErrors): Bilingual<string> | null {
  const titles = forEachLanguage((language) => readLine(form, `new_category_${language}`));
  if (LANGUAGES.every((language) => titles[language] === '')) return null;
  for (const language of LANGUAGES) {
    const name = `new_category_${language}`;
    if (titles[language] === '') errors[name] = 'missing';
    else if (titles[language].length > MAX_CATEGORY_LENGTH) errors[name] = 'tooLong';
  }
  if (toSlug(titles.en) === '') errors['new_category_en'] ??= 'letters';
  return titles;
}

export const listTexts = (kind: KindName, content: EntryContent): EntryText[] =>
  listFields(kind).flatMap((field) => getFieldType(field).listTexts(content[field.name]!, field));

/** Returns the names of all controls of a field. Errors are stored by these names. */
export const listControlNames = (field: Field, content: EntryContent): string[] => [
  field.name,
  ...getFieldType(field)
    .listTexts(content[field.name]!, field)
    .map(({ name }) => name),
  ...(field.type === 'category' ? LANGUAGES.map((language) => `new_category_${language}`) : []),
];

/** Returns the values of the form's controls by control name. */
export function getFormValues(kind: KindName, content: EntryContent): Record<string, string> {
  const values = listFields(kind).flatMap((field) => {
    const type = getFieldType(field);
    const value = content[field.name]!;
    return type.getFormValues
      ? Object.entries(type.getFormValues(value, field.name))
      : type.listTexts(value, field).map(({ name, text }) => [name, text] as const);
  });
  return Object.fromEntries(values);
}

/** Returns the content without missing pictures; the same object when none is missing. */
export function dropMissingPictures(
  kind: KindName,
  content: EntryContent,
  isStored: (picture: string, path: string) => boolean,
): EntryContent {
  const remaining: [string, FieldValue][] = [];
  let isComplete = true;
  for (const field of listFields(kind)) {
    const type = getFieldType(field);
    const value = type.dropMissingPictures?.(content[field.name]!, (picture, path) => {
      const isPictureStored = isStored(picture, field.name + path);
      isComplete &&= isPictureStored;
      return isPictureStored;
    });
    if (value !== undefined) remaining.push([field.name, value]);
  }
  return isComplete ? content : { ...content, ...Object.fromEntries(remaining) };
}

/** Returns the errors that prevent publishing and can be found without the database. */
export function getPublishingErrors(kind: KindName, content: EntryContent): EntryErrors {
  const errors: EntryErrors = {};
  for (const { name, text, isRequired } of listTexts(kind, content)) {
    if (isRequired && text.trim() === '') errors[name] = 'missing';
  }
  for (const field of listFields(kind)) {
    const error = getFieldType(field).check?.(content[field.name]!, field);
    Object.assign(errors, typeof error === 'string' ? { [field.name]: error } : error);
  }
  if (buildSlug(kind, content) === '') errors[getSlugField(kind)] ??= 'letters';
  return errors;
}

/** Returns the name of the form field that determines the slug. */
export function getSlugField(kind: KindName): string {
  const title = listFields(kind).find(({ name }) => name === 'title')!;
  const type = getFieldType(title);
  return kindFacts[kind].customSlug?.field ?? type.listTexts(type.empty, title)[0]!.name;
}
