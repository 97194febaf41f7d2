import { createHash } from 'node:crypto';
import SQLite from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { isStoredName } from '#db/attachments.ts';
import { getDatabaseFile } from '#db/database.server.ts';
import type { FilesFolder } from '#db/engine/replaced-data.ts';
import { migrations } from '#db/migrations/index.ts';
import type { Attachment } from '#db/schema.ts';
import { listMediaFiles, type SiteMedia } from '#db/site-content.ts';
import { takeOver } from '#db/take-over.ts';

/** `missing` names the files that the backup lacks; `files` is null for a backup without any. */
export interface BackupContents {
  enquiries: number;
  newest: string | null;
  files: number | null;
  missing: string[];
}

const FILES_TABLE = 'attachment_files';
// A backup is one SQLite file: a table of the copy, which a restore drops, holds the bytes of
// attachments and media. Its name is older than media; backups with this name must be restored too.
const CREATE_FILES_TABLE = `CREATE TABLE ${FILES_TABLE} (file TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT, WITHOUT ROWID`;

interface ListedFile {
  folder: FilesFolder;
  file: string;
  sha256: string;
  label: string;
}

export function copyInto(path: string): void {
  getDatabaseFile().prepare('VACUUM INTO ?').run(path);
}

/**
 * Checks a backup and takes over one of an older release. Throws, with the reason, unless it is intact
 * and has exactly our schema: a foreign trigger would run with our statements. Files that were already
 * missing when it was made do not make it unsound.
 */
export async function checkFile(path: string): Promise<BackupContents> {
  const db = new SQLite(path, { fileMustExist: true });
  try {
    const verdict = db.pragma('integrity_check(1)', { simple: true });
    if (verdict !== 'ok') throw new Error(String(verdict));
    takeOver(db);
    const schemaProblem = await findSchemaProblem(db);
    if (schemaProblem) throw new Error(schemaProblem);
    const counts = db
      .prepare('SELECT count(*) AS enquiries, max(created_at) AS newest FROM contact_submissions')
      .get() as Pick<BackupContents, 'enquiries' | 'newest'>;
    return { ...counts, ...checkFiles(db) };
  } finally {
    db.close();
  }
}

/** Ends all sessions and links of a copy that is not in use. */
export function endAccess(path: string): void {
  withFile(path, (db) => {
    db.exec('DELETE FROM sessions; DELETE FROM access_links;');
    db.pragma('journal_mode = DELETE');
  });
}

/**
 * Copies the files into the backup. Files that are missing or changed on the disk are left out and
 * named: a backup without them is better than none.
 */
export function addFiles(
  path: string,
  read: (folder: FilesFolder, file: string) => Buffer | null,
): Pick<BackupContents, 'files' | 'missing'> {
  return withFile(path, (db) => {
    db.exec(CREATE_FILES_TABLE);
    const insert = db.prepare(`INSERT INTO ${FILES_TABLE} VALUES (?, ?)`);
    const listedFiles = listFiles(db);
    const missing: string[] = [];
    // One transaction: a commit for each of some thousand pictures would wait for the disk each time.
    db.transaction(() => {
      for (const { folder, file, sha256, label } of listedFiles) {
        const bytes = read(folder, file);
        if (bytes && hashBytes(bytes) === sha256) insert.run(file, bytes);
        else missing.push(label);
      }
    })();
    return { files: listedFiles.length - missing.length, missing };
  });
}

/** Passes each file of the backup to `write` and drops them from the copy. Returns false if it has none. */
export function takeFilesOut(
  path: string,
  write: (folder: FilesFolder, file: string, bytes: Buffer) => void,
): boolean {
  return withFile(path, (db) => {
    if (!hasTable(db, FILES_TABLE)) return false;
    for (const listed of listFiles(db)) {
      const bytes = readFileFromBackup(db, listed);
      if (bytes) write(listed.folder, listed.file, bytes);
    }
    db.exec(`DROP TABLE ${FILES_TABLE}; VACUUM`);
    return true;
  });
}

/** Throws if a file in the backup has changed since the backup was made. */
function checkFiles(db: SQLite.Database): Pick<BackupContents, 'files' | 'missing'> {
  const listedFiles = listFiles(db);
  if (!hasTable(db, FILES_TABLE)) return { files: null, missing: [] };
  const missing = listedFiles.filter((file) => readFileFromBackup(db, file) === null);
  return {
    files: listedFiles.length - missing.length,
    missing: missing.map(({ label }) => label),
  };
}

/** Returns null if the backup was made without this file. Throws if its bytes are damaged. */
function readFileFromBackup(
  db: SQLite.Database,
  { file, sha256, label }: ListedFile,
): Buffer | null {
  const query = db.prepare(`SELECT bytes FROM ${FILES_TABLE} WHERE file = ?`).pluck();
  const bytes = query.get(file) as Buffer | undefined;
  if (!bytes) return null;
  if (hashBytes(bytes) !== sha256) throw new Error(`${label} is damaged`);
  return bytes;
}

const hashBytes = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Lists the files that the rows name. Throws for a name that could lead outside the folder. */
function listFiles(db: SQLite.Database): ListedFile[] {
  const rows = <Row>(table: string, columns: string) =>
    hasTable(db, table)
      ? (db.prepare(`SELECT ${columns} FROM ${table} ORDER BY 1`).all() as Row[])
      : [];
  const attachments = rows<Attachment>('attachments', 'id, file, sha256, removed').flatMap(
    ({ id, file, sha256, removed }): ListedFile[] => {
      const label = `the file of attachment ${id}`;
      if (!isStoredName(file))
        throw new Error(`the name of ${label} is not one that this site gives`);
      return removed === null ? [{ folder: 'attachments', file, sha256, label }] : [];
    },
  );
  const media = rows<SiteMedia>('site_media', 'name, files').flatMap((row) =>
    listMediaFiles(row).map(({ file, sha256 }): ListedFile => {
      return { folder: 'media', file, sha256, label: `the picture ${file}` };
    }),
  );
  return [...attachments, ...media];
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

// Tables that Litestream adds to the database it replicates, and the table of a backup's files.
const KNOWN_GUESTS = new Set([
  'table _litestream_seq',
  'table _litestream_lock',
  `table ${FILES_TABLE}`,
]);

/** Returns null if the schema is exactly ours, of this or an earlier version, or else the problem. */
async function findSchemaProblem(db: SQLite.Database): Promise<string | null> {
  const applied = db.prepare('SELECT name FROM kysely_migration ORDER BY name').pluck().all();
  const unknownMigration = applied.find((name) => !(String(name) in migrations));
  if (unknownMigration) return `it is from a newer version (${String(unknownMigration)})`;
  const expectedSchema = await schemaAfter(String(applied.at(-1)));
  const actualSchema = readSchema(db);
  const foreignObjects = [...actualSchema].filter(
    ([name, definition]) => expectedSchema.get(name) !== definition && !KNOWN_GUESTS.has(name),
  );
  if (foreignObjects.length > 0)
    return `it contains unknown or changed parts: ${listObjectNames(foreignObjects)}`;
  const missingObjects = [...expectedSchema].filter(([name]) => !actualSchema.has(name));
  return missingObjects.length > 0 ? `it lacks ${listObjectNames(missingObjects)}` : null;
}

async function schemaAfter(migration: string): Promise<Map<string, string>> {
  const file = new SQLite(':memory:');
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: file }) });
  try {
    const provider = { getMigrations: () => Promise.resolve(migrations) };
    const { error } = await new Migrator({ db, provider }).migrateTo(migration);
    if (error) throw error;
    return readSchema(file);
  } finally {
    await db.destroy();
  }
}

function readSchema(file: SQLite.Database): Map<string, string> {
  const rows = file
    .prepare(
      `SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%'
      ESCAPE '\\'`,
    )
    .all() as Record<'type' | 'name' | 'tbl_name' | 'sql', string>[];
  // Line breaks in a statement do not matter.
  const flatten = (sql: string | null) => sql?.replace(/\s+/g, ' ');
  return new Map(
    rows.map(({ type, name, tbl_name, sql }) => [`${type} ${name}`, `${tbl_name} ${flatten(sql)}`]),
  );
}

function listObjectNames(objects: [string, string][]): string {
  return objects.map(([name]) => name).join(', ');
}
