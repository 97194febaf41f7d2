import { sql, type Kysely } from 'kysely';

// Frozen in time.

// Answers by other channels have no subject and may have no text. Ids continue where they were.
const ANSWERS = [
  'DROP TRIGGER replies_state',
  'ALTER TABLE replies RENAME TO replies_before',
  `CREATE TABLE replies (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    enquiry_id INTEGER NOT NULL REFERENCES contact_submissions (id) ON DELETE CASCADE,
    admin_email TEXT NOT NULL,
    created_at TEXT NOT NULL,
    channel TEXT NOT NULL DEFAULT 'email' CHECK (channel IN ('email', 'phone', 'visit', 'mail')),
    subject TEXT NOT NULL CHECK (length(subject) <= 200),
    message TEXT NOT NULL CHECK (length(message) <= 10000),
    form_key TEXT NOT NULL,
    mail_id INTEGER REFERENCES outbox (id) ON DELETE SET NULL,
    state TEXT NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'failed')),
    began INTEGER NOT NULL CHECK (began IN (0, 1)),
    UNIQUE (enquiry_id, form_key),
    CHECK (channel <> 'email' OR (subject <> '' AND message <> ''))
  ) STRICT`,
  `INSERT INTO replies (id, enquiry_id, admin_email, created_at, subject, message, form_key, mail_id,
      state, began)
    SELECT id, enquiry_id, admin_email, created_at, subject, message, form_key, mail_id, state, began
    FROM replies_before`,
  `DELETE FROM sqlite_sequence WHERE name = 'replies'
    AND EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'replies_before')`,
  `UPDATE sqlite_sequence SET name = 'replies' WHERE name = 'replies_before'`,
  'DROP TABLE replies_before',
  'CREATE INDEX replies_mail ON replies (mail_id) WHERE mail_id IS NOT NULL',
  `CREATE TRIGGER replies_state AFTER UPDATE OF sent_at, failed_at ON outbox
    WHEN new.sent_at IS NOT old.sent_at OR new.failed_at IS NOT old.failed_at
    BEGIN UPDATE replies SET state = CASE
      WHEN new.sent_at IS NOT NULL THEN 'sent'
      WHEN new.failed_at IS NOT NULL THEN 'failed'
      ELSE 'queued' END
    WHERE mail_id = new.id; END`,
];

// A CHECK can only be dropped with its column, so a new column that permits an empty email replaces it.
const SOURCES = [
  'DROP TRIGGER contact_submissions_email_changed',
  'DROP TRIGGER enquiry_search_insert',
  'DROP TRIGGER enquiry_search_delete',
  'DROP TRIGGER enquiry_search_before',
  'DROP TRIGGER enquiry_search_after',
  'DROP VIEW enquiry_search_text',
  'ALTER TABLE contact_submissions RENAME COLUMN email TO email_before',
  `ALTER TABLE contact_submissions ADD COLUMN email TEXT NOT NULL DEFAULT ''
    CHECK (length(email) <= 100)`,
  'UPDATE contact_submissions SET email = email_before',
  'ALTER TABLE contact_submissions DROP COLUMN email_before',
  `ALTER TABLE contact_submissions ADD COLUMN source TEXT NOT NULL DEFAULT 'site'
    CHECK (source IN ('site', 'phone', 'visit', 'mail'))`,
  'ALTER TABLE contact_submissions ADD COLUMN written_by TEXT',
  'CREATE INDEX contact_submissions_source ON contact_submissions (source, created_at, id)',
  `CREATE TRIGGER contact_submissions_email_changed AFTER UPDATE OF email ON contact_submissions
    WHEN new.email IS NOT old.email AND new.email_key IS old.email_key
    BEGIN UPDATE contact_submissions SET email_key = NULL WHERE id = new.id; END`,
  // Enquiries from the site get no tag, so that the existing index stays correct.
  `CREATE VIEW enquiry_search_text AS
    SELECT id,
      replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(full_name || ' ' || email || ' ' || phone || ' ' || company || ' ' || message,
        'ά', 'α'), 'έ', 'ε'), 'ή', 'η'), 'ί', 'ι'), 'ό', 'ο'), 'ύ', 'υ'), 'ώ', 'ω'),
        'ϊ', 'ι'), 'ϋ', 'υ'), 'ΐ', 'ι'), 'ΰ', 'υ'),
        'Ά', 'α'), 'Έ', 'ε'), 'Ή', 'η'), 'Ί', 'ι'), 'Ό', 'ο'), 'Ύ', 'υ'), 'Ώ', 'ω'),
        'Ϊ', 'ι'), 'Ϋ', 'υ'), 'ς', 'σ') AS words,
      status || ' ' || language || ' by' || ifnull(assigned_to, 0)
        || iif(due_on IS NULL, '', ' dated') || iif(source = 'site', '', ' ' || source) AS tags
    FROM contact_submissions`,
  `CREATE TRIGGER enquiry_search_insert AFTER INSERT ON contact_submissions BEGIN
    INSERT INTO enquiry_search (rowid, words, tags)
      SELECT id, words, tags FROM enquiry_search_text WHERE id = new.id;
  END`,
  `CREATE TRIGGER enquiry_search_delete BEFORE DELETE ON contact_submissions BEGIN
    INSERT INTO enquiry_search (enquiry_search, rowid, words, tags)
      SELECT 'delete', id, words, tags FROM enquiry_search_text WHERE id = old.id;
  END`,
  `CREATE TRIGGER enquiry_search_before BEFORE UPDATE OF id, full_name, email, phone, company,
    message, status, language, assigned_to, due_on, source ON contact_submissions
  BEGIN
    INSERT INTO enquiry_search (enquiry_search, rowid, words, tags)
      SELECT 'delete', id, words, tags FROM enquiry_search_text WHERE id = old.id;
  END`,
  `CREATE TRIGGER enquiry_search_after AFTER UPDATE OF id, full_name, email, phone, company,
    message, status, language, assigned_to, due_on, source ON contact_submissions
  BEGIN
    INSERT INTO enquiry_search (rowid, words, tags)
      SELECT id, words, tags FROM enquiry_search_text WHERE id = new.id;
  END`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const step of [...ANSWERS, ...SOURCES]) await sql.raw(step).execute(db);
}
