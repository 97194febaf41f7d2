import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';

const STARTUP_LOCK = 'start.lock';
const LOCK_TIMEOUT_MS = 60_000;

/**
 * Runs the work while no other process of this data folder does. The lock is SQLite's lock on a file:
 * the system releases it when the process ends, even after a kill.
 */
export async function withStartupLock<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const lock = acquireStartupLock(dataDir);
  try {
    return await work();
  } finally {
    lock?.close();
  }
}

function acquireStartupLock(dataDir: string): SQLite.Database | null {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const path = join(dataDir, STARTUP_LOCK);
    closeSync(openSync(path, 'a', 0o600));
    // An earlier version created the file with the permissions of the umask.
    chmodSync(path, 0o600);
    const lock = new SQLite(path, { timeout: LOCK_TIMEOUT_MS });
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch {
    // Ignore errors here: opening the database reports an unusable folder.
    return null;
  }
}

const LOCK_EXTENSION = '.lock';
// By folder. The map keeps a reference: garbage collection of a lock would release it.
const ownLocks = new Map<string, { name: string; lock: SQLite.Database }>();

/**
 * Returns the unique name of this process and holds a lock for it until the process ends. Unlike process
 * ids, the locks are also visible to other containers on the same disk.
 */
export function getProcessName(folder: string): string {
  const ownLock = ownLocks.get(folder);
  if (ownLock) return ownLock.name;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (;;) {
    const name = randomBytes(16).toString('hex');
    const path = join(folder, name + LOCK_EXTENSION);
    closeSync(openSync(path, 'wx', 0o600));
    const lock = tryLock(path);
    // listLiveProcesses in another process may have deleted the file before it was locked.
    if (lock && existsSync(path)) {
      ownLocks.set(folder, { name, lock });
      return name;
    }
    lock?.close();
  }
}

/** Returns the names of the live processes and deletes the lock files of all others. */
export function listLiveProcesses(folder: string): Set<string> {
  const liveProcesses = new Set<string>();
  const files = existsSync(folder) ? readdirSync(folder) : [];
  for (const file of files.filter((one) => one.endsWith(LOCK_EXTENSION))) {
    const name = file.slice(0, -LOCK_EXTENSION.length);
    const lock = ownLocks.get(folder)?.name === name ? null : tryLock(join(folder, file));
    if (!lock) liveProcesses.add(name);
    // Delete the file before releasing its lock, so that no process can take it in between.
    else rmSync(join(folder, file), { force: true });
    lock?.close();
  }
  return liveProcesses;
}

/**
 * Returns the lock on a file of the data folder until it is closed, or null while another process or
 * thread has it. The system releases it when the process ends, even after a kill.
 */
export function tryLockFile(path: string): { close(): void } | null {
  closeSync(openSync(path, 'a', 0o600));
  return tryLock(path);
}

function tryLock(path: string): SQLite.Database | null {
  const lock = new SQLite(path, { timeout: 0 });
  try {
    // Nothing is written, so no journal file is needed.
    lock.pragma('journal_mode = MEMORY');
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    if ((error as { code?: string }).code === 'SQLITE_BUSY') return null;
    throw error;
  }
}
