// Merges a form with its entry, which somebody else has saved since the form was rendered (PB-8). Each form
// carries the fingerprints of the content that it was rendered from: they tell who has changed which part.
import { createHash } from 'node:crypto';
import type { EntryContent, FieldValue } from '#app/content/kinds.server.ts';
import { LANGUAGES, type Bilingual, type Language } from '#app/content/language.ts';
import type { ParsedEntry } from './entry-form.server.ts';

/** A text in one language, or the whole value of a field that does not depend on the language. */
export interface ContentPart {
  /** Such as "title_en" or "pictures". */
  name: string;
  field: string;
  language: Language | null;
  value: FieldValue;
}

export interface StaleFormMerge {
  /** The typed content, with the stored values of the parts that only the other admin has changed. */
  content: EntryContent;
  takenOver: ContentPart[];
  /** The parts that differ and must be decided by the admin, with their stored values. */
  conflicts: ContentPart[];
  /** The fingerprints for the merged form: a part stays a conflict until both values are the same. */
  base: string;
}

/** Returns a fingerprint of each part, in one string for a hidden field. */
export const getFingerprints = (content: EntryContent): string =>
  new URLSearchParams(
    listParts(content).map(({ name, value }) => [name, getFingerprint(value)]),
  ).toString();

/** `base` is the string of getFingerprints. If it lacks a part, each difference of this part is a conflict. */
export function mergeStaleForm(
  base: string,
  stored: EntryContent,
  { content, newCategory }: ParsedEntry,
): StaleFormMerge {
  const fingerprints = new URLSearchParams(base);
  const typed = new URLSearchParams(getFingerprints(content));
  // It replaces the selected category when the form is saved.
  if (newCategory) typed.set('category', 'new');
  const takenOver: ContentPart[] = [];
  const conflicts: ContentPart[] = [];
  for (const part of listParts(stored)) {
    const storedPrint = getFingerprint(part.value);
    const basePrint = fingerprints.get(part.name);
    const typedPrint = typed.get(part.name);
    const isSavedByOther = storedPrint !== basePrint && storedPrint !== typedPrint;
    if (isSavedByOther && typedPrint !== basePrint) {
      conflicts.push(part);
      continue;
    }
    if (isSavedByOther) takenOver.push(part);
    fingerprints.set(part.name, storedPrint);
  }
  const merged = replaceParts(content, takenOver);
  return { content: merged, takenOver, conflicts, base: fingerprints.toString() };
}

/** Returns the typed form with the stored value of one part instead of the typed one. */
export function takeStoredPart(
  parsed: ParsedEntry,
  stored: EntryContent,
  partName: string,
): ParsedEntry {
  const parts = listParts(stored).filter(({ name }) => name === partName);
  return {
    ...parsed,
    content: replaceParts(parsed.content, parts),
    newCategory: partName === 'category' ? null : parsed.newCategory,
  };
}

function replaceParts(content: EntryContent, parts: readonly ContentPart[]): EntryContent {
  const replaced = { ...content };
  for (const { field, language, value } of parts) {
    const texts = replaced[field] as Bilingual<string>;
    replaced[field] = language ? { ...texts, [language]: value as string } : value;
  }
  return replaced;
}

const listParts = (content: EntryContent): ContentPart[] =>
  Object.entries(content).flatMap(([field, value]): ContentPart[] => {
    if (!isBilingual(value)) return [{ name: field, field, language: null, value }];
    return LANGUAGES.map((language) => {
      return { name: `${field}_${language}`, field, language, value: value[language] };
    });
  });

const isBilingual = (value: FieldValue): value is Bilingual<string> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const getFingerprint = (value: FieldValue): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 8);
