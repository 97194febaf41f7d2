import SQLite from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrations } from '#db/migrations/index.ts';

/** The table by which a backup has files. */
export const FILES_TABLE = 'attachment_files';
/** Tables that Litestream puts into the database it copies, and the one by which a backup has files. */
const GUESTS = new Set(['table _litestream_seq', 'table _litestream_lock', `table ${FILES_TABLE}`]);

/**
 * What is in the schema of a database file that our migrations did not put there, or is missing, in
 * words for an operator; null when it is exactly ours, of this version or an earlier one.
 */
export async function schemaError(file: SQLite.Database): Promise<string | null> {
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

/** What a schema holds, such as 'table sessions', and how it was made; SQLite's own things aside. */
function schemaOf(file: SQLite.Database): Map<string, string> {
  const rows = file
    .prepare(
      `SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%'
      ESCAPE '\\'`,
    )
    .all() as Record<'type' | 'name' | 'tbl_name' | 'sql', string>[];
  return new Map(rows.map(({ type, name, tbl_name, sql }) => [`${type} ${name}`, tbl_name + sql]));
}

function namesOf(objects: [string, string][]): string {
  return objects.map(([name]) => name).join(', ');
}
