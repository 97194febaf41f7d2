import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  codeFiles,
  findCycles,
  getFolder,
  imports,
  ownImports,
} from '../support/reading/imports.ts';

/** Which folders a file of each folder may import from; routes may import anything. */
const ALLOWED: Record<string, string[]> = {
  'app/content': ['app/content', 'db/schema.ts'],
  'app/components': ['app/components', 'app/styles'],
  'app/domain': ['app/domain', 'app/content', 'db'],
  'app/http': ['app/http', 'app/domain', 'app/content', 'db'],
  db: ['db'],
};

/** Everything may import these: configuration, log, the forms of texts and file names, the fields of an enquiry. */
const GROUND = [
  'app/config.server.ts',
  'app/enquiry-fields.server.ts',
  'app/file-names.ts',
  'app/log.server.ts',
  'app/unicode.ts',
];

test.each(Object.entries(ALLOWED))(
  '%s imports only from the folders it may use',
  (folder, allowed) => {
    const violations = ownImports
      .filter(({ from }) => from.startsWith(`${folder}/`))
      .filter(({ to }) => !GROUND.includes(to))
      .filter(({ to }) => !allowed.some((folder) => to === folder || to.startsWith(`${folder}/`)))
      .map(({ from, to }) => `${from} -> ${to}`);
    expect(violations).toEqual([]);
  },
);

/**
 * The domain itself writes e-mails, in the language of the recipient: they are sealed in the transaction that
 * causes them, often in a worker without a request. The other two exceptions contain no texts for a page.
 */
const WRITES_TEXTS = [
  'app/domain/accounts/account-emails.server.ts',
  'app/domain/desk/digest-email.server.ts',
  'app/domain/enquiries/enquiry-email.server.ts',
  'app/domain/mail/mail-layout.server.ts',
  // Refuses passwords that contain the names of the company.
  'app/domain/accounts/passwords.server.ts',
  // Prints the problems of an import for the operator, in English.
  'app/domain/site/content-files.server.ts',
];

test('the domain returns data: only its mails have texts of the interface', () => {
  const writers = ownImports
    .filter(({ from }) => from.startsWith('app/domain/'))
    .filter(({ to }) => to.startsWith('app/content/texts/'))
    .map(({ from }) => from);
  expect([...new Set(writers)].toSorted()).toEqual(WRITES_TEXTS.toSorted());
});

// Types and value lists of the schema are allowed; only the database layer can check its own health.
test('routes ask the domain, not the database', () => {
  const databaseImport = /^import (?!type )[^;]*'#db\/(?!schema|engine\/health)/m;
  const violations = codeFiles.filter(
    (file) => file.startsWith('app/routes/') && databaseImport.test(readFileSync(file, 'utf8')),
  );
  expect(violations).toEqual([]);
});

test('only routes import routes', () => {
  const violations = imports.filter(
    ({ from, to }) => to.startsWith('app/routes/') && !from.startsWith('app/routes'),
  );
  expect(violations.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
});

test('only files below db/ name Kysely', () => {
  const violations = imports.filter(
    ({ from, to }) => to.startsWith('kysely') && !from.startsWith('db/'),
  );
  expect(violations.map(({ from }) => from)).toEqual([]);
});

test('RP-7 one function changes a password', () => {
  const writers = codeFiles.filter((file) =>
    /password_hash: (?!string)/.test(readFileSync(file, 'utf8')),
  );
  expect(writers).toEqual(['app/domain/accounts/access-links.server.ts']);
});

test('one function normalises text, and bounds runs of combining marks first', () => {
  const callers = codeFiles.filter((file) => /\.normalize\(/.test(readFileSync(file, 'utf8')));
  expect(callers).toEqual(['app/unicode.ts']);
});

// A transaction may run twice or be rolled back (decision 002), so its side effects follow its
// commit.
const EFFECT =
  /\b(log|logError|countEvent|countStoreError|fetch|sendMail|writeFile\w*|rename\w*|unlink\w*|rm|rmSync|console\.\w+|process\.stdout\.\w+)\(/g;

/** Returns the text from an opening bracket to its closing bracket. */
function readBrackets(source: string, start: number): string {
  const open = source[start]!;
  const close = open === '(' ? ')' : '}';
  let depth = 0;
  for (let end = start; end < source.length; end++) {
    if (source[end] === open) depth += 1;
    if (source[end] === close && --depth === 0) return source.slice(start, end);
  }
  return source.slice(start);
}

/** Lists the calls in transactions, and in functions that get one as `tx`, that do more than query. */
function listEffectsInTransactions(source: string): string[] {
  const starts = [...source.matchAll(/\binTransaction\(|\bfunction \w+(?:<[^>]*>)?\(\s*tx\b/g)];
  return starts.flatMap(({ 0: match, index }) => {
    const parentheses = source.indexOf('(', index);
    const isFunction = match.startsWith('function');
    const body = isFunction ? source.indexOf('{\n', parentheses) : parentheses;
    return [...readBrackets(source, body).matchAll(EFFECT)].map(([call]) => call);
  });
}

test('what runs in a transaction only queries: it prints, sends and writes nothing', () => {
  const wrong = `await inTransaction(async (tx) => {
    await recordAudit(tx, SERVER, 'x');
    log('x', {});
  });
  async function store(tx: Db): Promise<void> {
    countEvent(SERVER, 'x');
  }`;
  expect(listEffectsInTransactions(wrong)).toEqual(['log(', 'countEvent(']);
  const violations = codeFiles.flatMap((file) =>
    listEffectsInTransactions(readFileSync(file, 'utf8')).map((call) => `${file}: ${call}`),
  );
  expect(violations).toEqual([]);
});

test('one file reads the environment', () => {
  const readers = codeFiles.filter((file) =>
    /process\.env\.|process\.env\[['"]/.test(removeAssignments(file)),
  );
  expect(readers).toEqual([]);
});

// Setting a variable for a child or before the first read is not reading the configuration.
function removeAssignments(file: string): string {
  return readFileSync(file, 'utf8').replace(/process\.env\[?\.?['\w]+\]? (\?\?)?= /g, '');
}

// Vite leaves a server file out of the bundle only by this name (decision 001).
const BUNDLED = /^app\/((routes|components)\/.*\.tsx?|[^/]+\.tsx)$/;

test('server files are imported by their # name, so that one instance of each exists', () => {
  const violations = imports.filter(
    ({ from, specifier }) =>
      BUNDLED.test(from) && specifier.startsWith('.') && specifier.endsWith('.server.ts'),
  );
  expect(violations.map(({ from, specifier }) => `${from} -> ${specifier}`)).toEqual([]);
});

test('imports form no cycle, not even those of types', () => {
  expect(findCycles(ownImports.map(({ from, to }) => [from, to]))).toEqual([]);
});

// A module and its subfolders count as one: files of the outer folder compose the inner ones.
test('no two modules import each other', () => {
  const isSameModule = (a: string, b: string) =>
    a === b || b.startsWith(`${a}/`) || a.startsWith(`${b}/`);
  const moduleImports = ownImports
    .filter(({ to }) => !GROUND.includes(to))
    .map(({ from, to }) => [getFolder(from), getFolder(to)] as const)
    .filter(([from, to]) => !isSameModule(from, to));
  expect(findCycles(moduleImports)).toEqual([]);
});

// `pathIn` builds the public ones, because `href` does not resolve their optional `el` prefix.
test('paths of the desk are built by the typed href() of the router', () => {
  const handwrittenPaths = codeFiles
    .filter((file) => /^app\/routes\/(desk|auth)\//.test(file))
    .filter((file) =>
      /(?<!href\()['"`]\/(admin|reset-password)\b/.test(readFileSync(file, 'utf8')),
    );
  expect(handwrittenPaths).toEqual([]);
});
