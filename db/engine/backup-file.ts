import { createHash } from 'node:crypto';
import SQLite from 'better-sqlite3';
import { databaseFile } from '#db/database.server.ts';
import { isStoredName } from '#db/attachments.ts';
import type { Attachment } from '#db/schema.ts';
import { type SiteMedia, mediaFiles } from '#db/site-content.ts';
import type { FilesFolder } from '#db/engine/replaced-data.ts';
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
// A backup is one file: the bytes of attachments and pictures lie in a table of the copy, which a
// restore drops. It is called as when there were attachments alone: those backups are restored too.
const MAKE = `CREATE TABLE ${FILES_TABLE} (file TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT, WITHOUT ROWID`;

interface KeptFile {
  folder: FilesFolder;
  file: string;
  sha256: string;
  called: string;
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
  read: (folder: FilesFolder, file: string) => Buffer | null,
): { files: number; missing: number } {
  return withFile(path, (db) => {
    db.exec(MAKE);
    const insert = db.prepare(`INSERT INTO ${FILES_TABLE} VALUES (?, ?)`);
    let missing = 0;
    const kept = keptFiles(db);
    // One wait for the disk, and not one for each of some thousand pictures.
    db.transaction(() => {
      for (const { folder, file } of kept) {
        const bytes = read(folder, file);
        if (bytes) insert.run(file, bytes);
        else missing++;
      }
    })();
    return { files: kept.length - missing, missing };
  });
}

export function takeFilesOut(
  path: string,
  write: (folder: FilesFolder, file: string, bytes: Buffer) => void,
): boolean {
  return withFile(path, (db) => {
    if (!hasTable(db, FILES_TABLE)) return false;
    for (const kept of keptFiles(db)) write(kept.folder, kept.file, bytesOf(db, kept));
    db.exec(`DROP TABLE ${FILES_TABLE}; VACUUM`);
    return true;
  });
}

/** Null for a copy that was made without files. Throws when one is missing or not what it was. */
function checkFiles(db: SQLite.Database): number | null {
  const kept = keptFiles(db);
  if (!hasTable(db, FILES_TABLE)) return null;
  for (const file of kept) bytesOf(db, file);
  return kept.length;
}

function bytesOf(db: SQLite.Database, { file, sha256, called }: KeptFile): Buffer {
  const found = db.prepare(`SELECT bytes FROM ${FILES_TABLE} WHERE file = ?`).pluck();
  const bytes = found.get(file) as Buffer | undefined;
  if (!bytes) throw new Error(`${called} is missing`);
  const hash = createHash('sha256').update(bytes).digest('hex');
  if (hash !== sha256) throw new Error(`${called} is damaged`);
  return bytes;
}

/** Throws when a row names a file as we do not: it would be written or deleted anywhere. */
function keptFiles(db: SQLite.Database): KeptFile[] {
  const rows = <Row>(table: string, columns: string) =>
    hasTable(db, table)
      ? (db.prepare(`SELECT ${columns} FROM ${table} ORDER BY 1`).all() as Row[])
      : [];
  const attachments = rows<Attachment>('attachments', 'id, file, sha256, removed').flatMap(
    ({ id, file, sha256, removed }): KeptFile[] => {
      const called = `the file of attachment ${id}`;
      if (!isStoredName(file)) throw new Error(`the name of ${called} is not one of ours`);
      return removed === null ? [{ folder: 'attachments', file, sha256, called }] : [];
    },
  );
  const pictures = rows<SiteMedia>('site_media', 'name, files').flatMap((picture) =>
    mediaFiles(picture).map(({ file, sha256 }): KeptFile => {
      return { folder: 'media', file, sha256, called: `the picture ${file}` };
    }),
  );
  return [...attachments, ...pictures];
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

// Tables that Litestream puts into the database it copies, and the one by which a backup has files.
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
