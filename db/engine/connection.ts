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
  type DatabaseConnection,
  type QueryResult,
} from 'kysely';
import { ConfigError } from '#app/config.server.ts';
import { CHECKED_AT_OPENING_BYTES } from '#db/engine/integrity-check.ts';
import type { Schema } from '#db/schema.ts';
import { isBusy, StoreError, toStoreError } from '#db/store-error.ts';
import { findPendingRestore } from './replaced-data.ts';

// Who opens first has nobody to answer yet: another process may be closing or recovering.
const OPENING_BUSY_MS = 1000;
// SQLite waits for a lock on the main thread, where everybody else waits with it.
const BUSY_MS = 3;
export const PATIENCE_MS = 1500;
export const TRY_AGAIN_MS = 20;
/** Says that this folder has held a database: an empty or missing file is then a loss, not a start. */
export const MARKER = '.in-use';

/** Throws ConfigError, the file untouched, when it is damaged, or gone from a folder in use. */
export function openFile(path: string, busyMs = OPENING_BUSY_MS): SQLite.Database {
  const folder = dirname(path);
  if (findPendingRestore(path) !== null)
    throw new ConfigError(`a restore of ${path} was broken off: starting the site finishes it`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const marker = join(folder, MARKER);
  if (existsSync(marker)) refuseLoss(path);
  try {
    // Private from its first byte; what SQLite lays beside it takes the same rights.
    if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
    const file = new SQLite(path, { timeout: busyMs });
    chmodSync(path, 0o600);
    setPragmas(file);
    if (statSync(path).size <= CHECKED_AT_OPENING_BYTES) {
      const check = file.pragma('quick_check(1)', { simple: true });
      if (check !== 'ok') throw new Error(String(check));
    }
    if (!existsSync(marker)) writeFileSync(marker, '', { mode: 0o600 });
    file.pragma(`busy_timeout = ${BUSY_MS}`);
    return file;
  } catch (error) {
    throw new ConfigError(
      `cannot use the database ${path}: ${(error as Error).message}. ` +
        'Restore a backup with: npm run data -- restore FILE',
    );
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

function refuseLoss(path: string): void {
  // SQLite takes a missing or zero-byte file for a new, empty database.
  if (existsSync(path) && statSync(path).size > 0) return;
  throw new ConfigError(
    `the database ${path} is ${existsSync(path) ? 'empty' : 'missing'} although it has been used. ` +
      'Restore a backup with: npm run data -- restore FILE',
  );
}

/** SQLite itself would go on writing into a file that somebody deleted or replaced. */
export class StoreFile {
  readonly #path: string;
  readonly #inode: number;

  constructor(path: string) {
    this.#path = path;
    this.#inode = statSync(path).ino;
  }

  /** For an operator, but anybody may see it; null while the file is there and ours. */
  fault(): string | null {
    const found = statSync(this.#path, { throwIfNoEntry: false });
    if (!found) return 'the database file is gone: put it back, or restore a backup';
    if (found.ino !== this.#inode) {
      return 'the database file was replaced: restart the server to use the new one';
    }
    if (found.size === 0) return 'the database file was emptied: restore a backup';
    return null;
  }
}

export async function retryWhileBusy<T>(work: () => Promise<T>): Promise<T> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= until) throw error;
      await wait(TRY_AGAIN_MS);
    }
  }
}

const KEPT_STATEMENTS = 300;
const BEGIN = 'begin immediate';

interface Store {
  database: SQLite.Database;
  watch: StoreFile;
  onBroken: () => void;
}

class StoreConnection implements DatabaseConnection {
  readonly #store: Store;
  readonly #statements = new Map<string, SQLite.Statement>();

  constructor(store: Store) {
    this.#store = store;
  }

  // A transaction that cannot begin gives the connection back to others before it is tried again.
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.inTransaction || query.sql === BEGIN) return this.#run(query);
    return retryWhileBusy(async () => this.#run(query));
  }

  #run<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    try {
      const statement = this.#prepared(sql);
      if (statement.reader) {
        const rows = statement.all(...parameters) as R[];
        this.#checkStored(statement, sql);
        return { rows };
      }
      const { changes, lastInsertRowid } = statement.run(...parameters);
      this.#checkStored(statement, sql);
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
    } catch (error) {
      throw this.#faultOf(error);
    }
  }

  streamQuery(): never {
    throw new Error('a stream would keep everybody else from the one connection: read batches');
  }

  get inTransaction(): boolean {
    return this.#store.database.inTransaction;
  }

  // What went into a file that is not there is not stored: say so before anybody is thanked.
  #checkStored(statement: SQLite.Statement, sql: string): void {
    if (this.inTransaction || (statement.readonly && sql !== 'commit')) return;
    const fault = this.#store.watch.fault();
    if (fault) throw new StoreError('STORE_GONE', fault);
  }

  #faultOf(error: unknown): unknown {
    const { database, onBroken } = this.#store;
    if (!database.open) return new StoreError('STORE_CLOSED', 'the database is being reopened');
    const fault = toStoreError(error);
    if (fault instanceof StoreError && fault.code.startsWith('SQLITE_IOERR')) onBroken();
    return fault;
  }

  #prepared(sql: string): SQLite.Statement {
    let statement = this.#statements.get(sql);
    if (!statement) {
      if (this.#statements.size >= KEPT_STATEMENTS) this.#statements.clear();
      statement = this.#store.database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
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
    await this.rollbackTransaction(connection);
    await connection.executeQuery(CompiledQuery.raw(BEGIN));
  }

  // SQLite ends a transaction by itself after some faults; what to roll back is then gone.
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (!this.#connection.inTransaction) return;
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }
}

export class StoreDialect extends SqliteDialect {
  readonly #store: Store;

  constructor(store: Store) {
    super({ database: store.database });
    this.#store = store;
  }

  override createDriver(): SqliteDriver {
    return new StoreDriver(this.#store);
  }

  override createAdapter(): SqliteAdapter {
    return new StoreAdapter();
  }
}

/** SQLite changes tables in a transaction too: a kill leaves all migrations that were due, or none. */
class StoreAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** For a thread beside the server's own: it closes with the thread. Throws what SQLite says. */
export function openReader(path: string): Kysely<Schema> {
  const database = new SQLite(path, { readonly: true, fileMustExist: true });
  database.pragma('trusted_schema = OFF');
  return new Kysely<Schema>({ dialect: new SqliteDialect({ database }) });
}
