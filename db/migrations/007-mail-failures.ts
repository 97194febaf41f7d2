import { type Kysely, sql } from 'kysely';

// Frozen in time: a migration never imports the live schema or limits.

const STATEMENTS = [
  // A message that was refused for good, or tried for too long, keeps its text until somebody at
  // the desk sends it again or discards it.
  'ALTER TABLE outbox ADD COLUMN failed_at INTEGER',
  'ALTER TABLE outbox ADD COLUMN give_up_at INTEGER NOT NULL DEFAULT 0',
  'UPDATE outbox SET give_up_at = created_at + 259200000',
  'UPDATE outbox SET failed_at = next_attempt_at WHERE sealed IS NULL AND sent_at IS NULL',
  'DROP INDEX outbox_due',
  `CREATE INDEX outbox_due ON outbox (next_attempt_at)
    WHERE sent_at IS NULL AND failed_at IS NULL`,
  'CREATE INDEX outbox_failed ON outbox (failed_at) WHERE failed_at IS NOT NULL',
  // What /healthz writes, to know whether an enquiry could be stored.
  `CREATE TABLE store_probe (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL
  ) STRICT`,
];

/** Mail that failed for good, and the byte by which health is told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
