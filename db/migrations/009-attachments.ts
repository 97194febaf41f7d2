import { type Kysely, sql } from 'kysely';

// Frozen in time: a migration never imports the live schema or limits.

const STATEMENTS = [
  // The bytes are files beside the database; a row stands for one that is there whole. It belongs
  // to an enquiry, or to what was set aside as spam, and goes with it.
  `CREATE TABLE attachments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    enquiry_id INTEGER REFERENCES contact_submissions (id) ON DELETE CASCADE,
    quarantine_id INTEGER REFERENCES quarantine (id) ON DELETE CASCADE,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
    type TEXT NOT NULL,
    size INTEGER NOT NULL CHECK (size > 0),
    sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
    file TEXT NOT NULL UNIQUE CHECK (length(file) = 32),
    created_at TEXT NOT NULL,
    scanned_at TEXT,
    removed TEXT,
    CHECK ((enquiry_id IS NULL) <> (quarantine_id IS NULL))
  ) STRICT`,
  `CREATE INDEX attachments_enquiry ON attachments (enquiry_id) WHERE enquiry_id IS NOT NULL`,
  `CREATE INDEX attachments_quarantine ON attachments (quarantine_id)
    WHERE quarantine_id IS NOT NULL`,
];

/** The drawings and pictures that come with an enquiry. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
