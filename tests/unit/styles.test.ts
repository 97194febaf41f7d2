import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { STATUSES } from '#db/schema.ts';

const sources = readdirSync('app', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(tsx?|css)$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const sheets = sources.filter(({ path }) => path.endsWith('.css'));

test('each variable that a style reads is set somewhere', () => {
  // Set by a rule, by an arbitrary property of a utility, or by a script on an element's style.
  const settingPattern = /(--[a-z][\w-]*)(?=\s*:|['"`]\]?\s*[,:\]])/g;
  const definedVariables = new Set(
    sources.flatMap(({ text }) => [...text.matchAll(settingPattern)].map(([name]) => name)),
  );
  const readingPattern = /var\(\s*(--[a-z][\w-]*)(?!\s*,|[\w-])|\((--[a-z][\w-]*)\)/g;
  const undefinedVariables = sources.flatMap(({ path, text }) =>
    [...text.matchAll(readingPattern)]
      .map(([, name, short]) => name ?? short!)
      .filter((name) => !definedVariables.has(name))
      .map((name) => `${path}: ${name}`),
  );
  expect(definedVariables.size).toBeGreaterThan(80);
  expect(undefinedVariables).toEqual([]);
});

test('components have their utilities in the markup: no class hides them behind @apply', () => {
  const hidden = sheets.filter(({ text }) => /@apply\b/.test(text)).map(({ path }) => path);
  expect(hidden).toEqual([]);
});

test('a class has no arbitrary value where a utility takes the bare one', () => {
  const bare =
    /\b(?:col|row)-\[(?!span)[\w-]+\/(?:full-)?(?:\d+|end)\]|\[--ratio:[^\]]+\]|\bmax-w-\[\d+em\]|\bfont-\[\d+\]|(?:max|min)-\[30rem\]|underline-offset-\[0\.22em\]|-\[\d+mm\]/g;
  const arbitrary = sources
    .filter(({ path }) => path.endsWith('.tsx'))
    .flatMap(({ path, text }) => (text.match(bare) ?? []).map((name) => `${path}: ${name}`));
  expect(arbitrary).toEqual([]);
});

test('D-4 each status of an enquiry has a mark of its own', () => {
  const desk = readFileSync('app/styles/desk.css', 'utf8');
  // The first status has the default mark, which the others override.
  const unmarked = STATUSES.slice(1).filter((status) => !desk.includes(`[data-s='${status}']`));
  expect(unmarked).toEqual([]);
});
