import { type Kysely, sql } from 'kysely';

// Frozen in time: a migration never imports the live schema or limits.

const LANGUAGE = "language TEXT NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'el'))";

const STATEMENTS = [
  `ALTER TABLE contact_submissions ADD COLUMN ${LANGUAGE}`,
  `ALTER TABLE quarantine ADD COLUMN ${LANGUAGE}`,
  `ALTER TABLE admins ADD COLUMN ${LANGUAGE}`,
];

/** The language in which an enquiry was written, and that of each admin. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
