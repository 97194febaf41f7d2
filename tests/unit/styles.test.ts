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
  // In a rule, in an arbitrary property of a utility, or on an element's style by a script.
  const set = /(--[a-z][\w-]*)(?=\s*:|['"`]\]?\s*[,:\]])/g;
  const known = new Set(
    sources.flatMap(({ text }) => [...text.matchAll(set)].map(([name]) => name)),
  );
  const read = /var\(\s*(--[a-z][\w-]*)(?!\s*,|[\w-])|\((--[a-z][\w-]*)\)/g;
  const unknown = sources.flatMap(({ path, text }) =>
    [...text.matchAll(read)]
      .map(([, name, short]) => name ?? short!)
      .filter((name) => !known.has(name))
      .map((name) => `${path}: ${name}`),
  );
  expect(known.size).toBeGreaterThan(80);
  expect(unknown).toEqual([]);
});

test('styles of a component are in its markup: no class hides utilities', () => {
  const hidden = sheets.filter(({ text }) => /@apply\b/.test(text)).map(({ path }) => path);
  expect(hidden).toEqual([]);
});

test('D-4 each status of an enquiry has a mark of its own', () => {
  const desk = readFileSync('app/styles/desk.css', 'utf8');
  // The first one has the mark that others change.
  const unmarked = STATUSES.slice(1).filter((status) => !desk.includes(`[data-s='${status}']`));
  expect(unmarked).toEqual([]);
});
