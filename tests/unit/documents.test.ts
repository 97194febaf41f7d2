import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { VARIABLES, readConfig } from '#app/config.server.ts';

// The paths of drawings say M-8 too: of media there is one rule.
const RULE = /\b(?:M-1|(?:P|R|SH|H|A|PR|PD|CF|F|L|AL|RP|D|SE|AT|EL|HC|DA|VP|DK|PB|EN)-\d{1,2})\b/g;

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

test('.env.example names each variable, with a value the site starts with', () => {
  const text = readFileSync('.env.example', 'utf8');
  expect(parseEnv(text), 'a copy changes nothing until somebody does').toEqual({});
  const example = parseEnv(text.replaceAll(/^#(?=[A-Z_]+=)/gm, ''));
  expect(Object.keys(example).toSorted()).toEqual(VARIABLES.toSorted());
  expect(readConfig(example)).toEqual(readConfig({}));
});
