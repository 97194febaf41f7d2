import { existsSync, mkdtempSync, renameSync } from 'node:fs';
import { join } from 'node:path';

/** Makes room for a restore: moves the database, its logs and the stored files into a folder of their own. */
export function moveDataAway(dataDir: string): void {
  const replaced = mkdtempSync(join(dataDir, 'replaced-'));
  for (const name of ['drys.db', 'drys.db-wal', 'drys.db-shm', 'attachments', 'media']) {
    const path = join(dataDir, name);
    if (existsSync(path)) renameSync(path, join(replaced, name));
  }
}
