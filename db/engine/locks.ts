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

const LOCK = 'start.lock';
const WAIT_MS = 60_000;

/**
 * SQLite's lock on a file of its own, because it goes with the process that holds it, however that
 * ends. Without a folder to write to there is nothing to guard.
 */
export async function withStartupLock<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
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

const ENDING = '.lock';
// By folder; kept here, because a lock that is collected as garbage is given back.
const mine = new Map<string, { name: string; lock: SQLite.Database }>();

/**
 * No other process has or had it. Its lock is SQLite's: the system takes it back however the
 * process ends, and all containers on one disk see it, whose process ids and clocks differ.
 */
export function getProcessName(folder: string): string {
  const held = mine.get(folder);
  if (held) return held.name;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (;;) {
    const name = randomBytes(16).toString('hex');
    const path = join(folder, name + ENDING);
    closeSync(openSync(path, 'wx', 0o600));
    const lock = tryLock(path);
    // Somebody who clears away may have come first.
    if (lock && existsSync(path)) {
      mine.set(folder, { name, lock });
      return name;
    }
    lock?.close();
  }
}

/** The names of the processes that live; the locks of all others are cleared away. */
export function listLiveProcesses(folder: string): Set<string> {
  const living = new Set<string>();
  const found = existsSync(folder) ? readdirSync(folder) : [];
  for (const file of found.filter((one) => one.endsWith(ENDING))) {
    const name = file.slice(0, -ENDING.length);
    const lock = mine.get(folder)?.name === name ? null : tryLock(join(folder, file));
    if (!lock) living.add(name);
    // Gone before the lock is given back: nobody can take it in between.
    else rmSync(join(folder, file), { force: true });
    lock?.close();
  }
  return living;
}

function tryLock(path: string): SQLite.Database | null {
  const lock = new SQLite(path, { timeout: 0 });
  try {
    // No journal beside it: nothing is written.
    lock.pragma('journal_mode = MEMORY');
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    if ((error as { code?: string }).code === 'SQLITE_BUSY') return null;
    throw error;
  }
}
