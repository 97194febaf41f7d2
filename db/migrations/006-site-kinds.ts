import { sql, type Kysely } from 'kysely';

// Frozen in time. Kinds that came later are filled from the sample in a folder that has others.
const STATEMENTS = [
  'CREATE TABLE site_filled (kind TEXT PRIMARY KEY) STRICT, WITHOUT ROWID',
  `INSERT INTO site_filled (kind)
    SELECT value FROM json_each('["projects", "categories"]') WHERE EXISTS (SELECT 1 FROM site_revision)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
