import { closeSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type SQLite from 'better-sqlite3';
import { flushToDisk, getUpgradeCopyPath } from './engine/replaced-data.ts';
import { BASELINE } from './migrations/001-baseline.ts';

// Converts databases of the previous release, which made them in twelve steps. One transaction renames its
// tables, creates those of the baseline and copies the rows, so that a kill leaves either the old database or
// the new.

const FIRST_STEP = '001-enquiries';
const LAST_STEP = '012-numbers';

// Tables without a successor, or with a successor that LIMIT_STATEMENTS or triggers fill.
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
  'it is too old for this release: start the previous release on it once, then this one';

type DatabaseRelease = 'too-old' | 'previous' | 'current-or-newer';

/** Tells the release from the applied migrations. A file without any is 'current-or-newer'. */
export function readDatabaseRelease(sqlite: SQLite.Database): DatabaseRelease {
  const [table] = sqlite.pragma('table_list(kysely_migration)') as unknown[];
  if (!table) return 'current-or-newer';
  const steps = sqlite.prepare('SELECT name FROM kysely_migration ORDER BY name').pluck().all();
  if (steps[0] !== FIRST_STEP) return 'current-or-newer';
  const lastStep = String(steps.at(-1));
  if (lastStep === LAST_STEP) return 'previous';
  return lastStep < LAST_STEP ? 'too-old' : 'current-or-newer';
}

/** Throws for a database that is too old to be converted. */
function needsConversion(sqlite: SQLite.Database): boolean {
  const release = readDatabaseRelease(sqlite);
  if (release === 'too-old') throw new Error(TOO_OLD);
  return release === 'previous';
}

/**
 * Converts a database of the previous release, after copying it to a file beside `path`. Returns the path of the
 * copy, or null if no conversion was needed. Throws for a database that is older still.
 */
export function copyAndConvertPreviousRelease(
  sqlite: SQLite.Database,
  path: string,
): string | null {
  if (!needsConversion(sqlite)) return null;
  const copyPath = getUpgradeCopyPath(path);
  writeCopy(sqlite, copyPath);
  convertPreviousRelease(sqlite);
  return copyPath;
}

function writeCopy(sqlite: SQLite.Database, path: string): void {
  const partPath = `${path}.part`;
  rmSync(partPath, { force: true });
  closeSync(openSync(partPath, 'wx', 0o600));
  sqlite.prepare('VACUUM INTO ?').run(partPath);
  flushToDisk(partPath);
  renameSync(partPath, path);
  flushToDisk(dirname(path));
}

/**
 * Converts the database in one transaction. Does nothing unless it is of the previous release; throws if it is
 * older still.
 */
export function convertPreviousRelease(sqlite: SQLite.Database): void {
  if (!needsConversion(sqlite)) return;
  // Overwrite freed pages: they contain personal data that a later erasure would not reach.
  sqlite.pragma('secure_delete = ON');
  sqlite.pragma('foreign_keys = OFF');
  sqlite.pragma('legacy_alter_table = ON');
  try {
    // Another process may have converted the database in the meantime.
    const convert = sqlite.transaction(() => {
      if (needsConversion(sqlite)) replaceTables(sqlite);
    });
    convert.immediate();
  } finally {
    sqlite.pragma('legacy_alter_table = OFF');
    sqlite.pragma('foreign_keys = ON');
  }
}

function replaceTables(sqlite: SQLite.Database): void {
  const names = sqlite.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).pluck().all();
  const tables = [...COPIED_TABLES, ...DROPPED_TABLES].filter((name) => names.includes(name));
  dropDependents(sqlite, tables);
  for (const table of tables) sqlite.exec(`ALTER TABLE ${table} RENAME TO before_${table}`);
  for (const statement of BASELINE) sqlite.exec(statement);
  for (const table of tables) {
    // Triggers fill the counts while the enquiries are copied.
    if (table === 'enquiry_counts' || DROPPED_TABLES.includes(table)) continue;
    copyRows(sqlite, table);
  }
  for (const statement of LIMIT_STATEMENTS) sqlite.exec(statement);
  // Give each new table the sequence of the old one, whose name begins with `before_`: no id is used twice.
  sqlite.exec(`
    DELETE FROM sqlite_sequence WHERE 'before_' || name IN (SELECT name FROM sqlite_sequence);
    UPDATE sqlite_sequence SET name = substr(name, 8) WHERE name LIKE 'before\\_%' ESCAPE '\\'`);
  for (const table of tables) sqlite.exec(`DROP TABLE before_${table}`);
  if ((sqlite.pragma('foreign_key_check') as unknown[]).length > 0)
    throw new Error('some rows refer to missing rows');
  sqlite.exec('DELETE FROM kysely_migration');
  const insertion = sqlite.prepare(`INSERT INTO kysely_migration VALUES ('001-baseline', ?)`);
  insertion.run(new Date().toISOString());
}

/** Drops our views, the indexes and triggers of these tables, and the search index. */
function dropDependents(sqlite: SQLite.Database, tables: string[]): void {
  const objects = sqlite
    .prepare(
      `SELECT type, name, tbl_name AS "table" FROM sqlite_schema
      WHERE type IN ('view', 'index', 'trigger') AND sql IS NOT NULL`,
    )
    .all() as Record<'type' | 'name' | 'table', string>[];
  for (const { type, name, table } of objects) {
    const isOurs = type === 'view' ? VIEWS.includes(name) : tables.includes(table);
    if (isOurs) sqlite.exec(`DROP ${type} "${name.replaceAll('"', '""')}"`);
  }
  sqlite.exec('DROP TABLE enquiry_search');
}

function copyRows(sqlite: SQLite.Database, table: string): void {
  const listColumns = (name: string) =>
    (sqlite.pragma(`table_info(${name})`) as { name: string }[]).map((column) => column.name);
  const oldColumns = listColumns(`before_${table}`);
  const columns = listColumns(table).filter((name) => oldColumns.includes(name));
  sqlite.exec(
    `INSERT INTO ${table} (${columns.join()}) SELECT ${columns.join()} FROM before_${table}`,
  );
}
