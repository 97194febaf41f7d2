-- The tables as they were on 28 November 2026. Frozen in time: a later migration changes them.
-- Each statement begins at the left edge; nothing else does but END.


-- Enquiries
CREATE TABLE contact_submissions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  full_name TEXT NOT NULL CHECK (length(full_name) BETWEEN 1 AND 100),
  phone TEXT NOT NULL DEFAULT '' CHECK (length(phone) <= 20),
  company TEXT NOT NULL DEFAULT '' CHECK (length(company) <= 100),
  project TEXT NOT NULL
    CHECK (project IN ('Private House', 'Office Spaces', 'Public Buildings', 'Exhibition Booths')),
  message TEXT NOT NULL DEFAULT '' CHECK (length(message) <= 2000),
  status TEXT NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'in_progress', 'completed')),
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??*Z'),
  verified INTEGER NOT NULL DEFAULT 0 CHECK (verified IN (0, 1)),
  about_project TEXT CHECK (length(about_project) <= 200),
  email_key TEXT,
  language TEXT NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'el')),
  assigned_to INTEGER REFERENCES admins (id) ON DELETE SET NULL,
  due_on TEXT CHECK (due_on GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  email TEXT NOT NULL DEFAULT '' CHECK (length(email) <= 100),
  source TEXT NOT NULL DEFAULT 'site' CHECK (source IN ('site', 'phone', 'visit', 'mail')),
  written_by TEXT,
  unread INTEGER NOT NULL DEFAULT 0 CHECK (unread IN (0, 1))
) STRICT;

-- What follows created_at and id lets a second filter be answered from the index of the first.
CREATE INDEX contact_submissions_newest ON contact_submissions (created_at, id);
CREATE INDEX contact_submissions_status
  ON contact_submissions (status, created_at, id, assigned_to, language);
CREATE INDEX contact_submissions_assigned
  ON contact_submissions (assigned_to, created_at, id, status, language);
CREATE INDEX contact_submissions_language ON contact_submissions (language, created_at, id);
CREATE INDEX contact_submissions_source ON contact_submissions (source, created_at, id);
CREATE INDEX contact_submissions_due
  ON contact_submissions (created_at, id, due_on, status, assigned_to, language)
  WHERE due_on IS NOT NULL;
CREATE INDEX contact_submissions_unread
  ON contact_submissions (created_at, id, status, assigned_to, language) WHERE unread = 1;
CREATE INDEX contact_submissions_email_key ON contact_submissions (email_key);

-- A program that changes an email without its key makes the key unknown, not wrong.
CREATE TRIGGER contact_submissions_email_changed AFTER UPDATE OF email ON contact_submissions
  WHEN new.email IS NOT old.email AND new.email_key IS old.email_key
  BEGIN UPDATE contact_submissions SET email_key = NULL WHERE id = new.id; END;

-- Numbers are taken from the sequence before the first enquiry is stored.
INSERT INTO sqlite_sequence (name, seq) VALUES ('contact_submissions', 0);

CREATE TABLE enquiry_forms (
  token_hash TEXT PRIMARY KEY,
  enquiry_id INTEGER NOT NULL REFERENCES contact_submissions (id) ON DELETE CASCADE,
  created_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX enquiry_forms_enquiry ON enquiry_forms (enquiry_id);

CREATE TABLE used_challenges (
  id TEXT PRIMARY KEY,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX used_challenges_expiry ON used_challenges (expires_at);

CREATE TABLE enquiry_counts (
  status TEXT PRIMARY KEY,
  total INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO enquiry_counts VALUES ('new', 0), ('in_progress', 0), ('completed', 0);

CREATE TRIGGER enquiry_counts_insert AFTER INSERT ON contact_submissions BEGIN
  UPDATE enquiry_counts SET total = total + 1 WHERE status = new.status;
END;

CREATE TRIGGER enquiry_counts_delete AFTER DELETE ON contact_submissions BEGIN
  UPDATE enquiry_counts SET total = total - 1 WHERE status = old.status;
END;

CREATE TRIGGER enquiry_counts_update AFTER UPDATE OF status ON contact_submissions BEGIN
  UPDATE enquiry_counts SET total = total - 1 WHERE status = old.status;
  UPDATE enquiry_counts SET total = total + 1 WHERE status = new.status;
END;


-- The search of the desk

-- The tokenizer removes no accents from Greek letters and does not unify the forms of sigma.
CREATE VIEW enquiry_search_text AS
  SELECT id,
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(full_name || ' ' || email || ' ' || phone || ' ' || company || ' ' || message, 'ά', 'α'), 'έ', 'ε'), 'ή', 'η'), 'ί', 'ι'), 'ό', 'ο'), 'ύ', 'υ'), 'ώ', 'ω'), 'ϊ', 'ι'), 'ϋ', 'υ'), 'ΐ', 'ι'), 'ΰ', 'υ'), 'Ά', 'α'), 'Έ', 'ε'), 'Ή', 'η'), 'Ί', 'ι'), 'Ό', 'ο'), 'Ύ', 'υ'), 'Ώ', 'ω'), 'Ϊ', 'ι'), 'Ϋ', 'υ'), 'ς', 'σ') AS words,
    status || ' ' || language || ' by' || ifnull(assigned_to, 0)
      || iif(due_on IS NULL, '', ' dated') || iif(source = 'site', '', ' ' || source)
      || iif(unread = 1, ' unread', '') AS tags
  FROM contact_submissions;

-- A beginning of up to eight letters has an index of its own; a longer one is shared by few words.
CREATE VIRTUAL TABLE enquiry_search USING fts5 (words, tags,
  content = 'enquiry_search_text', content_rowid = 'id',
  tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3 4 5 6 7 8');

-- A deleted enquiry leaves no words behind in the index.
INSERT INTO enquiry_search (enquiry_search, rank) VALUES ('secure-delete', 1);

CREATE TRIGGER enquiry_search_insert AFTER INSERT ON contact_submissions BEGIN
  INSERT INTO enquiry_search (rowid, words, tags)
    SELECT id, words, tags FROM enquiry_search_text WHERE id = new.id;
END;

CREATE TRIGGER enquiry_search_delete BEFORE DELETE ON contact_submissions BEGIN
  INSERT INTO enquiry_search (enquiry_search, rowid, words, tags)
    SELECT 'delete', id, words, tags FROM enquiry_search_text WHERE id = old.id;
END;

CREATE TRIGGER enquiry_search_before BEFORE UPDATE OF id, full_name, email, phone, company,
  message, status, language, assigned_to, due_on, source, unread ON contact_submissions
BEGIN
  INSERT INTO enquiry_search (enquiry_search, rowid, words, tags)
    SELECT 'delete', id, words, tags FROM enquiry_search_text WHERE id = old.id;
END;

CREATE TRIGGER enquiry_search_after AFTER UPDATE OF id, full_name, email, phone, company,
  message, status, language, assigned_to, due_on, source, unread ON contact_submissions
BEGIN
  INSERT INTO enquiry_search (rowid, words, tags)
    SELECT id, words, tags FROM enquiry_search_text WHERE id = new.id;
END;

-- The key of a phone number is the same however the number is written: '#' and its digits, without 0030 or 30 at
-- the start.
CREATE INDEX contact_submissions_phone
  ON contact_submissions (replace(replace('#' || replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(phone, ' ', ''), '(', ''), ')', ''), '+', ''), '-', ''), '.', ''), '/', ''), ' ', ''), ' ', ''), ' ', ''), '‐', ''), '‑', ''), '‒', ''), '–', ''), '—', ''), '−', ''), '#0030', '#'), '#30', '#'));

CREATE VIEW enquiry_phone_keys AS
  SELECT id, replace(replace('#' || replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(phone, ' ', ''), '(', ''), ')', ''), '+', ''), '-', ''), '.', ''), '/', ''), ' ', ''), ' ', ''), ' ', ''), '‐', ''), '‑', ''), '‒', ''), '–', ''), '—', ''), '−', ''), '#0030', '#'), '#30', '#') AS phone_key FROM contact_submissions;


-- What the desk does with an enquiry
CREATE TABLE enquiry_notes (
  id INTEGER PRIMARY KEY,
  enquiry_id INTEGER NOT NULL REFERENCES contact_submissions (id) ON DELETE CASCADE,
  admin_email TEXT NOT NULL,
  created_at TEXT NOT NULL,
  note TEXT NOT NULL CHECK (length(note) BETWEEN 1 AND 2000)
) STRICT;
CREATE INDEX enquiry_notes_enquiry ON enquiry_notes (enquiry_id);

CREATE TABLE status_changes (
  id INTEGER PRIMARY KEY,
  enquiry_id INTEGER NOT NULL REFERENCES contact_submissions (id) ON DELETE CASCADE,
  admin_email TEXT NOT NULL,
  created_at TEXT NOT NULL,
  from_status TEXT NOT NULL,
  to_status TEXT NOT NULL,
  by_message INTEGER REFERENCES messages (id) ON DELETE SET NULL
) STRICT;
CREATE INDEX status_changes_enquiry ON status_changes (enquiry_id);
CREATE INDEX status_changes_message ON status_changes (by_message) WHERE by_message IS NOT NULL;

CREATE TABLE assignments (
  id INTEGER PRIMARY KEY,
  enquiry_id INTEGER NOT NULL REFERENCES contact_submissions (id) ON DELETE CASCADE,
  admin_email TEXT NOT NULL,
  created_at TEXT NOT NULL,
  from_email TEXT,
  to_email TEXT
) STRICT;
CREATE INDEX assignments_enquiry ON assignments (enquiry_id);

CREATE TABLE follow_ups (
  id INTEGER PRIMARY KEY,
  enquiry_id INTEGER NOT NULL REFERENCES contact_submissions (id) ON DELETE CASCADE,
  admin_email TEXT NOT NULL,
  created_at TEXT NOT NULL,
  from_day TEXT,
  to_day TEXT
) STRICT;
CREATE INDEX follow_ups_enquiry ON follow_ups (enquiry_id);

-- Answers by other channels have no subject and may have no text. `began`: the reply moved a new enquiry to in
-- progress.
CREATE TABLE replies (
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
) STRICT;
CREATE INDEX replies_mail ON replies (mail_id) WHERE mail_id IS NOT NULL;

-- An id is never given twice: a URL names a template for good.
CREATE TABLE reply_templates (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 100),
  subject_en TEXT NOT NULL CHECK (length(subject_en) BETWEEN 1 AND 200),
  message_en TEXT NOT NULL CHECK (length(message_en) BETWEEN 1 AND 10000),
  subject_el TEXT NOT NULL CHECK (length(subject_el) BETWEEN 1 AND 200),
  message_el TEXT NOT NULL CHECK (length(message_el) BETWEEN 1 AND 10000),
  version INTEGER NOT NULL DEFAULT 1
) STRICT;


-- Customers' answers by email
CREATE TABLE messages (
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
) STRICT;

-- The same message read twice, from another folder or by another process, is stored once.
CREATE UNIQUE INDEX messages_identity ON messages (ifnull(message_id, ''), body_hash);
CREATE INDEX messages_enquiry ON messages (enquiry_id, received_at, id);
CREATE INDEX messages_reply ON messages (reply_id) WHERE reply_id IS NOT NULL;
CREATE INDEX messages_bounced
  ON messages (received_at, id) WHERE kind = 'bounce' AND discarded_at IS NULL;

CREATE TABLE sent_message_ids (
  message_id TEXT PRIMARY KEY,
  enquiry_id INTEGER NOT NULL REFERENCES contact_submissions (id) ON DELETE CASCADE,
  reply_id INTEGER REFERENCES replies (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX sent_message_ids_enquiry ON sent_message_ids (enquiry_id);
CREATE INDEX sent_message_ids_reply ON sent_message_ids (reply_id) WHERE reply_id IS NOT NULL;

CREATE TRIGGER replies_message_id AFTER INSERT ON replies WHEN new.mail_id IS NOT NULL BEGIN
  UPDATE sent_message_ids SET reply_id = new.id
  WHERE message_id = (SELECT message_id FROM outbox WHERE id = new.mail_id);
END;

-- An index of its own, because a change of an enquiry writes its words again, and those of a long thread would make
-- that slow. It keeps its texts, so that a deletion finds the words that were indexed.
CREATE VIRTUAL TABLE message_search USING fts5 (words,
  tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3 4');

INSERT INTO message_search (message_search, rank) VALUES ('secure-delete', 1);

CREATE TRIGGER message_search_insert AFTER INSERT ON messages BEGIN
  INSERT INTO message_search (rowid, words) SELECT new.id, replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(full_name || ' ' || email || ' ' || company || ' ' || new.sender || ' ' || new.subject || ' '
  || substr(new.text, 1, 10000), 'ά', 'α'), 'έ', 'ε'), 'ή', 'η'), 'ί', 'ι'), 'ό', 'ο'), 'ύ', 'υ'), 'ώ', 'ω'), 'ϊ', 'ι'), 'ϋ', 'υ'), 'ΐ', 'ι'), 'ΰ', 'υ'), 'Ά', 'α'), 'Έ', 'ε'), 'Ή', 'η'), 'Ί', 'ι'), 'Ό', 'ο'), 'Ύ', 'υ'), 'Ώ', 'ω'), 'Ϊ', 'ι'), 'Ϋ', 'υ'), 'ς', 'σ')
  FROM contact_submissions WHERE id = new.enquiry_id;
END;

CREATE TRIGGER message_search_delete AFTER DELETE ON messages BEGIN
  DELETE FROM message_search WHERE rowid = old.id;
END;

CREATE TABLE mailboxes (
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
) STRICT;


-- Spam and files
CREATE TABLE quarantine (
  id INTEGER PRIMARY KEY,
  full_name TEXT NOT NULL,
  email TEXT NOT NULL,
  phone TEXT NOT NULL,
  company TEXT NOT NULL,
  project TEXT NOT NULL,
  message TEXT NOT NULL,
  verified INTEGER NOT NULL CHECK (verified IN (0, 1)),
  about_project TEXT,
  reason TEXT NOT NULL,
  created_at TEXT NOT NULL,
  address TEXT,
  email_key TEXT,
  language TEXT NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'el')),
  form_hash TEXT,
  number INTEGER
) STRICT;
CREATE INDEX quarantine_age ON quarantine (created_at);
CREATE INDEX quarantine_address ON quarantine (address);
CREATE INDEX quarantine_email_key ON quarantine (email_key);
CREATE INDEX quarantine_form ON quarantine (form_hash);

CREATE TRIGGER quarantine_email_changed AFTER UPDATE OF email ON quarantine
  WHEN new.email IS NOT old.email AND new.email_key IS old.email_key
  BEGIN UPDATE quarantine SET email_key = NULL WHERE id = new.id; END;

-- A file is named by 32 hexadecimal digits: anything else would lead out of the folder.
CREATE TABLE attachments (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  enquiry_id INTEGER REFERENCES contact_submissions (id) ON DELETE CASCADE,
  quarantine_id INTEGER REFERENCES quarantine (id) ON DELETE CASCADE,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  type TEXT NOT NULL,
  size INTEGER NOT NULL CHECK (size > 0),
  sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
  file TEXT NOT NULL UNIQUE CHECK (length(file) = 32 AND file NOT GLOB '*[^0-9a-f]*'),
  created_at TEXT NOT NULL,
  scanned_at TEXT,
  scan_tries INTEGER NOT NULL DEFAULT 0 CHECK (scan_tries >= 0),
  removed TEXT,
  from_message INTEGER REFERENCES messages (id) ON DELETE CASCADE,
  CHECK ((enquiry_id IS NULL) <> (quarantine_id IS NULL))
) STRICT;
CREATE INDEX attachments_enquiry ON attachments (enquiry_id) WHERE enquiry_id IS NOT NULL;
CREATE INDEX attachments_quarantine ON attachments (quarantine_id) WHERE quarantine_id IS NOT NULL;
CREATE INDEX attachments_message ON attachments (from_message) WHERE from_message IS NOT NULL;


-- Accounts
CREATE TABLE admins (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  email TEXT NOT NULL UNIQUE CHECK (length(email) BETWEEN 3 AND 254),
  password_hash TEXT,
  disabled INTEGER NOT NULL DEFAULT 0 CHECK (disabled IN (0, 1)),
  created_at TEXT NOT NULL,
  totp_secret TEXT,
  totp_last_step INTEGER,
  language TEXT NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'el')),
  digest INTEGER NOT NULL DEFAULT 0 CHECK (digest IN (0, 1)),
  last_sign_in_at TEXT,
  passkey_handle TEXT
) STRICT;

CREATE TABLE recovery_codes (
  code_hash TEXT PRIMARY KEY,
  admin_id INTEGER NOT NULL REFERENCES admins (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX recovery_codes_admin ON recovery_codes (admin_id);

CREATE TABLE passkeys (
  id TEXT PRIMARY KEY,
  admin_id INTEGER NOT NULL REFERENCES admins (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  public_key BLOB NOT NULL,
  counter INTEGER NOT NULL,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX passkeys_by_admin ON passkeys (admin_id);

CREATE TABLE sessions (
  token_hash TEXT PRIMARY KEY,
  admin_id INTEGER NOT NULL REFERENCES admins (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  address_hash TEXT,
  agent_hash TEXT,
  draft TEXT,
  confirmed_at INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_admin ON sessions (admin_id, created_at);

CREATE TABLE ended_sessions (
  token_hash TEXT PRIMARY KEY,
  admin_id INTEGER NOT NULL REFERENCES admins (id) ON DELETE CASCADE,
  reason TEXT NOT NULL,
  ended_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX ended_sessions_age ON ended_sessions (ended_at);

CREATE TABLE posted_forms (
  id_hash TEXT PRIMARY KEY,
  admin_id INTEGER NOT NULL,
  sender_hash TEXT,
  created_at INTEGER NOT NULL,
  sealed TEXT NOT NULL
) STRICT;
CREATE INDEX posted_forms_by_time ON posted_forms (created_at);

CREATE TABLE access_links (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  admin_id INTEGER NOT NULL REFERENCES admins (id) ON DELETE CASCADE,
  type TEXT NOT NULL CHECK (type IN ('recovery', 'invite')),
  access_hash TEXT NOT NULL UNIQUE,
  refresh_hash TEXT NOT NULL,
  code_hash TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER,
  mail_id INTEGER REFERENCES outbox (id) ON DELETE SET NULL
) STRICT;
CREATE INDEX access_links_admin ON access_links (admin_id);
CREATE INDEX access_links_mail ON access_links (mail_id) WHERE mail_id IS NOT NULL;

CREATE TABLE devices (
  nonce_hash TEXT PRIMARY KEY,
  admin_id INTEGER NOT NULL REFERENCES admins (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX devices_admin ON devices (admin_id, created_at);

-- What every limit counts. A lock is its failures, at the moment it began.
CREATE TABLE counted_uses (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL,
  account TEXT,
  at INTEGER NOT NULL,
  pending INTEGER NOT NULL DEFAULT 0 CHECK (pending IN (0, 1))
) STRICT;
CREATE INDEX counted_uses_key ON counted_uses (key, at);
CREATE INDEX counted_uses_account ON counted_uses (account) WHERE account IS NOT NULL;
CREATE INDEX counted_uses_age ON counted_uses (at);


-- Mail

-- A mail that was refused for good, or tried for too long, keeps its text until the desk sends it again or discards
-- it.
CREATE TABLE outbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  enquiry_id INTEGER REFERENCES contact_submissions (id) ON DELETE CASCADE,
  sealed TEXT,
  created_at INTEGER NOT NULL,
  next_attempt_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  sent_at INTEGER,
  last_error TEXT,
  failed_at INTEGER,
  give_up_at INTEGER NOT NULL DEFAULT 0,
  message_id TEXT
) STRICT;
CREATE INDEX outbox_due ON outbox (next_attempt_at) WHERE sent_at IS NULL AND failed_at IS NULL;
CREATE INDEX outbox_failed ON outbox (failed_at) WHERE failed_at IS NOT NULL;
CREATE INDEX outbox_enquiry ON outbox (enquiry_id) WHERE enquiry_id IS NOT NULL;

-- What became of a reply stays known when its mail is deleted.
CREATE TRIGGER replies_state AFTER UPDATE OF sent_at, failed_at ON outbox
  WHEN new.sent_at IS NOT old.sent_at OR new.failed_at IS NOT old.failed_at
  BEGIN UPDATE replies SET state = CASE
    WHEN new.sent_at IS NOT NULL THEN 'sent'
    WHEN new.failed_at IS NOT NULL THEN 'failed'
    ELSE 'queued' END
  WHERE mail_id = new.id; END;

-- A mail that names several people is deleted with each of them, like one about a single enquiry.
CREATE TABLE outbox_mentions (
  mail_id INTEGER NOT NULL REFERENCES outbox (id) ON DELETE CASCADE,
  enquiry_id INTEGER NOT NULL REFERENCES contact_submissions (id) ON DELETE CASCADE,
  PRIMARY KEY (mail_id, enquiry_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX outbox_mentions_enquiry ON outbox_mentions (enquiry_id);

CREATE TRIGGER outbox_mentions_erase BEFORE DELETE ON contact_submissions BEGIN
  DELETE FROM outbox WHERE id IN
    (SELECT mail_id FROM outbox_mentions WHERE enquiry_id = old.id);
END;

-- One row for each admin and day, with a mail or without: the process that writes it does the work.
CREATE TABLE digests (
  admin_id INTEGER NOT NULL REFERENCES admins (id) ON DELETE CASCADE,
  day TEXT NOT NULL CHECK (day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  created_at INTEGER NOT NULL,
  mail_id INTEGER REFERENCES outbox (id) ON DELETE SET NULL,
  PRIMARY KEY (admin_id, day)
) STRICT, WITHOUT ROWID;
CREATE INDEX digests_mail ON digests (mail_id) WHERE mail_id IS NOT NULL;


-- The content of the site

-- Before SQLite 3.45, json_valid(NULL) is 0 and not NULL.
CREATE TABLE "site_entries" (
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
  sample INTEGER NOT NULL DEFAULT 0 CHECK (sample IN (0, 1)),
  CHECK (live = 0 OR (published IS NOT NULL AND slug IS NOT NULL AND deleted_at IS NULL))
) STRICT;
CREATE INDEX site_entries_order ON site_entries (kind, position, id);
CREATE UNIQUE INDEX site_entries_address
  ON site_entries (kind, slug) WHERE slug IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX site_entries_form ON site_entries (changed_form);

CREATE TABLE "site_addresses" (
  kind TEXT NOT NULL,
  slug TEXT NOT NULL,
  entry_id INTEGER NOT NULL REFERENCES "site_entries" (id) ON DELETE CASCADE,
  PRIMARY KEY (kind, slug)
) STRICT, WITHOUT ROWID;
CREATE INDEX site_addresses_entry ON site_addresses (entry_id);

CREATE TABLE "site_publications" (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  entry_id INTEGER NOT NULL REFERENCES "site_entries" (id) ON DELETE CASCADE,
  at TEXT NOT NULL,
  admin_email TEXT NOT NULL,
  content TEXT NOT NULL CHECK (json_valid(content))
) STRICT;
CREATE INDEX site_publications_entry ON site_publications (entry_id, id);

-- PDFs and word-marks are stored like pictures, without width and height.
CREATE TABLE "site_media" (
  name TEXT PRIMARY KEY,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  widths TEXT NOT NULL CHECK (json_valid(widths)),
  tone INTEGER NOT NULL CHECK (tone BETWEEN 0 AND 11),
  files TEXT NOT NULL CHECK (json_valid(files)),
  bytes INTEGER NOT NULL,
  last_used_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE site_filled (
  kind TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- Each change of the public content increments it, which tells other processes to reload.
CREATE TABLE site_revision (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  revision INTEGER NOT NULL
) STRICT;


-- Audit

-- A row stays as it was written; it may be deleted when it is older than the time it is kept for.
CREATE TABLE audit_log (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL,
  event TEXT NOT NULL,
  admin_id INTEGER,
  address TEXT,
  request_id TEXT NOT NULL,
  details TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(details))
) STRICT;
CREATE INDEX audit_log_at ON audit_log (at);

CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log
  BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log
  WHEN OLD.at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-12 months')
  BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

-- A count only grows, and may be deleted when it is older than the time it is kept for.
CREATE TABLE audit_counts (
  minute TEXT NOT NULL,
  event TEXT NOT NULL,
  admin_id INTEGER NOT NULL DEFAULT 0,
  address TEXT NOT NULL,
  count INTEGER NOT NULL CHECK (count > 0),
  PRIMARY KEY (minute, event, admin_id, address)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER audit_counts_only_grow BEFORE UPDATE ON audit_counts
  WHEN NEW.count < OLD.count OR NEW.minute <> OLD.minute OR NEW.event <> OLD.event
    OR NEW.admin_id <> OLD.admin_id OR NEW.address <> OLD.address
  BEGIN SELECT RAISE(ABORT, 'audit counts only grow'); END;

CREATE TRIGGER audit_counts_no_delete BEFORE DELETE ON audit_counts
  WHEN OLD.minute > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-90 days')
  BEGIN SELECT RAISE(ABORT, 'audit counts only grow'); END;


-- Upkeep

-- The steps of the setup checklist that have been done once.
CREATE TABLE milestones (
  name TEXT PRIMARY KEY,
  reached_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- /healthz writes it, to know whether an enquiry could be stored.
CREATE TABLE store_probe (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  at INTEGER NOT NULL
) STRICT;

-- When retention last ran: the clock alone does not say how old something is.
CREATE TABLE last_retention (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  at INTEGER NOT NULL
) STRICT;


-- The first templates
INSERT INTO reply_templates (name, subject_en, message_en, subject_el, message_el) VALUES
('First answer / Πρώτη απάντηση',
'Your enquiry to DRYS: {project}',
'Dear {name},

Thank you for your enquiry. We have read it and would like to talk it through with you: what is to be made, where it will stand and when you need it.

Which day and time would suit you for a call? You are also welcome at the factory in Avlona.

Kind regards',
'Το αίτημά σας στην DRYS: {project}',
'Γεια σας,

Σας ευχαριστούμε για το αίτημά σας. Το διαβάσαμε και θα θέλαμε να το συζητήσουμε μαζί σας: τι θα κατασκευαστεί, πού θα τοποθετηθεί και πότε το χρειάζεστε.

Ποια ημέρα και ώρα σας εξυπηρετεί για ένα τηλεφώνημα; Αν προτιμάτε, ελάτε να μας δείτε στο εργοστάσιο, στον Αυλώνα.

Με εκτίμηση'),
('Drawings / Σχέδια',
'Drawings for your enquiry to DRYS: {project}',
'Dear {name},

Thank you for your enquiry. To give you a price we need to know more:

- drawings or a sketch with the main dimensions
- photographs of the space as it is now
- the wood or finish you have in mind
- the date you need it

A sketch by hand is enough to start from. Just reply with what you have.

Kind regards',
'Σχέδια για το αίτημά σας στην DRYS: {project}',
'Γεια σας,

Σας ευχαριστούμε για το αίτημά σας. Για να σας δώσουμε τιμή, χρειαζόμαστε ακόμη:

- σχέδια ή ένα σκίτσο με τις βασικές διαστάσεις
- φωτογραφίες του χώρου όπως είναι σήμερα
- το ξύλο ή το φινίρισμα που έχετε κατά νου
- την ημερομηνία παράδοσης που επιθυμείτε

Για αρχή αρκεί ένα σκίτσο με το χέρι. Στείλτε μας ό,τι έχετε απαντώντας σε αυτό το email.

Με εκτίμηση');
