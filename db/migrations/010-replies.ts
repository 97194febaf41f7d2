import { type Kysely, sql } from 'kysely';

// Frozen in time: a migration never imports the live schema or limits.

/** Answers to enquiries with what became of each, and the texts that answers start from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...REPLIES, ...TEMPLATES, ...UNSAVED]) {
    await sql.raw(statement).execute(db);
  }
  for (const [name, ...texts] of FIRST_TEMPLATES) {
    const values = sql.join([name, ...texts]);
    await sql`
      INSERT INTO reply_templates (name, subject_en, message_en, subject_el, message_el)
      VALUES (${values})`.execute(db);
  }
}

const REPLIES = [
  // One form sends one reply. `began` tells that it took a new enquiry in progress.
  `CREATE TABLE replies (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    enquiry_id INTEGER NOT NULL REFERENCES contact_submissions (id) ON DELETE CASCADE,
    admin_email TEXT NOT NULL,
    created_at TEXT NOT NULL,
    subject TEXT NOT NULL CHECK (length(subject) BETWEEN 1 AND 200),
    message TEXT NOT NULL CHECK (length(message) BETWEEN 1 AND 10000),
    form_key TEXT NOT NULL,
    mail_id INTEGER REFERENCES outbox (id) ON DELETE SET NULL,
    state TEXT NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'failed')),
    began INTEGER NOT NULL CHECK (began IN (0, 1)),
    UNIQUE (enquiry_id, form_key)
  ) STRICT`,
  'CREATE INDEX replies_mail ON replies (mail_id) WHERE mail_id IS NOT NULL',
  // What became of the mail stays known when its row has gone.
  `CREATE TRIGGER replies_state AFTER UPDATE OF sent_at, failed_at ON outbox
    WHEN new.sent_at IS NOT old.sent_at OR new.failed_at IS NOT old.failed_at
    BEGIN UPDATE replies SET state = CASE
      WHEN new.sent_at IS NOT NULL THEN 'sent'
      WHEN new.failed_at IS NOT NULL THEN 'failed'
      ELSE 'queued' END
    WHERE mail_id = new.id; END`,
];

const TEMPLATES = [
  // An id is never given twice: an address names a template for good.
  `CREATE TABLE reply_templates (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 100),
    subject_en TEXT NOT NULL CHECK (length(subject_en) BETWEEN 1 AND 200),
    message_en TEXT NOT NULL CHECK (length(message_en) BETWEEN 1 AND 10000),
    subject_el TEXT NOT NULL CHECK (length(subject_el) BETWEEN 1 AND 200),
    message_el TEXT NOT NULL CHECK (length(message_el) BETWEEN 1 AND 10000),
    version INTEGER NOT NULL DEFAULT 1
  ) STRICT`,
];

// A reply too may meet a session that has ended. Which kinds there are is no concern of the store.
const UNSAVED = [
  'DROP INDEX unsaved_changes_enquiry',
  'ALTER TABLE unsaved_changes RENAME TO unsaved_changes_before',
  `CREATE TABLE unsaved_changes (
    token_hash TEXT NOT NULL,
    kind TEXT NOT NULL,
    admin_id INTEGER NOT NULL REFERENCES admins (id) ON DELETE CASCADE,
    enquiry_id INTEGER NOT NULL REFERENCES contact_submissions (id) ON DELETE CASCADE,
    sealed TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (token_hash, kind)
  ) STRICT, WITHOUT ROWID`,
  'INSERT INTO unsaved_changes SELECT * FROM unsaved_changes_before',
  'DROP TABLE unsaved_changes_before',
  'CREATE INDEX unsaved_changes_enquiry ON unsaved_changes (enquiry_id)',
];

/** Name, then subject and message in English and in Greek. */
const FIRST_TEMPLATES = [
  [
    'First answer / Πρώτη απάντηση',
    'Your enquiry to DRYS: {project}',
    `Dear {name},

Thank you for your enquiry. We have read it and would like to talk it through with you: what is to be made, where it will stand and when you need it.

Which day and time would suit you for a call? You are also welcome at the factory in Avlona.

Kind regards`,
    'Το αίτημά σας στην DRYS: {project}',
    `Καλημέρα σας, {name},

Σας ευχαριστούμε για το αίτημά σας. Το διαβάσαμε και θα θέλαμε να το συζητήσουμε μαζί σας: τι θα κατασκευαστεί, πού θα τοποθετηθεί και πότε το χρειάζεστε.

Ποια ημέρα και ώρα σας εξυπηρετεί για ένα τηλεφώνημα; Αν προτιμάτε, ελάτε να μας δείτε στο εργοστάσιο, στον Αυλώνα.

Με εκτίμηση`,
  ],
  [
    'Drawings / Σχέδια',
    'Drawings for your enquiry to DRYS: {project}',
    `Dear {name},

Thank you for your enquiry. To give you a price we need to know more:

- drawings or a sketch with the main dimensions
- photographs of the space as it is now
- the wood or finish you have in mind
- the day by which it has to stand

A sketch by hand is enough to start from. Please send what you have in answer to this mail.

Kind regards`,
    'Σχέδια για το αίτημά σας στην DRYS: {project}',
    `Καλημέρα σας, {name},

Σας ευχαριστούμε για το αίτημά σας. Για να σας δώσουμε τιμή, χρειαζόμαστε ακόμη:

- σχέδια ή ένα σκίτσο με τις βασικές διαστάσεις
- φωτογραφίες του χώρου όπως είναι σήμερα
- το ξύλο ή το φινίρισμα που έχετε κατά νου
- την ημερομηνία παράδοσης που επιθυμείτε

Για αρχή αρκεί ένα σκίτσο με το χέρι. Στείλτε μας ό,τι έχετε απαντώντας σε αυτό το email.

Με εκτίμηση`,
  ],
] as const;
