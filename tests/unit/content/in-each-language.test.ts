import { expect, test } from 'vitest';
import { z } from 'zod';
import { checkContent, inOne, name, said } from '#app/content/read-content.server.ts';
import { languageOf, pathIn, plainPath } from '#app/content/language.ts';

const schema = z.array(z.strictObject({ title: said(z.string()), maker: name().optional() }));
const check = (title: unknown) => () => checkContent('app/content/x.json', [{ title }], schema);

test.each([
  [{ en: 'Oak' }, '0.title: missing in el'],
  [{ el: 'Δρυς' }, '0.title: missing in en'],
  [{ en: 'Oak', el: ' ' }, '0.title: missing in el'],
  [{ en: 'Oak', el: 'Δρυς', de: 'Eiche' }, '0.title: has a language that the site has not'],
  ['Oak', '0.title: is no { "en": …, "el": … }'],
  [undefined, '0.title: missing'],
  [{ en: 'Oak', el: 7 }, '0.title.el: '],
])('EL-3 %j is refused with its file and place', (title, reason) => {
  expect(check(title)).toThrow(`app/content/x.json: ${reason}`);
});

test('EL-3 lists are as long in one language as in the other', () => {
  const lists = z.strictObject({ lines: said(z.array(z.string())) });
  const lines = { en: ['a', 'b'], el: ['α'] };
  expect(() => checkContent('x.json', { lines }, lists)).toThrow(
    'x.json: lines: is longer in one language',
  );
});

test('EL-3 a name that is the same in both languages stands once', () => {
  const entry = { title: { en: 'Oak', el: 'Δρυς' }, maker: 'DRYS' };
  const [read] = checkContent('x.json', [entry], schema);
  expect(inOne(read, 'el')).toEqual({ title: 'Δρυς', maker: 'DRYS' });
  expect(inOne(read, 'en')).toEqual({ title: 'Oak', maker: 'DRYS' });
});

test.each([
  ['/', 'en', '/', '/el'],
  ['/el', 'el', '/', '/el'],
  ['/el/about', 'el', '/about', '/el/about'],
  ['/about', 'en', '/about', '/el/about'],
  ['/electric', 'en', '/electric', '/el/electric'],
] as const)('EL-1 the path %s is read in %s', (path, language, plain, greek) => {
  expect([languageOf(path), plainPath(path), pathIn('el', plain)]).toEqual([
    language,
    plain,
    greek,
  ]);
  expect(pathIn('en', plain)).toBe(plain);
});
