-- The form's hidden field was filled in, although the sender passed the human check (CF-7).
ALTER TABLE contact_submissions
  ADD COLUMN suspected INTEGER NOT NULL DEFAULT 0 CHECK (suspected IN (0, 1));

-- Who an admin is for customers: replies are signed with it (DA-8).
ALTER TABLE admins ADD COLUMN name TEXT NOT NULL DEFAULT '' CHECK (length(name) <= 100);

ALTER TABLE admins ADD COLUMN role_en TEXT NOT NULL DEFAULT '' CHECK (length(role_en) <= 100);

ALTER TABLE admins ADD COLUMN role_el TEXT NOT NULL DEFAULT '' CHECK (length(role_el) <= 100);

ALTER TABLE admins ADD COLUMN phone TEXT NOT NULL DEFAULT '' CHECK (length(phone) <= 20);

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

-- A file that left with a reply; it has no sender's message (DA-7).
ALTER TABLE attachments ADD COLUMN reply_id INTEGER REFERENCES replies (id) ON DELETE CASCADE;
CREATE INDEX attachments_reply ON attachments (reply_id) WHERE reply_id IS NOT NULL;

-- New texts for the two templates that come with the product, unless somebody has edited them: they have the
-- reference in the subject and end with the name of the sender. An open form of the old text becomes stale.
UPDATE reply_templates SET version = version + 1,
  subject_en = 'Your enquiry {number}: {project}',
  message_en = 'Dear {name},

Thank you for your enquiry. Before we give you a first estimate, we would like to go through it with you.

When would a call suit you? Or ring us, whenever it is convenient. You are also welcome at the factory in Avlona: call the day before, so that somebody is free to show you round.

Kind regards
{sender}',
  subject_el = 'Το μήνυμά σας ({number}): {project}',
  message_el = 'Γεια σας,

σας ευχαριστούμε για το μήνυμά σας. Πριν σας δώσουμε μια πρώτη εκτίμηση, θα θέλαμε να το δούμε μαζί σας.

Πότε σας βολεύει να σας τηλεφωνήσουμε; Ή πάρτε μας εσείς, όποτε μπορείτε. Αν θέλετε, ελάτε και στο εργοστάσιο, στον Αυλώνα· τηλεφωνήστε μία ημέρα πριν, για να σας περιμένουμε.

Με εκτίμηση
{sender}'
WHERE subject_en = 'Your enquiry to DRYS: {project}'
  AND message_en = 'Dear {name},

Thank you for your enquiry. We have read it and would like to talk it through with you: what is to be made, where it will stand and when you need it.

Which day and time would suit you for a call? You are also welcome at the factory in Avlona.

Kind regards'
  AND subject_el = 'Το αίτημά σας στην DRYS: {project}'
  AND message_el = 'Γεια σας,

Σας ευχαριστούμε για το αίτημά σας. Το διαβάσαμε και θα θέλαμε να το συζητήσουμε μαζί σας: τι θα κατασκευαστεί, πού θα τοποθετηθεί και πότε το χρειάζεστε.

Ποια ημέρα και ώρα σας εξυπηρετεί για ένα τηλεφώνημα; Αν προτιμάτε, ελάτε να μας δείτε στο εργοστάσιο, στον Αυλώνα.

Με εκτίμηση';

UPDATE reply_templates SET version = version + 1,
  subject_en = 'Drawings for your enquiry {number}: {project}',
  message_en = 'Dear {name},

Thank you for your enquiry. To give you a first estimate, we need a little more:

- a plan or a sketch with the main dimensions
- photos of the space as it is now
- the wood or finish that you have in mind
- the date by which you need it

A sketch by hand is enough to begin with. Just reply to this email with what you have.

Kind regards
{sender}',
  subject_el = 'Σχέδια για το μήνυμά σας ({number}): {project}',
  message_el = 'Γεια σας,

σας ευχαριστούμε για το μήνυμά σας. Για να σας δώσουμε μια πρώτη εκτίμηση, χρειαζόμαστε ακόμη:

- μια κάτοψη ή ένα σκίτσο με τις βασικές διαστάσεις
- φωτογραφίες του χώρου όπως είναι σήμερα
- το ξύλο ή το φινίρισμα που έχετε κατά νου
- την ημερομηνία που σας δεσμεύει

Για αρχή αρκεί ένα σκίτσο με το χέρι. Στείλτε μας ό,τι έχετε απαντώντας σε αυτό το email.

Με εκτίμηση
{sender}'
WHERE subject_en = 'Drawings for your enquiry to DRYS: {project}'
  AND message_en = 'Dear {name},

Thank you for your enquiry. To give you a price we need to know more:

- drawings or a sketch with the main dimensions
- photographs of the space as it is now
- the wood or finish you have in mind
- the date you need it

A sketch by hand is enough to start from. Just reply with what you have.

Kind regards'
  AND subject_el = 'Σχέδια για το αίτημά σας στην DRYS: {project}'
  AND message_el = 'Γεια σας,

Σας ευχαριστούμε για το αίτημά σας. Για να σας δώσουμε τιμή, χρειαζόμαστε ακόμη:

- σχέδια ή ένα σκίτσο με τις βασικές διαστάσεις
- φωτογραφίες του χώρου όπως είναι σήμερα
- το ξύλο ή το φινίρισμα που έχετε κατά νου
- την ημερομηνία παράδοσης που επιθυμείτε

Για αρχή αρκεί ένα σκίτσο με το χέρι. Στείλτε μας ό,τι έχετε απαντώντας σε αυτό το email.

Με εκτίμηση';
