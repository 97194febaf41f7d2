import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type SQLite from 'better-sqlite3';
import { Kysely } from 'kysely';
import { config, ConfigError } from '#app/config.server.ts';
import {
  createStoreDialect,
  MARKER,
  OPENING_BUSY_TIMEOUT_MS,
  openOrCreateDatabaseFile,
  requireExistingDatabase,
  StoreFile,
} from '#db/engine/connection.ts';
import { GroupCommit } from '#db/engine/group-commit.ts';
import type { Schema } from './schema.ts';
import { StoreError } from './store-error.ts';

export type Db = Kysely<Schema>;

let openConnection: { db: Db; sqlite: SQLite.Database; watchedFile: StoreFile } | undefined;
let hasBeenOpen = false;
const group = new GroupCommit((work) => getDatabase().transaction().execute(work));

export function getDatabasePath(): string {
  return join(config().dataDir, 'drys.db');
}

/**
 * Returns whether DATA_DIR has ever had a database: true also if the file is lost. Throws Node's own error for a
 * folder that may not be read.
 */
export function hasDatabaseBeenCreated(): boolean {
  const { dataDir } = config();
  // Unlike existsSync, statSync throws for a folder inside one that the user may not search.
  if (!statSync(dataDir, { throwIfNoEntry: false })) return false;
  const names = readdirSync(dataDir);
  return names.includes(basename(getDatabasePath())) || names.includes(MARKER);
}

/** Opens the database first if needed. Throws ConfigError, or StoreError if reopening fails. */
export function getDatabase(): Db {
  return openIfClosed().db;
}

/** Returns the connection below Kysely, for pragmas, backups and batches that must not yield. Opens it as getDatabase. */
export function getSqliteConnection(): SQLite.Database {
  return openIfClosed().sqlite;
}

/**
 * Returns why the open database file cannot be used any more, such as when it was deleted; null if it can. Opens it as
 * getDatabase.
 */
export function findDatabaseFileError(): string | null {
  return openIfClosed().watchedFile.findError();
}

/** Returns the time (performance.now) of this process's last store error, -Infinity without one. */
export function getLastStoreErrorTimeMs(): number {
  return group.lastErrorMs;
}

/**
 * Runs `work` in a transaction that concurrent calls share (see GroupCommit). If one of them throws, all are
 * rolled back and the others run again: `work` may run twice, so it does nothing but queries, and hands its log lines
 * to logAfterCommit. When this resolves, the changes are on the disk.
 */
export function inTransaction<T>(work: (tx: Db) => Promise<T>): Promise<T> {
  return group.run(work);
}

/** Does nothing if the database is not open. The next call of getDatabase() opens it again. */
export async function closeDatabase(): Promise<void> {
  const closingConnection = openConnection;
  openConnection = undefined;
  await closingConnection?.db.destroy();
  // Kysely does not close a connection that it never used.
  closingConnection?.sqlite.close();
}

function openIfClosed() {
  openConnection ??= openStore();
  hasBeenOpen = true;
  return openConnection;
}

function openStore() {
  try {
    // A volume that is gone has taken its marker along: an empty database would take its place.
    if (hasBeenOpen) requireExistingDatabase(getDatabasePath());
    // When it is reopened, requests wait: do not block them until another process releases its lock.
    const busyTimeoutMs = hasBeenOpen ? 0 : OPENING_BUSY_TIMEOUT_MS;
    const sqlite = openOrCreateDatabaseFile(getDatabasePath(), busyTimeoutMs);
    const watchedFile = new StoreFile(getDatabasePath());
    const store = { database: sqlite, watchedFile, onIoError: closeLater };
    const dialect = createStoreDialect(store);
    return { db: new Kysely<Schema>({ dialect }), sqlite, watchedFile };
  } catch (error) {
    if (!hasBeenOpen || !(error instanceof ConfigError)) throw error;
    throw new StoreError('SQLITE_CANTOPEN', error.message);
  }
}

// After a failed write or fsync, what this connection believes about the file may be wrong. The next query
// opens a new one.
function closeLater(): void {
  setImmediate(() => void closeDatabase());
}
