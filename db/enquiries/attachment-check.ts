import { statSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { isStoredName } from './attachments.ts';

/** What a look at the files of all rows found. */
export interface AttachmentReport {
  files: number;
  bytes: number;
  /** Ids of those whose bytes are missing or fewer than they were, or whose row names no file. */
  missing: number[];
}

/** Compares the rows of a database, of this version, with the files in a folder. */
export function checkAttachments(path: string, folder: string): AttachmentReport {
  const db = new SQLite(path, { readonly: true, fileMustExist: true });
  try {
    const rows = db.prepare('SELECT id, file, size FROM attachments WHERE removed IS NULL').all();
    const found = rows as { id: number; file: string; size: number }[];
    const missing = found.filter(
      ({ file, size }) =>
        !isStoredName(file) ||
        statSync(join(folder, file), { throwIfNoEntry: false })?.size !== size,
    );
    return {
      files: found.length,
      bytes: found.reduce((sum, { size }) => sum + size, 0),
      missing: missing.map(({ id }) => id),
    };
  } finally {
    db.close();
  }
}
