import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { OPERATOR } from '#app/domain/audit.server.ts';
import { createBackup, restoreBackupWithoutSessions } from '#app/domain/backup.server.ts';
import { erasePerson } from '#app/domain/privacy.server.ts';
import { closeDatabase } from '#db/database.server.ts';
import { useScratchDatabase } from '../support/servers/site.ts';
import { putEnquiry, putFile, run } from '../support/servers/store.ts';

await useScratchDatabase();
const dataDir = process.env['DATA_DIR']!;
const outside = mkdtempSync(join(tmpdir(), 'drys-backups-'));
afterAll(() => rmSync(outside, { recursive: true }));

// What the backup holds, and what has come since.
const old = await putFile(await putEnquiry({ email: 'old@mail.example' }), 'old.pdf', 'an old one');
const backup = join(outside, 'backup.db');
const plain = join(outside, 'plain.db');
await createBackup(backup);
run('VACUUM INTO ?', plain);
const since = await putFile(await putEnquiry({ email: 'new@mail.example' }), 'new.pdf', 'since');
await closeDatabase();

function data(folder: string, args: string[], killAt = -1) {
  const kill = ['--import', './tests/support/servers/kill-at.ts'];
  const own = { DATA_DIR: folder, KILL_ON: 'rename', KILL_AT: String(killAt) };
  return spawnSync(process.execPath, [...kill, 'scripts/data.ts', ...args], {
    env: { ...process.env, ...own },
  });
}

test('leaves the old or the new database whole when a restore is killed between any two steps', () => {
  const outcomes = new Set<number>();
  for (let killAt = 0, killed = true; killed; killAt++) {
    const folder = mkdtempSync(join(tmpdir(), 'drys-killed-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    cpSync(dataDir, folder, { recursive: true });
    killed = data(folder, ['restore', backup], killAt).signal === 'SIGKILL';
    // The next command, like the next start, makes it whole.
    expect(data(folder, ['retention', '--dry-run']).status).toBe(0);
    const file = new SQLite(join(folder, 'drys.db'), { readonly: true });
    const rows = file.prepare('SELECT file FROM attachments ORDER BY id').pluck().all();
    file.close();
    const there = readdirSync(join(folder, 'attachments'));
    expect(there.toSorted(), `killed at ${killAt}`).toEqual((rows as string[]).toSorted());
    const all = readdirSync(folder, { recursive: true }).map((name) =>
      String(name).split('/').at(-1),
    );
    expect(all, 'the originals are somewhere').toContain(since);
    outcomes.add(rows.length);
    if (!killed) expect(killAt).toBeGreaterThan(3);
  }
  expect(outcomes, 'before it was decided, and after').toEqual(new Set([2, 1]));
});

test('keeps the data that each restore replaced, and erases a person from all of it', async () => {
  await restoreBackupWithoutSessions(backup);
  await restoreBackupWithoutSessions(plain);
  await restoreBackupWithoutSessions(backup);
  const kept = (name: string) => join(dataDir, name);
  expect(readdirSync(kept('attachments.before-restore')).toSorted()).toEqual(
    [old, since].toSorted(),
  );
  for (const name of ['drys.db.before-restore-2', 'drys.db.before-restore-3']) {
    expect(existsSync(kept(name))).toBe(true);
  }
  expect(readdirSync(kept('attachments.before-restore-3'))).toEqual([old]);
  expect(readFileSync(join(dataDir, 'attachments', old), 'utf8')).toBe('an old one');

  expect(await erasePerson('new@mail.example', OPERATOR)).toMatchObject({ replaced: true });
  expect(readdirSync(dataDir, { recursive: true }).join()).not.toContain(since);
  expect(existsSync(kept('drys.db.before-restore-2')), 'it does not hold this person').toBe(true);
});
