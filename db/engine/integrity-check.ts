import { existsSync, statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type SQLite from 'better-sqlite3';
import { SqliteFile } from '#db/engine/sqlite-file.ts';
import { readDatabaseState, TOO_OLD, type DatabaseState } from '#db/upgrade.ts';

const EVENT_COUNTS_QUERY = `SELECT event, sum(count) AS count FROM audit_counts
  WHERE minute >= strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 day')
  GROUP BY event ORDER BY count DESC`;

export interface IntegrityReport {
  errors: string[];
  /** Whether the database has this version's schema; the counts are zero if not. */
  isCurrent: boolean;
  enquiries: number;
  /** Without those who have not set a password yet: they are invited. */
  admins: number;
  invitedAdmins: number;
  eventCounts: { event: string; count: number }[];
}

type Counts = Pick<IntegrityReport, 'enquiries' | 'admins' | 'invitedAdmins' | 'eventCounts'>;
const NO_COUNTS: Counts = { enquiries: 0, admins: 0, invitedAdmins: 0, eventCounts: [] };

/**
 * Checks the whole database, its schema and the file's permissions. Returns null without a database file, and throws
 * SQLite's own error for a file that cannot be opened.
 */
export function checkDatabaseIntegrity(path: string): IntegrityReport | null {
  if (!existsSync(path)) return null;
  const errors: string[] = [];
  if (statSync(path).mode & 0o077) errors.push(`other users can read ${path}: chmod 600 ${path}`);

  using db = new SqliteFile(path, { readonly: true, fileMustExist: true });
  errors.push(...listDamage(db));
  const state = readDatabaseState(db);
  const upgradeError = formatUpgradeError(state);
  if (upgradeError) errors.push(upgradeError);

  const isCurrent = state.kind === 'current';
  const counts = isCurrent ? readCounts(db) : NO_COUNTS;
  return { errors, isCurrent, ...counts };
}

function listDamage(db: SQLite.Database): string[] {
  const errors: string[] = [];
  const check = String(db.pragma('integrity_check(1)', { simple: true }));
  if (check !== 'ok') errors.push(`it is damaged (${check}): restore a backup`);
  const hasDanglingRows = (db.pragma('foreign_key_check') as unknown[]).length > 0;
  if (hasDanglingRows) errors.push('some rows refer to missing rows: restore a backup');
  return errors;
}

function formatUpgradeError(state: DatabaseState): string | null {
  switch (state.kind) {
    case 'empty':
    case 'current':
      return null;
    case 'too-old':
      return TOO_OLD;
    case 'upgradable':
      return (
        `it needs an upgrade from version ${state.from} to ${state.to}: ` +
        'back up, then start the site, which upgrades it'
      );
    case 'newer':
      return `it is from a newer version (${state.version}): start that version, or restore the backup made before the upgrade`;
  }
}

function readCounts(db: SQLite.Database): Counts {
  const count = (sql: string) => Number(db.prepare(sql).pluck().get());
  return {
    enquiries: count('SELECT count(*) FROM contact_submissions'),
    admins: count('SELECT count(*) FROM admins WHERE password_hash IS NOT NULL'),
    invitedAdmins: count('SELECT count(*) FROM admins WHERE password_hash IS NULL'),
    eventCounts: db.prepare<[], IntegrityReport['eventCounts'][number]>(EVENT_COUNTS_QUERY).all(),
  };
}

/** A file up to this size is checked before it is used; a larger one is checked in the background. */
export const CHECKED_AT_OPENING_BYTES = 64 * 1024 * 1024;

let damage: string | null = null;

/** Returns the damage that checkDatabaseIfLarge has found, or null. */
export function getKnownDamage(): string | null {
  return damage;
}

/**
 * Checks a large file in a thread; a small one was checked when it was opened. Returns null if all is well, or a
 * message: about damage, which getKnownDamage then returns too, or why the file could not be checked. Throws for a
 * missing file.
 */
export async function checkDatabaseIfLarge(path: string): Promise<string | null> {
  if (statSync(path).size <= CHECKED_AT_OPENING_BYTES) return null;

  const url = new URL('./check-worker.ts', import.meta.url);
  const worker = new Worker(url, { workerData: path });
  // The check does not keep a stopping server alive.
  worker.unref();
  try {
    const verdict = await new Promise<string>((resolve, reject) => {
      worker.on('message', resolve);
      worker.on('error', reject);
      worker.on('exit', () => reject(new Error('its thread ended')));
    });
    if (verdict === 'ok') return null;
    damage = 'the database is damaged: restore a backup';
    return `${damage} (${verdict})`;
  } catch (error) {
    return `the database could not be checked: ${(error as Error).message}`;
  }
}
