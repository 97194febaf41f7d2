import { existsSync, linkSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { addFiles } from '#db/integrity/backup-files.ts';
import { databasePath } from '#db/database.server.ts';
import { type Soundness, checkFile, copyInto, endAccess, isInUse } from '#db/engine/maintenance.ts';
import {
  flush,
  readKept,
  replaceFiles,
  replacedFolder,
  restoringFolder,
  unpackFiles,
} from './backup-attachments.server.ts';
import { copyPrivately, makePrivate } from './private-file.server.ts';

/** A backup or restore that was not done; the message is one line that says why. */
export class BackupError extends Error {}

/** Where a restore leaves what it replaced. */
export const replacedPath = () => `${databasePath()}.before-restore`;

/**
 * Writes a consistent copy of the live database, with the files of its enquiries, to one new file
 * that nobody else may read. `missing` counts files that are not there any more. Throws BackupError.
 */
export async function backUp(file: string): Promise<Soundness & { missing: number }> {
  if (!existsSync(databasePath()))
    throw new BackupError(`there is no ${databasePath()} to back up`);
  if (existsSync(file)) throw new BackupError(`${file} exists already: name a new file`);
  const part = `${resolve(file)}.part`;
  mkdirSync(dirname(part), { recursive: true });
  rmSync(part, { force: true });
  try {
    makePrivate(part);
    copyInto(part);
    const copied = await checkFile(part);
    const files = addFiles(part, readKept);
    flush(part);
    renameSync(part, file);
    flush(dirname(part));
    return { ...copied, ...files };
  } finally {
    rmSync(part, { force: true });
  }
}

/** Reads a backup from end to end, its files too, without touching anything. Throws BackupError if it is not sound. */
export function checkBackup(file: string): Promise<Soundness> {
  return withSoundCopy(file, (_, soundness) => soundness);
}

/**
 * Puts a backup in the place of the database, which is kept beside it (`replaced`: there was one);
 * everybody is signed out and every link is void, because the backup may hold some that have ended
 * since. Throws BackupError when it is not sound or the site is running; then nothing was changed.
 */
export function restore(file: string): Promise<Soundness & { replaced: boolean }> {
  const path = databasePath();
  return withSoundCopy(file, (copy, soundness) => {
    if (isInUse(path)) throw new BackupError('the site is running on this database: stop it first');
    endAccess(copy);
    const hasFiles = unpackFiles(copy);
    flush(copy);
    const replaced = existsSync(path);
    if (replaced) {
      rmSync(replacedPath(), { force: true });
      linkSync(path, replacedPath());
    }
    // The log of the old database must never be read into the new one.
    for (const rest of leftOver(path).slice(1)) rmSync(rest, { force: true });
    if (hasFiles) replaceFiles();
    renameSync(copy, path);
    flush(dirname(path));
    return { ...soundness, replaced };
  });
}

/** Deletes what a restore replaced before an instant (epoch ms). */
export function dropReplaced(before: number): void {
  dropOlder([replacedPath(), replacedFolder()], before);
}

/** Deletes the copies of a restore or check that was killed before an instant (epoch ms). */
export function dropUnfinished(before: number): void {
  dropOlder([...leftOver(restoringPath()), restoringFolder()], before);
}

function dropOlder(paths: string[], before: number): void {
  for (const path of paths) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found && found.ctimeMs < before) rmSync(path, { recursive: true });
  }
}

const restoringPath = () => `${databasePath()}.restoring`;
const leftOver = (path: string) => ['', '-wal', '-shm', '-journal'].map((rest) => path + rest);

/** Checks the very bytes that will be used: a copy, in the folder of the database. */
async function withSoundCopy<T>(
  file: string,
  use: (copy: string, soundness: Soundness) => T,
): Promise<T> {
  if (!existsSync(file)) throw new BackupError(`there is no ${file}`);
  const copy = restoringPath();
  mkdirSync(dirname(copy), { recursive: true, mode: 0o700 });
  try {
    for (const rest of leftOver(copy)) rmSync(rest, { force: true });
    copyPrivately(file, copy);
    return use(copy, await soundnessOf(file, copy));
  } finally {
    for (const rest of leftOver(copy)) rmSync(rest, { force: true });
  }
}

async function soundnessOf(file: string, copy: string): Promise<Soundness> {
  try {
    return await checkFile(copy);
  } catch (error) {
    throw new BackupError(`${file} is not a sound backup: ${(error as Error).message}`);
  }
}
