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
import { log } from '#app/log.server.ts';
import { getDatabaseFile, getDatabasePath } from '#db/database.server.ts';
import {
  addFiles,
  checkFile,
  copyInto,
  endAccess,
  takeFilesOut,
  type BackupContents,
} from '#db/engine/backup-file.ts';
import { withStartupLock } from '#db/engine/locks.ts';
import {
  finishRestore,
  flushToDisk,
  getRestoringFolders,
  getRestoringPath,
  isInUse,
  listDatabaseFiles,
  swapInRestoredData,
  type FilesFolder,
} from '#db/engine/replaced-data.ts';
import { getPendingUpgrade } from '#db/upgrade.ts';

export class BackupError extends Error {}

/** Writes a backup that only its owner may read. Throws BackupError. */
export async function createBackup(file: string): Promise<BackupContents> {
  if (!existsSync(getDatabasePath()))
    throw new BackupError(`there is no ${getDatabasePath()} to back up`);
  if (existsSync(file)) throw new BackupError(`${file} already exists: choose another name`);
  const part = `${resolve(file)}.part`;
  mkdirSync(dirname(part), { recursive: true, mode: 0o700 });
  rmSync(part, { force: true });
  try {
    closeSync(openSync(part, 'wx', 0o600));
    copyInto(part);
    const contents = await checkFile(part);
    const files = addFiles(part, readStoredFile);
    flushToDisk(part);
    renameSync(part, file);
    flushToDisk(dirname(part));
    recordBackup();
    return { ...contents, ...files };
  } finally {
    rmSync(part, { force: true });
  }
}

/** Notes the backup for the setup checklist, unless the database is of a version without that table. */
function recordBackup(): void {
  if (getPendingUpgrade(getDatabaseFile())) return;
  try {
    const statement = 'INSERT INTO milestones VALUES (?, ?) ON CONFLICT DO NOTHING';
    getDatabaseFile().prepare(statement).run('backup', new Date().toISOString());
  } catch (error) {
    log('backup-not-noted', { reason: (error as Error).message });
  }
}

/** Checks a backup with its files, and changes nothing. Throws BackupError if it is not sound. */
export function checkBackup(file: string): Promise<BackupContents> {
  return withSoundCopy(file, (_, contents) => contents);
}

/**
 * Restores a backup. The replaced database and files are kept beside it (`replaced`, or null). All
 * sessions and links end, because some may have been revoked since the backup. A kill leaves either the
 * old or the new data whole. Throws BackupError, without changing anything, if the backup is not sound
 * or the site is running.
 */
export function restore(file: string): Promise<BackupContents & { replaced: string | null }> {
  const path = getDatabasePath();
  return withSoundCopy(file, (copy, contents) => {
    finishRestore(path);
    if (isInUse(path)) throw new BackupError('the site is running on this database: stop it first');
    endAccess(copy);
    unpackFiles(copy);
    flushToDisk(copy);
    return { ...contents, replaced: swapInRestoredData(path) };
  });
}

/** Works on a copy in the folder of the database, so that exactly the checked bytes are restored. */
function withSoundCopy<T>(
  file: string,
  use: (copy: string, contents: BackupContents) => T,
): Promise<T> {
  if (!existsSync(file)) return Promise.reject(new BackupError(`there is no ${file}`));
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
    return await checkFile(copy);
  } catch (error) {
    throw new BackupError(`${file} is not a sound backup: ${(error as Error).message}`);
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

/** Unpacks the files. A backup without any, such as a plain copy of the database, leaves the current ones. */
function unpackFiles(copy: string): void {
  const folders = getRestoringFolders(getDatabasePath());
  for (const folder of folders) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }
  const hasFiles = takeFilesOut(copy, (name, file, bytes) => {
    const folder = getRestoringPath(join(dirname(getDatabasePath()), name));
    writeFileSync(join(folder, file), bytes, { mode: 0o600, flag: 'wx', flush: true });
  });
  for (const folder of folders) {
    if (hasFiles) flushToDisk(folder);
    else rmSync(folder, { recursive: true });
  }
}
