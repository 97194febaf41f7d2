import { copyFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { BackupError, backUp, checkBackup, restore } from '#app/domain/backup.server.ts';
import { closeDatabase, database, databasePath } from '#db/database.server.ts';
import { staff } from '#db/seed/people.ts';
import { useScratchDatabase } from '../../../support/servers/site.ts';
import { putEnquiry, putMany } from '../../../support/servers/store.ts';

await useScratchDatabase();
const dataDir = process.env['DATA_DIR']!;
await putMany(20);
const backup = join(dataDir, 'backup.db');

test('a backup of the live database is whole, private and never overwrites', async () => {
  expect(await backUp(backup)).toMatchObject({ enquiries: 20 });
  expect(statSync(backup).mode & 0o777).toBe(0o600);
  expect(await checkBackup(backup)).toMatchObject({ enquiries: 20 });
  await expect(backUp(backup)).rejects.toThrow(BackupError);
  await expect(backUp(databasePath())).rejects.toThrow(BackupError);
});

test('a damaged or foreign file is refused and nothing is touched', async () => {
  const broken = join(dataDir, 'broken.db');
  const bytes = readFileSync(backup);
  writeFileSync(broken, bytes.fill(0x55, 4096 * 3, 4096 * 8));
  const foreign = join(dataDir, 'foreign.db');
  writeFileSync(foreign, 'not a database');
  for (const file of [broken, foreign, join(dataDir, 'missing.db')]) {
    await expect(restore(file)).rejects.toThrow(BackupError);
    await expect(checkBackup(file)).rejects.toThrow(BackupError);
  }
  expect(await numberOfEnquiries()).toBe(20);
});

test.each([
  ['trigger spy', 'CREATE TRIGGER spy AFTER INSERT ON contact_submissions BEGIN SELECT 1; END'],
  ['table loot', 'CREATE TABLE loot (text TEXT)'],
  ['view peek', 'CREATE VIEW peek AS SELECT * FROM admins'],
  ['index extra', 'CREATE INDEX extra ON contact_submissions (phone)'],
  [
    'trigger audit_log_no_update',
    `DROP TRIGGER audit_log_no_update;
     CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log BEGIN SELECT 1; END`,
  ],
])('a backup that holds a foreign %s is refused and says so', async (name, statement) => {
  const foreign = altered(statement);
  const refusal = `${foreign} is not a sound backup: it holds what is not ours: ${name}`;
  await expect(checkBackup(foreign)).rejects.toThrow(refusal);
  await expect(restore(foreign)).rejects.toThrow(refusal);
  expect(existsSync(`${databasePath()}.restoring`)).toBe(false);
});

test('a backup that lacks a guard is refused; what Litestream adds is not foreign', async () => {
  const without = altered('DROP TRIGGER audit_log_no_delete');
  await expect(checkBackup(without)).rejects.toThrow('it lacks trigger audit_log_no_delete');
  const copied = altered(
    'CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER); ANALYZE',
  );
  expect(await checkBackup(copied)).toMatchObject({ enquiries: 20 });
});

function altered(statement: string): string {
  const path = join(dataDir, 'altered.db');
  copyFileSync(backup, path);
  const file = new SQLite(path);
  file.exec(statement);
  file.close();
  return path;
}

test('a restore is refused while the database is in use', async () => {
  await expect(restore(backup)).rejects.toThrow(
    'the site is running on this database: stop it first',
  );
});

test('a restore brings the backup back, keeps what it replaced and signs everybody out', async () => {
  await putEnquiry();
  const admin = { email: staff.anna.email, created_at: '2026-11-20T10:00:00Z' };
  await database().insertInto('admins').values(admin).execute();
  await database()
    .insertInto('sessions')
    .values({
      token_hash: 'x',
      admin_id: 1,
      created_at: 0,
      last_seen_at: 0,
      expires_at: 0,
      address_hash: null,
      agent_hash: null,
    })
    .execute();
  const later = join(dataDir, 'later.db');
  await backUp(later);
  await closeDatabase();
  expect(await restore(later)).toMatchObject({ enquiries: 21 });
  expect(await database().selectFrom('sessions').selectAll().execute()).toEqual([]);
  await closeDatabase();
  await restore(backup);
  expect(await numberOfEnquiries()).toBe(20);
  expect(existsSync(`${databasePath()}.before-restore`)).toBe(true);
});

test('a restore replaces a damaged database with its stale log', async () => {
  await closeDatabase();
  copyFileSync(backup, `${databasePath()}-wal`);
  writeFileSync(databasePath(), 'damaged');
  await restore(backup);
  expect(await numberOfEnquiries()).toBe(20);
});

async function numberOfEnquiries(): Promise<number> {
  return (await database().selectFrom('contact_submissions').select('id').execute()).length;
}
