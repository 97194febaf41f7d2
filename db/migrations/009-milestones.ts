import { sql, type Kysely } from 'kysely';

// Frozen in time. The steps of the setup checklist that have been done once.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE milestones (name TEXT PRIMARY KEY, reached_at TEXT NOT NULL) STRICT, WITHOUT ROWID
  `.execute(db);
}
