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
