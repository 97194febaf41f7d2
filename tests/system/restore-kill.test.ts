import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createBackup } from '#app/domain/backup.server.ts';
import { closeDatabase } from '#db/database.server.ts';
import { SqliteFile } from '#db/engine/sqlite-file.ts';
import { moveDataAway } from '../support/servers/move-data-away.ts';
import { newFolder } from '../support/servers/new-data.ts';
import { useScratchDatabase } from '../support/servers/site.ts';
import { putEnquiry, putFile } from '../support/servers/store.ts';

await useScratchDatabase();
const backupFolder = newFolder();

const backup = join(backupFolder, 'backup.db');
const plan = await putFile(await putEnquiry(), 'plan.pdf', 'the plan');
await createBackup(backup);
await closeDatabase();

function restore(folder: string, killAt = -1) {
  const args = [
    '--import',
    './tests/support/servers/kill-at.ts',
    'scripts/data.ts',
    'restore',
    backup,
  ];
  const env = { ...process.env, DATA_DIR: folder, KILL_ON: 'rename', KILL_AT: String(killAt) };
  return spawnSync(process.execPath, args, { env });
}

test('AT-8 leaves no database or the whole one when a restore is killed between any two renames', () => {
  const renameCount = 3;
  for (let killAt = 0; killAt <= renameCount; killAt++) {
    const folder = newFolder();

    const wasKilled = restore(folder, killAt).signal === 'SIGKILL';
    expect(wasKilled, `killed at rename ${killAt}`).toBe(killAt < renameCount);
    expect(existsSync(join(folder, 'drys.db'))).toBe(!wasKilled);

    if (wasKilled) {
      moveDataAway(folder);
      expect(restore(folder).status, `again after rename ${killAt}`).toBe(0);
    }
    using file = new SqliteFile(join(folder, 'drys.db'), { readonly: true });
    expect(file.prepare('SELECT file FROM attachments').pluck().all()).toEqual([plan]);
    expect(readdirSync(join(folder, 'attachments'))).toEqual([plan]);
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  }
});
