import { type Kysely, sql } from 'kysely';

// Frozen in time: a migration never imports the live schema or limits.

/** The numbers are counted from the enquiries of their days: the counts of 012 go. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  'DROP TRIGGER enquiry_days_insert',
  'DROP TRIGGER enquiry_days_delete',
  'DROP TRIGGER enquiry_days_update',
  'DROP TRIGGER first_replies_insert',
  'DROP TRIGGER first_replies_delete',
  'DROP VIEW reply_waits',
  'DROP TABLE first_replies',
  'DROP TABLE first_reply_days',
  'DROP TABLE enquiry_days',
  'DROP TABLE public_holidays',
  'CREATE INDEX IF NOT EXISTS contact_submissions_created ON contact_submissions (created_at, id)',
];
