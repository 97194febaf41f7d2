import { statSync } from 'node:fs';
import { config, ConfigError } from '#app/config.server.ts';
import { hasDatabaseBeenCreated } from '#db/database.server.ts';
import { withStartupLock } from '#db/engine/locks.ts';
import { migrateUnlessInUse } from '#db/migrate.ts';

/** Throws ConfigError if root uses another user's data folder: that user could not open root's files. */
export function requireOwnDataFolder(): void {
  const { dataDir } = config();
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid ?? 0;
  if (owner === 0 || process.getuid?.() !== 0) return;
  throw new ConfigError(`${dataDir} belongs to user ${owner}: run the command as that user.`);
}

export class NoDatabaseError extends Error {}

/**
 * Prints an upgrade of the database on stderr. Throws NoDatabaseError, ConfigError, or StoreError while another process
 * locks the database.
 */
export async function upgradeExistingDatabase(): Promise<void> {
  if (!hasDatabaseBeenCreated()) {
    throw new NoDatabaseError(
      `There is no database in ${config().dataDir}: start the site once, or set DATA_DIR.`,
    );
  }
  await upgradeOrCreateDatabase();
}

/** Like upgradeExistingDatabase, but creates a missing database instead of throwing NoDatabaseError. */
export async function upgradeOrCreateDatabase(): Promise<void> {
  const upgrade = await withStartupLock(config().dataDir, migrateUnlessInUse);
  if (!upgrade) return;
  const { from, to, copy } = upgrade;
  process.stderr.write(
    `The database was upgraded from version ${from} to ${to}; the old one is kept as ${copy}.\n`,
  );
}
