import { isDeepStrictEqual } from 'node:util';
import {
  buildSlug,
  kindFacts,
  listFields,
  type EntryContent,
  type Field,
  type KindName,
} from '#app/content/kinds.server.ts';
import { buildPerLanguage, LANGUAGES, type Bilingual } from '#app/content/language.ts';
import { toSlug } from '#app/content/slugs.server.ts';
import { TEXT_LIMITS } from '#app/content/text-limits.ts';
import { toAthensDay } from '#app/domain/clock.server.ts';
import { removeInvisibleCharacters } from '#app/unicode.ts';
import { listFieldsOfOtherKinds, renameContractFields } from './contract-names.server.ts';
import {
  getFieldType,
  readLine,
  type EntryErrors,
  type EntryText,
  type IsStored,
  type NamedMedia,
} from './field-types.server.ts';

export type { EntryErrors } from './field-types.server.ts';

export interface ParsedEntry {
  content: EntryContent;
  /** Null if the form names none. */
  newCategory: Bilingual<string> | null;
  errors: EntryErrors;
}

export function getEmptyContent(kind: KindName): EntryContent {
  const values = listFields(kind).map((field) => [field.name, getFieldType(field).empty]);
  return Object.fromEntries(values) as EntryContent;
}

/**
 * Parses the form of an entry. A pressed button of a list of pictures or blocks, such as "remove-2", changes
 * the content. If `errors` is not empty, the caller must not store the content.
 */
export function parseEntryForm(kind: KindName, posted: FormData, pressedButton = ''): ParsedEntry {
  const form = renameContractFields(kind, posted);
  const content = getEmptyContent(kind);
  for (const field of listFields(kind)) {
    const type = getFieldType(field);
    const value = type.read(form, field.name, field.max);
    content[field.name] = type.applyButton?.(value, pressedButton) ?? value;
  }

  const errors = getTooLongErrors(kind, content, form);
  for (const name of listFieldsOfOtherKinds(kind, form)) errors[name] = 'unknown';

  const newCategory = readNewCategory(form);
  if (newCategory) Object.assign(errors, getNewCategoryErrors(newCategory));
  return { content, newCategory, errors };
}

function getTooLongErrors(kind: KindName, content: EntryContent, form: FormData): EntryErrors {
  const errors: EntryErrors = {};
  // Checks the stored form of a text, in which a line end counts as one character.
  for (const { name, text, maxLength } of listEntryTexts(kind, content)) {
    // An empty control may take another text: an empty Greek name takes the English one.
    if (text.length > maxLength && form.get(name)) errors[name] = 'tooLong';
  }
  return errors;
}

/** Returns null if no title of a new category is filled in. */
function readNewCategory(form: FormData): Bilingual<string> | null {
  const titles = buildPerLanguage((language) => readLine(form, `new_category_${language}`));
  return LANGUAGES.every((language) => titles[language] === '') ? null : titles;
}

function getNewCategoryErrors(titles: Bilingual<string>): EntryErrors {
  const errors: EntryErrors = {};
  for (const language of LANGUAGES) {
    const name = `new_category_${language}`;
    if (titles[language] === '') errors[name] = 'missing';
    else if (titles[language].length > TEXT_LIMITS.categoryTitle) errors[name] = 'tooLong';
  }
  if (toSlug(titles.en) === '') errors['new_category_en'] ??= 'letters';
  return errors;
}

/** Returns the texts of an entry with their limits, one for each control of the form. */
export const listEntryTexts = (kind: KindName, content: EntryContent): EntryText[] =>
  listFields(kind).flatMap((field) => getFieldType(field).listTexts(content[field.name]!, field));

/** Returns the names of all controls of a field. Errors are stored by these names. */
export function listControlNames(field: Field, content: EntryContent): string[] {
  const texts = getFieldType(field).listTexts(content[field.name]!, field);
  const names = [field.name, ...texts.map(({ name }) => name)];
  if (field.type !== 'category') return names;
  return [...names, ...LANGUAGES.map((language) => `new_category_${language}`)];
}

/** Returns the values of the form's controls by their names; of pictures and blocks, the texts only. */
export function getFormValues(kind: KindName, content: EntryContent): Record<string, string> {
  const values: Record<string, string> = {};
  for (const field of listFields(kind)) {
    const type = getFieldType(field);
    const value = content[field.name]!;
    if (type.getFormValues) {
      Object.assign(values, type.getFormValues(value, field.name));
    } else {
      for (const { name, text } of type.listTexts(value, field)) values[name] = text;
    }
  }
  return values;
}

/**
 * Returns the names of the fields in which a typed form differs from the stored content (PB-8); of texts, the names
 * of the controls.
 */
export function listDifferences(
  kind: KindName,
  { content, newCategory }: ParsedEntry,
  stored: EntryContent,
): string[] {
  return listFields(kind).flatMap((field) => {
    const { name, type } = field;
    // A new category replaces the selected one when the form is saved.
    const hasNewCategory = type === 'category' && newCategory !== null;
    if (!hasNewCategory && isDeepStrictEqual(content[name], stored[name])) return [];

    const isList = type === 'pictures' || type === 'blocks';
    if (isList || hasNewCategory) return [name];

    const storedTexts = getFieldType(field).listTexts(stored[name]!, field);
    const typedTexts = getFieldType(field).listTexts(content[name]!, field);
    const differingTexts = typedTexts.filter(
      ({ text }, index) => text !== storedTexts[index]?.text,
    );

    // A field without texts, such as a date or a choice, differs as a whole.
    if (differingTexts.length === 0) return [name];
    return differingTexts.map((text) => text.name);
  });
}

/** Returns the media that an entry names, such as a picture at `blocks.0.picture.name`. */
export function listNamedMedia(kind: KindName, content: EntryContent): NamedMedia[] {
  return listFields(kind).flatMap((field) => {
    const media = getFieldType(field).listMedia?.(content[field.name]!) ?? [];
    return media.map(({ name, path, type }) => ({ name, path: field.name + path, type }));
  });
}

/**
 * Returns the content without the media that are not stored, the same object if all are. A missing picture would break
 * every list (PB-10).
 */
export function dropUnstoredMedia(
  kind: KindName,
  content: EntryContent,
  isStored: IsStored,
): EntryContent {
  if (listNamedMedia(kind, content).every(({ name, type }) => isStored(name, type))) return content;

  const remaining = { ...content };
  for (const field of listFields(kind)) {
    const { dropUnstoredMedia: drop } = getFieldType(field);
    if (drop) remaining[field.name] = drop(content[field.name]!, isStored);
  }
  return remaining;
}

/** Returns the errors that prevent publishing and can be found without the database, by the names of their controls. */
export function getPublishingErrors(kind: KindName, content: EntryContent): EntryErrors {
  const errors: EntryErrors = {};
  for (const { name, text, isRequired } of listEntryTexts(kind, content)) {
    if (isRequired && removeInvisibleCharacters(text).trim() === '') errors[name] = 'missing';
  }

  for (const field of listFields(kind)) {
    const error = getFieldType(field).check?.(content[field.name]!, field);
    if (!error) continue;

    // A field with several controls, such as a list of pictures, has an error for each of them.
    const controlErrors = typeof error === 'string' ? { [field.name]: error } : error;
    Object.assign(errors, controlErrors);
  }

  const { dayField } = kindFacts[kind];
  // Days of the form 2026-12-31 sort by their letters.
  const isFuture = dayField !== undefined && String(content[dayField]) > toAthensDay(new Date());
  if (isFuture) errors[dayField] ??= 'future';

  // A title of signs alone, such as an emoji, leaves no slug.
  if (buildSlug(kind, content) === '') errors[getSlugControlName(kind)] ??= 'letters';
  return errors;
}

/** Returns the name of the control from which the slug is built, and beside which its errors are shown. */
export function getSlugControlName(kind: KindName): string {
  const { customSlug } = kindFacts[kind];
  if (customSlug) return customSlug.field;

  const title = listFields(kind).find(({ name }) => name === 'title')!;
  const { listTexts, empty } = getFieldType(title);
  // The texts of an empty title are those of its controls, one for each language; the first makes the slug.
  const [firstControl] = listTexts(empty, title);
  return firstControl!.name;
}
