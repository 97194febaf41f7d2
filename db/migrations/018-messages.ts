import { sql, type Kysely } from 'kysely';

// Frozen in time. Customers' answers by e-mail, and how far the mailbox was read.

const MESSAGES = [
  `CREATE TABLE messages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    enquiry_id INTEGER NOT NULL REFERENCES contact_submissions (id) ON DELETE CASCADE,
    message_id TEXT,
    body_hash TEXT NOT NULL,
    received_at TEXT NOT NULL CHECK (received_at GLOB '????-??-??T??:??:??*Z'),
    sender TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('answer', 'automatic', 'bounce')),
    subject TEXT NOT NULL,
    text TEXT NOT NULL CHECK (length(text) <= 100000),
    quoted_text TEXT NOT NULL CHECK (length(quoted_text) <= 100000),
    is_cut INTEGER NOT NULL DEFAULT 0 CHECK (is_cut IN (0, 1)),
    unkept_files TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(unkept_files)),
    reference_ids TEXT NOT NULL DEFAULT '',
    reply_id INTEGER REFERENCES replies (id) ON DELETE CASCADE,
    reason TEXT NOT NULL DEFAULT '',
    discarded_at TEXT
  ) STRICT`,
  // The same message read twice, from another folder or by another process, is stored once.
  `CREATE UNIQUE INDEX messages_identity ON messages (ifnull(message_id, ''), body_hash)`,
  'CREATE INDEX messages_enquiry ON messages (enquiry_id, received_at, id)',
  'CREATE INDEX messages_reply ON messages (reply_id) WHERE reply_id IS NOT NULL',
  `CREATE INDEX messages_bounced ON messages (received_at, id)
    WHERE kind = 'bounce' AND discarded_at IS NULL`,
  `ALTER TABLE attachments ADD COLUMN from_message INTEGER REFERENCES messages (id) ON DELETE CASCADE`,
  'CREATE INDEX attachments_message ON attachments (from_message) WHERE from_message IS NOT NULL',
  `ALTER TABLE status_changes ADD COLUMN by_message INTEGER REFERENCES messages (id)
    ON DELETE SET NULL`,
  'CREATE INDEX status_changes_message ON status_changes (by_message) WHERE by_message IS NOT NULL',
  `ALTER TABLE sent_message_ids ADD COLUMN reply_id INTEGER REFERENCES replies (id)
    ON DELETE CASCADE`,
  'CREATE INDEX sent_message_ids_reply ON sent_message_ids (reply_id) WHERE reply_id IS NOT NULL',
  `UPDATE sent_message_ids SET reply_id = (SELECT replies.id FROM replies
    JOIN outbox ON outbox.id = replies.mail_id WHERE outbox.message_id = sent_message_ids.message_id)`,
  `CREATE TRIGGER replies_message_id AFTER INSERT ON replies WHEN new.mail_id IS NOT NULL BEGIN
    UPDATE sent_message_ids SET reply_id = new.id
    WHERE message_id = (SELECT message_id FROM outbox WHERE id = new.mail_id);
  END`,
];

const GREEK_ACCENTS = 'άα έε ήη ίι όο ύυ ώω ϊι ϋυ ΐι ΰυ Άα Έε Ήη Ίι Όο Ύυ Ώω Ϊι Ϋυ ςσ'.split(' ');

/** Returns an SQL expression that removes accents and unifies the forms of sigma, because the tokenizer does neither. */
const foldGreek = (expression: string): string =>
  GREEK_ACCENTS.reduce(
    (folded, [accented, plain]) => `replace(${folded}, '${accented}', '${plain}')`,
    expression,
  );

// An index of its own, not more words in enquiry_search: a change of an enquiry's status writes its
// words again, and a thread of long messages would make that slow. It keeps its texts, so that a
// deletion finds the words that were indexed.
const SEARCH = [
  `CREATE VIRTUAL TABLE message_search USING fts5 (words,
    tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3 4')`,
  `INSERT INTO message_search (message_search, rank) VALUES ('secure-delete', 1)`,
  `CREATE TRIGGER message_search_insert AFTER INSERT ON messages BEGIN
    INSERT INTO message_search (rowid, words) SELECT new.id,
      ${foldGreek(`full_name || ' ' || email || ' ' || company || ' ' || new.sender || ' ' || new.subject || ' ' || new.text`)}
    FROM contact_submissions WHERE id = new.enquiry_id;
  END`,
  `CREATE TRIGGER message_search_delete AFTER DELETE ON messages BEGIN
    DELETE FROM message_search WHERE rowid = old.id;
  END`,
];

// Only unread enquiries get the new tag, so the search index of the others stays correct.
const UNREAD = [
  `ALTER TABLE contact_submissions ADD COLUMN unread INTEGER NOT NULL DEFAULT 0
    CHECK (unread IN (0, 1))`,
  `CREATE INDEX contact_submissions_unread
    ON contact_submissions (created_at, id, status, assigned_to, language) WHERE unread = 1`,
  'DROP TRIGGER enquiry_search_insert',
  'DROP TRIGGER enquiry_search_delete',
  'DROP TRIGGER enquiry_search_before',
  'DROP TRIGGER enquiry_search_after',
  'DROP VIEW enquiry_search_text',
  `CREATE VIEW enquiry_search_text AS
    SELECT id,
      ${foldGreek(`full_name || ' ' || email || ' ' || phone || ' ' || company || ' ' || message`)} AS words,
      status || ' ' || language || ' by' || ifnull(assigned_to, 0)
        || iif(due_on IS NULL, '', ' dated') || iif(source = 'site', '', ' ' || source)
        || iif(unread = 1, ' unread', '') AS tags
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
    message, status, language, assigned_to, due_on, source, unread ON contact_submissions
  BEGIN
    INSERT INTO enquiry_search (enquiry_search, rowid, words, tags)
      SELECT 'delete', id, words, tags FROM enquiry_search_text WHERE id = old.id;
  END`,
  `CREATE TRIGGER enquiry_search_after AFTER UPDATE OF id, full_name, email, phone, company,
    message, status, language, assigned_to, due_on, source, unread ON contact_submissions
  BEGIN
    INSERT INTO enquiry_search (rowid, words, tags)
      SELECT id, words, tags FROM enquiry_search_text WHERE id = new.id;
  END`,
];

const MAILBOXES = [
  `CREATE TABLE mailboxes (
    id INTEGER PRIMARY KEY,
    server TEXT NOT NULL,
    user TEXT NOT NULL,
    folder TEXT NOT NULL,
    switched_on_at TEXT,
    uid_validity INTEGER,
    last_uid INTEGER,
    dated_below_uid INTEGER,
    message_count INTEGER,
    last_read_at TEXT,
    error TEXT CHECK (error IN ('refused', 'folder-missing', 'unreachable')),
    error_since TEXT,
    UNIQUE (server, user, folder)
  ) STRICT`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const step of [...MESSAGES, ...SEARCH, ...UNREAD, ...MAILBOXES])
    await sql.raw(step).execute(db);
}
