import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import SQLite from 'better-sqlite3';
import { ConfigError } from '#app/config.server.ts';
import { CHECKED_AT_OPENING_BYTES } from '#db/integrity/background-check.ts';

const BUSY_TIMEOUT_MS = 1000;
/** Says that this folder has held a database: an empty or missing file is then a loss, not a start. */
export const MARKER = '.in-use';

/**
 * Opens a database file with the pragmas that make an acknowledged row survive a power cut.
 * Throws ConfigError, leaving the file untouched, when it is missing or empty although the folder
 * was in use, or when SQLite finds it damaged.
 */
export function openFile(path: string): SQLite.Database {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const marker = join(folder, MARKER);
  if (existsSync(marker)) refuseLoss(path);
  try {
    // Private from its first byte; what SQLite lays beside it takes the same rights.
    if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
    const file = new SQLite(path, { timeout: BUSY_TIMEOUT_MS });
    chmodSync(path, 0o600);
    setPragmas(file);
    if (statSync(path).size <= CHECKED_AT_OPENING_BYTES) {
      const check = file.pragma('quick_check(1)', { simple: true });
      if (check !== 'ok') throw new Error(String(check));
    }
    if (!existsSync(marker)) writeFileSync(marker, '', { mode: 0o600 });
    return file;
  } catch (error) {
    throw new ConfigError(
      `cannot use the database ${path}: ${(error as Error).message}. ` +
        'Restore a backup with: npm run data -- restore FILE',
    );
  }
}

function setPragmas(file: SQLite.Database): void {
  file.pragma('journal_mode = WAL');
  // NORMAL would lose acknowledged rows in a power cut; FULL costs about 2 ms a commit.
  file.pragma('synchronous = FULL');
  file.pragma('foreign_keys = ON');
  file.pragma('trusted_schema = OFF');
  file.pragma('secure_delete = ON');
}

function refuseLoss(path: string): void {
  // SQLite takes a missing or zero-byte file for a new, empty database.
  if (existsSync(path) && statSync(path).size > 0) return;
  throw new ConfigError(
    `the database ${path} is ${existsSync(path) ? 'empty' : 'missing'} although it has been used. ` +
      'Restore a backup with: npm run data -- restore FILE',
  );
}
