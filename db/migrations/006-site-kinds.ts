import { sql, type Kysely } from 'kysely';

// Frozen in time. Later kinds are seeded from the sample, even if earlier kinds were seeded before.
const STATEMENTS = [
  'CREATE TABLE site_filled (kind TEXT PRIMARY KEY) STRICT, WITHOUT ROWID',
  `INSERT INTO site_filled (kind)
    SELECT value FROM json_each('["projects", "categories"]') WHERE EXISTS (SELECT 1 FROM site_revision)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
