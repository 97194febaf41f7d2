import { sql, type Kysely } from 'kysely';

// Frozen in time. The feed id of an article, which stays when its slug or day changes.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE site_entries ADD COLUMN uid TEXT CHECK (length(uid) BETWEEN 1 AND 40)`.execute(
    db,
  );
}
