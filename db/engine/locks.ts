import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '#app/config.server.ts';
import { SqliteFile } from '#db/engine/sqlite-file.ts';

const STARTUP_LOCK = 'start.lock';
// A restore of many files or the upgrade of a large database takes minutes.
const LOCK_TIMEOUT_MS = 10 * 60_000;
const SILENT_WAIT_MS = 5000;

/**
 * Runs `work` while no other process of this data folder starts, upgrades or restores. Waits for them, and throws
 * ConfigError after LOCK_TIMEOUT_MS. Runs `work` without a lock in a folder that cannot be used: opening the database
 * says why. The lock is SQLite's lock on a file: the system releases it when the process ends, even after a kill.
 */
export async function withStartupLock<T>(
  dataDir: string,
  work: () => Promise<T>,
  timeoutMs = LOCK_TIMEOUT_MS,
): Promise<T> {
  using _lock = acquireStartupLock(dataDir, timeoutMs);
  return await work();
}

function acquireStartupLock(dataDir: string, timeoutMs: number): SqliteFile | null {
  let lock: SqliteFile | undefined;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const path = join(dataDir, STARTUP_LOCK);
    closeSync(openSync(path, 'a', 0o600));

    lock = new SqliteFile(path, { timeout: Math.min(timeoutMs, SILENT_WAIT_MS) });
    if (beginExclusive(lock)) return lock;

    console.error(`Waiting for another process that is starting, upgrading or restoring: ${path}`);
    lock.pragma(`busy_timeout = ${timeoutMs}`);
    if (beginExclusive(lock)) return lock;
  } catch {
    // Ignore errors here: opening the database reports an unusable folder.
    lock?.close();
    return null;
  }
  lock.close();

  throw new ConfigError(
    `Another process is still starting, upgrading or restoring in ${dataDir}: wait until it has finished, ` +
      'or end it, then try again.',
  );
}

const LOCK_EXTENSION = '.lock';
// By folder. The map keeps a reference: garbage collection of a lock would release it.
const ownLocks = new Map<string, { name: string; lock: SqliteFile }>();

/**
 * Returns a name that no other process of this folder has. A lock file claims it until the process ends: unlike
 * process ids, locks are visible to other containers.
 */
export function claimProcessName(folder: string): string {
  const ownLock = ownLocks.get(folder);
  if (ownLock) return ownLock.name;

  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (;;) {
    const name = randomBytes(16).toString('hex');
    const path = join(folder, name + LOCK_EXTENSION);
    closeSync(openSync(path, 'wx', 0o600));
    const lock = tryLock(path);

    // Another process may have deleted the file as stale before it was locked.
    if (lock && existsSync(path)) {
      ownLocks.set(folder, { name, lock });
      return name;
    }
    lock?.close();
  }
}

/** Deletes the lock files of processes that have ended. The operating system has released their locks. */
export function deleteStaleProcessLocks(folder: string): void {
  for (const name of listClaimedProcessNames(folder)) {
    if (ownLocks.get(folder)?.name === name) continue;
    const path = join(folder, name + LOCK_EXTENSION);
    const lock = tryLock(path);
    if (!lock) continue;
    // Delete the file before releasing its lock, so that no process can take it in between.
    rmSync(path, { force: true });
    lock.close();
  }
}

/**
 * Returns the names with a lock file: those of ended processes too, until deleteStaleProcessLocks deletes their files.
 */
export function listClaimedProcessNames(folder: string): Set<string> {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const lockFiles = files.filter((file) => file.endsWith(LOCK_EXTENSION));
  return new Set(lockFiles.map((file) => file.slice(0, -LOCK_EXTENSION.length)));
}

/**
 * Creates a missing file and locks it. Returns null while another process or thread has the lock, which the
 * system releases even after a kill.
 */
export function tryLockFile(path: string): { close(): void } | null {
  closeSync(openSync(path, 'a', 0o600));
  return tryLock(path);
}

function tryLock(path: string): SqliteFile | null {
  const lock = new SqliteFile(path, { timeout: 0 });
  try {
    if (beginExclusive(lock)) return lock;
    lock.close();
    return null;
  } catch (error) {
    lock.close();
    throw error;
  }
}

/** Returns false if another connection holds the lock. */
function beginExclusive(lock: SqliteFile): boolean {
  try {
    // Nothing is written, so no journal file is needed.
    lock.pragma('journal_mode = MEMORY');
    lock.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === 'SQLITE_BUSY') return false;
    throw error;
  }
}
