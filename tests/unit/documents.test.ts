import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { readConfig, VARIABLES } from '#app/config.server.ts';

// The paths of drawings say M-8 too: of media there is one rule.
const RULE =
  /\b(?:M-1|(?:P|R|SH|H|A|PR|PD|CF|F|L|AL|RP|D|SE|AT|EL|HC|DA|VP|DK|PB|PP|PK|EN|AN)-\d{1,2})\b/g;

const rules = new Set(
  [...readFileSync('docs/rules.md', 'utf8').matchAll(/^\| ([A-Z]+-\d+) +\|/gm)].map(
    ([, id = '']) => id,
  ),
);

function sourcesOf(folder: string): string[] {
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
function cited(folder: string): Set<string> {
  return new Set(sourcesOf(folder).flatMap((text) => text.match(RULE) ?? []));
}

test.each(['app', 'db', 'scripts', 'tests'])(
  'each rule that %s cites is written down',
  (folder) => {
    expect([...cited(folder)].filter((id) => !rules.has(id))).toEqual([]);
  },
);

test('each section of the security model that is cited is there', () => {
  const model = readFileSync('docs/security.md', 'utf8');
  const sections = new Set([...model.matchAll(/^## (1\.\d+) /gm)].map(([, number]) => number));
  const named = sourcesOf('app').flatMap((text) => text.match(/(?<=security model )1\.\d+/g) ?? []);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((number) => !sections.has(number))).toEqual([]);
});

// In a text of the code, as names of tests and rows of their tables are: a comment proves nothing.
const TEXT = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`[^`]*`/g;

test('each rule is named by a test', () => {
  const code = sourcesOf('tests').map((text) => text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, ''));
  const texts = code.flatMap((text) => text.match(TEXT) ?? []).join('\n');
  const named = new Set(texts.match(RULE));
  expect([...rules].filter((id) => !named.has(id))).toEqual([]);
});

// A path in a text or a comment, not in an import.
const NAMED_FILE =
  /(?<![\w./#'-])(?:app|db|scripts|tests|docs)\/[\w./-]+\.(?:tsx?|css|md|mjs|sh|json|sql)\b/g;
const LINKED_NAME = /\[`(\w+)`\]\(([^)#]+)\)/g;

test('each file that the code or a document names is there', () => {
  const texts = [...['app', 'db', 'scripts', 'tests'].flatMap(sourcesOf), ...documents.map(read)];
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
  expect(parseEnv(text), 'a copy changes nothing until somebody does').toEqual({});
  const example = parseEnv(text.replaceAll(/^#(?=[A-Z_]+=)/gm, ''));
  expect(Object.keys(example).toSorted()).toEqual(VARIABLES.toSorted());
  expect(readConfig(example)).toEqual(readConfig({}));
});
