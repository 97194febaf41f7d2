import { sql, type Kysely } from 'kysely';

// Frozen in time. The first start of this version marks the entries that are unchanged sample content.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE site_entries ADD COLUMN sample INTEGER NOT NULL DEFAULT 0 CHECK (sample IN (0, 1))`.execute(
    db,
  );
}
