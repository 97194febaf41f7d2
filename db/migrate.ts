import { dirname } from 'node:path';
import { Migrator } from 'kysely/migration';
import { ConfigError } from '#app/config.server.ts';
import { database, databasePath } from './database.server.ts';
import { whenFree } from './engine/connection.ts';
import { finishRestore } from './engine/replaced-data.ts';
import { onlyOneStarts } from './engine/start-lock.ts';
import { migrations } from './migrations/index.ts';
import { asStoreError, isBusy } from './store-error.ts';

/** Does it as the only process in the data folder. */
export const migrateAlone = () => onlyOneStarts(dirname(databasePath()), migrate);

/**
 * Brings the database to the newest schema, and a restore that was broken off to its end; returns the
 * names applied. Throws ConfigError.
 */
export async function migrate(): Promise<string[]> {
  finishRestore(databasePath());
  const migrator = new Migrator({
    db: database(),
    provider: { getMigrations: () => Promise.resolve(migrations) },
  });
  const { error, results } = await whenFree(async () => {
    const outcome = await migrator.migrateToLatest();
    if (isBusy(asStoreError(outcome.error))) throw asStoreError(outcome.error);
    return outcome;
  });
  if (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`cannot migrate the database ${databasePath()}: ${reason}`);
  }
  return (results ?? []).map((result) => result.migrationName);
}
