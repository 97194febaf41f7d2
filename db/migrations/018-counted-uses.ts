import { type Kysely, sql } from 'kysely';

// Frozen in time: a migration never imports the live schema or limits.

/** What every limit counts is in one table. A lock is its failures, at the moment it began. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const step of STEPS) await sql.raw(step).execute(db);
}

const STEPS = [
  `CREATE TABLE counted_uses (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL,
    account TEXT,
    at INTEGER NOT NULL,
    pending INTEGER NOT NULL DEFAULT 0 CHECK (pending IN (0, 1))
  ) STRICT`,
  `CREATE INDEX counted_uses_key ON counted_uses (key, at)`,
  `CREATE INDEX counted_uses_account ON counted_uses (account) WHERE account IS NOT NULL`,
  `CREATE INDEX counted_uses_age ON counted_uses (at)`,
  `INSERT INTO counted_uses (key, account, at, pending)
    SELECT key, account, at, pending FROM login_attempts`,
  `WITH RECURSIVE failures (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM failures WHERE n < 20)
    INSERT INTO counted_uses (key, account, at)
    SELECT key, account, locked_until - 15 * 60 * 1000 FROM login_locks, failures
    WHERE n <= iif(key LIKE 'ip:%', 20, 5)`,
  `INSERT INTO counted_uses (key, at)
    SELECT 'visitor:' || visitor, sent_at FROM enquiry_sends WHERE visitor IS NOT NULL`,
  `INSERT INTO counted_uses (key, at) SELECT 'address:' || address, sent_at FROM enquiry_sends`,
  `INSERT INTO counted_uses (key, at)
    SELECT 'unverified:' || address, sent_at FROM enquiry_sends WHERE strict = 1`,
  `DROP TABLE login_attempts`,
  `DROP TABLE login_locks`,
  `DROP TABLE enquiry_sends`,
];
