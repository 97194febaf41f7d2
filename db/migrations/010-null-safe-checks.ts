import { sql, type Kysely } from 'kysely';

// Frozen in time. Before SQLite 3.45, json_valid(NULL) is 0 and not NULL: to Debian 12's sqlite3 every
// entry without a draft broke its CHECK, and a dump could not be read back. SQLite cannot change a CHECK,
// so the table is made anew, with those that refer to it: dropping it alone would delete their rows.
const STATEMENTS = [
  `CREATE TABLE new_entries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 40),
    position INTEGER NOT NULL,
    slug TEXT CHECK (length(slug) BETWEEN 1 AND 200),
    live INTEGER NOT NULL DEFAULT 0 CHECK (live IN (0, 1)),
    draft TEXT CHECK (draft IS NULL OR json_valid(draft)),
    published TEXT CHECK (published IS NULL OR json_valid(published)),
    published_at TEXT,
    version INTEGER NOT NULL DEFAULT 1,
    changed_at TEXT NOT NULL,
    changed_by TEXT NOT NULL,
    changed_form TEXT,
    deleted_at TEXT,
    uid TEXT CHECK (length(uid) BETWEEN 1 AND 40),
    CHECK (live = 0 OR (published IS NOT NULL AND slug IS NOT NULL AND deleted_at IS NULL))
  ) STRICT`,
  `INSERT INTO new_entries (id, kind, position, slug, live, draft, published, published_at, version,
      changed_at, changed_by, changed_form, deleted_at, uid)
    SELECT id, kind, position, slug, live, draft, published, published_at, version,
      changed_at, changed_by, changed_form, deleted_at, uid FROM site_entries`,
  // An id is never given twice: the audit log names entries by it.
  `UPDATE sqlite_sequence SET seq = (SELECT seq FROM sqlite_sequence WHERE name = 'site_entries')
    WHERE name = 'new_entries'`,
  `CREATE TABLE new_addresses (
    kind TEXT NOT NULL,
    slug TEXT NOT NULL,
    entry_id INTEGER NOT NULL REFERENCES new_entries (id) ON DELETE CASCADE,
    PRIMARY KEY (kind, slug)
  ) STRICT, WITHOUT ROWID`,
  'INSERT INTO new_addresses (kind, slug, entry_id) SELECT kind, slug, entry_id FROM site_addresses',
  `CREATE TABLE new_publications (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    entry_id INTEGER NOT NULL REFERENCES new_entries (id) ON DELETE CASCADE,
    at TEXT NOT NULL,
    admin_email TEXT NOT NULL,
    content TEXT NOT NULL CHECK (json_valid(content))
  ) STRICT`,
  `INSERT INTO new_publications (id, entry_id, at, admin_email, content)
    SELECT id, entry_id, at, admin_email, content FROM site_publications`,
  'DROP TABLE site_publications',
  'DROP TABLE site_addresses',
  'DROP TABLE site_entries',
  // Renaming a table renames it in the references of the others too.
  'ALTER TABLE new_entries RENAME TO site_entries',
  'ALTER TABLE new_addresses RENAME TO site_addresses',
  'ALTER TABLE new_publications RENAME TO site_publications',
  'CREATE INDEX site_entries_order ON site_entries (kind, position, id)',
  `CREATE UNIQUE INDEX site_entries_address ON site_entries (kind, slug)
    WHERE slug IS NOT NULL AND deleted_at IS NULL`,
  'CREATE INDEX site_entries_form ON site_entries (changed_form)',
  'CREATE INDEX site_addresses_entry ON site_addresses (entry_id)',
  'CREATE INDEX site_publications_entry ON site_publications (entry_id, id)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
