import SQLite from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import type { Schema } from '#db/schema.ts';

/**
 * Opens a database for reading alone, for a thread beside the server's own; it closes with the
 * thread. Throws what SQLite says when the file cannot be read.
 */
export function openReader(path: string): Kysely<Schema> {
  const database = new SQLite(path, { readonly: true, fileMustExist: true });
  database.pragma('trusted_schema = OFF');
  return new Kysely<Schema>({ dialect: new SqliteDialect({ database }) });
}
