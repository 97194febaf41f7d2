import { Migrator } from 'kysely/migration';
import { ConfigError, formatCommand } from '#app/config.server.ts';
import { getDatabase, getDatabasePath, getSqliteConnection } from './database.server.ts';
import { retryWhileBusy } from './engine/connection.ts';
import { leaveWalMode } from './engine/replaced-data.ts';
import { migrations } from './migrations/index.ts';
import { copyAndConvertPreviousRelease } from './previous-release.ts';
import { isBusyError, withStoreErrors, wrapUnavailableStoreError } from './store-error.ts';
import {
  findNewerVersion,
  findPendingUpgrade,
  getPendingUpgrade,
  type PendingUpgrade,
} from './upgrade.ts';

/** `copy` is the path of the database as it was, or null if none was kept. */
export interface Upgrade extends PendingUpgrade {
  copy: string | null;
}

/** Like migrate, but throws ConfigError if an upgrade is due while another process uses the database. */
export async function migrateUnlessInUse(): Promise<Upgrade | null> {
  const path = getDatabasePath();
  const pending = findPendingUpgrade(path);
  if (pending && leaveWalMode(path) === 'in-use') {
    throw new ConfigError(
      `The database ${path} is in use and has version ${pending.from}, but this release needs ${pending.to}: ` +
        'stop the site, or start this release, which upgrades it.',
    );
  }
  return migrate();
}

/**
 * Converts a database of the previous release and applies the pending migrations. Returns null without an
 * upgrade. Throws ConfigError, or StoreError while another process locks the database.
 */
export async function migrate(): Promise<Upgrade | null> {
  const migrator = new Migrator({
    db: getDatabase(),
    provider: { getMigrations: () => Promise.resolve(migrations) },
  });
  try {
    const upgrade = await retryWhileBusy(async () => withStoreErrors(convertAndDescribeUpgrade));
    await retryWhileBusy(async () => {
      const { error } = await migrator.migrateToLatest();
      if (error) throw wrapUnavailableStoreError(error);
    });
    return upgrade;
  } catch (error) {
    if (isBusyError(error) || error instanceof ConfigError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`Cannot migrate the database ${getDatabasePath()}: ${reason}.`);
  }
}

/**
 * Converts a database of the previous release. Returns the upgrade, whose migrations are still pending. Throws
 * ConfigError for a database of a newer release.
 */
function convertAndDescribeUpgrade(): Upgrade | null {
  const file = getSqliteConnection();
  const newerVersion = findNewerVersion(file);
  if (newerVersion) {
    throw new ConfigError(
      `The database ${getDatabasePath()} is from a newer version (${newerVersion}). Start that version, or ` +
        `restore the backup made before the upgrade: ${formatCommand('data', 'restore FILE')}`,
    );
  }
  const pendingUpgrade = getPendingUpgrade(file);
  const copy = copyAndConvertPreviousRelease(file, getDatabasePath());
  return pendingUpgrade && { ...pendingUpgrade, copy };
}
