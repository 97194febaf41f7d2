import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ConfigError } from '#app/config.server.ts';
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
import { withStartupLock } from '#db/engine/locks.ts';
import {
  commitAndFinishRestore,
  finishPendingRestore,
  flushToDisk,
  getRestoringFolders,
  getRestoringPath,
  linkCurrentFiles,
  listDatabaseFiles,
  lockUnusedDatabase,
  type FilesFolder,
} from '#db/engine/replaced-data.ts';
import { insertMilestoneIfNew } from '#db/milestones.ts';
import { readDatabaseState } from '#db/upgrade.ts';

export class BackupError extends Error {}

/**
 * Writes a backup of the database and the stored files that only its owner may read. Throws ConfigError if the
 * database cannot be opened, Node's own error if a file cannot be read or written, otherwise BackupError.
 */
export async function createBackup(file: string): Promise<BackupContents> {
  if (!existsSync(getDatabasePath()))
    throw new BackupError(`There is no ${getDatabasePath()} to back up.`);
  if (existsSync(file)) throw new BackupError(`${file} already exists: choose another name.`);
  const partialFile = `${resolve(file)}.part`;
  mkdirSync(dirname(partialFile), { recursive: true, mode: 0o700 });
  rmSync(partialFile, { force: true });
  try {
    closeSync(openSync(partialFile, 'wx', 0o600));
    copyDatabaseTo(partialFile);
    const contents = await convertAndCheckBackup(partialFile);
    const files = addFilesToBackup(partialFile, readStoredFile);
    flushToDisk(partialFile);
    renameSync(partialFile, file);
    flushToDisk(dirname(partialFile));
    return { ...contents, ...files };
  } catch (error) {
    if (error instanceof ConfigError || (error as NodeJS.ErrnoException).syscall) throw error;
    throw new BackupError(`Cannot back up ${getDatabasePath()}: ${(error as Error).message}.`);
  } finally {
    rmSync(partialFile, { force: true });
  }
}

/** Notes for the setup checklist that there is a backup. Does nothing before an upgrade, and only logs errors. */
export async function recordBackupMilestone(): Promise<void> {
  try {
    if (readDatabaseState(getSqliteConnection()).kind !== 'current') return;
    await inTransaction((tx) => insertMilestoneIfNew(tx, 'backup'));
  } catch (error) {
    log('backup-not-noted', { reason: (error as Error).message });
  }
}

/** Throws BackupError if the file is missing or damaged. */
export function checkBackup(file: string): Promise<BackupContents> {
  return withCheckedCopy(file, (_, contents) => contents);
}

/**
 * Restores a backup; the former data stays at the path `replaced` (null without former data). Ends all
 * sessions and links, because some may have been revoked since, and sends no unsent mail by itself. A kill leaves
 * either the old or the new data complete. Throws BackupError, without changing anything, if the backup is damaged or
 * another program uses the database.
 */
export function restoreBackupWithoutSessions(
  file: string,
): Promise<BackupContents & { replaced: string | null }> {
  const path = getDatabasePath();
  return withCheckedCopy(file, (copy, contents) => {
    finishPendingRestore(path);
    // Held until the commit: a process that opened the database meanwhile would write into the replaced one.
    const lock = lockUnusedDatabase(path);
    if (lock === 'in-use') {
      throw new BackupError(
        `Another program uses ${path}: stop the site, and Litestream if it is used.`,
      );
    }
    try {
      endSessionsLinksAndMailOfBackup(copy);
      unpackFiles(copy);
      flushToDisk(copy);
      return { ...contents, replaced: commitAndFinishRestore(path) };
    } finally {
      lock.close();
    }
  });
}

/**
 * Copies the backup, checks the copy and passes it to `use`; deletes it afterwards. The copy is beside the
 * database, so that exactly the checked bytes are restored.
 */
function withCheckedCopy<T>(
  file: string,
  use: (copy: string, contents: BackupContents) => T,
): Promise<T> {
  if (!existsSync(file)) return Promise.reject(new BackupError(`There is no ${file}.`));
  const folder = dirname(getDatabasePath());
  const copy = getRestoringPath(getDatabasePath());
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return withStartupLock(folder, async () => {
    try {
      for (const leftover of listDatabaseFiles(copy)) rmSync(leftover, { force: true });
      // copyFile would copy the permissions too.
      await pipeline(createReadStream(file), createWriteStream(copy, { flags: 'wx', mode: 0o600 }));
      return use(copy, await checkCopy(file, copy));
    } finally {
      for (const leftover of listDatabaseFiles(copy)) rmSync(leftover, { force: true });
    }
  });
}

async function checkCopy(file: string, copy: string): Promise<BackupContents> {
  try {
    return await convertAndCheckBackup(copy);
  } catch (error) {
    throw new BackupError(`${file} cannot be restored: ${(error as Error).message}.`);
  }
}

function readStoredFile(folder: FilesFolder, file: string): Buffer | null {
  try {
    return readFileSync(join(dirname(getDatabasePath()), folder, file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function unpackFiles(copy: string): void {
  const folders = getRestoringFolders(getDatabasePath());
  for (const folder of folders) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }
  const hasFiles = extractBackupFiles(copy, (name, file, bytes) => {
    const folder = getRestoringPath(join(dirname(getDatabasePath()), name));
    writeFileSync(join(folder, file), bytes, { mode: 0o600, flag: 'wx', flush: true });
  });
  if (hasFiles) deleteFilesFromBackup(copy);
  else linkCurrentFiles(getDatabasePath());
  for (const folder of folders) flushToDisk(folder);
}
