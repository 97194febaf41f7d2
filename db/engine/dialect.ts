import type SQLite from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';
import { StoreError, asStoreError } from '#db/store-error.ts';
import type { StoreFile } from './store-file.ts';

const KEPT_STATEMENTS = 300;

interface Store {
  database: SQLite.Database;
  watch: StoreFile;
  /** Called when the disk failed under the connection. */
  onBroken: () => void;
}

/** One connection whose faults are StoreFaults and whose statements are prepared once. */
class StoreConnection implements DatabaseConnection {
  readonly #store: Store;
  readonly #statements = new Map<string, SQLite.Statement>();

  constructor(store: Store) {
    this.#store = store;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
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

  async *streamQuery<R>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    try {
      // Not a kept statement: that one must not be busy when it is wanted again.
      const rows = this.#store.database.prepare(sql).iterate(...parameters) as Iterable<R>;
      for (const row of rows) yield { rows: [row] };
    } catch (error) {
      throw this.#faultOf(error);
    }
  }

  get inTransaction(): boolean {
    return this.#store.database.inTransaction;
  }

  // What went into a file that is not there is not stored: say so before anybody is thanked.
  #checkStored(statement: SQLite.Statement, sql: string): void {
    if (this.inTransaction || (statement.readonly && sql !== 'commit')) return;
    this.#store.watch.check();
  }

  #faultOf(error: unknown): unknown {
    const { database, onBroken } = this.#store;
    if (!database.open) return new StoreError('STORE_CLOSED', 'the database is being reopened');
    const fault = asStoreError(error);
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
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  // SQLite ends a transaction by itself after some faults; what to roll back is then gone.
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (!this.#connection.inTransaction) return;
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }
}

/** SQLite whose transactions take the write lock when they begin. */
export class StoreDialect extends SqliteDialect {
  readonly #store: Store;

  constructor(store: Store) {
    super({ database: store.database });
    this.#store = store;
  }

  override createDriver(): SqliteDriver {
    return new StoreDriver(this.#store);
  }
}
