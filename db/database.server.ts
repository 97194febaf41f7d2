import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type SQLite from 'better-sqlite3';
import { Kysely } from 'kysely';
import { config, ConfigError } from '#app/config.server.ts';
import { MARKER, openFile, StoreDialect, StoreFile } from '#db/engine/connection.ts';
import { GroupCommit } from '#db/engine/group-commit.ts';
import { findPendingRestore } from '#db/engine/replaced-data.ts';
import type { Schema } from './schema.ts';
import { StoreError } from './store-error.ts';

export type Db = Kysely<Schema>;

let openConnection: { db: Db; file: SQLite.Database; watchedFile: StoreFile } | undefined;
let hasBeenOpen = false;
const group = new GroupCommit((work) => database().transaction().execute(work));

export function getDatabasePath(): string {
  return join(config().dataDir, 'drys.db');
}

/** Returns whether there is or was a database here, without creating one. */
export function hasDatabase(): boolean {
  const path = getDatabasePath();
  if (existsSync(path) || existsSync(join(config().dataDir, MARKER))) return true;
  return findPendingRestore(path) !== null;
}

/** Returns the connection. Throws ConfigError (see openFile), or StoreError when reopening fails. */
export function database(): Db {
  return open().db;
}

/** Returns the connection below Kysely, for pragmas, backups and batches that must not yield. */
export function getDatabaseFile(): SQLite.Database {
  return open().file;
}

export function getDatabaseFileError(): string | null {
  return open().watchedFile.findError();
}

/** Returns a time of performance.now(), or -Infinity if no store error has occurred in this process. */
export function getLastStoreErrorTime(): number {
  return group.lastErrorAt;
}

/**
 * `work` may run twice (see GroupCommit), so it must do nothing but queries. When this resolves, the
 * changes are on the disk.
 */
export function inTransaction<T>(work: (tx: Db) => Promise<T>): Promise<T> {
  return group.run(work);
}

export async function closeDatabase(): Promise<void> {
  const closingConnection = openConnection;
  openConnection = undefined;
  await closingConnection?.db.destroy();
  // Kysely does not close a connection that it never used.
  closingConnection?.file.close();
}

function open() {
  openConnection ??= openStore();
  hasBeenOpen = true;
  return openConnection;
}

function openStore() {
  try {
    const file = hasBeenOpen ? openFile(getDatabasePath(), 0) : openFile(getDatabasePath());
    const watchedFile = new StoreFile(getDatabasePath());
    const dialect = new StoreDialect({
      database: file,
      watchedFile,
      onIoError: reopenLater,
    });
    return { db: new Kysely<Schema>({ dialect }), file, watchedFile };
  } catch (error) {
    if (!hasBeenOpen || !(error instanceof ConfigError)) throw error;
    throw new StoreError('SQLITE_CANTOPEN', error.message);
  }
}

// After a failed write or fsync, what this connection believes about the file may be wrong.
function reopenLater(): void {
  setImmediate(() => void closeDatabase());
}
