import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';

const LOCK = 'start.lock';
/** A migration of a large database may take a while. */
const WAIT_MS = 60_000;

/**
 * Does what only one process may do at a time in a data folder: making its secret and its database,
 * migrating it, restoring a backup. SQLite's lock on a file of its own, because it goes with the
 * process that holds it, however that ends. Without a folder to write to there is nothing to guard.
 */
export async function onlyOneStarts<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const lock = takeLock(dataDir);
  try {
    return await work();
  } finally {
    lock?.close();
  }
}

function takeLock(dataDir: string): SQLite.Database | null {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const path = join(dataDir, LOCK);
    closeSync(openSync(path, 'a', 0o600));
    // An earlier version left it to the umask.
    chmodSync(path, 0o600);
    const lock = new SQLite(path, { timeout: WAIT_MS });
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch {
    // What is wrong with the folder is told by those who need it.
    return null;
  }
}
