import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { buildPerLanguage, LANGUAGES, type Bilingual } from '#app/content/language.ts';

// With these settings of the installation the privacy text has all its parts.
const SETTINGS = { retentionMonths: 24, turnstile: true, receiptMail: true };
const FOLDER = 'app/content/texts';

const allTexts: [name: string, texts: Bilingual<unknown>][] = [];
for (const file of readdirSync(FOLDER)) {
  const module = (await import(`../../../${FOLDER}/${file}`)) as object;
  for (const [name, value] of Object.entries(module)) {
    const texts = getTexts(name, value);
    if (texts) allTexts.push([`${file}: ${name}`, texts]);
  }
}

/** Returns the texts of a constant, or of a getter with the language as its only parameter; null for anything else. */
function getTexts(name: string, value: unknown): Bilingual<unknown> | null {
  if (isBilingual(value)) return value;
  if (typeof value !== 'function' || !/^get[A-Z]/.test(name)) return null;
  const isOfSettings = name === 'getPrivacyText';
  if (value.length !== 1 && !isOfSettings) return null;
  return buildPerLanguage((language) => value(language, SETTINGS) as unknown);
}

function isBilingual(value: unknown): value is Bilingual<unknown> {
  if (typeof value !== 'object' || value === null) return false;
  return LANGUAGES.every((language) => Object.hasOwn(value, language));
}

function getShape(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return typeof value;
  if (Array.isArray(value)) return value.map(getShape);
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, getShape(part)]));
}

function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  const parts = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return parts.flatMap(([, part]) => listTexts(part));
}

const listPlaceholders = (value: unknown) =>
  listTexts(value).map((text) => [...text.matchAll(/\{\w+\}/g)].map(String).toSorted());

test('finds the messages', () => expect(allTexts.length).toBeGreaterThan(20));

test.each(allTexts)(
  'EL-3 has the same parts and {placeholders} in each language: %s',
  (_, texts) => {
    expect(getShape(texts.el)).toEqual(getShape(texts.en));
    expect(listPlaceholders(texts.el)).toEqual(listPlaceholders(texts.en));
  },
);

test.each(allTexts)('EL-3 has no English quotation marks in Greek: %s', (_, texts) => {
  expect(listTexts(texts.el).filter((text) => /["'“”]/.test(text))).toEqual([]);
});
