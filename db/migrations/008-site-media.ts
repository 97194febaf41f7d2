import { sql, type Kysely } from 'kysely';

// Frozen in time. PDFs and word-marks are stored like pictures, without width and height.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE site_pictures RENAME TO site_media`.execute(db);
}
