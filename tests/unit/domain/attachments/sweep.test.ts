import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeEach, expect, test } from 'vitest';
import {
  deleteOrphanedAttachmentFiles,
  getAttachmentPath,
  toDistinctNames,
} from '#app/domain/attachments/attachment-folder.server.ts';
import { checkAttachmentFiles, isStoredFileName } from '#db/attachments.ts';
import { getDatabase, getSqliteConnection } from '#db/database.server.ts';
import { resetScratchDatabase, useScratchDatabase } from '../../../support/servers/site.ts';
import { putEnquiry, putFile } from '../../../support/servers/store.ts';

await useScratchDatabase();
beforeEach(resetScratchDatabase);
const folder = join(process.env['DATA_DIR']!, 'attachments');

/** Receives one file up to just before the commit and half of another, then waits. */
const RECEIVER = `
  const { SpooledFiles } = await import('#app/domain/attachments/attachment-folder.server.ts');
  const spool = new SpooledFiles();
  const whole = await spool.create();
  await whole.handle.writeFile('%PDF-1.7');
  await spool.linkFinalNames([whole.file]);
  await spool.create();
  console.log(whole.file);
  setInterval(() => undefined, 1000);
`;

/** Starts a process with the same pid as this one, as in another container. */
async function startReceiver(): Promise<{ child: ChildProcess; file: string }> {
  const samePid = `Object.defineProperty(process, 'pid', { value: ${process.pid} });`;
  const code = ['--input-type=module', '--eval', samePid + RECEIVER];
  const child = spawn(process.execPath, code, { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout! });
  const [file] = await new Promise<string[]>((resolve) => lines.once('line', (l) => resolve([l])));
  return { child, file: file! };
}

test('AT-7 gives equal names numbers, also a hundred thousand of them', () => {
  const names = ['plan.pdf', 'Plan.PDF', 'plan (2).pdf', 'plan.pdf', '.pdf', '.pdf'];
  expect(toDistinctNames(names)).toEqual([
    'plan.pdf',
    'Plan (2).PDF',
    'plan (2) (2).pdf',
    'plan (3).pdf',
    '.pdf',
    '.pdf (2)',
  ]);
  const equalNames = Array.from({ length: 100_000 }, () => 'plan.pdf');
  expect(toDistinctNames(equalNames).at(-1)).toBe('plan (100000).pdf');
});

test('AT-5 leaves the incoming files of another living process alone, in any container', async () => {
  const { child, file } = await startReceiver();
  const incomingNames = readdirSync(folder);
  expect(incomingNames).toHaveLength(3);
  for (const name of incomingNames) utimesSync(join(folder, name), new Date(0), new Date(0));
  expect(await deleteOrphanedAttachmentFiles(getDatabase())).toBe(0);
  expect(readdirSync(folder)).toEqual(incomingNames);
  expect(incomingNames).toContain(file);
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await exited;
  expect(await deleteOrphanedAttachmentFiles(getDatabase())).toBe(3);
  expect(readdirSync(folder)).toEqual([]);
  expect(readdirSync(join(process.env['DATA_DIR']!, 'receiving'))).toEqual([]);
});

test('AT-6 only a generated name leads to a file', async () => {
  const names = ['../secret.key', '/etc/hostname', 'AB'.repeat(16), `${'ab'.repeat(16)}\n`, ''];
  for (const name of names) {
    expect(isStoredFileName(name), name).toBe(false);
    expect(() => getAttachmentPath(name), name).toThrow();
  }
  expect(isStoredFileName('0f'.repeat(16))).toBe(true);
});

test('AT-6 AT-8 accepts no other file name in the database, and reports one in doctor', async () => {
  const file = await putFile(await putEnquiry(), 'plan.pdf', '%PDF-1.7');
  const secret = '../secret0.key'.padStart(32, './');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, secret), '%PDF-1.7');
  const rename = getSqliteConnection().prepare('UPDATE attachments SET file = ? WHERE file = ?');
  expect(() => rename.run(secret, file)).toThrow('CHECK constraint failed');
  getSqliteConnection().pragma('ignore_check_constraints = ON');
  rename.run(secret, file);
  getSqliteConnection().pragma('ignore_check_constraints = OFF');
  expect(await checkAttachmentFiles(getDatabase(), folder)).toMatchObject({ missingIds: [1] });
});
