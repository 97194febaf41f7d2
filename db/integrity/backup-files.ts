import { createHash } from 'node:crypto';
import SQLite from 'better-sqlite3';

/** A backup is one file: the bytes of attachments lie in a table of the copy, which a restore empties. */
export const FILES_TABLE = 'attachment_files';
const MAKE = `CREATE TABLE ${FILES_TABLE} (file TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT, WITHOUT ROWID`;

interface FileRow {
  id: number;
  file: string;
  sha256: string;
}

/**
 * Adds the bytes of all files that its rows name to a copy of the database. Some may be missing: a
 * backup without them is better than none, and its check will name them.
 */
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

/**
 * Reads every file of a backup and compares its hash; returns how many there are. Throws when one is
 * missing or not what it was; null for a copy that was made without files.
 */
export function checkFiles(path: string): number | null {
  return withFile(path, (db) => {
    if (!hasTable(db, FILES_TABLE)) return null;
    const rows = keptRows(db);
    for (const row of rows) bytesOf(db, row);
    return rows.length;
  });
}

/** Hands out every file of a backup, checked, and takes them out of it; false if it has none. */
export function takeFilesOut(path: string, write: (file: string, bytes: Buffer) => void): boolean {
  return withFile(path, (db) => {
    if (!hasTable(db, FILES_TABLE)) return false;
    for (const row of keptRows(db)) write(row.file, bytesOf(db, row));
    db.exec(`DROP TABLE ${FILES_TABLE}; VACUUM`);
    return true;
  });
}

function bytesOf(db: SQLite.Database, { id, file, sha256 }: FileRow): Buffer {
  const found = db.prepare(`SELECT bytes FROM ${FILES_TABLE} WHERE file = ?`).pluck();
  const bytes = found.get(file) as Buffer | undefined;
  if (!bytes) throw new Error(`the file of attachment ${id} is missing`);
  const hash = createHash('sha256').update(bytes).digest('hex');
  if (hash !== sha256) throw new Error(`the file of attachment ${id} is damaged`);
  return bytes;
}

function keptRows(db: SQLite.Database): FileRow[] {
  if (!hasTable(db, 'attachments')) return [];
  const kept = 'SELECT id, file, sha256 FROM attachments WHERE removed IS NULL ORDER BY id';
  return db.prepare(kept).all() as FileRow[];
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
