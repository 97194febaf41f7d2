import { sql, type Kysely } from 'kysely';

// Frozen in time. Forms of the desk that were posted without a session, until the next sign-in.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE posted_forms (
      id_hash TEXT PRIMARY KEY,
      admin_id INTEGER NOT NULL,
      sender_hash TEXT,
      created_at INTEGER NOT NULL,
      sealed TEXT NOT NULL
    ) STRICT
  `.execute(db);
  await sql`CREATE INDEX posted_forms_by_time ON posted_forms (created_at)`.execute(db);
}
