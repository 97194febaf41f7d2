import { setImmediate as breathe } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import { emailKey } from '#db/email-key.ts';

const BATCH = 1000;

/**
 * Whether a database file beside the one in use, of whatever version, holds something of this
 * sender. Others are answered meanwhile. A file that cannot be read might: true.
 */
export async function holdsSender(path: string, email: string): Promise<boolean> {
  const key = emailKey(email);
  let file: SQLite.Database | undefined;
  try {
    file = new SQLite(path, { readonly: true, fileMustExist: true });
    for (const table of ['contact_submissions', 'quarantine']) {
      for (let last: number | undefined = 0; last !== undefined; await breathe()) {
        const rows = readBatch(file, table, last);
        if (rows.some((row) => emailKey(row.email) === key)) return true;
        last = rows.at(-1)?.id;
      }
    }
    return false;
  } catch {
    return true;
  } finally {
    file?.close();
  }
}

function readBatch(file: SQLite.Database, table: string, last: number) {
  const query = `SELECT id, email FROM ${table} WHERE id > ? ORDER BY id LIMIT ${BATCH}`;
  return file.prepare(query).all(last) as { id: number; email: string }[];
}
