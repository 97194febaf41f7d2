import { Migrator } from 'kysely/migration';
import { ConfigError, formatCommand } from '#app/config.server.ts';
import { getDatabase, getDatabasePath, getSqliteConnection } from './database.server.ts';
import { retryWhileBusy } from './engine/connection.ts';
import { leaveWalMode } from './engine/database-files.ts';
import { migrations } from './migrations/index.ts';
import { isBusyError } from './store-error.ts';
import {
  adoptBaseline,
  findPendingUpgrade,
  keepUpgradeCopy,
  readDatabaseState,
  TOO_OLD,
} from './upgrade.ts';

/** Versions are names of migrations; `copy` is the path of the database as it was. */
export interface Upgrade {
  from: string;
  to: string;
  copy: string;
}

/** Like migrate, but throws ConfigError if an upgrade is due while another process uses the database. */
export async function migrateOrThrowIfInUse(): Promise<Upgrade | null> {
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
 * Applies the pending migrations; before an upgrade, it keeps a copy of the database. Returns null for a new or a
 * current one. Throws ConfigError, or StoreError while another process locks it. Call it only in withStartupLock.
 */
export async function migrate(): Promise<Upgrade | null> {
  try {
    const upgrade = await retryWhileBusy(async () => startUpgrade());
    await retryWhileBusy(applyMigrations);
    return upgrade;
  } catch (error) {
    if (isBusyError(error) || error instanceof ConfigError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`Cannot migrate the database ${getDatabasePath()}: ${reason}.`);
  }
}

/** Keeps a copy before an upgrade, and returns that upgrade. Throws for a database that this release cannot use. */
function startUpgrade(): Upgrade | null {
  const file = getSqliteConnection();
  const path = getDatabasePath();
  const state = readDatabaseState(file);
  if (state.kind === 'too-old') throw new Error(TOO_OLD);
  if (state.kind === 'newer') {
    throw new ConfigError(
      `The database ${path} is from a newer version (${state.version}). Start that version, or ` +
        `restore the backup made before the upgrade: ${formatCommand('data', 'restore FILE')}`,
    );
  }
  if (state.kind !== 'upgradable') return null;

  const copy = keepUpgradeCopy(file, path);
  return { from: state.from, to: state.to, copy };
}

// One transaction: after a kill between two of its steps, the next start would replace the copy by a database that
// no release before this one can use.
async function applyMigrations(): Promise<void> {
  await getDatabase()
    .transaction()
    .execute(async (tx) => {
      adoptBaseline(getSqliteConnection());

      const provider = { getMigrations: () => Promise.resolve(migrations) };
      const { error } = await new Migrator({ db: tx, provider }).migrateToLatest();
      if (error) throw error;
    });
}
