-- One history of the status, the assignee and the follow-up day of an enquiry, instead of three. The values of an
-- assignee are emails, which stay when the account is deleted.
CREATE TABLE enquiry_changes (
  id INTEGER PRIMARY KEY,
  enquiry_id INTEGER NOT NULL REFERENCES contact_submissions (id) ON DELETE CASCADE,
  field TEXT NOT NULL CHECK (field IN ('status', 'assigned_to', 'due_on')),
  from_value TEXT,
  to_value TEXT,
  by_admin TEXT,
  by_message INTEGER REFERENCES messages (id) ON DELETE SET NULL,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX enquiry_changes_enquiry ON enquiry_changes (enquiry_id);
CREATE INDEX enquiry_changes_message ON enquiry_changes (by_message) WHERE by_message IS NOT NULL;

INSERT INTO enquiry_changes
    (enquiry_id, field, from_value, to_value, by_admin, by_message, created_at)
  SELECT enquiry_id, 'status', from_status, to_status, nullif(admin_email, ''), by_message, created_at
  FROM status_changes ORDER BY id;
INSERT INTO enquiry_changes (enquiry_id, field, from_value, to_value, by_admin, created_at)
  SELECT enquiry_id, 'assigned_to', from_email, to_email, admin_email, created_at
  FROM assignments ORDER BY id;
INSERT INTO enquiry_changes (enquiry_id, field, from_value, to_value, by_admin, created_at)
  SELECT enquiry_id, 'due_on', from_day, to_day, admin_email, created_at
  FROM follow_ups ORDER BY id;

DROP TABLE status_changes;
DROP TABLE assignments;
DROP TABLE follow_ups;

-- Each row has the key of its sender: no program but this one writes a row.
DROP TRIGGER contact_submissions_email_changed;
DROP TRIGGER quarantine_email_changed;

-- The spam folder. Its hashes, and those of the audit and of sessions, are of IP addresses.
ALTER TABLE quarantine RENAME TO spam;
ALTER TABLE spam RENAME COLUMN address TO ip_hash;
DROP INDEX quarantine_age;
DROP INDEX quarantine_address;
DROP INDEX quarantine_email_key;
DROP INDEX quarantine_form;
CREATE INDEX spam_age ON spam (created_at);
CREATE INDEX spam_ip_hash ON spam (ip_hash);
CREATE INDEX spam_email_key ON spam (email_key);
CREATE INDEX spam_form ON spam (form_hash);

ALTER TABLE attachments RENAME COLUMN quarantine_id TO spam_id;
DROP INDEX attachments_quarantine;
CREATE INDEX attachments_spam ON attachments (spam_id) WHERE spam_id IS NOT NULL;

ALTER TABLE audit_log RENAME COLUMN address TO ip_hash;
ALTER TABLE audit_counts RENAME COLUMN address TO ip_hash;
ALTER TABLE sessions RENAME COLUMN address_hash TO ip_hash;

-- What a reply did to the status of its enquiry.
ALTER TABLE replies RENAME COLUMN began TO started_progress;

-- The content of the site: the slugs that entries had before, and the kinds that were filled from the sample.
ALTER TABLE site_addresses RENAME TO former_slugs;
DROP INDEX site_addresses_entry;
CREATE INDEX former_slugs_entry ON former_slugs (entry_id);
ALTER TABLE site_filled RENAME TO seeded_kinds;
DELETE FROM seeded_kinds WHERE kind = 'sample-media';

-- Pictures no longer have a sharing preview of their own, and each queued mail has its Message-ID.
UPDATE site_media SET files = json_remove(files, '$."og.jpg"');
UPDATE outbox SET message_id = '<outbox-' || id || '-' || created_at || '@mail.invalid>'
  WHERE message_id IS NULL;

-- A form whose session has ended gets back what was typed; nothing of it is stored any more.
DROP TABLE posted_forms;
ALTER TABLE sessions DROP COLUMN draft;

-- The list of the desk is plain queries. Ordinary indexes have the order of the list; the search indexes have words
-- only, and no index of beginnings, which made each deletion slow. All words of a message are found.
DROP TRIGGER enquiry_counts_insert;
DROP TRIGGER enquiry_counts_delete;
DROP TRIGGER enquiry_counts_update;
DROP TABLE enquiry_counts;

DROP INDEX contact_submissions_status;
DROP INDEX contact_submissions_assigned;
DROP INDEX contact_submissions_due;
DROP INDEX contact_submissions_unread;
CREATE INDEX contact_submissions_status ON contact_submissions (status, created_at, id);
CREATE INDEX contact_submissions_assigned ON contact_submissions (assigned_to, created_at, id);
CREATE INDEX contact_submissions_due ON contact_submissions (created_at, id, due_on)
  WHERE due_on IS NOT NULL;
CREATE INDEX contact_submissions_unread ON contact_submissions (created_at, id) WHERE unread = 1;

DROP TRIGGER enquiry_search_insert;
DROP TRIGGER enquiry_search_delete;
DROP TRIGGER enquiry_search_before;
DROP TRIGGER enquiry_search_after;
DROP TABLE enquiry_search;
DROP VIEW enquiry_search_text;

-- The tokenizer removes no accents from Greek letters and does not unify the forms of sigma.
CREATE VIEW enquiry_search_text AS
  SELECT id, replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(full_name || ' ' || email || ' ' || phone || ' ' || company || ' ' || message, 'ά', 'α'), 'έ', 'ε'), 'ή', 'η'), 'ί', 'ι'), 'ό', 'ο'), 'ύ', 'υ'), 'ώ', 'ω'), 'ϊ', 'ι'), 'ϋ', 'υ'), 'ΐ', 'ι'), 'ΰ', 'υ'), 'Ά', 'α'), 'Έ', 'ε'), 'Ή', 'η'), 'Ί', 'ι'), 'Ό', 'ο'), 'Ύ', 'υ'), 'Ώ', 'ω'), 'Ϊ', 'ι'), 'Ϋ', 'υ'), 'ς', 'σ') AS words
  FROM contact_submissions;

CREATE VIRTUAL TABLE enquiry_search USING fts5 (words,
  content = 'enquiry_search_text', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2');
INSERT INTO enquiry_search (enquiry_search, rank) VALUES ('secure-delete', 1);
INSERT INTO enquiry_search (enquiry_search) VALUES ('rebuild');

CREATE TRIGGER enquiry_search_insert AFTER INSERT ON contact_submissions BEGIN
  INSERT INTO enquiry_search (rowid, words)
    SELECT id, words FROM enquiry_search_text WHERE id = new.id;
END;

CREATE TRIGGER enquiry_search_delete BEFORE DELETE ON contact_submissions BEGIN
  INSERT INTO enquiry_search (enquiry_search, rowid, words)
    SELECT 'delete', id, words FROM enquiry_search_text WHERE id = old.id;
END;

CREATE TRIGGER enquiry_search_before
  BEFORE UPDATE OF id, full_name, email, phone, company, message ON contact_submissions
BEGIN
  INSERT INTO enquiry_search (enquiry_search, rowid, words)
    SELECT 'delete', id, words FROM enquiry_search_text WHERE id = old.id;
END;

CREATE TRIGGER enquiry_search_after
  AFTER UPDATE OF id, full_name, email, phone, company, message ON contact_submissions
BEGIN
  INSERT INTO enquiry_search (rowid, words)
    SELECT id, words FROM enquiry_search_text WHERE id = new.id;
END;

DROP TRIGGER message_search_insert;
DROP TABLE message_search;

CREATE VIEW message_search_text AS
  SELECT messages.id, replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(full_name || ' ' || email || ' ' || company || ' ' || sender || ' ' || subject || ' ' || text, 'ά', 'α'), 'έ', 'ε'), 'ή', 'η'), 'ί', 'ι'), 'ό', 'ο'), 'ύ', 'υ'), 'ώ', 'ω'), 'ϊ', 'ι'), 'ϋ', 'υ'), 'ΐ', 'ι'), 'ΰ', 'υ'), 'Ά', 'α'), 'Έ', 'ε'), 'Ή', 'η'), 'Ί', 'ι'), 'Ό', 'ο'), 'Ύ', 'υ'), 'Ώ', 'ω'), 'Ϊ', 'ι'), 'Ϋ', 'υ'), 'ς', 'σ') AS words
  FROM messages JOIN contact_submissions ON contact_submissions.id = enquiry_id;

CREATE VIRTUAL TABLE message_search USING fts5 (words, tokenize = 'unicode61 remove_diacritics 2');
INSERT INTO message_search (message_search, rank) VALUES ('secure-delete', 1);
INSERT INTO message_search (rowid, words) SELECT id, words FROM message_search_text;

CREATE TRIGGER message_search_insert AFTER INSERT ON messages BEGIN
  INSERT INTO message_search (rowid, words)
    SELECT id, words FROM message_search_text WHERE id = new.id;
END;
