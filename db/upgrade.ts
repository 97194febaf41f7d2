import { closeSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type SQLite from 'better-sqlite3';
import { flushToDisk, getUpgradeCopyPath } from './engine/database-files.ts';
import { SqliteFile } from './engine/sqlite-file.ts';
import { migrations } from './migrations/index.ts';
import { getSenderKey } from './schema.ts';

// The migrations 001 to 020 of earlier releases became the one baseline. A database at their end has exactly the
// schema of the baseline.
const BASELINE = '001-baseline';
const LAST_REPLACED_MIGRATION = '020-phone-search';

export const TOO_OLD =
  'it is too old for this release: start the release whose last migration is 020-phone-search once, then this one';

/** A version is the name of the last migration that was applied. */
export type DatabaseState =
  /** No migration was ever applied; also a file of another program. */
  | { kind: 'empty' }
  | { kind: 'current' }
  | { kind: 'upgradable'; from: string; to: string }
  | { kind: 'too-old' }
  | { kind: 'newer'; version: string };

/** Compares the migrations that a database has had with those of this version. Changes nothing. */
export function readDatabaseState(db: SQLite.Database): DatabaseState {
  if (!hasTable(db, 'kysely_migration')) return { kind: 'empty' };
  const applied = db.prepare('SELECT name FROM kysely_migration ORDER BY name').pluck().all();
  const names = applied.map(String);
  const lastApplied = names.at(-1);
  if (lastApplied === undefined) return { kind: 'empty' };

  const newest = Object.keys(migrations).at(-1)!;
  const upgradable = { kind: 'upgradable', from: lastApplied, to: newest } as const;
  if (lastApplied === LAST_REPLACED_MIGRATION) return upgradable;

  // The first releases had no mailbox. Later ones had other migrations with the numbers of today's.
  const isBeforeMailbox = !hasTable(db, 'messages');
  const hasReplacedMigrations = names.includes('002-receipts');
  if (isBeforeMailbox || hasReplacedMigrations) return { kind: 'too-old' };

  const newerVersion = names.findLast((name) => !(name in migrations));
  if (newerVersion !== undefined) return { kind: 'newer', version: newerVersion };
  return lastApplied === newest ? { kind: 'current' } : upgradable;
}

export function hasTable(db: SQLite.Database, name: string): boolean {
  return (db.pragma(`table_list(${name})`) as unknown[]).length > 0;
}

/**
 * Returns the names of the last applied and of the newest migration if an upgrade is due, otherwise null; null also for
 * a file that is missing or cannot be read: opening it reports why.
 */
export function findPendingUpgrade(path: string): { from: string; to: string } | null {
  try {
    using db = new SqliteFile(path, { readonly: true, fileMustExist: true });
    const state = readDatabaseState(db);
    return state.kind === 'upgradable' ? { from: state.from, to: state.to } : null;
  } catch {
    return null;
  }
}

/**
 * Copies the database as it is before an upgrade to a file beside `path`, where it replaces an earlier copy. Returns
 * the path of the copy.
 */
export function keepUpgradeCopy(db: SQLite.Database, path: string): string {
  const copyPath = getUpgradeCopyPath(path);
  const partPath = `${copyPath}.part`;
  rmSync(partPath, { force: true });
  // VACUUM INTO accepts an empty file and keeps its mode, so that only this user can read the copy.
  closeSync(openSync(partPath, 'wx', 0o600));
  db.prepare('VACUUM INTO ?').run(partPath);
  flushToDisk(partPath);
  renameSync(partPath, copyPath);
  flushToDisk(dirname(path));
  return copyPath;
}

/**
 * Moves a database with all replaced migrations to the baseline: fills in the keys of all senders, and records the
 * baseline as its only migration. Does nothing to any other database.
 */
export function adoptBaseline(db: SQLite.Database): void {
  // Earlier releases filled in some keys only when they looked for a sender, and kept invisible characters in others.
  db.function('sender_key', (email, phone) =>
    getSenderKey({ email: String(email), phone: String(phone) }),
  );
  const adopt = db.transaction(() => {
    const state = readDatabaseState(db);
    if (state.kind !== 'upgradable' || state.from !== LAST_REPLACED_MIGRATION) return;

    // The table of spam has another name before 002-plain-names.
    for (const table of ['contact_submissions', 'quarantine'])
      db.exec(`UPDATE ${table} SET email_key = sender_key(email, phone)`);
    db.prepare('DELETE FROM kysely_migration').run();
    const insertion = db.prepare('INSERT INTO kysely_migration (name, timestamp) VALUES (?, ?)');
    insertion.run(BASELINE, new Date().toISOString());
  });
  adopt.immediate();
}
