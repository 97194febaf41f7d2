import { config } from '#app/config.server.ts';
import { hasDatabase } from '#db/database.server.ts';
import { migrateAlone } from '#db/migrate.ts';

/** There is nothing to work on; the message is one line that says so. */
export class NoDatabaseError extends Error {}

/** For commands that work on what is there: brings the database up to date, but never makes one. */
export async function openExistingDatabase(): Promise<void> {
  if (!hasDatabase()) {
    throw new NoDatabaseError(
      `there is no database in ${config().dataDir}: start the site once, or set DATA_DIR`,
    );
  }
  await migrateAlone();
}
