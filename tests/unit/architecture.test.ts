import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Which folders a file of each folder may import from; routes may import anything. */
const ALLOWED: Record<string, string[]> = {
  'app/content': ['app/content'],
  'app/ui': ['app/ui', 'app/styles', 'app/domain/limits.ts'],
  'app/domain': ['app/domain', 'app/content', 'db'],
  'app/http': ['app/http', 'app/domain', 'app/content', 'db'],
  db: ['db'],
};

/** The ground floor: everything on a server may read the configuration and write the log. */
const GROUND = ['app/config.server.ts', 'app/log.server.ts'];

const files = ['app', 'db', 'scripts'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name)),
);

interface Import {
  from: string;
  to: string;
  specifier: string;
}

const imports: Import[] = files.flatMap((from) =>
  [...readFileSync(from, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(
    ([, specifier = '']) => ({ from, specifier, to: targetOf(from, specifier) }),
  ),
);

function targetOf(from: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? join(from, '..', specifier) : specifier;
}

function isOwn({ to }: Import): boolean {
  return /^(app|db|scripts)\//.test(to);
}

test.each(Object.entries(ALLOWED))('%s imports only what it may', (folder, allowed) => {
  const strays = imports
    .filter((entry) => entry.from.startsWith(`${folder}/`) && isOwn(entry))
    .filter(({ to }) => !GROUND.includes(to))
    .filter(({ to }) => !allowed.some((place) => to === place || to.startsWith(`${place}/`)))
    .map(({ from, to }) => `${from} -> ${to}`);
  expect(strays).toEqual([]);
});

test('nothing imports a route but another route', () => {
  const strays = imports.filter(
    ({ from, to }) => to.startsWith('app/routes/') && !from.startsWith('app/routes'),
  );
  expect(strays.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
});

test('Kysely is named only under db/', () => {
  const strays = imports.filter(
    ({ from, to }) => to.startsWith('kysely') && !from.startsWith('db/'),
  );
  expect(strays.map(({ from }) => from)).toEqual([]);
});

test('RP-7 one function changes a password', () => {
  const writers = files.filter((file) =>
    /password_hash: (?!string)/.test(readFileSync(file, 'utf8')),
  );
  expect(writers).toEqual(['app/domain/accounts/new-password.server.ts']);
});

test('the environment is read in one file', () => {
  const readers = files.filter((file) =>
    /process\.env\.|process\.env\[['"]/.test(withoutAssigned(file)),
  );
  expect(readers).toEqual([]);
});

// Setting a variable for a child or before the first read is not reading the configuration.
function withoutAssigned(file: string): string {
  return readFileSync(file, 'utf8').replace(/process\.env\[?\.?['\w]+\]? (\?\?)?= /g, '');
}

test('server files are imported by their # name, so that one instance of each exists', () => {
  const strays = imports.filter(
    ({ from, specifier }) =>
      /\.tsx?$/.test(from) &&
      from.startsWith('app/routes') &&
      specifier.startsWith('.') &&
      specifier.endsWith('.server.ts'),
  );
  expect(strays.map(({ from, specifier }) => `${from} -> ${specifier}`)).toEqual([]);
});
