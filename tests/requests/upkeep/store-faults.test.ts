import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import SQLite from 'better-sqlite3';
import { afterEach, describe, expect, test } from 'vitest';
import { staff } from '#db/seed/people.ts';
import { newAdmin } from '../../support/people/admins.ts';
import { drawing, sendEnquiry } from '../../support/people/enquirer.ts';
import { made, press } from '../../support/people/site-editor.ts';
import type { Page } from '../../support/reading/browser.ts';
import { startSite } from '../../support/servers/site.ts';
import { one } from '../../support/servers/store.ts';

const site = await startSite({ TRUST_PROXY: '1' });
const { closeDatabase, getSqliteConnection, getDatabasePath } =
  await import('#db/database.server.ts');

const store = () => getSqliteConnection();
const path = getDatabasePath();
let mend = () => {};

afterEach(async () => {
  mend();
  mend = () => {};
  const { page, message } = await sendEnquiry(site);
  expect(page.status, 'enquiries are taken again when the cause is gone').toBe(303);
  expect(countOf(message)).toBe(1);
  expect((await fetch(`${site}/healthz`)).status).toBe(200);
});

function countOf(message: string): number {
  return Number(one('SELECT count(*) FROM contact_submissions WHERE message = ?', message));
}

function expectRefused(page: Page, message: string) {
  expect(page.status).toBe(503);
  expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(page.text).toContain('Error sending message');
  expect(page.html).toContain(message);
  expect(page.html).not.toMatch(/SQLITE|\.db|at .*:\d+:\d+/);
}

async function health(): Promise<[number, string]> {
  const response = await fetch(`${site}/healthz`);
  return [response.status, await response.text()];
}

const dataDir = dirname(path);
/** Moves the database file or the data folder away until the end of the test. */
function moveAway(from: string) {
  renameSync(from, `${from}-away`);
  mend = () => renameSync(`${from}-away`, from);
}

function lockByAnotherProcess() {
  const other = new SQLite(path);
  other.exec('BEGIN IMMEDIATE');
  mend = () => other.close();
}

describe('CF-11 an enquiry that cannot be stored is not acknowledged, and its form keeps the text,', () => {
  test('when the disk is full', async () => {
    const filler = one('SELECT page_count FROM pragma_page_count');
    store().pragma(`max_page_count = ${Number(filler)}`);
    mend = () => void store().pragma('max_page_count = 1073741823');
    const longMessage = 'x'.repeat(1900);
    let answer = await sendEnquiry(site, `${longMessage}0`);
    for (let i = 1; answer.page.status === 303 && i < 50; i++) {
      answer = await sendEnquiry(site, `${longMessage}${i}`);
    }
    expectRefused(answer.page, answer.message);
    expect(countOf(answer.message)).toBe(0);
  });

  test('when the database is read-only', async () => {
    store().pragma('query_only = 1');
    mend = () => void store().pragma('query_only = 0');
    const { page, message } = await sendEnquiry(site);
    expectRefused(page, message);
    expect(countOf(message)).toBe(0);
    expect(await health()).toEqual([503, 'the database is read-only\n']);
  });

  test.each([
    ['another process holds the lock for too long', lockByAnotherProcess, /^ok\n$/],
    ['the file was moved away', () => moveAway(path), /^the database file is gone/],
    ['the data folder was moved away', () => moveAway(dataDir), /^the database file is gone/],
    [
      'another file was put in its place',
      () => {
        moveAway(path);
        writeFileSync(path, 'another');
      },
      /^the database file was replaced/,
    ],
  ])('when %s, also with a file', async (_, harm, healthSays) => {
    harm();
    const { page, message } = await sendEnquiry(site, undefined, [drawing('plan.pdf')]);
    expectRefused(page, message);
    expect((await health())[1]).toMatch(healthSays);
  });
});

test('checks health with a write and a commit, as an enquiry needs them', async () => {
  expect(await health()).toEqual([200, 'ok\n']);
  const readProbe = () => one('SELECT at FROM store_probe');
  const firstProbeAt = readProbe();
  expect(firstProbeAt).toBeGreaterThan(0);
  expect(await health()).toEqual([200, 'ok\n']);
  expect(readProbe(), 'not at each time it is asked').toBe(firstProbeAt);
});

test('serves public pages while the database is missing', async () => {
  moveAway(path);
  for (const page of ['/', '/contact']) expect((await fetch(site + page)).status).toBe(200);
});

test('a form of the site does not create the data folder again after it was moved away', async () => {
  const anna = await newAdmin(site, staff.anna.email);
  const project = await made(anna, { title_en: 'Pavilion' });
  moveAway(dataDir);
  const refused = await press(anna, project, 'save', { description_en: 'Oak.' });
  expect(refused.status).toBe(503);
  expect(existsSync(dataDir), 'or the way back would lead into it').toBe(false);
});

test('does not create a database when it is opened again without its data folder', async () => {
  await closeDatabase();
  moveAway(dataDir);
  expect(() => getSqliteConnection()).toThrow(/is missing/);
  expect(existsSync(dataDir)).toBe(false);
});

test.each([
  ['empty', '', /is empty, but this folder held one before/],
  ['no database', 'x'.repeat(8192), /Cannot use the database .*not a database/],
])('does not open a database that is %s, and leaves it as it is', async (name, bytes, says) => {
  const { openOrCreateDatabaseFile } = await import('#db/engine/connection.ts');
  const other = join(path, '..', `${name}.db`);
  writeFileSync(other, bytes);
  expect(() => openOrCreateDatabaseFile(other)).toThrow(says);
  expect(readFileSync(other, 'utf8')).toBe(bytes);
});

test('says in one line that the folder of a new database cannot be created', async () => {
  const { openOrCreateDatabaseFile } = await import('#db/engine/connection.ts');
  const inFile = join(path, 'new', 'drys.db');
  expect(() => openOrCreateDatabaseFile(inFile)).toThrow(/^Cannot use the database .*ENOTDIR/);
});
