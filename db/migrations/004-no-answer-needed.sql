-- An enquiry can be completed as one that needs no answer: the channel 'none' (DK-8). The list of channels is a CHECK,
-- so the table of replies is written again. What names a reply lets go of it meanwhile: dropping a table deletes its
-- rows, and with them what belongs to them.
CREATE TABLE messages_of_replies AS
  SELECT id, reply_id FROM messages WHERE reply_id IS NOT NULL;
CREATE TABLE message_ids_of_replies AS
  SELECT message_id, reply_id FROM sent_message_ids WHERE reply_id IS NOT NULL;
UPDATE messages SET reply_id = NULL WHERE reply_id IS NOT NULL;
UPDATE sent_message_ids SET reply_id = NULL WHERE reply_id IS NOT NULL;
DROP TRIGGER replies_state;

CREATE TABLE new_replies (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  enquiry_id INTEGER NOT NULL REFERENCES contact_submissions (id) ON DELETE CASCADE,
  admin_email TEXT NOT NULL,
  created_at TEXT NOT NULL,
  channel TEXT NOT NULL DEFAULT 'email'
    CHECK (channel IN ('email', 'phone', 'visit', 'mail', 'none')),
  subject TEXT NOT NULL CHECK (length(subject) <= 200),
  message TEXT NOT NULL CHECK (length(message) <= 10000),
  form_key TEXT NOT NULL,
  mail_id INTEGER REFERENCES outbox (id) ON DELETE SET NULL,
  state TEXT NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'failed')),
  started_progress INTEGER NOT NULL CHECK (started_progress IN (0, 1)),
  UNIQUE (enquiry_id, form_key),
  CHECK (channel <> 'email' OR (subject <> '' AND message <> ''))
) STRICT;

-- The id of a deleted reply is not given again.
INSERT INTO sqlite_sequence (name, seq)
  SELECT 'new_replies', seq FROM sqlite_sequence WHERE name = 'replies';
INSERT INTO new_replies
    (id, enquiry_id, admin_email, created_at, channel, subject, message, form_key, mail_id, state,
    started_progress)
  SELECT id, enquiry_id, admin_email, created_at, channel, subject, message, form_key, mail_id, state,
    started_progress
  FROM replies;
DROP TABLE replies;
ALTER TABLE new_replies RENAME TO replies;
CREATE INDEX replies_mail ON replies (mail_id) WHERE mail_id IS NOT NULL;
CREATE INDEX replies_failed ON replies (enquiry_id) WHERE state = 'failed' AND mail_id IS NOT NULL;

CREATE TRIGGER replies_message_id AFTER INSERT ON replies WHEN new.mail_id IS NOT NULL BEGIN
  UPDATE sent_message_ids SET reply_id = new.id
  WHERE message_id = (SELECT message_id FROM outbox WHERE id = new.mail_id);
END;

-- What became of a reply stays known when its mail is deleted.
CREATE TRIGGER replies_state AFTER UPDATE OF sent_at, failed_at ON outbox
  WHEN new.sent_at IS NOT old.sent_at OR new.failed_at IS NOT old.failed_at
  BEGIN UPDATE replies SET state = CASE
    WHEN new.sent_at IS NOT NULL THEN 'sent'
    WHEN new.failed_at IS NOT NULL THEN 'failed'
    ELSE 'queued' END
  WHERE mail_id = new.id; END;

UPDATE messages SET reply_id = saved.reply_id
  FROM messages_of_replies AS saved WHERE saved.id = messages.id;
UPDATE sent_message_ids SET reply_id = saved.reply_id
  FROM message_ids_of_replies AS saved WHERE saved.message_id = sent_message_ids.message_id;
DROP TABLE messages_of_replies;
DROP TABLE message_ids_of_replies;
