import { type Kysely, sql } from 'kysely';

// Frozen in time: a migration never imports the live schema or limits.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE contact_submissions (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      full_name TEXT NOT NULL CHECK (length(full_name) BETWEEN 1 AND 100),
      email TEXT NOT NULL CHECK (length(email) BETWEEN 3 AND 100),
      phone TEXT NOT NULL DEFAULT '' CHECK (length(phone) <= 20),
      company TEXT NOT NULL DEFAULT '' CHECK (length(company) <= 100),
      project TEXT NOT NULL CHECK (project IN
        ('Private House', 'Office Spaces', 'Public Buildings', 'Exhibition Booths')),
      message TEXT NOT NULL DEFAULT '' CHECK (length(message) <= 2000),
      status TEXT NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'in_progress', 'completed')),
      created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??*Z'),
      verified INTEGER NOT NULL DEFAULT 0 CHECK (verified IN (0, 1)),
      about_project TEXT CHECK (length(about_project) <= 200)
    ) STRICT`.execute(db);
  await sql`CREATE INDEX contact_submissions_newest ON contact_submissions (created_at DESC, id DESC)`.execute(
    db,
  );

  await sql`
    CREATE TABLE enquiry_forms (
      token_hash TEXT PRIMARY KEY,
      enquiry_id INTEGER NOT NULL REFERENCES contact_submissions (id) ON DELETE CASCADE,
      created_at TEXT NOT NULL
    ) STRICT, WITHOUT ROWID`.execute(db);
  await sql`CREATE INDEX enquiry_forms_enquiry ON enquiry_forms (enquiry_id)`.execute(db);

  await sql`
    CREATE TABLE enquiry_sends (
      id INTEGER PRIMARY KEY,
      sent_at INTEGER NOT NULL,
      visitor TEXT,
      address TEXT NOT NULL,
      strict INTEGER NOT NULL CHECK (strict IN (0, 1))
    ) STRICT`.execute(db);
  await sql`CREATE INDEX enquiry_sends_address ON enquiry_sends (address, sent_at)`.execute(db);
  await sql`CREATE INDEX enquiry_sends_visitor ON enquiry_sends (visitor, sent_at) WHERE visitor IS NOT NULL`.execute(
    db,
  );
  await sql`CREATE INDEX enquiry_sends_age ON enquiry_sends (sent_at)`.execute(db);

  await sql`
    CREATE TABLE used_challenges (
      id TEXT PRIMARY KEY,
      expires_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID`.execute(db);
  await sql`CREATE INDEX used_challenges_expiry ON used_challenges (expires_at)`.execute(db);
}
