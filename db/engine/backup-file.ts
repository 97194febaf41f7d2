import { hash } from 'node:crypto';
import SQLite from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { isStoredFileName } from '#db/attachments.ts';
import { getSqliteConnection } from '#db/database.server.ts';
import type { FilesFolder } from '#db/engine/database-files.ts';
import { SqliteFile } from '#db/engine/sqlite-file.ts';
import { migrations } from '#db/migrations/index.ts';
import { RESTORED_MAIL_ERROR } from '#db/outbox.ts';
import type { Attachment } from '#db/schema.ts';
import { type SiteMedia } from '#db/site-content.ts';
import { parseMediaFiles } from '#db/site-media.ts';
import { adoptBaseline, hasTable, readDatabaseState, TOO_OLD } from '#db/upgrade.ts';

export interface BackupContents {
  enquiries: number;
  /** When the newest enquiry came (ISO 8601); null without enquiries. */
  newest: string | null;
  /** Null for a backup without any. */
  files: number | null;
  /** Names the files that the backup lacks. */
  missing: string[];
}

const FILES_TABLE = 'attachment_files';
// A backup is one SQLite file: a table of the copy, which a restore drops, holds the bytes of
// attachments and media. Its name is older than media; backups with this name must be restored too.
const CREATE_FILES_TABLE = `CREATE TABLE ${FILES_TABLE} (file TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT, WITHOUT ROWID`;

const openBackup = (path: string) => new SqliteFile(path, { fileMustExist: true });

interface ListedFile {
  folder: FilesFolder;
  file: string;
  sha256: string;
  label: string;
}

/** Writes a copy of the open database without its free pages. Throws unless the file is missing or empty. */
export function copyDatabaseTo(path: string): void {
  getSqliteConnection().prepare('VACUUM INTO ?').run(path);
}

/**
 * Checks a copy of a backup, and moves an older one to the baseline. Throws with the reason unless the
 * copy and its files are intact and it has exactly our schema: a foreign trigger would run with our statements.
 * Files that were already missing when the backup was made are only listed.
 */
export async function convertAndCheckBackup(path: string): Promise<BackupContents> {
  using db = openBackup(path);
  const verdict = db.pragma('integrity_check(1)', { simple: true });
  if (verdict !== 'ok') throw new Error(String(verdict));

  adoptBaseline(db);
  const schemaProblem = await findSchemaProblem(db);
  if (schemaProblem) throw new Error(schemaProblem);

  const counts = db
    .prepare('SELECT count(*) AS enquiries, max(created_at) AS newest FROM contact_submissions')
    .get() as Pick<BackupContents, 'enquiries' | 'newest'>;
  return { ...counts, ...checkBackupFiles(db) };
}

/**
 * Prepares the copy of a backup for use. Its open sessions must not stay valid, and it must not send mail that has
 * been sent since: unsent mail counts as failed, and that of links and digests is deleted. No process may use `path`.
 */
export function endSessionsLinksAndMailOfBackup(path: string): void {
  using db = openBackup(path);
  db.exec(`DELETE FROM outbox WHERE sent_at IS NULL AND id IN
    (SELECT mail_id FROM access_links UNION SELECT mail_id FROM digests)`);
  db.prepare(
    'UPDATE outbox SET failed_at = ?, last_error = ? WHERE sent_at IS NULL AND failed_at IS NULL',
  ).run(Date.now(), RESTORED_MAIL_ERROR);
  db.exec('DELETE FROM sessions; DELETE FROM access_links;');
  // Only the one file is renamed into use: a write-ahead log beside it would stay behind.
  db.pragma('journal_mode = DELETE');
}

/**
 * Writes the files that the rows name into the backup. Leaves out those that are missing or changed, and lists them in
 * `missing`: a partial backup helps too. Throws for a name that could lead outside the folder.
 */
export function addFilesToBackup(
  path: string,
  readFile: (folder: FilesFolder, file: string) => Buffer | null,
): Pick<BackupContents, 'files' | 'missing'> {
  using db = openBackup(path);
  db.exec(CREATE_FILES_TABLE);
  const insert = db.prepare(`INSERT INTO ${FILES_TABLE} VALUES (?, ?)`);
  const listedFiles = listFiles(db);
  const missing: string[] = [];

  // One transaction: a commit for each of some thousand pictures would wait for the disk each time.
  db.transaction(() => {
    for (const { folder, file, sha256, label } of listedFiles) {
      const bytes = readFile(folder, file);
      if (bytes && hash('sha256', bytes) === sha256) insert.run(file, bytes);
      else missing.push(label);
    }
  })();

  return { files: listedFiles.length - missing.length, missing };
}

/**
 * Passes each file of the backup to `writeFile`. Returns false for a plain copy of a database, which has no files.
 * Throws for a damaged file, and for a name that could lead outside the folder.
 */
export function extractBackupFiles(
  path: string,
  writeFile: (folder: FilesFolder, file: string, bytes: Buffer) => void,
): boolean {
  using db = openBackup(path);
  if (!hasTable(db, FILES_TABLE)) return false;

  for (const listedFile of listFiles(db)) {
    const bytes = readFileFromBackup(db, listedFile);
    if (bytes) writeFile(listedFile.folder, listedFile.file, bytes);
  }
  return true;
}

/** Throws for a plain copy of a database, which has no files. */
export function deleteFilesFromBackup(path: string): void {
  using db = openBackup(path);
  db.exec(`DROP TABLE ${FILES_TABLE}; VACUUM`);
}

/** Counts the files in the backup and lists the missing ones. Throws if one has changed since it was made. */
function checkBackupFiles(db: SQLite.Database): Pick<BackupContents, 'files' | 'missing'> {
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
  if (hash('sha256', bytes) !== sha256) throw new Error(`${label} is damaged`);
  return bytes;
}

/** Lists the files that the rows name. Throws for a name that could lead outside the folder. */
function listFiles(db: SQLite.Database): ListedFile[] {
  const listedFiles: ListedFile[] = [];
  const attachments = db.prepare<[], Attachment>('SELECT * FROM attachments ORDER BY id').all();
  for (const { id, file, sha256, removed } of attachments) {
    const label = `the file of attachment ${id}`;
    if (!isStoredFileName(file))
      throw new Error(`${label} has a name that this site would not use`);
    if (removed === null) listedFiles.push({ folder: 'attachments', file, sha256, label });
  }

  const media = db.prepare<[], SiteMedia>('SELECT * FROM site_media ORDER BY name').all();
  for (const { file, sha256 } of media.flatMap(parseMediaFiles))
    listedFiles.push({ folder: 'media', file, sha256, label: `the picture ${file}` });
  return listedFiles;
}

// Tables that Litestream adds to the database it replicates, and the table of a backup's files.
const ALLOWED_TABLES = new Set([
  'table _litestream_seq',
  'table _litestream_lock',
  `table ${FILES_TABLE}`,
]);

/** Returns null if the schema is exactly ours, of this version or one before a pending migration, or else the problem. */
async function findSchemaProblem(db: SQLite.Database): Promise<string | null> {
  const state = readDatabaseState(db);
  if (state.kind === 'too-old') return TOO_OLD;
  if (state.kind === 'newer') return `it is from a newer version (${state.version})`;

  const lastMigration = db.prepare('SELECT max(name) FROM kysely_migration').pluck().get();
  const expectedSchema = await buildSchemaAfter(String(lastMigration));
  const actualSchema = readSchema(db);

  const foreignObjects = [...actualSchema].filter(
    ([name, definition]) => expectedSchema.get(name) !== definition && !ALLOWED_TABLES.has(name),
  );
  if (foreignObjects.length > 0)
    return `it contains unknown or changed parts: ${listObjectNames(foreignObjects)}`;

  const missingObjects = [...expectedSchema].filter(([name]) => !actualSchema.has(name));
  return missingObjects.length > 0 ? `it lacks ${listObjectNames(missingObjects)}` : null;
}

/** Runs our migrations up to this one in memory. */
async function buildSchemaAfter(migration: string): Promise<Map<string, string>> {
  const file = new SQLite(':memory:');
  await using db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: file }) });
  const provider = { getMigrations: () => Promise.resolve(migrations) };
  const { error } = await new Migrator({ db, provider }).migrateTo(migration);
  if (error) throw error;
  return readSchema(file);
}

/** Returns the definition of each table, index, trigger and view by its type and name. */
function readSchema(file: SQLite.Database): Map<string, string> {
  const rows = file
    .prepare(
      `SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%'
      ESCAPE '\\'`,
    )
    .all() as Record<'type' | 'name' | 'tbl_name' | 'sql', string>[];
  // Spaces and line breaks do not matter: ALTER TABLE sets others than the baseline.
  const flatten = (sql: string | null) => sql?.replace(/[ \n]+/g, '');
  return new Map(
    rows.map(({ type, name, tbl_name, sql }) => [`${type} ${name}`, `${tbl_name} ${flatten(sql)}`]),
  );
}

function listObjectNames(objects: [string, string][]): string {
  return objects.map(([name]) => name).join(', ');
}
