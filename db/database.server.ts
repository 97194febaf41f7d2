import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type SQLite from 'better-sqlite3';
import { Kysely } from 'kysely';
import { ConfigError, config } from '#app/config.server.ts';
import { MARKER, openFile, StoreDialect, StoreFile } from '#db/engine/connection.ts';
import { GroupCommit } from '#db/engine/group-commit.ts';
import { pendingRestore } from '#db/engine/replaced-data.ts';
import type { Schema } from './schema.ts';
import { StoreError } from './store-error.ts';

export type Db = Kysely<Schema>;

let opened: { db: Db; file: SQLite.Database; watch: StoreFile } | undefined;
let hasBeenOpen = false;
const group = new GroupCommit((work) => database().transaction().execute(work));

export function databasePath(): string {
  return join(config().dataDir, 'drys.db');
}

/** Whether there is a database, or has been one: who only wants to look must not make one. */
export function hasDatabase(): boolean {
  const path = databasePath();
  if (existsSync(path) || existsSync(join(config().dataDir, MARKER))) return true;
  return pendingRestore(path) !== null;
}

/** Throws ConfigError (see openFile), or StoreError when it cannot be opened again. */
export function database(): Db {
  return open().db;
}

/** The same connection below Kysely: for pragmas, backup and batches that must not yield. */
export function databaseFile(): SQLite.Database {
  return open().file;
}

export function databaseFileError(): string | null {
  return open().watch.fault();
}

export function lastStoreErrorAt(): number {
  return group.lastErrorAt;
}

/** `work` may run twice (see GroupCommit): queries alone. It is on the disk when this resolves. */
export function inTransaction<T>(work: (tx: Db) => Promise<T>): Promise<T> {
  return group.run(work);
}

export async function closeDatabase(): Promise<void> {
  const closing = opened;
  opened = undefined;
  await closing?.db.destroy();
  // Kysely closes only what it has used.
  closing?.file.close();
}

function open() {
  opened ??= openStore();
  hasBeenOpen = true;
  return opened;
}

function openStore() {
  try {
    const file = hasBeenOpen ? openFile(databasePath(), 0) : openFile(databasePath());
    const watch = new StoreFile(databasePath());
    const dialect = new StoreDialect({ database: file, watch, onBroken: reopenLater });
    return { db: new Kysely<Schema>({ dialect }), file, watch };
  } catch (error) {
    if (!hasBeenOpen || !(error instanceof ConfigError)) throw error;
    throw new StoreError('SQLITE_CANTOPEN', error.message);
  }
}

// After a failed write or fsync, what this connection believes about the file may be wrong.
function reopenLater(): void {
  setImmediate(() => void closeDatabase());
}
