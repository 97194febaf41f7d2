import { dirname } from 'node:path';
import { Migrator } from 'kysely/migration';
import { ConfigError } from '#app/config.server.ts';
import { database, databaseFile, databasePath } from './database.server.ts';
import { whenFree } from './engine/connection.ts';
import { finishRestore } from './engine/replaced-data.ts';
import { onlyOneStarts } from './engine/locks.ts';
import { migrations } from './migrations/index.ts';
import { asStoreError, isBusy, markingErrors } from './store-error.ts';
import { takeOverWithCopy } from './take-over.ts';

export const migrateAlone = () => onlyOneStarts(dirname(databasePath()), migrate);

/**
 * Finishes an interrupted restore and runs the pending migrations. Returns their names. Throws
 * ConfigError, or StoreError while the database is locked.
 */
export async function migrate(): Promise<string[]> {
  finishRestore(databasePath());
  const migrator = new Migrator({
    db: database(),
    provider: { getMigrations: () => Promise.resolve(migrations) },
  });
  const file = databaseFile();
  try {
    await whenFree(async () => markingErrors(() => takeOverWithCopy(file, databasePath())));
    return await whenFree(async () => {
      const { error, results } = await migrator.migrateToLatest();
      if (error) throw asStoreError(error);
      return (results ?? []).map((result) => result.migrationName);
    });
  } catch (error) {
    if (isBusy(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`cannot migrate the database ${databasePath()}: ${reason}`);
  }
}
