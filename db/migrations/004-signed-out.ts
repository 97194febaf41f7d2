import { type Kysely, sql } from 'kysely';

// Frozen in time: a migration never imports the live schema or limits.

/**
 * What has died leaves no trace that still works, and says why: a link knows its mail, so that both
 * go together; an ended session is remembered for its browser, with the changes that met its end.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `ALTER TABLE access_links ADD COLUMN mail_id INTEGER REFERENCES outbox (id) ON DELETE SET NULL`,
  `CREATE INDEX access_links_mail ON access_links (mail_id) WHERE mail_id IS NOT NULL`,
  `CREATE TABLE ended_sessions (
    token_hash TEXT PRIMARY KEY,
    admin_id INTEGER NOT NULL REFERENCES admins (id) ON DELETE CASCADE,
    reason TEXT NOT NULL,
    ended_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`,
  `CREATE INDEX ended_sessions_age ON ended_sessions (ended_at)`,
  `CREATE TABLE unsaved_changes (
    token_hash TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('status', 'note')),
    admin_id INTEGER NOT NULL REFERENCES admins (id) ON DELETE CASCADE,
    enquiry_id INTEGER NOT NULL REFERENCES contact_submissions (id) ON DELETE CASCADE,
    sealed TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (token_hash, kind)
  ) STRICT, WITHOUT ROWID`,
  `CREATE INDEX unsaved_changes_enquiry ON unsaved_changes (enquiry_id)`,
];
