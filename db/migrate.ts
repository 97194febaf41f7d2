import { Migrator } from 'kysely/migration';
import { ConfigError } from '#app/config.server.ts';
import { database, databasePath } from './database.server.ts';
import { migrations } from './migrations/index.ts';

/** Brings the database to the newest schema; returns the names applied. Throws ConfigError. */
export async function migrate(): Promise<string[]> {
  const migrator = new Migrator({
    db: database(),
    provider: { getMigrations: () => Promise.resolve(migrations) },
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`cannot migrate the database ${databasePath()}: ${reason}`);
  }
  return (results ?? []).map((result) => result.migrationName);
}
