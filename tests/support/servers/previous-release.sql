-- Rows of a database at the end of the migrations that 001-baseline.sql replaced: its tables are those of the baseline.
-- Each case that an upgrade must carry over has a row.
CREATE TABLE "kysely_migration" ("name" varchar(255) not null primary key, "timestamp" varchar(255) not null);
CREATE TABLE "kysely_migration_lock" ("id" varchar(255) not null primary key, "is_locked" integer default 0 not null);
INSERT INTO kysely_migration_lock (id, is_locked) VALUES ('migration_lock', 0);
INSERT INTO kysely_migration (name, timestamp) VALUES
  ('001-baseline', '2026-11-22T20:00:00.000Z'), ('002-receipts', '2026-11-22T20:00:00.000Z'),
  ('003-desk-work', '2026-11-22T20:00:00.000Z'), ('005-site-content', '2026-11-22T20:00:00.000Z'),
  ('006-site-kinds', '2026-11-22T20:00:00.000Z'), ('007-site-names', '2026-11-22T20:00:00.000Z'),
  ('008-site-media', '2026-11-22T20:00:00.000Z'), ('009-milestones', '2026-11-22T20:00:00.000Z'),
  ('010-null-safe-checks', '2026-11-22T20:00:00.000Z'), ('011-posted-forms', '2026-11-22T20:00:00.000Z'),
  ('012-email-domain-keys', '2026-11-22T20:00:00.000Z'), ('013-sample-entries', '2026-11-22T20:00:00.000Z'),
  ('014-people', '2026-11-22T20:00:00.000Z'), ('015-message-ids', '2026-11-22T20:00:00.000Z'),
  ('017-greek-greeting', '2026-11-22T20:00:00.000Z'), ('018-messages', '2026-11-22T20:00:00.000Z'),
  ('019-bounded-message-search', '2026-11-22T20:00:00.000Z'), ('020-phone-search', '2026-11-22T20:00:00.000Z');

-- Accounts: one with everything, one disabled, one invited. The password is that of tests/support/people/admins.ts.
INSERT INTO admins (id, email, password_hash, disabled, created_at, totp_secret, totp_last_step, language, digest, last_sign_in_at, passkey_handle) VALUES
  (1, 'anna@drys.example', '$2b$12$9fhn09LYsiToEMmk75VppOg3boPkD9BqWDFf6iR9wQWbRrXGy7HTi', 0, '2026-11-01T08:00:00.000Z', NULL, NULL, 'en', 1, '2026-11-23T08:00:00.000Z', 'aGFuZGxl'),
  (2, 'basil@drys.example', '$2b$12$9fhn09LYsiToEMmk75VppOg3boPkD9BqWDFf6iR9wQWbRrXGy7HTi', 0, '2026-11-01T08:01:00.000Z', 'sealed secret', 59130000, 'el', 0, NULL, NULL),
  (3, 'clio@drys.example', '$2b$12$9fhn09LYsiToEMmk75VppOg3boPkD9BqWDFf6iR9wQWbRrXGy7HTi', 1, '2026-11-01T08:02:00.000Z', NULL, NULL, 'en', 0, NULL, NULL),
  (5, 'dora@drys.example', NULL, 0, '2026-11-01T08:03:00.000Z', NULL, NULL, 'el', 0, NULL, NULL);
INSERT INTO recovery_codes (code_hash, admin_id) VALUES ('recovery code', 2);
INSERT INTO passkeys (id, admin_id, name, public_key, counter, created_at) VALUES
  ('passkey', 1, 'Telephone', x'a50102032620', 7, '2026-11-02T08:00:00.000Z');
INSERT INTO sessions (token_hash, admin_id, created_at, last_seen_at, expires_at, address_hash, agent_hash, draft, confirmed_at) VALUES
  ('session', 1, 1795900000000, 1795900000001, 1995900000002, 'ip hash', 'agent hash', 'sealed draft', 1795900000003);
INSERT INTO ended_sessions (token_hash, admin_id, reason, ended_at) VALUES ('ended session', 3, 'disabled', 1795900000004);
INSERT INTO posted_forms (id_hash, admin_id, sender_hash, created_at, sealed) VALUES ('form', 1, 'sender', 1795900000005, 'sealed form');
INSERT INTO devices (nonce_hash, admin_id, created_at) VALUES ('device', 1, 1795900000006);
INSERT INTO counted_uses (id, key, account, at, pending) VALUES
  (3, 'acct:clio@drys.example', 'clio@drys.example', 1795900000007, 0), (4, 'ip:hash', NULL, 1795900000008, 1);

-- Enquiries: one with its whole history, one by phone without an email, one whose email has an invisible character,
-- one in Greek without a key. The number 3 was deleted.
INSERT INTO contact_submissions (id, full_name, phone, company, project, message, status, created_at, verified, about_project, email_key, language, assigned_to, due_on, email, source, written_by, unread) VALUES
  (1, 'Thomas Karras', '210 0000004', 'Karras & Co', 'Private House', 'A staircase in oak.', 'completed', '2026-11-10T09:00:00.000Z', 1, 'roche', 'thomas@karras.example', 'en', 1, '2026-12-01', 'Thomas@karras.example', 'site', NULL, 1),
  (2, 'Maria Phone', '+30 690 000 0002', '', 'Office Spaces', 'Twelve desks.', 'in_progress', '2026-11-11T09:00:00.000Z', 0, NULL, NULL, 'en', NULL, NULL, '', 'phone', 'basil@drys.example', 0),
  (4, 'Jo Sample', '', '', 'Exhibition Booths', 'A stand of 54 m².', 'new', '2026-11-12T09:00:00.000Z', 1, NULL, 'jo' || char(8203) || '@mail.example', 'en', NULL, NULL, 'jo' || char(8203) || '@mail.example', 'site', NULL, 0),
  (5, 'Ελένη Παπαδάκη', '', '', 'Public Buildings', 'Σκάλα από δρυ.', 'new', '2026-11-13T09:00:00.000Z', 1, NULL, NULL, 'el', 2, NULL, 'ELENI@mail.example', 'site', NULL, 0);
UPDATE sqlite_sequence SET seq = 9 WHERE name = 'contact_submissions';
INSERT INTO enquiry_forms (token_hash, enquiry_id, created_at) VALUES ('token', 1, '2026-11-10T09:00:00.000Z');
INSERT INTO used_challenges (id, expires_at) VALUES ('challenge', 1795900000009);
INSERT INTO enquiry_notes (id, enquiry_id, admin_email, created_at, note) VALUES (2, 1, 'anna@drys.example', '2026-11-10T10:00:00.000Z', 'Wants ash.');

-- Mail: waiting (once without a Message-ID), sent, failed, and about several enquiries.
INSERT INTO outbox (id, kind, enquiry_id, sealed, created_at, next_attempt_at, attempts, sent_at, last_error, failed_at, give_up_at, message_id) VALUES
  (1, 'receipt', 1, NULL, 1795900000010, 1795900000011, 1, 1795900000012, NULL, NULL, 1796900000000, '<receipt@mail.example>'),
  (2, 'reply', 1, NULL, 1795900000013, 1795900000014, 1, 1795900000015, NULL, NULL, 1796900000000, '<sent@mail.example>'),
  (3, 'reply', 1, 'sealed mail', 1795900000016, 1795900000017, 3, NULL, 'EENVELOPE 550', 1795900000018, 1796900000000, '<failed@mail.example>'),
  (4, 'notice', 5, 'sealed mail', 1795900000019, 1995900000020, 2, NULL, 'ECONNECTION', NULL, 1996900000000, NULL),
  (6, 'digest', NULL, 'sealed mail', 1795900000021, 1995900000022, 0, NULL, NULL, NULL, 1996900000000, '<digest@mail.example>');
UPDATE sqlite_sequence SET seq = 8 WHERE name = 'outbox';
INSERT INTO outbox_mentions (mail_id, enquiry_id) VALUES (6, 1), (6, 5);
INSERT INTO digests (admin_id, day, created_at, mail_id) VALUES (1, '2026-11-23', 1795900000023, 6), (1, '2026-11-24', 1795900000024, NULL);
INSERT INTO access_links (id, admin_id, type, access_hash, refresh_hash, code_hash, created_at, expires_at, used_at, mail_id) VALUES
  (1, 5, 'invite', 'access', 'refresh', 'code', 1795900000025, 1995900000026, NULL, NULL), (2, 1, 'recovery', 'access 2', 'refresh 2', 'code 2', 1795900000027, 1795900000028, 1795900000029, 1);

-- Replies (sent, failed, recorded), messages, and a status that one of them changed.
INSERT INTO sent_message_ids (message_id, enquiry_id, reply_id) VALUES
  ('<receipt@mail.example>', 1, NULL), ('<sent@mail.example>', 1, NULL), ('<failed@mail.example>', 1, NULL);
INSERT INTO replies (id, enquiry_id, admin_email, created_at, channel, subject, message, form_key, mail_id, state, began) VALUES
  (1, 1, 'anna@drys.example', '2026-11-10T11:00:00.000Z', 'email', 'Your staircase', 'We can make it.', 'key 1', 2, 'sent', 1),
  (2, 1, 'anna@drys.example', '2026-11-10T12:00:00.000Z', 'email', 'The price', 'It costs 4,000 €.', 'key 2', 3, 'failed', 0),
  (3, 2, 'basil@drys.example', '2026-11-11T12:00:00.000Z', 'phone', '', '', 'key 3', NULL, 'sent', 1);
UPDATE sqlite_sequence SET seq = 4 WHERE name = 'replies';
INSERT INTO messages (id, enquiry_id, message_id, body_hash, received_at, sender, kind, subject, text, quoted_text, is_cut, unkept_files, reference_ids, reply_id, reason, discarded_at) VALUES
  (1, 1, '<a1@karras.example>', 'hash 1', '2026-11-14T09:00:00.000Z', 'thomas@karras.example', 'answer', 'Re: Your staircase', 'Συμφωνούμε για τη σκάλα.', '> We can make it.', 1, '[{"kind":"notAccepted","name":"setup.exe"}]', '<sent@mail.example>', NULL, '', NULL),
  (2, 1, NULL, 'hash 2', '2026-11-14T10:00:00.000Z', 'thomas@karras.example', 'automatic', 'On holiday', 'Back on Monday.', '', 0, '[]', '', NULL, '', NULL),
  (4, 1, '<b1@karras.example>', 'hash 4', '2026-11-14T11:00:00.000Z', 'mailer-daemon@karras.example', 'bounce', 'Undelivered', 'Mailbox full.', '', 0, '[]', '<failed@mail.example>', 2, '550 5.2.2 mailbox full', '2026-11-15T09:00:00.000Z');
INSERT INTO mailboxes (id, server, user, folder, switched_on_at, uid_validity, last_uid, dated_below_uid, message_count, last_read_at, error, error_since) VALUES
  (1, 'imap.drys.example:993', 'answers', 'INBOX', '2026-11-01T08:00:00.000Z', 5, 42, 40, 3, '2026-11-23T08:00:00.000Z', 'unreachable', '2026-11-23T09:00:00.000Z');

-- Three histories.
INSERT INTO status_changes (id, enquiry_id, admin_email, created_at, from_status, to_status, by_message) VALUES
  (2, 1, 'anna@drys.example', '2026-11-10T11:00:00.000Z', 'new', 'in_progress', NULL),
  (3, 1, 'anna@drys.example', '2026-11-12T11:00:00.000Z', 'in_progress', 'completed', NULL),
  (5, 1, '', '2026-11-14T09:00:00.000Z', 'completed', 'in_progress', 1),
  (6, 1, 'gone@drys.example', '2026-11-16T09:00:00.000Z', 'in_progress', 'completed', NULL),
  (7, 2, 'basil@drys.example', '2026-11-11T12:00:00.000Z', 'new', 'in_progress', NULL);
INSERT INTO assignments (id, enquiry_id, admin_email, created_at, from_email, to_email) VALUES
  (1, 1, 'anna@drys.example', '2026-11-10T10:30:00.000Z', NULL, 'gone@drys.example'),
  (2, 1, 'anna@drys.example', '2026-11-10T10:40:00.000Z', 'gone@drys.example', 'anna@drys.example'),
  (4, 2, 'basil@drys.example', '2026-11-11T10:40:00.000Z', 'basil@drys.example', NULL);
INSERT INTO follow_ups (id, enquiry_id, admin_email, created_at, from_day, to_day) VALUES
  (1, 1, 'anna@drys.example', '2026-11-10T10:50:00.000Z', NULL, '2026-12-01'),
  (3, 2, 'basil@drys.example', '2026-11-11T10:50:00.000Z', '2026-12-02', NULL);
UPDATE reply_templates SET name = 'Visit', message_en = 'Dear {name}, come and see us.', version = 3 WHERE id = 2;
INSERT INTO reply_templates (id, name, subject_en, message_en, subject_el, message_el) VALUES (4, 'Price', 'Price', 'It costs', 'Τιμή', 'Κοστίζει');

-- The spam folder, and files: of an enquiry, of a message, of spam, and one that the scanner removed.
INSERT INTO quarantine (id, full_name, email, phone, company, project, message, verified, about_project, reason, created_at, address, email_key, language, form_hash, number) VALUES
  (1, 'Bot', 'Bot@spam.example', '', '', 'Private House', 'buy now', 0, NULL, 'honeypot', '2026-11-20T09:00:00.000Z', 'ip hash', NULL, 'en', 'form', 6),
  (3, 'Bot', '', '', '', 'Private House', '', 1, 'roche', 'honeypot', '2026-11-21T09:00:00.000Z', NULL, '', 'el', NULL, NULL);
INSERT INTO attachments (id, enquiry_id, quarantine_id, name, type, size, sha256, file, created_at, scanned_at, scan_tries, removed, from_message) VALUES
  (1, 1, NULL, 'plan.pdf', 'application/pdf', 25, '499da8bc636767ee4df3d5819064319073703cc0b2044e297b20d3791452cb22', '11111111111111111111111111111111', '2026-11-10T09:00:00.000Z', '2026-11-10T09:01:00.000Z', 1, NULL, NULL),
  (2, 1, NULL, 'sketch.pdf', 'application/pdf', 18, 'f99b264090ff2a65f49eeafe6581613040c691869ef4cb4b2c3563a89a7a0a66', '22222222222222222222222222222222', '2026-11-14T09:00:00.000Z', NULL, 0, NULL, 1),
  (3, NULL, 1, 'photo.jpg', 'image/jpeg', 26, '72ef18c638a4f2f9f95136f27bdebf8dd28c1c812731927c5b596fcb96ad73fe', '33333333333333333333333333333333', '2026-11-20T09:00:00.000Z', NULL, 0, NULL, NULL),
  (5, 1, NULL, 'virus.pdf', 'application/pdf', 9, '0000000000000000000000000000000000000000000000000000000000000000', '44444444444444444444444444444444', '2026-11-10T09:00:00.000Z', '2026-11-10T09:01:00.000Z', 1, '2026-11-10T09:01:00.000Z', NULL);

-- Content: published and edited since, a draft, one in the bin, and one with a former slug.
INSERT INTO site_entries (id, kind, position, slug, live, draft, published, published_at, version, changed_at, changed_by, changed_form, deleted_at, uid, sample) VALUES
  (101, 'insights', 11, 'oak', 1, '{"title_en":"Oak again"}', '{"title_en":"Oak"}', '2026-11-05', 4, '2026-11-06T09:00:00.000Z', 'anna@drys.example', 'form', NULL, 'uid-1', 0),
  (102, 'insights', 12, NULL, 0, '{"title_en":"Draft"}', NULL, NULL, 1, '2026-11-06T09:00:00.000Z', 'anna@drys.example', NULL, NULL, 'uid-2', 0),
  (103, 'projects', 13, 'binned', 0, '{"title_en":"Binned"}', '{"title_en":"Binned"}', '2026-11-05', 2, '2026-11-06T09:00:00.000Z', 'basil@drys.example', NULL, '2026-11-07T09:00:00.000Z', 'uid-3', 1);
INSERT INTO site_addresses (kind, slug, entry_id) VALUES ('insights', 'oak-wood', 101);
INSERT INTO site_publications (id, entry_id, at, admin_email, content) VALUES (201, 101, '2026-11-05T09:00:00.000Z', 'anna@drys.example', '{"title_en":"Oak"}');
INSERT INTO site_media (name, width, height, widths, tone, files, bytes, last_used_at) VALUES
  ('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 1600, 1067, '[480]', 10, '{"480.avif":"0cbd1f5f6e6154d0cfd3b6932473407da1c0e6d59a7eed4bcbb7010053b32e68","og.jpg":"0cbd1f5f6e6154d0cfd3b6932473407da1c0e6d59a7eed4bcbb7010053b32e68"}', 30, '2026-11-23T09:00:00.000Z');
INSERT INTO site_filled (kind) VALUES ('insights'), ('projects'), ('sample-media');
INSERT INTO site_revision (id, revision) VALUES (1, 17);

-- Audit and upkeep.
INSERT INTO audit_log (id, at, event, admin_id, address, request_id, details) VALUES
  (101, '2026-11-10T11:00:00.000Z', 'enquiry.changed', 1, 'ip hash', 'request', '{"enquiry":1}'), (102, '2026-11-20T11:00:00.000Z', 'quarantine.full', NULL, NULL, 'server', '{}');
INSERT INTO audit_counts (minute, event, admin_id, address, count) VALUES ('2026-11-10T11:00:00.000Z', 'login.failed', 0, 'ip hash', 5);
INSERT INTO milestones (name, reached_at) VALUES ('backup', '2026-11-10T11:00:00.000Z');
INSERT INTO store_probe (id, at) VALUES (1, 1795900000030);
INSERT INTO last_retention (id, at) VALUES (1, 1795900000031);
