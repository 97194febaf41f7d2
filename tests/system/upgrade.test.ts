import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type SQLite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { addFilesToBackup } from '#db/engine/backup-file.ts';
import { SqliteFile } from '#db/engine/sqlite-file.ts';
import { migrations } from '#db/migrations/index.ts';
import { staff } from '#db/seed/people.ts';
import { signedIn } from '../support/people/admins.ts';
import { linkTo, listed, namesListed, readText } from '../support/people/desk.ts';
import { newFolder } from '../support/servers/new-data.ts';
import { runScript, serveSite } from '../support/servers/served-site.ts';

const BASELINE = readFileSync('db/migrations/001-baseline.sql', 'utf8');
const ROWS = readFileSync('tests/support/servers/previous-release.sql', 'utf8');
const OLD_VERSION = '020-phone-search';
const VERSIONS = Object.keys(migrations);
const NEW_VERSION = VERSIONS.at(-1)!;
const MEDIA_NAME = 'a'.repeat(64);
const FILES: Record<string, string> = {
  [`attachments/${'1'.repeat(32)}`]: 'A plan of the staircase.\n',
  [`attachments/${'2'.repeat(32)}`]: 'A sketch by mail.\n',
  [`attachments/${'3'.repeat(32)}`]: 'A photograph from a form.\n',
  [`media/${MEDIA_NAME}-480.avif`]: 'A picture.\n',
  [`media/${MEDIA_NAME}-og.jpg`]: 'A picture.\n',
};
/** Reads the data only, but upgrades the database first, as every command does. */
const READ = ['scripts/data.ts', 'retention', '--dry-run'];

type Row = Record<string, unknown>;
type Tables = Record<string, Row[]>;

/** Creates the data folder that the previous release leaves when it is stopped. */
function createOldFolder(): string {
  const folder = newFolder();
  for (const [path, content] of Object.entries(FILES)) {
    mkdirSync(join(folder, path, '..'), { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, path), content, { mode: 0o600 });
  }
  writeFileSync(join(folder, '.in-use'), '');
  writeFileSync(join(folder, 'drys.db'), '', { mode: 0o600 });
  withDatabase(folder, (db) => {
    db.pragma('journal_mode = WAL');
    db.exec(`BEGIN; ${BASELINE} ${ROWS} COMMIT`);
  });
  return folder;
}

function withDatabase<T>(folder: string, work: (db: SQLite.Database) => T, name = 'drys.db'): T {
  using db = new SqliteFile(join(folder, name));
  return work(db);
}

/** Returns the rows of each table except the search indexes, in an order that does not depend on their names. */
function readTables(db: SQLite.Database): Tables {
  const sql = `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%\\_search%' ESCAPE '\\'`;
  const names = db.prepare<[], string>(sql).pluck().all();
  return Object.fromEntries(
    names.map((name) => [name, db.prepare<[], Row>(`SELECT * FROM ${name} ORDER BY 1`).all()]),
  );
}

const readVersions = (db: SQLite.Database): unknown[] =>
  db.prepare('SELECT name FROM kysely_migration ORDER BY name').pluck().all();

async function run(folder: string, args: string[], environment: Record<string, string> = {}) {
  const { code, stdout, stderr } = await runScript(args, { DATA_DIR: folder, ...environment });
  return { code, text: stdout + stderr };
}

const RENAMED_TABLES: Record<string, string> = {
  quarantine: 'spam',
  site_addresses: 'former_slugs',
  site_filled: 'seeded_kinds',
};
const RENAMED_COLUMNS: Record<string, string> = {
  address: 'ip_hash',
  address_hash: 'ip_hash',
  quarantine_id: 'spam_id',
  began: 'started_progress',
};
/** Their rows become those of enquiry_changes, are counted when they are asked for, or are stored no more. */
const REMOVED_TABLES = [
  'status_changes',
  'assignments',
  'follow_ups',
  'enquiry_counts',
  'posted_forms',
];

/** Returns old tables under the new names, with the values that an upgrade sets. */
function toExpectedTables(oldTables: Tables): Tables {
  const tables: Tables = {};
  for (const [name, rows] of Object.entries(oldTables)) {
    if (REMOVED_TABLES.includes(name)) continue;
    tables[RENAMED_TABLES[name] ?? name] = rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([column, value]) => [RENAMED_COLUMNS[column] ?? column, value]),
      ),
    );
  }

  setColumn(tables['contact_submissions']!, 'email_key', {
    2: '+30 690 000 0002',
    4: 'jo@mail.example',
    5: 'eleni@mail.example',
  });
  setColumn(tables['spam']!, 'email_key', { 1: 'bot@spam.example' });
  setColumn(tables['outbox']!, 'message_id', { 4: '<outbox-4-1795900000019@mail.invalid>' });
  for (const enquiry of tables['contact_submissions']!) enquiry['suspected'] = 0;
  for (const session of tables['sessions']!) delete session['draft'];
  for (const admin of tables['admins']!) {
    Object.assign(admin, { name: '', role_en: '', role_el: '', phone: '' });
  }
  for (const attachment of tables['attachments']!) attachment['reply_id'] = null;

  // The second one was edited.
  Object.assign(tables['reply_templates']![0]!, {
    version: 2,
    subject_en: 'Your enquiry {number}: {project}',
    message_en: expect.stringMatching(/Kind regards\n\{sender\}$/),
    subject_el: 'Το μήνυμά σας ({number}): {project}',
    message_el: expect.stringMatching(/Με εκτίμηση\n\{sender\}$/),
  });

  const [picture] = tables['site_media']!;
  const { 'og.jpg': _, ...files } = JSON.parse(String(picture!['files']));
  picture!['files'] = JSON.stringify(files);
  tables['seeded_kinds'] = tables['seeded_kinds']!.filter(({ kind }) => kind !== 'sample-media');
  return tables;
}

function setColumn(rows: Row[], column: string, valueById: Record<number, string>): void {
  for (const row of rows) row[column] = valueById[Number(row['id'])] ?? row[column];
}

const [anna, basil, deletedAdmin] = [
  'anna@drys.example',
  'basil@drys.example',
  'gone@drys.example',
];

/** The history of the rows: enquiry, field, from, to, admin, message, day and time. */
const CHANGES = [
  [1, 'status', 'new', 'in_progress', anna, null, '2026-11-10T11:00:00.000Z'],
  [1, 'status', 'in_progress', 'completed', anna, null, '2026-11-12T11:00:00.000Z'],
  [1, 'status', 'completed', 'in_progress', null, 1, '2026-11-14T09:00:00.000Z'],
  [1, 'status', 'in_progress', 'completed', deletedAdmin, null, '2026-11-16T09:00:00.000Z'],
  [2, 'status', 'new', 'in_progress', basil, null, '2026-11-11T12:00:00.000Z'],
  [1, 'assigned_to', null, deletedAdmin, anna, null, '2026-11-10T10:30:00.000Z'],
  [1, 'assigned_to', deletedAdmin, anna, anna, null, '2026-11-10T10:40:00.000Z'],
  [2, 'assigned_to', basil, null, basil, null, '2026-11-11T10:40:00.000Z'],
  [1, 'due_on', null, '2026-12-01', anna, null, '2026-11-10T10:50:00.000Z'],
  [2, 'due_on', '2026-12-02', null, basil, null, '2026-11-11T10:50:00.000Z'],
];

test('carries every value of every table over into a whole database with its search, and keeps the old one', async () => {
  const folder = createOldFolder();
  const oldTables = withDatabase(folder, readTables);
  for (const [name, rows] of Object.entries(oldTables))
    expect(rows.length, `rows of ${name} to carry over`).toBeGreaterThan(0);

  const copy = join(folder, 'drys.db.before-upgrade');
  expect(await run(folder, READ)).toEqual({
    code: 0,
    text: expect.stringContaining(
      `The database was upgraded from version ${OLD_VERSION} to ${NEW_VERSION}; the old one is kept as ${copy}.`,
    ),
  });

  const newTables = withDatabase(folder, readTables);
  const { enquiry_changes: changes, kysely_migration: versions, ...tables } = newTables;
  const { kysely_migration: _, ...expectedTables } = toExpectedTables(oldTables);
  expect(tables).toEqual(expectedTables);
  expect(versions!.map(({ name }) => name)).toEqual(VERSIONS);
  // Without their ids.
  expect(changes!.map((change) => Object.values(change).slice(1))).toEqual(CHANGES);

  expect(withDatabase(folder, readTables, 'drys.db.before-upgrade')).toEqual(oldTables);
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  for (const [path, content] of Object.entries(FILES))
    expect(readFileSync(join(folder, path), 'utf8')).toBe(content);

  withDatabase(folder, (db) => {
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(db.pragma('foreign_key_check')).toEqual([]);
    for (const table of ['enquiry_search', 'message_search']) {
      db.exec(`INSERT INTO ${table} (${table}) VALUES ('integrity-check')`);
    }
    const find = (table: string, word: string) =>
      db.prepare(`SELECT rowid FROM ${table} WHERE ${table} MATCH ?`).pluck().all(word);
    expect(find('enquiry_search', 'oak')).toEqual([1]);
    expect(find('enquiry_search', 'σκαλα')).toEqual([5]);
    expect(find('message_search', 'συμφωνουμε')).toEqual([1]);
  });

  const copyInode = statSync(copy).ino;
  expect((await run(folder, READ)).text).not.toContain('upgraded');
  expect(statSync(copy).ino, 'of the copy after one more command').toBe(copyInode);
});

test('serves the data of the previous release, logs the upgrade, and lets its admins sign in', async () => {
  const folder = createOldFolder();
  const clock = join(folder, 'clock');
  writeFileSync(clock, '2026-11-24T09:00:00Z');
  const command = ['--import', './tests/support/servers/set-clock.ts', 'scripts/serve.ts'];
  const environment = { DATA_DIR: folder, CLOCK: clock };
  await using site = await serveSite(environment, process.cwd(), [process.execPath, ...command]);
  const copy = join(folder, 'drys.db.before-upgrade');
  expect(site.output()).toContain(
    `"event":"database-upgraded","from":"${OLD_VERSION}","to":"${NEW_VERSION}","copy":"${copy}"`,
  );

  const browser = await signedIn(site.url, staff.anna.email);
  expect(listed(await browser.get('/admin/dashboard'))).toHaveLength(4);
  const enquiry = await browser.get('/admin/dashboard?enquiry=1');
  for (const text of ['We can make it.', 'Wants ash.', 'Συμφωνούμε για τη σκάλα.', deletedAdmin])
    expect(readText(enquiry.html)).toContain(text);
  const download = await fetch(site.url + linkTo(enquiry, 'Download plan.pdf'), {
    headers: { cookie: browser.cookie },
  });
  expect(await download.text()).toBe(FILES[`attachments/${'1'.repeat(32)}`]);
  const results = await browser.get(`/admin/dashboard?q=${encodeURIComponent('ΔΡΥ')}`);
  expect(namesListed(results)).toEqual(['Ελένη Παπαδάκη']);
  expect((await browser.get('/admin/dashboard/quarantine')).text).toContain('buy now');
  expect((await browser.get('/')).status).toBe(200);
});

test('refuses a database of an earlier release in one line, and changes no byte of it', async () => {
  const folder = createOldFolder();
  withDatabase(folder, (db) =>
    db.exec(`DELETE FROM kysely_migration WHERE name = '${OLD_VERSION}'`),
  );
  const path = join(folder, 'drys.db');
  const bytes = readFileSync(path);

  expect(await run(folder, READ)).toEqual({
    code: 78,
    text:
      `Cannot migrate the database ${path}: it is too old for this release: start the release whose last ` +
      `migration is ${OLD_VERSION} once, then this one.\n`,
  });
  expect(readFileSync(path).equals(bytes)).toBe(true);
  expect(existsSync(`${path}.before-upgrade`)).toBe(false);
});

const KILLS = 12;

test('brings a database to the end at the next start, wherever a kill stopped the upgrade', async () => {
  const killAt = (folder: string, step: number) =>
    run(folder, ['--import', './tests/support/servers/kill-at.ts', ...READ], {
      KILL_ON: 'statement',
      KILL_AT: String(step),
    });
  const { text } = await killAt(createOldFolder(), -1);
  const stepCount = Number(/(\d+) steps/.exec(text)![1]);
  expect(stepCount).toBeGreaterThan(VERSIONS.length + KILLS);

  const versionsAfterKill = new Set<string>();
  for (let kill = 0; kill < KILLS; kill++) {
    const step = Math.floor(((kill + 1) * stepCount) / KILLS) - 1;
    const folder = createOldFolder();
    const oldTables = withDatabase(folder, readTables);
    expect((await killAt(folder, step)).code, `killed at ${step} of ${stepCount}`).toBeNull();
    const version = withDatabase(folder, (db) => String(readVersions(db).at(-1)));
    versionsAfterKill.add(version);

    expect(await run(folder, READ)).toMatchObject({ code: 0 });
    expect(withDatabase(folder, readVersions)).toEqual(VERSIONS);
    const { enquiry_changes: changes, contact_submissions: enquiries } = withDatabase(
      folder,
      readTables,
    );
    expect([changes!.length, enquiries!.length]).toEqual([CHANGES.length, 4]);
    const copiedTables = withDatabase(folder, readTables, 'drys.db.before-upgrade');
    expect(copiedTables, `the copy after a kill at ${step} of ${stepCount}`).toEqual(oldTables);
    const names = readdirSync(folder).filter((name) => name.startsWith('drys.db.'));
    expect(names).toEqual(['drys.db.before-upgrade']);
  }
  expect(versionsAfterKill, 'nothing or everything').toEqual(new Set([OLD_VERSION, NEW_VERSION]));
});

test('HC-3 lets one of several processes that start together upgrade the database', async () => {
  const folder = createOldFolder();
  const oldTables = withDatabase(folder, readTables);

  const results = await Promise.all([1, 2, 3].map(() => run(folder, READ)));

  expect(results.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(results.filter(({ text }) => text.includes('was upgraded'))).toHaveLength(1);
  expect(withDatabase(folder, readVersions)).toEqual(VERSIONS);
  expect(withDatabase(folder, readTables)['enquiry_changes']).toHaveLength(CHANGES.length);
  expect(withDatabase(folder, readTables, 'drys.db.before-upgrade')).toEqual(oldTables);
});

test('a command refuses to upgrade a database that is in use', async () => {
  const folder = createOldFolder();
  const oldTables = withDatabase(folder, readTables);
  using inUse = new SqliteFile(join(folder, 'drys.db'));
  inUse.prepare('SELECT count(*) FROM contact_submissions').get();

  expect(await run(folder, READ)).toEqual({
    code: 78,
    text: expect.stringMatching(
      /is in use and has version 020-phone-search, .*: stop the site, or start this release/,
    ),
  });
  expect(readTables(inUse)).toEqual(oldTables);
});

test('doctor and backup name an upgrade that is due, and do not make it', async () => {
  const folder = createOldFolder();

  const report = await run(folder, ['scripts/doctor.ts']);
  expect(report.text).toContain(
    `FAILED database: it needs an upgrade from version ${OLD_VERSION} to ${NEW_VERSION}: back up`,
  );
  expect(report.text).not.toMatch(/0 enquiries|All is well/);
  expect(report.code).toBe(1);

  const backup = await run(folder, ['scripts/data.ts', 'backup', join(folder, 'backup.db')]);
  expect(backup).toEqual({
    code: 0,
    text: expect.stringContaining(
      `from an older version (${OLD_VERSION}); starting the site upgrades it to ${NEW_VERSION}.`,
    ),
  });
  expect(withDatabase(folder, readVersions).at(-1)).toBe(OLD_VERSION);
});

test('AT-8 PB-9 restores a backup of the previous release with its files', async () => {
  const oldFolder = createOldFolder();
  const backup = join(oldFolder, 'drys.db');
  withDatabase(oldFolder, (db) => db.pragma('journal_mode = DELETE'));
  const readOldFile = (kind: string, file: string) => readFileSync(join(oldFolder, kind, file));
  expect(addFilesToBackup(backup, readOldFile)).toEqual({ files: 5, missing: [] });
  const bytes = readFileSync(backup);
  const folder = newFolder();

  const contents = '4 enquiries, the newest from 2026-11-13T09:00:00.000Z, with 5 files.\n';
  expect(await run(folder, ['scripts/data.ts', 'restore', backup, '--check'])).toEqual({
    code: 0,
    text: `${backup} is sound: ${contents}`,
  });
  expect(await run(folder, ['scripts/data.ts', 'restore', backup])).toEqual({
    code: 0,
    text: `Restored ${backup}: ${contents}`,
  });
  expect(readFileSync(backup).equals(bytes), 'the backup is only read').toBe(true);
  for (const [path, content] of Object.entries(FILES))
    expect(readFileSync(join(folder, path), 'utf8')).toBe(content);

  expect(await run(folder, READ)).toMatchObject({ code: 0 });
  const restored = withDatabase(folder, readTables);
  expect(restored['enquiry_changes']).toHaveLength(CHANGES.length);
  expect(restored['contact_submissions']).toEqual(
    toExpectedTables(withDatabase(oldFolder, readTables))['contact_submissions'],
  );
});
