import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { sweepAttachments } from '#app/domain/attachments/attachment-folder.server.ts';
import { applyRetention, exportPerson, writeArchive } from '#app/domain/privacy.server.ts';
import { BackupError, backUp, checkBackup, restore } from '#app/domain/backup.server.ts';
import { closeDatabase, database, databaseFile } from '#db/database.server.ts';
import { attachmentsOf } from '#db/attachments.ts';
import { runScript } from '../../../support/servers/served-site.ts';
import { useScratchDatabase } from '../../../support/servers/site.ts';
import { putEnquiry, putFile, run } from '../../../support/servers/store.ts';

await useScratchDatabase();
const dataDir = process.env['DATA_DIR']!;
const folder = join(dataDir, 'attachments');
const kept = await putEnquiry({ email: 'kept@mail.example' });
const plan = await putFile(kept, 'plan.pdf', '%PDF-1.7 plan');

async function command(...args: string[]) {
  const { code, stdout, stderr } = await runScript(args, {});
  return { code, text: stdout + stderr };
}

test('AT-8 files go with their enquiry when its time is over', async () => {
  const old = await putEnquiry({ created_at: '2020-01-01T00:00:00.000Z' });
  await putFile(old, 'b.pdf', '%PDF-1.7 b');
  expect(readdirSync(folder)).toHaveLength(2);
  await applyRetention();
  expect(readdirSync(folder)).toEqual([plan]);
  expect(await attachmentsOf(database(), kept)).toHaveLength(1);
});

test('AT-8 a backup is one file with everything; its check reads every file', async () => {
  const backup = join(dataDir, 'backup.db');
  expect(await backUp(backup)).toMatchObject({ enquiries: 1, files: 1, missing: 0 });
  expect(statSync(backup).mode & 0o777).toBe(0o600);
  expect(await checkBackup(backup)).toMatchObject({ enquiries: 1, files: 1 });
  const broken = join(dataDir, 'broken.db');
  writeFileSync(broken, readFileSync(backup));
  const file = new SQLite(broken);
  file.exec(`UPDATE attachment_files SET bytes = x'00'`);
  file.close();
  await expect(checkBackup(broken)).rejects.toThrow('the file of attachment 1 is damaged');
  await expect(restore(broken)).rejects.toThrow(BackupError);
});

test('AT-8 a restore brings the files back, and keeps those it replaced', async () => {
  const later = await putFile(kept, 'later.pdf', '%PDF-1.7 later');
  rmSync(join(folder, plan));
  await closeDatabase();
  expect(await restore(join(dataDir, 'backup.db'))).toMatchObject({ enquiries: 1, files: 1 });
  expect(readdirSync(folder)).toEqual([plan]);
  expect(readFileSync(join(folder, plan), 'utf8')).toBe('%PDF-1.7 plan');
  expect(readdirSync(`${folder}.before-restore`)).toEqual([later]);
  const tables = databaseFile().prepare(`SELECT name FROM sqlite_schema WHERE name = ?`).pluck();
  expect(tables.all('attachment_files')).toEqual([]);
  expect(await sweepAttachments(database())).toBe(0);
});

test.each([
  ['the rows of a backup', ''],
  ['those of a file that is gone', `, removed = 'infected'`],
])(
  'AT-8 %s that name a file elsewhere make it unsound, and nothing is written there',
  async (_, gone) => {
    const evil = join(dataDir, 'evil.db');
    writeFileSync(evil, readFileSync(join(dataDir, 'backup.db')));
    const file = new SQLite(evil);
    const target = '../../'.padEnd(24, './') + 'evil.pdf';
    file.pragma('ignore_check_constraints = ON');
    file.exec(
      `UPDATE attachments SET file = '${target}'${gone}; UPDATE attachment_files SET file = '${target}'`,
    );
    file.close();
    await closeDatabase();
    for (const attempt of [checkBackup, restore]) {
      await expect(attempt(evil)).rejects.toThrow('CHECK constraint failed in attachments');
    }
    expect(existsSync(join(folder, target))).toBe(false);
  },
);

test('AT-8 a plain copy of the database, as of before, is still restored; the files stay', async () => {
  const plain = join(dataDir, 'plain.db');
  run('VACUUM INTO ?', plain);
  await closeDatabase();
  expect(await restore(plain)).toMatchObject({ enquiries: 1, files: null });
  expect(readdirSync(folder)).toEqual([plan]);
});

test('AT-8 a person is exported as JSON, or with the files beside it in one .zip', async () => {
  await closeDatabase();
  const json = await command('scripts/data.ts', 'export', 'kept@mail.example');
  expect(JSON.parse(json.text).enquiries).toMatchObject([{ files: [{ name: 'plan.pdf' }] }]);
  const zip = join(dataDir, 'person.zip');
  const answer = await command('scripts/data.ts', 'export', 'kept@mail.example', zip);
  expect(answer).toEqual({ code: 0, text: `Exported to ${zip}: 1 enquiries.\n` });
  expect(statSync(zip).mode & 0o777).toBe(0o600);
  const text = readFileSync(zip, 'latin1');
  for (const part of ['personal-data.json', 'files/plan.pdf', '%PDF-1.7 plan']) {
    expect(text).toContain(part);
  }
  await expect(writeArchive(await exportPerson('kept@mail.example'), zip)).rejects.toThrow(
    'EEXIST',
  );
});

test('AT-8 doctor counts the files and the room, and one that is missing is wrong', async () => {
  await closeDatabase();
  const well = await command('scripts/doctor.ts');
  expect(well.text).toContain('files: 1 files of enquiries, 1 MB of 5000 MB');
  rmSync(join(folder, plan));
  const ill = await command('scripts/doctor.ts');
  expect(ill.text).toContain('WRONG  files: 1 missing (attachment 1)');
  expect(ill.code).toBe(1);
});
