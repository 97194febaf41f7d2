import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { SqliteFile } from '#db/engine/sqlite-file.ts';

// The files of a data folder that belong to its database: SQLite's own, and the stored files that rows name.

const BUSY_TIMEOUT_MS = 500;

export const FILES_FOLDERS = ['attachments', 'media'] as const;
export type FilesFolder = (typeof FILES_FOLDERS)[number];

export const getUpgradeCopyPath = (path: string): string => `${path}.before-upgrade`;
/** Returns the path at which a file or folder is written before it gets its own name. */
export const getPartPath = (path: string): string => `${path}.part`;
/** Returns the paths of the database and of SQLite's logs beside it, whether or not they exist. */
export const listDatabaseFiles = (path: string): string[] =>
  ['', '-wal', '-shm', '-journal'].map((end) => path + end);
export const listFilesFolders = (databasePath: string): string[] =>
  FILES_FOLDERS.map((name) => join(dirname(databasePath), name));

/** Returns the names of data in the way of a restore: the files of a database, and folders with files. */
export function listExistingData(databasePath: string): string[] {
  const files = listDatabaseFiles(databasePath).filter((path) => existsSync(path));
  const folders = listFilesFolders(databasePath).filter(
    (path) => existsSync(path) && readdirSync(path).length > 0,
  );
  return [...files, ...folders].map((path) => basename(path));
}

/** Deletes the files and folders that a restore prepared. With a time (epoch ms), only those last changed before it. */
export function deleteRestoreLeftovers(databasePath: string, beforeMs = Infinity): void {
  // SQLite names its logs after the database that is being written; each folder is written as a part of its own.
  const databaseParts = listDatabaseFiles(getPartPath(databasePath));
  const folderParts = listFilesFolders(databasePath).map(getPartPath);

  for (const path of [...databaseParts, ...folderParts]) deleteIfOlder(path, beforeMs);
}

/** Deletes a file or folder that was last changed before a time (epoch ms). Ignores a missing one. */
export function deleteIfOlder(path: string, beforeMs: number): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  // Another process may delete the same file: `force` ignores that it is gone.
  if (stats && stats.ctimeMs < beforeMs) rmSync(path, { recursive: true, force: true });
}

/**
 * Returns 'in-use' if another process uses the database: SQLite needs exclusive access to leave WAL mode. The next
 * opening sets the mode again. Returns 'ok' also for a missing or damaged file: its opening reports the error.
 */
export function leaveWalMode(databasePath: string): 'ok' | 'in-use' {
  if (!existsSync(databasePath)) return 'ok';

  try {
    const options = { fileMustExist: true, timeout: BUSY_TIMEOUT_MS };
    using database = new SqliteFile(databasePath, options);
    const mode = database.pragma('journal_mode = DELETE', { simple: true });
    return mode === 'delete' ? 'ok' : 'in-use';
  } catch (error) {
    const { code } = error as { code?: string };
    const isBusy = code?.startsWith('SQLITE_BUSY');
    return isBusy ? 'in-use' : 'ok';
  }
}

// Shares such as SMB answer so for a folder. A broken disk answers EIO, which is an error.
const FOLDER_SYNC_UNSUPPORTED = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOTTY']);

/** Calls fsync on a file or folder: after a rename, on the folder. Ignores that a share cannot sync folders. */
export function flushToDisk(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const isUnsupported = FOLDER_SYNC_UNSUPPORTED.has(code) && fstatSync(descriptor).isDirectory();
    if (!isUnsupported) throw error;
  } finally {
    closeSync(descriptor);
  }
}
