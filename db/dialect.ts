import { CompiledQuery, type DatabaseConnection, SqliteDialect, SqliteDriver } from 'kysely';

class ImmediateSqliteDriver extends SqliteDriver {
  // A deferred transaction that upgrades to a write fails at once when another process wrote first.
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

/** SQLite whose transactions take the write lock when they begin. */
export class ImmediateSqliteDialect extends SqliteDialect {
  readonly #config: ConstructorParameters<typeof SqliteDialect>[0];

  constructor(config: ConstructorParameters<typeof SqliteDialect>[0]) {
    super(config);
    this.#config = config;
  }

  override createDriver(): SqliteDriver {
    return new ImmediateSqliteDriver(this.#config);
  }
}
