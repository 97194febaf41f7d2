import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import {
  CompiledQuery,
  Kysely,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
} from 'kysely';
import { ConfigError, formatCommand } from '#app/config.server.ts';
import { CHECKED_AT_OPENING_BYTES } from '#db/engine/integrity-check.ts';
import { isDamage } from '#db/engine/sqlite-file.ts';
import type { Schema } from '#db/schema.ts';
import { isBusyError, StoreError, wrapUnavailableStoreError } from '#db/store-error.ts';

// SQLite waits for a lock on the main thread and blocks all requests meanwhile.
const BUSY_TIMEOUT_MS = 3;
// At opening no request is waiting, and another process may be closing or recovering the database.
export const OPENING_BUSY_TIMEOUT_MS = 1000;
export const LOCK_TIMEOUT_MS = 1500;
export const RETRY_INTERVAL_MS = 20;
/** This file marks a folder that has held a database, so that a missing or empty one counts as lost. */
export const MARKER = '.in-use';

/**
 * Opens a database for its owner alone (0600), and creates a missing one with its folder. `busyTimeoutMs` holds for the
 * opening only. Throws ConfigError if it cannot be opened or is damaged (a large one is checked by checkDatabaseIfLarge
 * later), and, without creating it, if it is missing or empty but the folder has held one.
 */
export function openOrCreateDatabaseFile(
  path: string,
  busyTimeoutMs = OPENING_BUSY_TIMEOUT_MS,
): SQLite.Database {
  const marker = join(dirname(path), MARKER);
  if (existsSync(marker)) requireExistingDatabase(path);

  let database: SQLite.Database | undefined;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    // Private from its first byte; SQLite gives its other files the same permissions.
    if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));

    database = new SQLite(path, { timeout: busyTimeoutMs });
    chmodSync(path, 0o600);
    setPragmas(database);

    if (statSync(path).size <= CHECKED_AT_OPENING_BYTES) requireIntact(database);
    if (!existsSync(marker)) writeFileSync(marker, '', { mode: 0o600 });
    database.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);

    return database;
  } catch (error) {
    database?.close();
    const { code, message } = error as Error & { code?: string };
    const advice = isDamage(code)
      ? ` Restore a backup: ${formatCommand('data', 'restore FILE')}`
      : ` Run: ${formatCommand('doctor')}`;
    throw new ConfigError(`Cannot use the database ${path}: ${message}.${advice}`);
  }
}

function setPragmas(file: SQLite.Database): void {
  file.pragma('journal_mode = WAL');
  // NORMAL would lose acknowledged rows in a power cut; FULL costs about 2 ms a commit.
  file.pragma('synchronous = FULL');
  file.pragma('foreign_keys = ON');
  file.pragma('trusted_schema = OFF');
  file.pragma('secure_delete = ON');
}

function requireIntact(file: SQLite.Database): void {
  const verdict = file.pragma('quick_check(1)', { simple: true });
  if (verdict !== 'ok') throw new SQLite.SqliteError(String(verdict), 'SQLITE_CORRUPT');
}

/** Throws ConfigError for a missing or empty database file. */
export function requireExistingDatabase(path: string): void {
  // SQLite takes a missing or zero-byte file for a new, empty database.
  if (existsSync(path) && statSync(path).size > 0) return;
  throw new ConfigError(
    `The database ${path} is ${existsSync(path) ? 'empty' : 'missing'}, but this folder held one before. ` +
      `Restore a backup: ${formatCommand('data', 'restore FILE')}`,
  );
}

/** Notices a deleted or replaced database file: SQLite itself would go on writing into the old one. */
export class StoreFile {
  readonly #path: string;
  readonly #inode: number;

  constructor(path: string) {
    this.#path = path;
    this.#inode = statSync(path).ino;
  }

  /** Returns a message without secrets for the operator, or null if the file is the opened one. */
  findError(): string | null {
    const stats = statSync(this.#path, { throwIfNoEntry: false });
    if (!stats) return 'the database file is gone: put it back, or restore a backup';
    if (stats.ino !== this.#inode) {
      return 'the database file was replaced: restart the server to use the new one';
    }
    if (stats.size === 0) return 'the database file was emptied: restore a backup';
    return null;
  }
}

/**
 * Repeats `work` while another process locks the database, for LOCK_TIMEOUT_MS. Throws the errors of an unavailable store
 * as StoreError.
 */
export async function retryWhileBusy<T>(work: () => Promise<T>): Promise<T> {
  const deadlineMs = performance.now() + LOCK_TIMEOUT_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const reportedError = wrapUnavailableStoreError(error);
      if (!isBusyError(reportedError) || performance.now() >= deadlineMs) throw reportedError;
      await wait(RETRY_INTERVAL_MS);
    }
  }
}

const MAX_CACHED_STATEMENTS = 300;
const BEGIN = 'begin immediate';

interface Store {
  database: SQLite.Database;
  watchedFile: StoreFile;
  onIoError: () => void;
}

class StoreConnection implements DatabaseConnection {
  readonly #store: Store;
  readonly #statements = new Map<string, SQLite.Statement>();

  constructor(store: Store) {
    this.#store = store;
  }

  // BEGIN is not retried here: GroupCommit retries it after other queries have had the connection.
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.inTransaction || query.sql === BEGIN) return this.#run(query);
    return retryWhileBusy(async () => this.#run(query));
  }

  #run<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    try {
      const statement = this.#prepare(sql);
      if (statement.reader) {
        const rows = statement.all(...parameters) as R[];
        this.#checkStored(statement, sql);
        return { rows };
      }
      const { changes, lastInsertRowid } = statement.run(...parameters);
      this.#checkStored(statement, sql);
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
    } catch (error) {
      throw this.#toReportedError(error);
    }
  }

  streamQuery(): never {
    throw new Error('a stream would block the only connection: read in batches');
  }

  get inTransaction(): boolean {
    return this.#store.database.inTransaction;
  }

  // A write into a deleted or replaced file is lost: throw before the caller reports success.
  #checkStored(statement: SQLite.Statement, sql: string): void {
    const hasStored = !statement.readonly || sql === 'commit';
    if (this.inTransaction || !hasStored) return;

    const fileError = this.#store.watchedFile.findError();
    if (fileError) throw new StoreError('STORE_GONE', fileError);
  }

  #toReportedError(error: unknown): unknown {
    const { database, onIoError } = this.#store;
    if (!database.open) return new StoreError('STORE_CLOSED', 'the database is being reopened');
    const reportedError = wrapUnavailableStoreError(error);
    if (reportedError instanceof StoreError && reportedError.code.startsWith('SQLITE_IOERR'))
      onIoError();
    return reportedError;
  }

  #prepare(sql: string): SQLite.Statement {
    if (this.#statements.size >= MAX_CACHED_STATEMENTS) this.#statements.clear();
    return this.#statements.getOrInsertComputed(sql, () => this.#store.database.prepare(sql));
  }
}

class StoreDriver extends SqliteDriver {
  readonly #connection: StoreConnection;

  constructor(store: Store) {
    super({ database: store.database });
    this.#connection = new StoreConnection(store);
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  // A deferred transaction that upgrades to a write fails at once when another process wrote first.
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    // A commit that failed may have left its transaction open.
    await this.rollbackTransaction(connection);
    await connection.executeQuery(CompiledQuery.raw(BEGIN));
  }

  // After some errors SQLite has already rolled back the transaction.
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (!this.#connection.inTransaction) return;
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }
}

export const createStoreDialect = (store: Store): Dialect => ({
  createAdapter: () => new StoreAdapter(),
  createDriver: () => new StoreDriver(store),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});

/** SQLite supports DDL in transactions, so a kill leaves either all pending migrations applied or none. */
class StoreAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Opens an existing database for a worker thread, which closes it by ending. Throws SQLite's own errors. */
export function openReadOnlyDatabase(path: string): Kysely<Schema> {
  const database = new SQLite(path, { readonly: true, fileMustExist: true });
  database.pragma('trusted_schema = OFF');
  return new Kysely<Schema>({ dialect: new SqliteDialect({ database }) });
}
