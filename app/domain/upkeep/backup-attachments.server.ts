import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import {
  attachmentFolder,
  attachmentPath,
} from '#app/domain/attachments/attachment-folder.server.ts';
import { takeFilesOut } from '#db/integrity/backup-files.ts';

/** Where a restore leaves the files that it replaced. */
export const replacedFolder = () => `${attachmentFolder()}.before-restore`;
/** Where a restore collects the files of a backup. */
export const restoringFolder = () => `${attachmentFolder()}.restoring`;

/** The bytes of a file that is kept; null when they are missing. */
export function readKept(file: string): Buffer | null {
  try {
    return readFileSync(attachmentPath(file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Takes the files out of the copy of a backup and syncs them beside those in use. False for a backup
 * without files, such as a plain copy of the database: the folder in use stays as it is.
 */
export function unpackFiles(copy: string): boolean {
  const folder = restoringFolder();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const hasFiles = takeFilesOut(copy, (file, bytes) => {
    writeFileSync(join(folder, file), bytes, { mode: 0o600, flag: 'wx', flush: true });
  });
  if (hasFiles) flush(folder);
  else rmSync(folder, { recursive: true });
  return hasFiles;
}

/** Puts the files of a backup in the place of those in use, which are kept beside them. */
export function replaceFiles(): void {
  rmSync(replacedFolder(), { recursive: true, force: true });
  if (existsSync(attachmentFolder())) renameSync(attachmentFolder(), replacedFolder());
  renameSync(restoringFolder(), attachmentFolder());
}

/** Writes a file or folder to the disk. */
export function flush(path: string): void {
  const opened = openSync(path, 'r');
  fsyncSync(opened);
  closeSync(opened);
}
