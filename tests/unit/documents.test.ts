import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { parseConfig, VARIABLES } from '#app/config.server.ts';

// M has one rule only: SVG paths contain `M-8` and the like.
const RULE =
  /\b(?:M-1|(?:P|R|SH|H|A|PR|PD|CF|F|L|AL|RP|D|SE|AT|EL|HC|DA|VP|DK|PB|PP|PK|EN|AN)-\d{1,2})\b/g;

const rules = new Set(
  [...readFileSync('docs/rules.md', 'utf8').matchAll(/^\| ([A-Z]+-\d+) +\|/gm)].map(
    ([, id = '']) => id,
  ),
);

function readSources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|css|mjs)$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
}

const read = (file: string) => readFileSync(file, 'utf8');

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

/** The rules that the sources under a folder cite. */
function listCitedRules(folder: string): Set<string> {
  return new Set(readSources(folder).flatMap((text) => text.match(RULE) ?? []));
}

test.each(['app', 'db', 'scripts', 'tests'])(
  'docs/rules.md describes each rule that %s cites',
  (folder) => {
    expect([...listCitedRules(folder)].filter((id) => !rules.has(id))).toEqual([]);
  },
);

test('docs/security.md has each section of the security model that is cited', () => {
  const model = readFileSync('docs/security.md', 'utf8');
  const sections = new Set([...model.matchAll(/^## (1\.\d+) /gm)].map(([, number]) => number));
  const citedSections = readSources('app').flatMap(
    (text) => text.match(/(?<=security model )1\.\d+/g) ?? [],
  );
  expect(citedSections.length).toBeGreaterThan(10);
  expect(citedSections.filter((number) => !sections.has(number))).toEqual([]);
});

// Only string literals count (names of tests and rows of their tables): a comment proves nothing.
const TEXT = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`[^`]*`/g;

test('a test names each rule', () => {
  const code = readSources('tests').map((text) => text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, ''));
  const texts = code.flatMap((text) => text.match(TEXT) ?? []).join('\n');
  const testedRules = new Set(texts.match(RULE));
  expect([...rules].filter((id) => !testedRules.has(id))).toEqual([]);
});

// A path in a text or a comment, not in an import.
const NAMED_FILE =
  /(?<![\w./#'-])(?:app|db|scripts|tests|docs)\/[\w./-]+\.(?:tsx?|css|md|mjs|sh|json|sql)\b/g;
const LINKED_NAME = /\[`(\w+)`\]\(([^)#]+)\)/g;

test('each file exists that the code or a document names', () => {
  const texts = [...['app', 'db', 'scripts', 'tests'].flatMap(readSources), ...documents.map(read)];
  const names = new Set(texts.flatMap((text) => text.match(NAMED_FILE) ?? []));
  expect(names.size).toBeGreaterThan(20);
  expect([...names].filter((name) => !existsSync(name))).toEqual([]);
});

test('each function that a document links is in the linked file', () => {
  const links = documents.flatMap((document) =>
    [...read(document).matchAll(LINKED_NAME)].map(([, name = '', path = '']) => ({
      name,
      file: join(dirname(document), path),
    })),
  );
  expect(links.length).toBeGreaterThan(0);
  expect(links.filter(({ name, file }) => !read(file).includes(name))).toEqual([]);
});

test('.env.example names each variable, with a value the site starts with', () => {
  const text = readFileSync('.env.example', 'utf8');
  expect(parseEnv(text), 'an unedited copy of the file changes nothing').toEqual({});
  const example = parseEnv(text.replaceAll(/^#(?=[A-Z_]+=)/gm, ''));
  expect(Object.keys(example).toSorted()).toEqual(VARIABLES.toSorted());
  expect(parseConfig(example)).toEqual(parseConfig({}));
});
