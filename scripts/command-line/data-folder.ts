import { statSync } from 'node:fs';
import { config, ConfigError } from '#app/config.server.ts';
import { hasDatabase } from '#db/database.server.ts';
import { migrateForCommand } from '#db/migrate.ts';

/**
 * Root may write everywhere, but what it makes in the folder of another user that one cannot open:
 * a restore or a start by root would be the last. Throws ConfigError.
 */
export function refuseFolderOfAnother(): void {
  const { dataDir } = config();
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid ?? 0;
  if (owner === 0 || process.getuid?.() !== 0) return;
  throw new ConfigError(`${dataDir} belongs to user ${owner}: run this as that user`);
}

export class NoDatabaseError extends Error {}

/** Opens the database for a command, upgraded; says so on stderr. Throws NoDatabaseError or ConfigError. */
export async function openExistingDatabase(): Promise<void> {
  if (!hasDatabase()) {
    throw new NoDatabaseError(
      `there is no database in ${config().dataDir}: start the site once, or set DATA_DIR`,
    );
  }
  await openDatabase();
}

/** Opens the database like openExistingDatabase, and creates it if there is none. */
export async function openDatabase(): Promise<void> {
  const upgrade = await migrateForCommand();
  if (!upgrade) return;
  const { from, to, copy } = upgrade;
  const kept = copy ? `; the old one is kept as ${copy}` : '';
  process.stderr.write(`The database was upgraded from version ${from} to ${to}${kept}.\n`);
}
