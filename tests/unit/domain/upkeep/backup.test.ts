import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { ConfigError } from '#app/config.server.ts';
import {
  deleteOrphanedAttachmentFiles,
  markAttachmentLost,
} from '#app/domain/attachments/attachment-folder.server.ts';
import { OPERATOR } from '#app/domain/audit.server.ts';
import {
  BackupError,
  checkBackup,
  createBackup,
  restoreBackupWithoutSessions,
} from '#app/domain/backup.server.ts';
import { readLatestFailedMail } from '#app/domain/mail/unsent-mail.server.ts';
import {
  applyRetention,
  erasePerson,
  exportPerson,
  writeExportZip,
} from '#app/domain/privacy.server.ts';
import { insertAdmin } from '#db/accounts.ts';
import { listAttachments } from '#db/attachments.ts';
import { closeDatabase, getDatabase, getDatabasePath } from '#db/database.server.ts';
import { listDatabaseFiles } from '#db/engine/database-files.ts';
import { withStartupLock } from '#db/engine/locks.ts';
import { SqliteFile } from '#db/engine/sqlite-file.ts';
import { listDueMail, RESTORED_MAIL_ERROR } from '#db/outbox.ts';
import { staff } from '#db/seed/people.ts';
import { runScript } from '../../../support/servers/served-site.ts';
import { resetScratchDatabase, useScratchDatabase } from '../../../support/servers/site.ts';
import { audited, column, one, putEnquiry, putFile, run } from '../../../support/servers/store.ts';

await useScratchDatabase();
const dataDir = process.env['DATA_DIR']!;
const folder = join(dataDir, 'attachments');
const backup = join(dataDir, 'backup.db');
const countEnquiries = () => one('SELECT count(*) FROM contact_submissions');
let enquiryId: number;
let plan: string;

beforeEach(async () => {
  await resetScratchDatabase();
  enquiryId = await putEnquiry({ email: 'kept@mail.example' });
  plan = await putFile(enquiryId, 'plan.pdf', '%PDF-1.7 plan');
  await createBackup(backup);
});

test('AT-8 deletes files with their enquiry after its retention period', async () => {
  const old = await putEnquiry({ created_at: '2020-01-01T00:00:00.000Z' });
  await putFile(old, 'b.pdf', '%PDF-1.7 b');
  expect(readdirSync(folder)).toHaveLength(2);
  await applyRetention();
  expect(readdirSync(folder)).toEqual([plan]);
  expect(await listAttachments(getDatabase(), enquiryId)).toHaveLength(1);
});

test('AT-8 writes one private file with everything from the live database, and never overwrites one', async () => {
  const newBackup = join(dataDir, 'new.db');
  expect(await createBackup(newBackup)).toMatchObject({ enquiries: 1, files: 1, missing: [] });
  expect(statSync(newBackup).mode & 0o777).toBe(0o600);
  expect(await checkBackup(newBackup)).toMatchObject({ enquiries: 1, files: 1 });
  await expect(createBackup(newBackup)).rejects.toThrow(BackupError);
  await expect(createBackup(getDatabasePath())).rejects.toThrow(BackupError);
});

/** Moves the data away, as the message of a refused restore asks. */
async function moveDataAway(): Promise<void> {
  await closeDatabase();
  const paths = [...listDatabaseFiles(getDatabasePath()), folder, join(dataDir, 'media')];
  for (const path of paths) rmSync(path, { recursive: true, force: true });
}

test.each([
  ['EINVAL', 0],
  ['ENOTTY', 0],
  ['EIO', 1],
])(
  'AT-8 backs up to a share whose folders answer %s to a sync: exit code %i',
  async (code, exitCode) => {
    const share = join(dataDir, `share-${code}`);
    mkdirSync(share);
    const { status } = spawnSync(
      process.execPath,
      [
        '--import',
        './tests/support/servers/fail-folder-sync.ts',
        'scripts/data.ts',
        'backup',
        join(share, 'backup.db'),
      ],
      { env: { ...process.env, FOLDER_SYNC_ERROR: code } },
    );
    expect(status).toBe(exitCode);
    expect(await checkBackup(join(share, 'backup.db'))).toMatchObject({ enquiries: 1, files: 1 });
  },
);

/** Copies the backup, runs a statement on it without its constraints, and returns the path. */
function alterBackup(statement: string): string {
  const path = join(dataDir, 'altered.db');
  copyFileSync(backup, path);
  using file = new SqliteFile(path);
  file.pragma('ignore_check_constraints = ON');
  file.exec(statement);
  return path;
}

const OUTSIDE_PATH = '../../'.padEnd(24, './') + 'evil.pdf';
const NAME_OUTSIDE_PATH = `UPDATE attachment_files SET file = '${OUTSIDE_PATH}';
  UPDATE attachments SET file = '${OUTSIDE_PATH}'`;

test.each([
  [
    'AT-8 a file that is damaged',
    `UPDATE attachment_files SET bytes = x'00'`,
    /attachment 1 is dam/,
  ],
  [
    'AT-8 a file name outside the folder',
    NAME_OUTSIDE_PATH,
    /CHECK constraint failed in attachments/,
  ],
  [
    'AT-8 the same of a removed file',
    `${NAME_OUTSIDE_PATH}, removed = 'infected'`,
    /CHECK constraint/,
  ],
  [
    'a foreign trigger',
    'CREATE TRIGGER spy AFTER INSERT ON contact_submissions BEGIN SELECT 1; END',
    /altered\.db cannot be restored: it contains unknown or changed parts: trigger spy/,
  ],
  ['a foreign table', 'CREATE TABLE loot (text TEXT)', /changed parts: table loot/],
  [
    'an empty guard trigger',
    `DROP TRIGGER audit_log_no_update;
     CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log BEGIN SELECT 1; END`,
    /changed parts: trigger audit_log_no_update/,
  ],
  [
    'a missing guard trigger',
    'DROP TRIGGER audit_log_no_delete',
    /it lacks trigger audit_log_no_delete/,
  ],
])('refuses a backup with %s, says so and changes nothing', async (_, statement, message) => {
  const file = alterBackup(statement);
  await moveDataAway();
  for (const attempt of [checkBackup, restoreBackupWithoutSessions])
    await expect(attempt(file)).rejects.toThrow(message);
  expect(readdirSync(dataDir).filter((name) => name.endsWith('.part'))).toEqual([]);
  expect(existsSync(getDatabasePath())).toBe(false);
  expect(existsSync(join(folder, OUTSIDE_PATH))).toBe(false);
});

test('refuses files that are not backups, and accepts the tables of Litestream', async () => {
  const broken = join(dataDir, 'broken.db');
  writeFileSync(broken, readFileSync(backup).fill(0x55, 4096 * 3, 4096 * 8));
  const other = join(dataDir, 'other.db');
  writeFileSync(other, 'not a database');
  await moveDataAway();
  for (const file of [broken, other, join(dataDir, 'missing.db')]) {
    await expect(restoreBackupWithoutSessions(file)).rejects.toThrow(BackupError);
    await expect(checkBackup(file)).rejects.toThrow(BackupError);
  }
  const withLitestream = alterBackup(
    'CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER); ANALYZE',
  );
  expect(await checkBackup(withLitestream)).toMatchObject({ enquiries: 1 });
});

test.each([['backup'], ['restore', '--check'], ['restore']])(
  'AT-8 says in one line that data %s cannot read a file',
  async (command, ...options) => {
    const server = createServer();
    // A socket exists but cannot be opened, not even by root.
    const socket = command === 'backup' ? join(folder, plan) : join(dataDir, 'socket.db');
    rmSync(socket, { force: true });
    await once(server.listen(socket), 'listening');
    onTestFinished(() => void server.close());

    const file = command === 'backup' ? join(dataDir, 'second.db') : socket;
    if (command === 'restore' && options.length === 0) await moveDataAway();
    const { code, text } = await runCommand('scripts/data.ts', command!, file, ...options);
    expect(text).toMatch(/^ENXIO: .*\n$/);
    expect(code).toBe(1);
  },
);

test('AT-8 restores rows and files into a folder without data, and ends all sessions', async () => {
  await insertAdmin(getDatabase(), staff.anna.email, '2026-11-20T10:00:00Z');
  run(
    `INSERT INTO sessions (token_hash, admin_id, created_at, last_seen_at, expires_at)
     VALUES ('x', 1, 0, 0, 0)`,
  );
  const laterBackup = join(dataDir, 'later.db');
  await createBackup(laterBackup);
  await moveDataAway();

  expect(await restoreBackupWithoutSessions(laterBackup)).toMatchObject({ enquiries: 1, files: 1 });

  expect([countEnquiries(), column('SELECT token_hash FROM sessions')]).toEqual([1, []]);
  expect(readdirSync(folder)).toEqual([plan]);
  expect(readFileSync(join(folder, plan), 'utf8')).toBe('%PDF-1.7 plan');
  expect(column(`SELECT name FROM sqlite_schema WHERE name = 'attachment_files'`)).toEqual([]);
  expect(await deleteOrphanedAttachmentFiles(getDatabase())).toBe(0);
});

test('AT-8 refuses to restore over data, and prints the command that makes room', async () => {
  const message =
    `${dataDir} has data, which a restore never replaces: drys.db, drys.db-wal, drys.db-shm, attachments. Stop the ` +
    `site (and Litestream), move the data away and try again: cd '${dataDir}' && mkdir -m 700 replaced && ` +
    'mv drys.db* attachments replaced/';
  await expect(restoreBackupWithoutSessions(backup)).rejects.toThrow(message);
  expect(countEnquiries()).toBe(1);

  await closeDatabase();
  const replaced = join(dataDir, 'replaced');
  const { status } = spawnSync('sh', ['-c', message.slice(message.indexOf('cd '))]);
  expect(status).toBe(0);
  expect(await restoreBackupWithoutSessions(backup)).toMatchObject({ enquiries: 1, files: 1 });
  expect(readdirSync(replaced).toSorted()).toEqual(['attachments', 'drys.db']);

  // The folder of the first restore is in the way of the same command.
  await expect(restoreBackupWithoutSessions(backup)).rejects.toThrow(
    /&& mkdir -m 700 replaced-2 && mv drys\.db\* attachments replaced-2\/$/,
  );
  rmSync(replaced, { recursive: true });
});

test('AT-8 refuses a copy of a running database that lacks the changes in its log', async () => {
  const copy = join(dataDir, 'copied.db');
  await putEnquiry();
  copyFileSync(getDatabasePath(), copy);
  copyFileSync(`${getDatabasePath()}-wal`, `${copy}-wal`);
  await moveDataAway();

  const message = new RegExp(`^${copy} lacks the latest changes, which are in ${copy}-wal\\. If `);
  for (const attempt of [checkBackup, restoreBackupWithoutSessions])
    await expect(attempt(copy)).rejects.toThrow(message);
  expect(existsSync(getDatabasePath())).toBe(false);

  const file = new SqliteFile(copy);
  file.pragma('wal_checkpoint(TRUNCATE)');
  file.close();
  expect(await restoreBackupWithoutSessions(copy)).toMatchObject({ enquiries: 2 });
});

test('AT-8 deletes files through a folder that is a link, and does not restore over the link', async () => {
  const otherDisk = join(dataDir, 'other-disk');
  renameSync(folder, otherDisk);
  symlinkSync(otherDisk, folder);
  await erasePerson('kept@mail.example', OPERATOR);
  expect(readdirSync(otherDisk)).toEqual([]);

  await closeDatabase();
  for (const path of listDatabaseFiles(getDatabasePath())) rmSync(path, { force: true });
  await expect(restoreBackupWithoutSessions(backup)).rejects.toThrow(
    `${folder} cannot be replaced (ENOTDIR): it is a link or another disk. Take it away, restore, and then move ` +
      'the restored folder to the other disk.',
  );
  expect(existsSync(getDatabasePath())).toBe(false);
  rmSync(folder);
});

test('sends no mail of a restored backup: that of links and digests is deleted, an admin decides on the rest', async () => {
  const admin = await insertAdmin(getDatabase(), staff.anna.email, '2026-11-20T10:00:00Z');
  const putMail = (kind: string, sentAt: number | null = null) =>
    run(
      `INSERT INTO outbox (kind, sealed, created_at, next_attempt_at, sent_at) VALUES (?, 'x', 1, 1, ?)`,
      kind,
      sentAt,
    ).lastInsertRowid;
  run(
    `INSERT INTO access_links (admin_id, type, access_hash, refresh_hash, code_hash, created_at, expires_at, mail_id)
     VALUES (?, 'invite', 'a', 'b', 'c', 1, 2, ?)`,
    admin.id,
    putMail('invite'),
  );
  run(
    `INSERT INTO digests (admin_id, day, created_at, mail_id) VALUES (?, '2026-11-20', 1, ?)`,
    admin.id,
    putMail('digest'),
  );
  putMail('reply');
  putMail('receipt', 2);
  const withMail = join(dataDir, 'with-mail.db');
  await createBackup(withMail);
  await moveDataAway();
  await restoreBackupWithoutSessions(withMail);
  const [dueAtMs, latestPlannedMs] = [Date.now(), Infinity];
  expect(await listDueMail(getDatabase(), { dueAtMs, latestPlannedMs, limit: 10 })).toEqual([]);
  expect(await readLatestFailedMail()).toMatchObject([{ reason: RESTORED_MAIL_ERROR }]);
  expect(column('SELECT kind FROM outbox ORDER BY id')).toEqual(['reply', 'receipt']);
});

test('AT-8 leaves lost and changed files out of a backup, names them, and restores the rest', async () => {
  const lostFile = await putFile(enquiryId, 'lost.pdf', '%PDF-1.7 lost');
  const changedFile = await putFile(enquiryId, 'changed.pdf', '%PDF-1.7 changed');
  rmSync(join(folder, lostFile));
  writeFileSync(join(folder, changedFile), 'other bytes');
  const incomplete = join(dataDir, 'incomplete.db');
  const missing = column(
    `SELECT 'the file of attachment ' || id FROM attachments WHERE name IN ('lost.pdf', 'changed.pdf')`,
  );
  expect(missing).toHaveLength(2);
  expect(await createBackup(incomplete)).toMatchObject({ files: 1, missing });
  expect(await checkBackup(incomplete)).toMatchObject({ files: 1, missing });
  await moveDataAway();
  expect(await restoreBackupWithoutSessions(incomplete)).toMatchObject({
    enquiries: 1,
    files: 1,
    missing,
  });
  expect(readdirSync(folder)).toEqual([plan]);
});

test('AT-8 restores a plain copy of the database, which has no files', async () => {
  const plain = join(dataDir, 'plain.db');
  run('VACUUM INTO ?', plain);
  await moveDataAway();
  expect(await restoreBackupWithoutSessions(plain)).toMatchObject({ enquiries: 1, files: null });
  expect([countEnquiries(), readdirSync(folder)]).toEqual([1, []]);
});

test('a start waits for a restore, or ends without opening the database; a killed process leaves no lock', async () => {
  const lock = join(dataDir, 'start.lock');
  const script = `const file = new (require('better-sqlite3'))(process.argv[1]);
    file.exec('BEGIN EXCLUSIVE'); process.kill(process.pid, 'SIGKILL')`;
  expect(spawnSync(process.execPath, ['-e', script, lock]).signal).toBe('SIGKILL');
  let starts = 0;
  const start = () => withStartupLock(dataDir, async () => (starts += 1), 100);
  await start();
  await withStartupLock(dataDir, () => expect(start()).rejects.toThrow(ConfigError));
  expect(starts).toBe(1);
});

async function runCommand(...args: string[]) {
  await closeDatabase();
  const { code, stdout, stderr } = await runScript(args, {});
  return { code, text: stdout + stderr };
}

test('AT-8 exports a person as JSON, or in one .zip with the files', async () => {
  const json = await runCommand('scripts/data.ts', 'export', 'kept@mail.example');
  expect(JSON.parse(json.text).enquiries).toMatchObject([{ files: [{ name: 'plan.pdf' }] }]);
  const zip = join(dataDir, 'person.zip');
  const result = await runCommand('scripts/data.ts', 'export', 'kept@mail.example', zip);
  expect(result).toEqual({
    code: 0,
    text: `Exported to ${zip}: 1 enquiry and 0 submissions in the spam folder.\n`,
  });
  expect(statSync(zip).mode & 0o777).toBe(0o600);
  const text = readFileSync(zip, 'latin1');
  for (const part of ['personal-data.json', 'files/plan.pdf', '%PDF-1.7 plan']) {
    expect(text).toContain(part);
  }
  run("UPDATE attachments SET name = 'plan.hta' WHERE name = 'plan.pdf'");
  const renamedZip = join(dataDir, 'renamed.zip');
  await writeExportZip(await exportPerson('kept@mail.example'), renamedZip);
  run("UPDATE attachments SET name = 'plan.pdf' WHERE name = 'plan.hta'");
  expect(readFileSync(renamedZip, 'latin1')).toContain('files/plan.hta.pdf');
  const person = await exportPerson('kept@mail.example');
  await expect(writeExportZip(person, zip)).rejects.toThrow(
    `${zip} already exists: choose another name.`,
  );
  rmSync(join(folder, plan));
  const incomplete = join(dataDir, 'incomplete.zip');
  await expect(writeExportZip(person, incomplete)).rejects.toThrow(
    'Nothing was exported: the file plan.pdf is missing. Run: npm run doctor',
  );
  expect(existsSync(incomplete)).toBe(false);
});

test('does not back up a database with a foreign table, and names both', async () => {
  run('CREATE TABLE loot (text TEXT)');
  const newBackup = join(dataDir, 'foreign.db');
  try {
    await expect(createBackup(newBackup)).rejects.toThrow(
      `Cannot back up ${getDatabasePath()}: it contains unknown or changed parts: table loot.`,
    );
    expect(existsSync(newBackup)).toBe(false);
  } finally {
    run('DROP TABLE loot');
  }
});

test('AT-8 counts files and space in doctor; doctor, backup and --check report a missing file', async () => {
  const healthy = await runCommand('scripts/doctor.ts');
  expect(healthy.text).toContain('files: 1 file of enquiries, 1 MB of 5000 MB');
  rmSync(join(folder, plan));
  const unhealthy = await runCommand('scripts/doctor.ts');
  expect(unhealthy.text).toContain(
    'FAILED files: 1 file missing (attachment ids: 1): restore a backup (this loses ',
  );
  expect(unhealthy.code).toBe(1);
  const incomplete = join(dataDir, 'missing-file.db');
  expect(await runScript(['scripts/data.ts', 'backup', incomplete], {})).toEqual({
    code: 1,
    stdout: '',
    stderr:
      `Backed up to ${incomplete}, but 1 file is missing or damaged: the file of attachment 1. ` +
      'Keep your older backups, and run: npm run doctor\n',
  });
  expect(await runCommand('scripts/data.ts', 'restore', incomplete, '--check')).toEqual({
    code: 1,
    text: expect.stringMatching(
      /can be restored, but it is not complete: 1 enquiry, the newest from .*, 1 missing or damaged file left out: the file of attachment 1\. Prefer a complete backup\.\n$/,
    ),
  });
});

const markLost = (id: string) => runCommand('scripts/data.ts', 'mark-lost', id);

test('AT-8 marks neither an intact file as lost nor one that does not exist', async () => {
  const intact = 'The file of attachment 1 is intact. Nothing was done.\n';
  expect(await markLost('1')).toEqual({ code: 1, text: intact });
  for (const id of ['99', 'plan.pdf'])
    expect(await markLost(id)).toEqual({
      code: 1,
      text: `Attachment ${id} does not exist or has no file: npm run doctor lists the ids.\n`,
    });
  expect(audited('attachment.lost')).toEqual([]);
});

test.each([
  ['missing', (path: string) => rmSync(path)],
  ['damaged', (path: string) => writeFileSync(path, '%PDF-1.7 plaN')],
])('AT-8 a backup is complete again once a %s file is marked as lost', async (_, damage) => {
  damage(join(folder, plan));
  const remains = readdirSync(folder);
  expect((await markLost('1')).text).toMatch(/^The file of attachment 1 is marked as lost: /);
  expect(audited('attachment.lost')).toEqual([{ attachment: 1 }]);
  const complete = join(dataDir, 'complete.db');
  expect(await createBackup(complete)).toMatchObject({ files: 0, missing: [] });
  expect(await checkBackup(complete)).toMatchObject({ files: 0, missing: [] });
  expect((await runCommand('scripts/doctor.ts')).text).not.toContain('attachment ids');
  await deleteOrphanedAttachmentFiles(getDatabase());
  expect(readdirSync(folder), 'deletes nothing').toEqual(remains);
  expect(await markAttachmentLost(1)).toBe('not-found');
});
