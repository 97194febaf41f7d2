import { statSync } from 'node:fs';
import { config, ConfigError } from '#app/config.server.ts';
import { hasDatabase } from '#db/database.server.ts';
import { migrateForCommand } from '#db/migrate.ts';

/**
 * Throws ConfigError if root runs a command in the data folder of another user: that user could not open
 * the files that root creates there.
 */
export function requireOwnFolder(): void {
  const { dataDir } = config();
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid ?? 0;
  if (owner === 0 || process.getuid?.() !== 0) return;
  throw new ConfigError(`${dataDir} belongs to user ${owner}: run this as that user`);
}

export class NoDatabaseError extends Error {}

/** Opens and upgrades the database for a command. Throws NoDatabaseError or ConfigError. */
export async function openExistingDatabase(): Promise<void> {
  if (!hasDatabase()) {
    throw new NoDatabaseError(
      `there is no database in ${config().dataDir}: start the site once, or set DATA_DIR`,
    );
  }
  await openDatabase();
}

/** Opens the database like openExistingDatabase, but creates a missing one. */
export async function openDatabase(): Promise<void> {
  const upgrade = await migrateForCommand();
  if (!upgrade) return;
  const { from, to, copy } = upgrade;
  const copyNote = copy ? `; the old one is kept as ${copy}` : '';
  process.stderr.write(`The database was upgraded from version ${from} to ${to}${copyNote}.\n`);
}
