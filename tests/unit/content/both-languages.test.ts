import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LANGUAGES } from '#app/content/language.ts';
import { privacyText } from '#app/content/words/privacy.server.ts';

const folder = 'app/content/words';
const files = readdirSync(folder).filter((file) => file.endsWith('.server.ts'));

const modules = await Promise.all(
  files.map((file) => import(join(process.cwd(), folder, file)) as Promise<object>),
);

/** Everything that the modules of words say in both languages, by its name. */
const bilingual: [string, Record<string, unknown>][] = [
  ...modules.flatMap((module) => Object.entries(module)),
  ...[true, false].map((turnstile): [string, unknown] => [
    `privacyText, turnstile ${turnstile}`,
    {
      en: privacyText.en({ retentionMonths: 24, turnstile }),
      el: privacyText.el({ retentionMonths: 24, turnstile }),
    },
  ]),
].flatMap(([name, said]) => (isBilingual(said) ? [[name, said]] : []));

function isBilingual(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    LANGUAGES.every((key) => Object.hasOwn(value, key))
  );
}

/** A value with the kind of each text in its place. */
function shapeOf(value: unknown): unknown {
  if (typeof value === 'function') return 'function';
  if (typeof value !== 'object' || value === null) return typeof value;
  if (Array.isArray(value)) return value.map(shapeOf);
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, shapeOf(entry)]));
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}

test('EL-3 the words of all pages are there to be compared', () => {
  expect(bilingual.map(([name]) => name)).toEqual(
    expect.arrayContaining(['about', 'companyWords', 'contact', 'home', 'pageWords', 'siteWords']),
  );
});

test.each(bilingual)('EL-3 %s has the same parts in both languages', (_, said) => {
  expect(shapeOf(said['el'])).toEqual(shapeOf(said['en']));
});

test.each(bilingual)('EL-3 %s is Greek as it is set: no English quotation marks', (_, said) => {
  const strays = textsOf(said['el']).filter((text) => /["'“”]/.test(text));
  expect(strays).toEqual([]);
});

test.each(bilingual)('EL-3 %s keeps the places that a number is put into', (_, said) => {
  const places = (value: unknown) =>
    textsOf(value).map((text) => [...text.matchAll(/\{\w+\}/g)].map(String).sort());
  expect(places(said['el'])).toEqual(places(said['en']));
});
