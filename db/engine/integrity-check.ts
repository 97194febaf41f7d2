import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import SQLite from 'better-sqlite3';
import { migrations } from '#db/migrations/index.ts';
import { getDatabaseRelease, TOO_OLD } from '#db/take-over.ts';
import { getPendingUpgrade } from '#db/upgrade.ts';

const EVENT_COUNTS_QUERY = `SELECT event, sum(count) AS count FROM audit_counts
  WHERE minute >= strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 day')
  GROUP BY event ORDER BY count DESC`;

export interface IntegrityReport {
  errors: string[];
  /** Whether the database has this version's schema; the counts are zero if not. */
  isCurrent: boolean;
  enquiries: number;
  admins: number;
  eventCounts: { event: string; count: number }[];
}

/** Reads the whole database. Returns null without a database file. */
export function checkIntegrity(path: string): IntegrityReport | null {
  if (!existsSync(path)) return null;
  const report: IntegrityReport = {
    errors: [],
    isCurrent: false,
    enquiries: 0,
    admins: 0,
    eventCounts: [],
  };
  if (statSync(path).mode & 0o077)
    report.errors.push('other users of this machine can read it: chmod 600');
  const db = new SQLite(path, { readonly: true, fileMustExist: true });
  try {
    fillReport(db, report);
  } finally {
    db.close();
  }
  return report;
}

function fillReport(db: SQLite.Database, report: IntegrityReport): void {
  const check = String(db.pragma('integrity_check(1)', { simple: true }));
  if (check !== 'ok') report.errors.push(`it is damaged (${check}): restore a backup`);
  if ((db.pragma('foreign_key_check') as unknown[]).length > 0) {
    report.errors.push('some rows refer to missing rows: restore a backup');
  }
  const count = (sql: string) => Number(db.prepare(sql).pluck().get());
  if (getDatabaseRelease(db) === 'older') return void report.errors.push(TOO_OLD);
  const upgrade = getPendingUpgrade(db);
  if (upgrade) {
    report.errors.push(
      `it needs an upgrade from version ${upgrade.from} to ${upgrade.to}: ` +
        'back up, then start the site, which upgrades it',
    );
    return;
  }
  const applied = count('SELECT count(*) FROM kysely_migration');
  const expected = Object.keys(migrations).length;
  if (applied > expected) report.errors.push('it is from a newer version: update the software');
  report.isCurrent = applied === expected;
  if (!report.isCurrent) return;
  report.enquiries = count('SELECT count(*) FROM contact_submissions');
  report.admins = count('SELECT count(*) FROM admins WHERE password_hash IS NOT NULL');
  report.eventCounts = db
    .prepare<[], IntegrityReport['eventCounts'][number]>(EVENT_COUNTS_QUERY)
    .all();
}

/** A file up to this size is checked before it is used; a larger one is checked in the background. */
export const CHECKED_AT_OPENING_BYTES = 64 * 1024 * 1024;

let damage: string | null = null;

export function getKnownDamage(): string | null {
  return damage;
}

/** Returns a message about damage, or null. From then on findStoreProblem reports the damage as well. */
export async function checkInBackground(path: string): Promise<string | null> {
  if (statSync(path).size <= CHECKED_AT_OPENING_BYTES) return null;
  const url = new URL('./check-worker.ts', import.meta.url);
  const worker = new Worker(url, { workerData: path });
  worker.unref();
  try {
    const [verdict] = (await once(worker, 'message')) as [string];
    damage = verdict === 'ok' ? null : 'the database is damaged: restore a backup';
    return damage && `${damage} (${verdict})`;
  } catch (error) {
    return (error as Error).message;
  }
}
