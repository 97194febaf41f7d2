import { sql, type Kysely } from 'kysely';

// Frozen in time. A mail that was queued by an earlier version keeps its earlier Message-ID, made from
// its row, so that a server that receives it twice still recognises it.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE outbox ADD COLUMN message_id TEXT`.execute(db);
  await sql`
    CREATE TABLE sent_message_ids (
      message_id TEXT PRIMARY KEY,
      enquiry_id INTEGER NOT NULL REFERENCES contact_submissions (id) ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID
  `.execute(db);
  await sql`CREATE INDEX sent_message_ids_enquiry ON sent_message_ids (enquiry_id)`.execute(db);
}
