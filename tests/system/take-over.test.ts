import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import SQLite from 'better-sqlite3';
import { afterAll, expect, test } from 'vitest';
import { formatBlockedMessage } from '#app/content/messages/auth.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import { addFilesToBackup } from '#db/engine/backup-file.ts';
import { migrations } from '#db/migrations/index.ts';
import { staff } from '#db/seed/people.ts';
import { logIn, PASSWORD, signedIn } from '../support/people/admins.ts';
import { linkTo, listed, namesListed, readText } from '../support/people/desk.ts';
import { PlainBrowser } from '../support/reading/browser.ts';
import { runScript, serveSite } from '../support/servers/served-site.ts';

// The folder was made by the release before: three enquiries were sent to it, worked on at its desk,
// one was set aside, and anna@ was locked out.
const MADE_BEFORE = 'tests/support/before-baseline';
const LAST_MOMENT = '2026-11-22T18:40:00Z';
const PLAN = '41b3a5e3a8e253d4f082d6b72bdd2ac9';

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

/** A copy of that folder, as it was left. */
function folderOfBefore(): string {
  const folder = mkdtempSync(join(tmpdir(), 'drys-before-'));
  folders.push(folder);
  cpSync(MADE_BEFORE, folder, { recursive: true });
  rmSync(join(folder, 'drys.db.gz'));
  const bytes = gunzipSync(readFileSync(join(MADE_BEFORE, 'drys.db.gz')));
  writeFileSync(join(folder, 'drys.db'), bytes, { mode: 0o600 });
  writeFileSync(join(folder, '.in-use'), '');
  return folder;
}

function inDatabase<T>(folder: string, work: (file: SQLite.Database) => T): T {
  const file = new SQLite(join(folder, 'drys.db'));
  try {
    return work(file);
  } finally {
    file.close();
  }
}

const steps = (file: SQLite.Database) =>
  file.prepare('SELECT name, timestamp FROM kysely_migration').all() as { name: string }[];

/** Everything in the schema but how its words are spaced. */
const schemaOf = (file: SQLite.Database) =>
  file
    .prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name')
    .raw()
    .all()
    .map((row) => String(row).replace(/\s+/g, ' '));

async function run(folder: string, ...args: string[]) {
  const { code, stdout, stderr } = await runScript(['scripts/data.ts', ...args], {
    DATA_DIR: folder,
  });
  return { code, text: stdout + stderr };
}
/** Looks at the data only, but brings the database up to date first, as every start does. */
const LOOK = ['retention', '--dry-run'];

test('serves a folder of the previous release without losing anything in it', async () => {
  const folder = folderOfBefore();
  // Lockouts use the machine's clock.
  const shut = Date.now() + 10 * 60_000;
  inDatabase(folder, (file) => file.exec(`UPDATE login_locks SET locked_until = ${shut}`));
  const clock = join(folder, 'clock');
  writeFileSync(clock, LAST_MOMENT);
  const command = ['--import', './tests/support/servers/set-clock.ts', 'scripts/serve.ts'];
  const environment = { DATA_DIR: folder, CLOCK: clock };
  const site = await serveSite(environment, process.cwd(), [process.execPath, ...command]);
  try {
    const basil = await signedIn(site.url, staff.basil.email);
    const desk = async (query = '') => readText((await basil.get(`/admin/dashboard${query}`)).html);
    const list = await basil.get('/admin/dashboard');
    expect(listed(list).map(([time]) => time)).toHaveLength(3);
    expect(listed(list).map((cells) => cells.join(' '))).toEqual([
      expect.stringContaining('A library'),
      expect.stringContaining('Σκάλα από δρυ'),
      expect.stringContaining('A staircase in oak'),
    ]);
    const first = await desk('?enquiry=1');
    for (const part of ['Your staircase', 'We can make it.', 'Status changes New to In Progress'])
      expect(first).toContain(part);
    const second = await basil.get('/admin/dashboard?enquiry=2');
    expect(second.html).toContain('2026-12-01');
    expect(readText(second.html)).toContain('Wants ash');
    expect(readText(second.html)).toContain('Nobody to basil@drys.example');
    const download = await fetch(site.url + linkTo(second, 'Download plan.pdf'), {
      headers: { cookie: basil.cookie },
    });
    const plan = readFileSync(join(MADE_BEFORE, 'attachments', PLAN));
    expect(Buffer.from(await download.arrayBuffer())).toEqual(plan);
    for (const word of ['σκαλα', 'ΔΡΥ', 'δρυ'])
      expect(
        namesListed(await basil.get(`/admin/dashboard?q=${encodeURIComponent(word)}`)),
      ).toEqual(['Eleni Papadaki']);
    expect(await desk('/quarantine')).toContain('buy');
    expect((await basil.get('/admin/dashboard/numbers')).status).toBe(200);

    const locked = await logIn(new PlainBrowser(site.url), staff.anna.email, PASSWORD);
    expect(locked.text, 'AL-6 who was locked out stays so').toContain(
      formatBlockedMessage(10, 'en').message,
    );
    const taken = inDatabase(folder, steps);
    expect(taken.map(({ name }) => name)).toEqual(Object.keys(migrations));
    const copy = join(folder, 'drys.db.before-upgrade');
    const { ino, mode } = statSync(copy);
    expect(mode & 0o777).toBe(0o600);
    expect(site.output()).toMatch(/"database-upgraded","from":"012-numbers","to":"[^"]+","copy"/);
    const before = new SQLite(copy, { readonly: true });
    expect(steps(before).at(-1)).toMatchObject({ name: '012-numbers' });
    before.close();

    await site.restart();
    expect(await desk()).toContain('A library');
    expect(inDatabase(folder, steps)).toEqual(taken);
    expect(statSync(copy).ino, 'a second start does nothing').toBe(ino);
  } finally {
    await site.stop();
  }
});

test('doctor reports a due upgrade, backup names it, and an upgrading command reports what it did', async () => {
  const folder = folderOfBefore();
  const doctor = await runScript(['scripts/doctor.ts'], { DATA_DIR: folder });
  const latest = Object.keys(migrations).at(-1)!;
  expect(doctor.stdout).toContain(
    `WRONG  database: it needs an upgrade from version 012-numbers to ${latest}: back up`,
  );
  expect(doctor.stdout).not.toMatch(/0 enquiries|none yet|All is well/);
  const notChecked = 'not checked, because of the problem with the database';
  for (const name of ['files', 'retention', 'pictures and documents'])
    expect(doctor.stdout).toContain(`-      ${name}: ${notChecked}\n`);
  expect(doctor.code).toBe(1);
  const backedUp = await run(folder, 'backup', join(folder, 'backup.db'));
  expect(backedUp.text).toContain(
    `from an older version (012-numbers); starting the site upgrades it to ${latest}.`,
  );
  expect(backedUp.text).not.toContain('no such table');
  const copy = join(folder, 'drys.db.before-upgrade');
  expect((await run(folder, ...LOOK)).text).toContain(
    `The database was upgraded from version 012-numbers to ${latest}; the old one is kept as ${copy}.`,
  );
  expect((await run(folder, ...LOOK)).text).not.toContain('upgraded');
});

test('a command refuses to upgrade a database that is in use', async () => {
  const folder = folderOfBefore();
  const inUse = new SQLite(join(folder, 'drys.db'));
  inUse.pragma('journal_mode = WAL');
  inUse.prepare('SELECT count(*) FROM contact_submissions').get();
  expect(await run(folder, ...LOOK)).toEqual({
    code: 78,
    text: expect.stringMatching(/is in use and has version .*: stop the site, or start/),
  });
  expect(steps(inUse).at(-1)).toMatchObject({ name: '012-numbers' });
  inUse.close();
});

test('gives an upgraded database the schema of a new one, and keeps the counts of limits', async () => {
  const folder = folderOfBefore();
  const counted = inDatabase(folder, (file) => {
    file.exec(`INSERT INTO login_locks VALUES ('ip:a', 'acct:a', 0, 1795372800000)`);
    return file.prepare('SELECT * FROM login_attempts').all();
  });
  expect(await run(folder, ...LOOK)).toMatchObject({ code: 0 });
  const empty = mkdtempSync(join(tmpdir(), 'drys-new-'));
  folders.push(empty);
  const site = await serveSite({ DATA_DIR: empty });
  await site.stop();
  expect(inDatabase(folder, schemaOf)).toEqual(inDatabase(empty, schemaOf));
  inDatabase(folder, (file) => {
    expect(file.pragma('quick_check', { simple: true })).toBe('ok');
    expect(file.pragma('foreign_key_check')).toEqual([]);
    file.exec(`INSERT INTO enquiry_search (enquiry_search) VALUES ('integrity-check')`);
    const uses = (key: string, at: number) =>
      file
        .prepare('SELECT count(*) FROM counted_uses WHERE key LIKE ? AND at = ?')
        .pluck()
        .get(key, at);
    const since = (until: number) => until - AUTH.lockoutMinutes * 60_000;
    expect(uses('acct:%', since(1795373662784)), 'AL-6').toBe(AUTH.lockoutFailures);
    expect(uses('ip:a', since(1795372800000)), 'AL-6').toBe(AUTH.ipAddressFailures);
    for (const { key, at } of counted as { key: string; at: number }[])
      expect(uses(key, at), 'AL-6').toBe(1);
    for (const key of ['visitor:%', 'address:%', 'unverified:%'])
      expect(uses(key, 1795372759721), 'CF-9').toBe(1);
    const ids = file.prepare(`SELECT seq FROM sqlite_sequence WHERE name = 'outbox'`).pluck();
    expect(ids.get(), 'no id is given twice').toBe(4);
  });
});

/** Runs the command and kills it at the statement with this number. */
const killed = (folder: string, KILL_AT: number) =>
  runScript(['--import', './tests/support/servers/kill-at.ts', 'scripts/data.ts', ...LOOK], {
    DATA_DIR: folder,
    KILL_ON: 'statement',
    KILL_AT: String(KILL_AT),
  });

test('does nothing or everything when an upgrade is killed at any statement', async () => {
  const { stdout } = await killed(folderOfBefore(), -1);
  const all = Number(/(\d+) steps/.exec(stdout)![1]);
  expect(all).toBeGreaterThan(50);
  const outcomes = new Set<string>();
  for (const at of [0.1, 0.3, 0.5, 0.7, 0.9, 1].map((share) => Math.round(share * all) - 1)) {
    const folder = folderOfBefore();
    expect((await killed(folder, at)).code, `killed at ${at} of ${all}`).toBeNull();
    inDatabase(folder, (file) => {
      expect(file.pragma('quick_check', { simple: true })).toBe('ok');
      const last = steps(file).at(-1)!.name;
      expect(['012-numbers', ...Object.keys(migrations)]).toContain(last);
      outcomes.add(last === '012-numbers' ? 'before' : 'after');
      expect(file.prepare('SELECT count(*) FROM contact_submissions').pluck().get()).toBe(3);
    });
    expect(await run(folder, ...LOOK)).toMatchObject({ code: 0 });
    inDatabase(folder, (file) => {
      expect(steps(file).map(({ name }) => name)).toEqual(Object.keys(migrations));
      const found = `SELECT count(*) FROM enquiry_search WHERE enquiry_search MATCH 'oak'`;
      expect(file.prepare(found).pluck().get()).toBeGreaterThan(0);
    });
    const beside = readdirSync(folder).filter((name) => name.startsWith('drys.db.'));
    expect(beside).toEqual(['drys.db.before-upgrade']);
  }
  expect(outcomes, 'when it was decided').toEqual(new Set(['before', 'after']));
});

test('HC-3 lets one of several starting processes upgrade the folder', async () => {
  const folder = folderOfBefore();
  const all = await Promise.all([1, 2, 3].map(() => run(folder, ...LOOK)));
  expect(all.map(({ code }) => code)).toEqual([0, 0, 0]);
  const taken = inDatabase(folder, steps).map(({ name }) => name);
  expect(taken).toEqual(Object.keys(migrations));
});

test('restores a backup of the previous release with its files', async () => {
  const backup = join(folderOfBefore(), 'drys.db');
  const plan = readFileSync(join(MADE_BEFORE, 'attachments', PLAN));
  expect(addFilesToBackup(backup, () => plan)).toEqual({ files: 1, missing: [] });
  const bytes = readFileSync(backup);
  const folder = mkdtempSync(join(tmpdir(), 'drys-restored-'));
  folders.push(folder);
  const holds = '3 enquiries, the newest from 2026-11-22T18:39:20.028Z, with 1 file.\n';
  expect(await run(folder, 'restore', backup, '--check')).toEqual({
    code: 0,
    text: `${backup} is sound: ${holds}`,
  });
  expect(readFileSync(backup), 'it is only looked at').toEqual(bytes);
  expect(await run(folder, 'restore', backup)).toEqual({
    code: 0,
    text: `Restored ${backup}: ${holds}`,
  });
  expect(readFileSync(join(folder, 'attachments', PLAN))).toEqual(plan);
  expect(inDatabase(folder, steps)).toMatchObject([{ name: '001-baseline' }]);
});

test('refuses to start on an older folder, in one line, and leaves it as it is', async () => {
  const folder = folderOfBefore();
  inDatabase(folder, (file) =>
    file.exec(`DELETE FROM kysely_migration WHERE name = '012-numbers'`),
  );
  const says =
    'it is too old for this release: start the previous release on it once, then this one';
  expect(await run(folder, ...LOOK)).toEqual({
    code: 78,
    text: `Cannot migrate the database ${join(folder, 'drys.db')}: ${says}.\n`,
  });
  expect(inDatabase(folder, steps)).toHaveLength(11);
  expect(existsSync(join(folder, 'drys.db.before-upgrade'))).toBe(false);
});
