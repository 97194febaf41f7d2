import SQLite from 'better-sqlite3';

/**
 * Returns whether an error of SQLite's is about a damaged file. A full disk or missing permissions leave the database
 * whole: a restore would not help.
 */
export const isDamage = (code = ''): boolean =>
  code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB';

/** A connection to a database file, which `using` closes at the end of its block. */
export class SqliteFile extends SQLite implements Disposable {
  [Symbol.dispose](): void {
    this.close();
  }
}
