import { copyFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BackupError, backUp, checkBackup, restore } from '#app/domain/backup.server.ts';
import { closeDatabase, database, databasePath } from '#db/database.server.ts';
import { useScratchDatabase } from '../../support/scratch-database.ts';
import { putEnquiry, putMany } from '../../support/store.ts';

await useScratchDatabase();
const dataDir = process.env['DATA_DIR']!;
await putMany(20);
const backup = join(dataDir, 'backup.db');

test('a backup of the live database is whole, private and never overwrites', () => {
  expect(backUp(backup)).toMatchObject({ enquiries: 20 });
  expect(statSync(backup).mode & 0o777).toBe(0o600);
  expect(checkBackup(backup)).toMatchObject({ enquiries: 20 });
  expect(() => backUp(backup)).toThrow(BackupError);
  expect(() => backUp(databasePath())).toThrow(BackupError);
});

test('a damaged or foreign file is refused and nothing is touched', async () => {
  const broken = join(dataDir, 'broken.db');
  const bytes = readFileSync(backup);
  writeFileSync(broken, bytes.fill(0x55, 4096 * 3, 4096 * 8));
  const foreign = join(dataDir, 'foreign.db');
  writeFileSync(foreign, 'not a database');
  for (const file of [broken, foreign, join(dataDir, 'missing.db')]) {
    expect(() => restore(file)).toThrow(BackupError);
    expect(() => checkBackup(file)).toThrow(BackupError);
  }
  expect(await numberOfEnquiries()).toBe(20);
});

test('a restore is refused while the database is in use', () => {
  expect(() => restore(backup)).toThrow('the site is running on this database: stop it first');
});

test('a restore brings the backup back, keeps what it replaced and signs everybody out', async () => {
  await putEnquiry();
  const admin = { email: 'admin@drys.example', created_at: '2026-11-20T10:00:00Z' };
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
  backUp(later);
  await closeDatabase();
  expect(restore(later)).toMatchObject({ enquiries: 21 });
  expect(await database().selectFrom('sessions').selectAll().execute()).toEqual([]);
  await closeDatabase();
  restore(backup);
  expect(await numberOfEnquiries()).toBe(20);
  expect(existsSync(`${databasePath()}.before-restore`)).toBe(true);
});

test('a restore replaces a damaged database with its stale log', async () => {
  await closeDatabase();
  copyFileSync(backup, `${databasePath()}-wal`);
  writeFileSync(databasePath(), 'damaged');
  restore(backup);
  expect(await numberOfEnquiries()).toBe(20);
});

async function numberOfEnquiries(): Promise<number> {
  return (await database().selectFrom('contact_submissions').select('id').execute()).length;
}
