import { closeSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type SQLite from 'better-sqlite3';
import { flushToDisk, getUpgradedPath } from './engine/replaced-data.ts';
import { BASELINE } from './migrations/001-baseline.ts';

// The previous release made its database in twelve steps. One transaction renames its tables, creates
// those of the baseline and copies the rows, so that a kill leaves either the old database or the new.

const FIRST_STEP = '001-enquiries';
const LAST_STEP = '012-numbers';

// Tables without a successor, or with one that is filled from them by LIMIT_STATEMENTS or triggers.
const DROPPED_TABLES = [
  'enquiry_sends',
  'login_attempts',
  'login_locks',
  'unsaved_changes',
  'enquiry_days',
  'first_replies',
  'first_reply_days',
  'public_holidays',
];
const COPIED_TABLES = BASELINE.flatMap(
  (statement) => /^CREATE TABLE (\w+)/m.exec(statement)?.[1] ?? [],
);
const VIEWS = ['enquiry_search_text', 'reply_waits'];

// A lock becomes the failures that cause it, at its start: 20 for an IP address, 5 for an account.
const LIMIT_STATEMENTS = [
  `INSERT INTO counted_uses (key, account, at, pending)
    SELECT key, account, at, pending FROM before_login_attempts`,
  `WITH RECURSIVE failures (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM failures WHERE n < 20)
    INSERT INTO counted_uses (key, account, at)
    SELECT key, account, locked_until - 15 * 60 * 1000 FROM before_login_locks, failures
    WHERE n <= iif(key LIKE 'ip:%', 20, 5)`,
  `INSERT INTO counted_uses (key, at)
    SELECT 'visitor:' || visitor, sent_at FROM before_enquiry_sends WHERE visitor IS NOT NULL`,
  `INSERT INTO counted_uses (key, at)
    SELECT 'address:' || address, sent_at FROM before_enquiry_sends`,
  `INSERT INTO counted_uses (key, at)
    SELECT 'unverified:' || address, sent_at FROM before_enquiry_sends WHERE strict = 1`,
];

export const TOO_OLD =
  'it is older than the release before this one: start that release on it once, then this one';

/** Returns 'current' for this release, a newer one, or a file without migrations. */
export function getDatabaseRelease(file: SQLite.Database): 'older' | 'previous' | 'current' {
  const [table] = file.pragma('table_list(kysely_migration)') as unknown[];
  if (!table) return 'current';
  const steps = file.prepare('SELECT name FROM kysely_migration ORDER BY name').pluck().all();
  if (steps[0] !== FIRST_STEP) return 'current';
  if (steps.at(-1) === LAST_STEP) return 'previous';
  return String(steps.at(-1)) < LAST_STEP ? 'older' : 'current';
}

function needsTakeOver(file: SQLite.Database): boolean {
  const release = getDatabaseRelease(file);
  if (release === 'older') throw new Error(TOO_OLD);
  return release === 'previous';
}

/**
 * Takes over a database of the release before this one. Returns the path of the copy that it keeps, or
 * null if there is nothing to take over. Throws if the database is older still.
 */
export function takeOverWithCopy(file: SQLite.Database, path: string): string | null {
  if (!needsTakeOver(file)) return null;
  const copy = getUpgradedPath(path);
  const part = `${copy}.part`;
  rmSync(part, { force: true });
  closeSync(openSync(part, 'wx', 0o600));
  file.prepare('VACUUM INTO ?').run(part);
  flushToDisk(part);
  renameSync(part, copy);
  flushToDisk(dirname(copy));
  takeOver(file);
  return copy;
}

export function takeOver(file: SQLite.Database): void {
  if (!needsTakeOver(file)) return;
  // Overwrite freed pages: they contain personal data that a later erasure would not reach.
  file.pragma('secure_delete = ON');
  file.pragma('foreign_keys = OFF');
  file.pragma('legacy_alter_table = ON');
  try {
    // Another process may have taken the database over in the meantime.
    file.transaction(() => needsTakeOver(file) && replaceTables(file)).immediate();
  } finally {
    file.pragma('legacy_alter_table = OFF');
    file.pragma('foreign_keys = ON');
  }
}

function replaceTables(file: SQLite.Database): void {
  const names = file.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).pluck().all();
  const tables = [...COPIED_TABLES, ...DROPPED_TABLES].filter((name) => names.includes(name));
  dropDependents(file, tables);
  for (const table of tables) file.exec(`ALTER TABLE ${table} RENAME TO before_${table}`);
  for (const statement of BASELINE) file.exec(statement);
  // Triggers fill the counts and the search index.
  const counted = new Set(['enquiry_counts', ...DROPPED_TABLES]);
  for (const table of tables) if (!counted.has(table)) copyRows(file, table);
  for (const statement of LIMIT_STATEMENTS) file.exec(statement);
  // Copy the sequences, so that no id is used twice.
  file.exec(`
    DELETE FROM sqlite_sequence WHERE 'before_' || name IN (SELECT name FROM sqlite_sequence);
    UPDATE sqlite_sequence SET name = substr(name, 8) WHERE name LIKE 'before\\_%' ESCAPE '\\'`);
  for (const table of tables) file.exec(`DROP TABLE before_${table}`);
  if ((file.pragma('foreign_key_check') as unknown[]).length > 0)
    throw new Error('rows refer to rows that are not there');
  file.exec('DELETE FROM kysely_migration');
  const insertion = file.prepare(`INSERT INTO kysely_migration VALUES ('001-baseline', ?)`);
  insertion.run(new Date().toISOString());
}

function dropDependents(file: SQLite.Database, tables: string[]): void {
  const isOurs = (type: string, name: string, table: string) =>
    type === 'view' ? VIEWS.includes(name) : type !== 'table' && tables.includes(table);
  const objects = file
    .prepare('SELECT type, name, tbl_name AS "table" FROM sqlite_schema WHERE sql IS NOT NULL')
    .all() as Record<'type' | 'name' | 'table', string>[];
  for (const { type, name, table } of objects)
    if (isOurs(type, name, table)) file.exec(`DROP ${type} "${name.replaceAll('"', '""')}"`);
  file.exec('DROP TABLE enquiry_search');
}

function copyRows(file: SQLite.Database, table: string): void {
  const listColumns = (name: string) =>
    (file.pragma(`table_info(${name})`) as { name: string }[]).map((column) => column.name);
  const oldColumns = listColumns(`before_${table}`);
  const columns = listColumns(table).filter((name) => oldColumns.includes(name));
  file.exec(
    `INSERT INTO ${table} (${columns.join()}) SELECT ${columns.join()} FROM before_${table}`,
  );
}
