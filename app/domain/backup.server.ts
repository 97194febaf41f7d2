import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ConfigError, formatCommand } from '#app/config.server.ts';
import { isOutOfSpaceError } from '#app/domain/attachments/attachment-folder.server.ts';
import { log } from '#app/log.server.ts';
import { getDatabasePath, getSqliteConnection, inTransaction } from '#db/database.server.ts';
import {
  addFilesToBackup,
  convertAndCheckBackup,
  copyDatabaseTo,
  deleteFilesFromBackup,
  endSessionsLinksAndMailOfBackup,
  extractBackupFiles,
  type BackupContents,
} from '#db/engine/backup-file.ts';
import {
  deleteRestoreLeftovers,
  FILES_FOLDERS,
  flushToDisk,
  getPartPath,
  listDatabaseFiles,
  listExistingData,
  listFilesFolders,
  type FilesFolder,
} from '#db/engine/database-files.ts';
import { withStartupLock } from '#db/engine/locks.ts';
import { replaceRow } from '#db/rows.ts';
import { readDatabaseState } from '#db/upgrade.ts';

export class BackupError extends Error {}

/**
 * Writes a backup of the database and the stored files that only its owner may read, and creates the folders of `file`.
 * Files that are missing or changed are left out, and listed in `missing`. Throws BackupError if the database is missing,
 * `file` exists, the disk is full or the copy cannot be restored; ConfigError if the database cannot be opened; and Node's
 * own error if a file cannot be read or written.
 */
export async function createBackup(file: string): Promise<BackupContents> {
  if (!existsOrThrow(getDatabasePath()))
    throw new BackupError(`There is no ${getDatabasePath()} to back up.`);
  if (existsSync(file)) throw new BackupError(`${file} already exists: choose another name.`);

  const partialFile = `${resolve(file)}.part`;
  mkdirSync(dirname(partialFile), { recursive: true, mode: 0o700 });
  deleteWithLogs(partialFile);

  try {
    closeSync(openSync(partialFile, 'wx', 0o600));
    copyDatabaseTo(partialFile);

    // Also proves that the copy can be restored.
    const contents = await convertAndCheckBackup(partialFile);
    const files = addFilesToBackup(partialFile, readFileIfExists);

    flushToDisk(partialFile);
    renameSync(partialFile, file);
    flushToDisk(dirname(partialFile));
    return { ...contents, ...files };
  } catch (error) {
    if (isDiskFullError(error)) {
      throw new BackupError(
        `${dirname(partialFile)} has too little space for the backup: make room, or choose another folder.`,
      );
    }
    if (error instanceof ConfigError || isSystemError(error)) throw error;
    throw new BackupError(`Cannot back up ${getDatabasePath()}: ${(error as Error).message}.`);
  } finally {
    // After the rename, only SQLite's logs are left.
    deleteWithLogs(partialFile);
  }
}

const isSystemError = (error: unknown) => (error as NodeJS.ErrnoException).syscall !== undefined;

/** Deletes a database and SQLite's logs beside it, which stay behind on a full disk or after a kill. */
function deleteWithLogs(path: string): void {
  for (const file of listDatabaseFiles(path)) rmSync(file, { force: true });
}

/** Notes for `doctor` when the last backup was made. Does nothing before an upgrade, and only logs errors. */
export async function recordBackupTime(): Promise<void> {
  try {
    if (readDatabaseState(getSqliteConnection()).kind !== 'current') return;
    const milestone = { name: 'backup', reached_at: new Date().toISOString() } as const;
    await inTransaction((tx) => replaceRow(tx, 'milestones', milestone));
  } catch (error) {
    log('backup-not-noted', { reason: (error as Error).message });
  }
}

/**
 * Checks a copy of the backup in the data folder, and returns what it contains. Creates that folder, and deletes what an
 * interrupted restore has left in it. Throws BackupError if the file is missing or damaged, is a copy of a database
 * without its latest changes, or does not fit into the folder.
 */
export async function checkBackup(file: string): Promise<BackupContents> {
  requireWholeFile(file);
  return withCheckedCopy(file, (_, contents) => contents);
}

/**
 * Restores a backup into a data folder that has no database. Ends all sessions and links, because some may have been
 * revoked since, and sends no unsent mail by itself. A kill leaves either no database or the whole one. Throws
 * BackupError if checkBackup does, if the data folder has data, or if it has a link in place of a folder.
 */
export async function restoreBackupWithoutSessions(file: string): Promise<BackupContents> {
  const path = getDatabasePath();
  requireWholeFile(file);
  requireNoData(path);

  return withCheckedCopy(file, (copy, contents) => {
    // Again: a start may have created a database while this command waited for its lock.
    requireNoData(path);
    deleteFoldersInTheWay(path);

    endSessionsLinksAndMailOfBackup(copy);
    unpackFiles(copy);
    flushToDisk(copy);

    // The database comes last: without it, nothing counts as restored.
    for (const folder of listFilesFolders(path)) renameSync(getPartPath(folder), folder);
    renameSync(copy, path);
    flushToDisk(dirname(path));
    return contents;
  });
}

/** Throws if the latest changes are still in SQLite's log beside the file, as after `cp` of a running site. */
function requireWholeFile(file: string): void {
  if (!existsOrThrow(file)) throw new BackupError(`There is no ${file}.`);

  const logSizeBytes = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (logSizeBytes === 0) return;

  throw new BackupError(
    `${file} lacks the latest changes, which are in ${file}-wal. If the site was stopped when both were copied, ` +
      `add them with: sqlite3 ${file} 'PRAGMA wal_checkpoint(TRUNCATE)'. If it was running, the copy cannot be ` +
      `trusted: use a file made by ${formatCommand('data', 'backup FILE')}`,
  );
}

/** Throws Node's own error, which existsSync hides, for a file in a folder that the user may not search. */
const existsOrThrow = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false }) !== undefined;

function requireNoData(databasePath: string): void {
  const names = listExistingData(databasePath);
  if (names.length === 0) return;

  const dataDir = dirname(databasePath);
  const database = basename(databasePath);
  // A site that stops deletes SQLite's logs: the command must not name them.
  const isOfDatabase = (name: string) => name.startsWith(database);
  const folders = names.filter((name) => !isOfDatabase(name));
  const sources = names.some(isOfDatabase) ? [`${database}*`, ...folders] : folders;
  const target = findUnusedFolderName(dataDir);
  throw new BackupError(
    `${dataDir} has data, which a restore never replaces: ${names.join(', ')}. Stop the site (and Litestream), move the ` +
      `data away and try again: cd '${dataDir}' && mkdir -m 700 ${target} && mv ${sources.join(' ')} ${target}/`,
  );
}

/** Returns "replaced", or "replaced-2" and so on if an earlier restore has left folders of these names. */
function findUnusedFolderName(dataDir: string): string {
  let name = 'replaced';
  for (let number = 2; existsSync(join(dataDir, name)); number += 1) name = `replaced-${number}`;
  return name;
}

function deleteFoldersInTheWay(databasePath: string): void {
  try {
    // Throws for a link, a mount point, and a folder with files.
    for (const folder of listFilesFolders(databasePath).filter(existsSync)) rmdirSync(folder);
  } catch (error) {
    const { path, code } = error as NodeJS.ErrnoException;
    throw new BackupError(
      `${path} cannot be replaced (${code}): it is a link or another disk. Take it away, restore, and then move ` +
        'the restored folder to the other disk.',
    );
  }
}

/**
 * Copies the backup beside the database, checks the copy and passes it to `use`: exactly the checked bytes are
 * restored. Deletes what `use` leaves of it.
 */
function withCheckedCopy<T>(
  file: string,
  use: (copy: string, contents: BackupContents) => T,
): Promise<T> {
  const path = getDatabasePath();
  const copy = getPartPath(path);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });

  return withStartupLock(dirname(path), async () => {
    try {
      deleteRestoreLeftovers(path);
      // copyFile would copy the permissions too.
      await pipeline(createReadStream(file), createWriteStream(copy, { flags: 'wx', mode: 0o600 }));
      return use(copy, await checkCopy(file, copy));
    } catch (error) {
      if (!isDiskFullError(error)) throw error;
      throw new BackupError(
        `${dirname(path)} has too little space for the contents of ${file}: make room and try again.`,
      );
    } finally {
      deleteRestoreLeftovers(path);
    }
  });
}

async function checkCopy(file: string, copy: string): Promise<BackupContents> {
  try {
    return await convertAndCheckBackup(copy);
  } catch (error) {
    if (isDiskFullError(error)) throw error;
    throw new BackupError(`${file} cannot be restored: ${(error as Error).message}.`);
  }
}

function isDiskFullError(error: unknown): boolean {
  return isOutOfSpaceError(error) || (error as { code?: unknown }).code === 'SQLITE_FULL';
}

function readFileIfExists(folder: FilesFolder, file: string): Buffer | null {
  try {
    return readFileSync(join(dirname(getDatabasePath()), folder, file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Writes the files of the backup into folders beside their own; a plain copy of a database has none. */
function unpackFiles(copy: string): void {
  const dataDir = dirname(copy);
  const getPartFolder = (name: FilesFolder) => getPartPath(join(dataDir, name));
  for (const name of FILES_FOLDERS) mkdirSync(getPartFolder(name), { mode: 0o700 });

  const hasFiles = extractBackupFiles(copy, (name, file, bytes) => {
    writeFileSync(join(getPartFolder(name), file), bytes, { mode: 0o600, flag: 'wx', flush: true });
  });
  if (hasFiles) deleteFilesFromBackup(copy);
  for (const name of FILES_FOLDERS) flushToDisk(getPartFolder(name));
}
