import { sql, type Kysely } from 'kysely';

// Frozen in time. What readers of a feed know an article by, whatever its address and day become.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE site_entries ADD COLUMN uid TEXT CHECK (length(uid) BETWEEN 1 AND 40)`.execute(
    db,
  );
}
