import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PERSONAL_DATA, WITHOUT_PERSONAL_DATA } from '#app/domain/personal-data.ts';
import { databaseFile } from '#db/database.server.ts';
import { useScratchDatabase } from '../../../support/servers/scratch-database.ts';

await useScratchDatabase();
const docs = readFileSync('docs/privacy.md', 'utf8');

test('every table is listed as a place of personal data or as none', () => {
  const tables = databaseFile()
    .prepare(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual')
         AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'kysely%' ORDER BY name`,
    )
    .pluck()
    .all();
  const listed = [
    ...PERSONAL_DATA.filter(({ kind }) => kind === 'table').map(({ place }) => place),
    ...WITHOUT_PERSONAL_DATA,
  ];
  expect(listed.toSorted()).toEqual(tables);
});

test('docs/privacy.md names each place with its time and how erase ends it, and no other', () => {
  const rows = docs
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| place') && !line.includes('---'))
    .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
    .map(([, place, , , until, erase]) => ({ place, until, erase: erase || 'not a visitor' }));
  const listed = PERSONAL_DATA.map(({ place, until, erase }) => ({ place, until, erase }));
  expect(rows.toSorted(byPlace)).toEqual(listed.toSorted(byPlace));
});

const byPlace = (a: { place?: string | undefined }, b: { place?: string | undefined }) =>
  (a.place ?? '').localeCompare(b.place ?? '');
