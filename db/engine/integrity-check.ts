import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import SQLite from 'better-sqlite3';
import { migrations } from '#db/migrations/index.ts';
import { releaseOf, TOO_OLD } from '#db/take-over.ts';

const COUNTED = `SELECT event, sum(count) AS count FROM audit_counts
  WHERE minute >= strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 day')
  GROUP BY event ORDER BY count DESC`;

export interface IntegrityReport {
  faults: string[];
  current: boolean;
  enquiries: number;
  admins: number;
  counted: { event: string; count: number }[];
}

/** Null when there is none. Reads the whole file. */
export function checkIntegrity(path: string): IntegrityReport | null {
  if (!existsSync(path)) return null;
  const found: IntegrityReport = {
    faults: [],
    current: false,
    enquiries: 0,
    admins: 0,
    counted: [],
  };
  if (statSync(path).mode & 0o077)
    found.faults.push('others on this machine may read it: chmod 600');
  const file = new SQLite(path, { readonly: true, fileMustExist: true });
  try {
    look(file, found);
  } finally {
    file.close();
  }
  return found;
}

function look(file: SQLite.Database, found: IntegrityReport): void {
  const check = String(file.pragma('integrity_check(1)', { simple: true }));
  if (check !== 'ok') found.faults.push(`it is damaged (${check}): restore a backup`);
  if ((file.pragma('foreign_key_check') as unknown[]).length > 0) {
    found.faults.push('rows refer to rows that are not there: restore a backup');
  }
  const count = (sql: string) => Number(file.prepare(sql).pluck().get());
  const release = releaseOf(file);
  if (release === 'older') found.faults.push(TOO_OLD);
  if (release !== 'other') return;
  const applied = count('SELECT count(*) FROM kysely_migration');
  const known = Object.keys(migrations).length;
  if (applied > known) found.faults.push('it is from a newer version: update the software');
  found.current = applied === known;
  if (!found.current) return;
  found.enquiries = count('SELECT count(*) FROM contact_submissions');
  found.admins = count('SELECT count(*) FROM admins WHERE password_hash IS NOT NULL');
  const counted = file.prepare<[], IntegrityReport['counted'][number]>(COUNTED);
  found.counted = counted.all();
}

/** A file up to this size is read whole before it is used; a larger one while it is in use. */
export const CHECKED_AT_OPENING_BYTES = 64 * 1024 * 1024;

let damage: string | null = null;

export function knownDamage(): string | null {
  return damage;
}

/** Resolves to what is wrong, which the health check then reports as well, or to null. */
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
