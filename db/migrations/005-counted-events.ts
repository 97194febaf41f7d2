import { type Kysely, sql } from 'kysely';

// Frozen in time: a migration never imports the live schema or limits.

/** Counts of what anybody may cause, and the address that a message set aside came from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...COUNTS, ...QUARANTINE]) await sql.raw(statement).execute(db);
}

// A count only grows, and goes only when it is older than the time it is kept for.
const COUNTS = [
  `CREATE TABLE audit_counts (
    minute TEXT NOT NULL,
    event TEXT NOT NULL,
    admin_id INTEGER NOT NULL DEFAULT 0,
    address TEXT NOT NULL,
    count INTEGER NOT NULL CHECK (count > 0),
    PRIMARY KEY (minute, event, admin_id, address)
  ) STRICT, WITHOUT ROWID`,
  `CREATE TRIGGER audit_counts_only_grow BEFORE UPDATE ON audit_counts
    WHEN NEW.count < OLD.count OR NEW.minute <> OLD.minute OR NEW.event <> OLD.event
      OR NEW.admin_id <> OLD.admin_id OR NEW.address <> OLD.address
    BEGIN SELECT RAISE(ABORT, 'audit counts only grow'); END`,
  `CREATE TRIGGER audit_counts_no_delete BEFORE DELETE ON audit_counts
    WHEN OLD.minute > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-90 days')
    BEGIN SELECT RAISE(ABORT, 'audit counts only grow'); END`,
];

const QUARANTINE = [
  'ALTER TABLE quarantine ADD COLUMN address TEXT',
  'CREATE INDEX quarantine_address ON quarantine (address)',
];
