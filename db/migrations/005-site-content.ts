import { sql, type Kysely } from 'kysely';

// Frozen in time. The content of the site by kind; drafts and published contents are JSON.
const TABLES = [
  `CREATE TABLE site_entries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 40),
    position INTEGER NOT NULL,
    slug TEXT CHECK (length(slug) BETWEEN 1 AND 200),
    live INTEGER NOT NULL DEFAULT 0 CHECK (live IN (0, 1)),
    draft TEXT CHECK (json_valid(draft)),
    published TEXT CHECK (json_valid(published)),
    published_at TEXT,
    version INTEGER NOT NULL DEFAULT 1,
    changed_at TEXT NOT NULL,
    changed_by TEXT NOT NULL,
    changed_form TEXT,
    deleted_at TEXT,
    CHECK (live = 0 OR (published IS NOT NULL AND slug IS NOT NULL AND deleted_at IS NULL))
  ) STRICT`,
  'CREATE INDEX site_entries_order ON site_entries (kind, position, id)',
  `CREATE UNIQUE INDEX site_entries_address ON site_entries (kind, slug)
    WHERE slug IS NOT NULL AND deleted_at IS NULL`,
  'CREATE INDEX site_entries_form ON site_entries (changed_form)',
  `CREATE TABLE site_addresses (
    kind TEXT NOT NULL,
    slug TEXT NOT NULL,
    entry_id INTEGER NOT NULL REFERENCES site_entries (id) ON DELETE CASCADE,
    PRIMARY KEY (kind, slug)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX site_addresses_entry ON site_addresses (entry_id)',
  `CREATE TABLE site_publications (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    entry_id INTEGER NOT NULL REFERENCES site_entries (id) ON DELETE CASCADE,
    at TEXT NOT NULL,
    admin_email TEXT NOT NULL,
    content TEXT NOT NULL CHECK (json_valid(content))
  ) STRICT`,
  'CREATE INDEX site_publications_entry ON site_publications (entry_id, id)',
  `CREATE TABLE site_pictures (
    name TEXT PRIMARY KEY,
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    widths TEXT NOT NULL CHECK (json_valid(widths)),
    tone INTEGER NOT NULL CHECK (tone BETWEEN 0 AND 11),
    files TEXT NOT NULL CHECK (json_valid(files)),
    bytes INTEGER NOT NULL,
    last_used_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID`,
  // Each change of the public content increments it, which tells other processes to reload.
  'CREATE TABLE site_revision (id INTEGER PRIMARY KEY CHECK (id = 1), revision INTEGER NOT NULL) STRICT',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of TABLES) await sql.raw(statement).execute(db);
}
