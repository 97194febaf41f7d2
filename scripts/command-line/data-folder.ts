import { statSync } from 'node:fs';
import { config, ConfigError } from '#app/config.server.ts';
import { hasDatabaseBeenCreated } from '#db/database.server.ts';
import { withStartupLock } from '#db/engine/locks.ts';
import { migrateOrThrowIfInUse } from '#db/migrate.ts';

/** Throws ConfigError if root uses another user's data folder: that user could not open root's files. */
export function requireOwnDataFolder(): void {
  const { dataDir } = config();
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid;
  const isRoot = process.getuid?.() === 0;
  // A missing folder will be root's own.
  if (!isRoot || owner === undefined || owner === 0) return;
  throw new ConfigError(`${dataDir} belongs to user ${owner}: run the command as that user.`);
}

/**
 * Upgrades the database if it is older than this release, and prints that on stderr. Throws an Error without a
 * database; ConfigError if it cannot be upgraded, or is in use and must be; or StoreError while another process locks it.
 */
export async function upgradeExistingDatabase(): Promise<void> {
  if (!hasDatabaseBeenCreated()) {
    throw new Error(
      `There is no database in ${config().dataDir}: start the site once, or set DATA_DIR.`,
    );
  }
  await upgradeOrCreateDatabase();
}

/** Like upgradeExistingDatabase, but creates a missing database. */
export async function upgradeOrCreateDatabase(): Promise<void> {
  const upgrade = await withStartupLock(config().dataDir, migrateOrThrowIfInUse);
  // A current database, or a new one.
  if (!upgrade) return;

  const { from, to, copy } = upgrade;
  process.stderr.write(
    `The database was upgraded from version ${from} to ${to}; the old one is kept as ${copy}.\n`,
  );
}
