import { dirname } from 'node:path';
import { Migrator } from 'kysely/migration';
import { ConfigError } from '#app/config.server.ts';
import { database, getDatabaseFile, getDatabasePath } from './database.server.ts';
import { retryWhileBusy } from './engine/connection.ts';
import { withStartupLock } from './engine/locks.ts';
import { finishRestore, isInUse } from './engine/replaced-data.ts';
import { migrations } from './migrations/index.ts';
import { isBusy, toStoreError, withStoreErrors } from './store-error.ts';
import { takeOverWithCopy } from './take-over.ts';
import { findPendingUpgrade, getPendingUpgrade, type PendingUpgrade } from './upgrade.ts';

/** `copy` is the path of the database as it was, or null if none was kept. */
export interface Upgrade extends PendingUpgrade {
  copy: string | null;
}

/**
 * Migrates for a command. Throws ConfigError if an upgrade is due while the site runs: the processes of
 * the old version could not work on the upgraded database.
 */
export function migrateForCommand(): Promise<Upgrade | null> {
  const path = getDatabasePath();
  return withStartupLock(dirname(path), async () => {
    finishRestore(path);
    const pending = findPendingUpgrade(path);
    if (pending && isInUse(path)) {
      throw new ConfigError(
        `the database ${path} is from an older version (${pending.from}; this is ${pending.to}) and in use: ` +
          'stop the site, or start this version, which upgrades it',
      );
    }
    return migrate();
  });
}

/**
 * Finishes an interrupted restore and runs the pending migrations. Returns the upgrade, or null for a
 * new or current database. Throws ConfigError, or StoreError while the database is locked.
 */
export async function migrate(): Promise<Upgrade | null> {
  finishRestore(getDatabasePath());
  const migrator = new Migrator({
    db: database(),
    provider: { getMigrations: () => Promise.resolve(migrations) },
  });
  const file = getDatabaseFile();
  try {
    const { pending, copy } = await retryWhileBusy(async () =>
      withStoreErrors(() => {
        const upgrade = getPendingUpgrade(file);
        return { pending: upgrade, copy: takeOverWithCopy(file, getDatabasePath()) };
      }),
    );
    await retryWhileBusy(async () => {
      const { error } = await migrator.migrateToLatest();
      if (error) throw toStoreError(error);
    });
    return pending && { ...pending, copy };
  } catch (error) {
    if (isBusy(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`cannot migrate the database ${getDatabasePath()}: ${reason}`);
  }
}
