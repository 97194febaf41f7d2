import { existsSync } from 'node:fs';
import SQLite from 'better-sqlite3';
import { migrations } from './migrations/index.ts';
import { readDatabaseRelease } from './previous-release.ts';

/** A version is the name of the last migration that was applied. */
export interface PendingUpgrade {
  from: string;
  to: string;
}

/** Returns null if the database is up to date, newer, too old to be upgraded, or has no migrations at all. */
export function getPendingUpgrade(db: SQLite.Database): PendingUpgrade | null {
  const [table] = db.pragma('table_list(kysely_migration)') as unknown[];
  if (!table) return null;
  const from = db.prepare('SELECT max(name) FROM kysely_migration').pluck().get() as string | null;
  const to = Object.keys(migrations).at(-1)!;
  if (from === null || from === to) return null;
  const isUpgradable = readDatabaseRelease(db) === 'previous' || from in migrations;
  return isUpgradable ? { from, to } : null;
}

/** Returns the version of a database that a later release has migrated, or null. */
export function findNewerVersion(db: SQLite.Database): string | null {
  const [table] = db.pragma('table_list(kysely_migration)') as unknown[];
  if (!table || readDatabaseRelease(db) !== 'current-or-newer') return null;
  const applied = db.prepare('SELECT name FROM kysely_migration ORDER BY name DESC').pluck().all();
  const unknownMigration = applied.find((name) => !(String(name) in migrations));
  return unknownMigration === undefined ? null : String(unknownMigration);
}

/** Returns null also for a file that is missing or cannot be read: opening it reports why. */
export function findPendingUpgrade(path: string): PendingUpgrade | null {
  if (!existsSync(path)) return null;
  try {
    const db = new SQLite(path, { readonly: true, fileMustExist: true });
    try {
      return getPendingUpgrade(db);
    } finally {
      db.close();
    }
  } catch {
    return null;
  }
}
