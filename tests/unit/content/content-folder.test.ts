import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { MEDIA_FOLDER, readContentFolder } from '#app/content/content-folder.server.ts';
import { SAMPLE_FOLDER } from '#app/content/sample.server.ts';
import { newFolder } from '../../support/servers/new-data.ts';

let folder = '';
let entry = '';

beforeEach(() => {
  folder = newFolder();
  const filter = (path: string) => path !== join(SAMPLE_FOLDER, MEDIA_FOLDER);
  cpSync(SAMPLE_FOLDER, folder, { recursive: true, filter });
  entry = readdirSync(join(folder, 'clients')).sort()[0]!;
});

const client = (name: string) => join(folder, 'clients', name);
const listClients = () =>
  readContentFolder(folder)
    .entries.filter(({ kind }) => kind === 'clients')
    .map(({ file }) => file.replace('clients/', ''));

test.each(['0001-oak.json.txt', '0001-oak.JSON', '0001-oak.json~', 'Oak'])(
  'PB-9 names the file %s, which it does not understand',
  (name) => {
    renameSync(client(entry), client(name));
    expect(readContentFolder(folder).problems).toEqual([
      `clients/${name}: the whole file: has a name that does not end in .json`,
    ]);
  },
);

test('VP-6 PB-9 reads the folder of an earlier version, which has no works', () => {
  rmSync(join(folder, 'works'), { recursive: true });
  const { entries, problems } = readContentFolder(folder);
  expect(problems).toEqual([]);
  expect(entries.filter(({ kind }) => kind === 'works')).toEqual([]);
  rmSync(join(folder, 'clients'), { recursive: true });
  expect(readContentFolder(folder).problems).toEqual(['clients: the whole folder: is missing']);
});

test('PB-9 ignores the files that macOS adds to folders', () => {
  const clientsBefore = listClients();
  for (const name of ['.DS_Store', `._${entry}`])
    writeFileSync(client(name), '\0\u0005\u0016\u0007');
  mkdirSync(client('__MACOSX'));
  expect(readContentFolder(folder).problems).toEqual([]);
  expect(listClients()).toEqual(clientsBefore);
});

test('PB-9 reads a file with a byte order mark', () => {
  const expectedContent = readContentFolder(folder);
  writeFileSync(client(entry), `\ufeff${readFileSync(client(entry), 'utf8')}`);
  expect(readContentFolder(folder)).toEqual(expectedContent);
});

test('PB-9 keeps the order of more entries than four digits count', () => {
  const names = ['1001-a.json', '9999-b.json', '10000-c.json', '10001-d.json'];
  for (const name of names) cpSync(client(entry), client(name));
  expect(listClients().filter((name) => names.includes(name))).toEqual(names);
});
