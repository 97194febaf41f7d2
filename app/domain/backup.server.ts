import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { databasePath } from '#db/database.server.ts';
import { type Soundness, checkFile, copyInto, endAccess, isInUse } from '#db/file-care.ts';

/** A backup or restore that was not done; the message is one line that says why. */
export class BackupError extends Error {}

/** Where a restore leaves what it replaced. */
export const replacedPath = () => `${databasePath()}.before-restore`;

/** Writes a consistent copy of the live database to a new file. Throws BackupError. */
export function backUp(file: string): Soundness {
  if (!existsSync(databasePath()))
    throw new BackupError(`there is no ${databasePath()} to back up`);
  if (existsSync(file)) throw new BackupError(`${file} exists already: name a new file`);
  const part = `${resolve(file)}.part`;
  mkdirSync(dirname(part), { recursive: true });
  rmSync(part, { force: true });
  try {
    copyInto(part);
    chmodSync(part, 0o600);
    const copied = checkFile(part);
    flush(part);
    renameSync(part, file);
    flush(dirname(part));
    return copied;
  } finally {
    rmSync(part, { force: true });
  }
}

/** Reads a backup from end to end without touching anything. Throws BackupError if it is not sound. */
export function checkBackup(file: string): Soundness {
  return withSoundCopy(file, (_, soundness) => soundness);
}

/**
 * Puts a backup in the place of the database, which is kept beside it; everybody is signed out and
 * every link is void, because the backup may hold some that have ended since. Throws BackupError
 * when the backup is not sound or the site is running; then nothing was changed.
 */
export function restore(file: string): Soundness {
  const path = databasePath();
  return withSoundCopy(file, (copy, soundness) => {
    if (isInUse(path)) throw new BackupError('the site is running on this database: stop it first');
    endAccess(copy);
    chmodSync(copy, 0o600);
    flush(copy);
    if (existsSync(path)) {
      rmSync(replacedPath(), { force: true });
      linkSync(path, replacedPath());
    }
    // The log of the old database must never be read into the new one.
    for (const rest of ['-wal', '-shm', '-journal']) rmSync(path + rest, { force: true });
    renameSync(copy, path);
    flush(dirname(path));
    return soundness;
  });
}

/** Deletes what a restore replaced before an instant: it may hold what has been erased since. */
export function dropReplaced(before: number): void {
  const path = replacedPath();
  if (existsSync(path) && statSync(path).ctimeMs < before) rmSync(path);
}

/** Checks the very bytes that will be used: a copy, in the folder of the database. */
function withSoundCopy<T>(file: string, use: (copy: string, soundness: Soundness) => T): T {
  if (!existsSync(file)) throw new BackupError(`there is no ${file}`);
  const copy = `${databasePath()}.restoring`;
  mkdirSync(dirname(copy), { recursive: true, mode: 0o700 });
  try {
    copyFileSync(file, copy);
    return use(copy, soundnessOf(file, copy));
  } finally {
    for (const rest of ['', '-wal', '-shm', '-journal']) rmSync(copy + rest, { force: true });
  }
}

function soundnessOf(file: string, copy: string): Soundness {
  try {
    return checkFile(copy);
  } catch (error) {
    throw new BackupError(`${file} is not a sound backup: ${(error as Error).message}`);
  }
}

function flush(path: string): void {
  const opened = openSync(path, 'r');
  fsyncSync(opened);
  closeSync(opened);
}
