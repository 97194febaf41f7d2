import { existsSync } from 'node:fs';
import SQLite from 'better-sqlite3';
import { databaseFile } from '#db/database.server.ts';
import { checkFiles } from '#db/integrity/backup-files.ts';
import { schemaError } from '#db/integrity/schema-check.ts';

/** What a sound database file holds. */
export interface Soundness {
  enquiries: number;
  newest: string | null;
  /** How many files came with them; null in a copy without files. */
  files: number | null;
}

const BUSY_MS = 500;

/** Writes a consistent copy of the live database to a new file; writers are not held up. */
export function copyInto(path: string): void {
  databaseFile().prepare('VACUUM INTO ?').run(path);
}

/**
 * Reads every page of a database file. Throws, with the reason, unless it is whole, one of ours, and
 * nothing else: a foreign trigger would act on what we do.
 */
export async function checkFile(path: string): Promise<Soundness> {
  const file = new SQLite(path, { fileMustExist: true });
  try {
    const verdict = file.pragma('integrity_check(1)', { simple: true });
    if (verdict !== 'ok') throw new Error(String(verdict));
    const fault = await schemaError(file);
    if (fault) throw new Error(fault);
    const found = file
      .prepare('SELECT count(*) AS enquiries, max(created_at) AS newest FROM contact_submissions')
      .get() as Omit<Soundness, 'files'>;
    return { ...found, files: checkFiles(path) };
  } finally {
    file.close();
  }
}

/** Ends every session and link of a database file that is not in use. */
export function endAccess(path: string): void {
  const file = new SQLite(path, { fileMustExist: true });
  try {
    file.exec('DELETE FROM sessions; DELETE FROM access_links;');
    file.pragma('journal_mode = DELETE');
  } finally {
    file.close();
  }
}

/**
 * Whether another process has the database open. Leaving WAL needs the file for oneself alone: it
 * is tried, which also writes the log into the file. A damaged file cannot tell and counts as free.
 */
export function isInUse(path: string): boolean {
  if (!existsSync(path)) return false;
  let file: SQLite.Database | undefined;
  try {
    file = new SQLite(path, { fileMustExist: true, timeout: BUSY_MS });
    return file.pragma('journal_mode = DELETE', { simple: true }) !== 'delete';
  } catch (error) {
    return (error as { code?: string }).code?.startsWith('SQLITE_BUSY') ?? false;
  } finally {
    file?.close();
  }
}
