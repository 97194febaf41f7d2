import { createHash } from 'node:crypto';
import SQLite from 'better-sqlite3';
import { databaseFile } from '#db/database.server.ts';
import { isStoredName } from '#db/attachments.ts';
import { takeOver } from '#db/take-over.ts';
import { Kysely, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrations } from '#db/migrations/index.ts';

export interface Soundness {
  enquiries: number;
  newest: string | null;
  files: number | null;
}

const FILES_TABLE = 'attachment_files';
// A backup is one file: the bytes of attachments lie in a table of the copy, which a restore empties.
const MAKE = `CREATE TABLE ${FILES_TABLE} (file TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT, WITHOUT ROWID`;

interface FileRow {
  id: number;
  file: string;
  sha256: string;
  removed: string | null;
}

export function copyInto(path: string): void {
  databaseFile().prepare('VACUUM INTO ?').run(path);
}

/**
 * A copy of the release before is taken over into this one. Throws, with the reason, unless it
 * is whole, one of ours, and nothing else: a foreign trigger would act on what we do.
 */
export async function checkFile(path: string): Promise<Soundness> {
  const file = new SQLite(path, { fileMustExist: true });
  try {
    const verdict = file.pragma('integrity_check(1)', { simple: true });
    if (verdict !== 'ok') throw new Error(String(verdict));
    takeOver(file);
    const fault = await schemaError(file);
    if (fault) throw new Error(fault);
    const found = file
      .prepare('SELECT count(*) AS enquiries, max(created_at) AS newest FROM contact_submissions')
      .get() as Omit<Soundness, 'files'>;
    return { ...found, files: checkFiles(file) };
  } finally {
    file.close();
  }
}

/** The file must not be in use. */
export function endAccess(path: string): void {
  withFile(path, (file) => {
    file.exec('DELETE FROM sessions; DELETE FROM access_links;');
    file.pragma('journal_mode = DELETE');
  });
}

/** Some may be missing: a backup without them is better than none, and its check will name them. */
export function addFiles(
  path: string,
  read: (file: string) => Buffer | null,
): { files: number; missing: number } {
  return withFile(path, (db) => {
    db.exec(MAKE);
    const insert = db.prepare(`INSERT INTO ${FILES_TABLE} VALUES (?, ?)`);
    let missing = 0;
    const rows = keptRows(db);
    for (const { file } of rows) {
      const bytes = read(file);
      if (bytes) insert.run(file, bytes);
      else missing++;
    }
    return { files: rows.length - missing, missing };
  });
}

export function takeFilesOut(path: string, write: (file: string, bytes: Buffer) => void): boolean {
  return withFile(path, (db) => {
    if (!hasTable(db, FILES_TABLE)) return false;
    for (const row of keptRows(db)) write(row.file, bytesOf(db, row));
    db.exec(`DROP TABLE ${FILES_TABLE}; VACUUM`);
    return true;
  });
}

/** Null for a copy that was made without files. Throws when one is missing or not what it was. */
function checkFiles(db: SQLite.Database): number | null {
  const rows = keptRows(db);
  if (!hasTable(db, FILES_TABLE)) return null;
  for (const row of rows) bytesOf(db, row);
  return rows.length;
}

function bytesOf(db: SQLite.Database, { id, file, sha256 }: FileRow): Buffer {
  const found = db.prepare(`SELECT bytes FROM ${FILES_TABLE} WHERE file = ?`).pluck();
  const bytes = found.get(file) as Buffer | undefined;
  if (!bytes) throw new Error(`the file of attachment ${id} is missing`);
  const hash = createHash('sha256').update(bytes).digest('hex');
  if (hash !== sha256) throw new Error(`the file of attachment ${id} is damaged`);
  return bytes;
}

/** Throws when a row names a file as we do not: it would be written or deleted anywhere. */
function keptRows(db: SQLite.Database): FileRow[] {
  if (!hasTable(db, 'attachments')) return [];
  const all = 'SELECT id, file, sha256, removed FROM attachments ORDER BY id';
  const rows = db.prepare(all).all() as FileRow[];
  const foreign = rows.find(({ file }) => !isStoredName(file));
  if (foreign)
    throw new Error(`the name of the file of attachment ${foreign.id} is not one of ours`);
  return rows.filter(({ removed }) => removed === null);
}

function hasTable(db: SQLite.Database, name: string): boolean {
  const sql = `SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?`;
  return db.prepare(sql).get(name) !== undefined;
}

function withFile<T>(path: string, work: (db: SQLite.Database) => T): T {
  const db = new SQLite(path, { fileMustExist: true });
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/** Tables that Litestream puts into the database it copies, and the one by which a backup has files. */
const GUESTS = new Set(['table _litestream_seq', 'table _litestream_lock', `table ${FILES_TABLE}`]);

/** In words for an operator; null when the schema is exactly ours, of this version or earlier. */
async function schemaError(file: SQLite.Database): Promise<string | null> {
  const applied = file.prepare('SELECT name FROM kysely_migration ORDER BY name').pluck().all();
  const unknown = applied.find((name) => !(String(name) in migrations));
  if (unknown) return `it is of a newer version (${String(unknown)})`;
  const ours = await schemaAfter(String(applied.at(-1)));
  const found = schemaOf(file);
  const foreign = [...found].filter(([name, made]) => ours.get(name) !== made && !GUESTS.has(name));
  if (foreign.length > 0) return `it holds what is not ours: ${namesOf(foreign)}`;
  const missing = [...ours].filter(([name]) => !found.has(name));
  return missing.length > 0 ? `it lacks ${namesOf(missing)}` : null;
}

async function schemaAfter(migration: string): Promise<Map<string, string>> {
  const file = new SQLite(':memory:');
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: file }) });
  try {
    const provider = { getMigrations: () => Promise.resolve(migrations) };
    const { error } = await new Migrator({ db, provider }).migrateTo(migration);
    if (error) throw error;
    return schemaOf(file);
  } finally {
    await db.destroy();
  }
}

function schemaOf(file: SQLite.Database): Map<string, string> {
  const rows = file
    .prepare(
      `SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%'
      ESCAPE '\\'`,
    )
    .all() as Record<'type' | 'name' | 'tbl_name' | 'sql', string>[];
  // The same statement in other lines is the same.
  const made = (sql: string | null) => sql?.replace(/\s+/g, ' ');
  return new Map(
    rows.map(({ type, name, tbl_name, sql }) => [`${type} ${name}`, `${tbl_name} ${made(sql)}`]),
  );
}

function namesOf(objects: [string, string][]): string {
  return objects.map(([name]) => name).join(', ');
}
