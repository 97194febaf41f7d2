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
import { databaseFile, databasePath } from '#db/database.server.ts';
import {
  type FilesFolder,
  finishRestore,
  flush,
  isInUse,
  replaceData,
  restoringFolders,
  restoringPath,
  withLogs,
} from '#db/engine/replaced-data.ts';
import { onlyOneStarts } from '#db/engine/locks.ts';
import {
  type Soundness,
  addFiles,
  checkFile,
  copyInto,
  endAccess,
  takeFilesOut,
} from '#db/engine/backup-file.ts';

export class BackupError extends Error {}

/** Nobody else may read the new file. `missing` counts files that are gone. Throws BackupError. */
export async function backUp(file: string): Promise<Soundness & { missing: number }> {
  if (!existsSync(databasePath()))
    throw new BackupError(`there is no ${databasePath()} to back up`);
  if (existsSync(file)) throw new BackupError(`${file} exists already: name a new file`);
  const part = `${resolve(file)}.part`;
  mkdirSync(dirname(part), { recursive: true, mode: 0o700 });
  rmSync(part, { force: true });
  try {
    closeSync(openSync(part, 'wx', 0o600));
    copyInto(part);
    const copied = await checkFile(part);
    const files = addFiles(part, readKept);
    flush(part);
    renameSync(part, file);
    flush(dirname(part));
    noteBackup();
    return { ...copied, ...files };
  } finally {
    rmSync(part, { force: true });
  }
}

function noteBackup(): void {
  try {
    const note = 'INSERT INTO milestones VALUES (?, ?) ON CONFLICT DO NOTHING';
    databaseFile().prepare(note).run('backup', new Date().toISOString());
  } catch (error) {
    // A database of another release has no place for it.
    log('backup-not-noted', { reason: (error as Error).message });
  }
}

/** Reads its files too, and touches nothing. Throws BackupError if it is not sound. */
export function checkBackup(file: string): Promise<Soundness> {
  return withSoundCopy(file, (_, soundness) => soundness);
}

/**
 * What it replaces is kept beside it (`replaced`, null for none). Everybody is signed out and every
 * link is void: the backup may hold some that have ended since. A kill leaves the one or the other
 * whole. Throws BackupError when it is not sound or the site is running; then nothing was changed.
 */
export function restore(file: string): Promise<Soundness & { replaced: string | null }> {
  const path = databasePath();
  return withSoundCopy(file, (copy, soundness) => {
    finishRestore(path);
    if (isInUse(path)) throw new BackupError('the site is running on this database: stop it first');
    endAccess(copy);
    unpackFiles(copy);
    flush(copy);
    return { ...soundness, replaced: replaceData(path) };
  });
}

/** Checks the very bytes that will be used: a copy, in the folder of the database. */
function withSoundCopy<T>(file: string, use: (copy: string, found: Soundness) => T): Promise<T> {
  if (!existsSync(file)) return Promise.reject(new BackupError(`there is no ${file}`));
  const folder = dirname(databasePath());
  const copy = restoringPath(databasePath());
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return onlyOneStarts(folder, async () => {
    try {
      for (const rest of withLogs(copy)) rmSync(rest, { force: true });
      // copyFile would give the copy the rights of the original.
      await pipeline(createReadStream(file), createWriteStream(copy, { flags: 'wx', mode: 0o600 }));
      return use(copy, await soundnessOf(file, copy));
    } finally {
      for (const rest of withLogs(copy)) rmSync(rest, { force: true });
    }
  });
}

async function soundnessOf(file: string, copy: string): Promise<Soundness> {
  try {
    return await checkFile(copy);
  } catch (error) {
    throw new BackupError(`${file} is not a sound backup: ${(error as Error).message}`);
  }
}

function readKept(folder: FilesFolder, file: string): Buffer | null {
  try {
    return readFileSync(join(dirname(databasePath()), folder, file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** A backup without files, such as a plain copy of the database, leaves the files in use. */
function unpackFiles(copy: string): void {
  const folders = restoringFolders(databasePath());
  for (const folder of folders) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }
  const hasFiles = takeFilesOut(copy, (name, file, bytes) => {
    const folder = restoringPath(join(dirname(databasePath()), name));
    writeFileSync(join(folder, file), bytes, { mode: 0o600, flag: 'wx', flush: true });
  });
  for (const folder of folders) {
    if (hasFiles) flush(folder);
    else rmSync(folder, { recursive: true });
  }
}
