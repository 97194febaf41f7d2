import SQLite from 'better-sqlite3';

/** A connection to a database file, which `using` closes at the end of its block. */
export class SqliteFile extends SQLite implements Disposable {
  [Symbol.dispose](): void {
    this.close();
  }
}
