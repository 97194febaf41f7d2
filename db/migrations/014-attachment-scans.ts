import { type Kysely, sql } from 'kysely';

/**
 * How often a scanner could not judge a file. With it comes, for all rows that are there and all that
 * come, that `file` is the name of a file and no path: the check of a column added may look at others.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `ALTER TABLE attachments ADD COLUMN scan_tries INTEGER NOT NULL DEFAULT 0
        CHECK (scan_tries >= 0 AND file NOT GLOB '*[^0-9a-f]*')`,
    )
    .execute(db);
}
