import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { VARIABLES, readConfig } from '#app/config.server.ts';

// The paths of drawings say M-8 too: of media there is one rule.
const RULE = /\b(?:M-1|(?:P|R|SH|H|A|PR|PD|CF|F|L|AL|RP|D|SE|AT)-\d{1,2})\b/g;

const rules = new Set(
  [...readFileSync('docs/rules.md', 'utf8').matchAll(/^\| ([A-Z]+-\d+) +\|/gm)].map(
    ([, id = '']) => id,
  ),
);

/** The rules that the sources under a folder cite. */
function cited(folder: string): Set<string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|css|mjs)$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
  return new Set(files.flatMap((text) => text.match(RULE) ?? []));
}

test.each(['app', 'db', 'scripts', 'tests'])(
  'each rule that %s cites is written down',
  (folder) => {
    expect([...cited(folder)].filter((id) => !rules.has(id))).toEqual([]);
  },
);

test('each rule is named by a test', () => {
  const named = cited('tests');
  expect([...rules].filter((id) => !named.has(id))).toEqual([]);
});

test('.env.example names each variable, with a value the site starts with', () => {
  const example = parseEnv(readFileSync('.env.example', 'utf8'));
  expect(Object.keys(example).toSorted()).toEqual(VARIABLES.toSorted());
  expect(readConfig(example)).toEqual(readConfig({}));
});
