import { type Kysely, sql } from 'kysely';

// Frozen in time: a migration never imports the live schema or limits.

/** Who has an enquiry and when to come back to it, and the daily digest of both. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...COLUMNS, ...HISTORY, ...SEARCH, ...DIGEST]) {
    await sql.raw(statement).execute(db);
  }
}

const DAY = "GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'";

const COLUMNS = [
  `ALTER TABLE contact_submissions
    ADD COLUMN assigned_to INTEGER REFERENCES admins (id) ON DELETE SET NULL`,
  `ALTER TABLE contact_submissions ADD COLUMN due_on TEXT CHECK (due_on ${DAY})`,
  // Every mixture of the filters that compare for equality walks one of these by place.
  `CREATE INDEX contact_submissions_holder
    ON contact_submissions (assigned_to, status, language, place)`,
  `CREATE INDEX contact_submissions_language ON contact_submissions (language, status, place)`,
  // Those with a day are walked, and what else is asked of them is answered by the index.
  `CREATE INDEX contact_submissions_due
    ON contact_submissions (place, due_on, status, language, assigned_to)
    WHERE due_on IS NOT NULL`,
];

const OF_ENQUIRY = `
  id INTEGER PRIMARY KEY,
  enquiry_id INTEGER NOT NULL REFERENCES contact_submissions (id) ON DELETE CASCADE,
  admin_email TEXT NOT NULL,
  created_at TEXT NOT NULL`;

const HISTORY = [
  `CREATE TABLE assignments (${OF_ENQUIRY},
    from_email TEXT,
    to_email TEXT
  ) STRICT`,
  'CREATE INDEX assignments_enquiry ON assignments (enquiry_id)',
  `CREATE TABLE follow_ups (${OF_ENQUIRY},
    from_day TEXT,
    to_day TEXT
  ) STRICT`,
  'CREATE INDEX follow_ups_enquiry ON follow_ups (enquiry_id)',
];

/** As in 003: what the tokenizer does not do for Greek. */
const GREEK_FOLDS = 'άα έε ήη ίι όο ύυ ώω ϊι ϋυ ΐι ΰυ Άα Έε Ήη Ίι Όο Ύυ Ώω Ϊι Ϋυ ςσ'.split(' ');
const SEARCHED = ['full_name', 'email', 'company', 'message'];
const INDEXED = [...SEARCHED, 'status'].join(', ');
const TEXTS = SEARCHED.map((column) => {
  const folded = GREEK_FOLDS.reduce(
    (text, [from, to]) => `replace(${text}, '${from}', '${to}')`,
    column,
  );
  return `${folded} AS ${column}`;
}).join(', ');

// Words and a holder, or a day, are found by one look into the index of words: beside the status it
// holds who has the enquiry ("taken by7") and whether it has a day ("dated"). Enquiries of before
// have neither, so that what is indexed of them stays right, and nothing is indexed again.
const MARKS = `status
  || iif(assigned_to IS NULL, '', ' taken by' || assigned_to)
  || iif(due_on IS NULL, '', ' dated') AS status`;
const ON_UPDATE = `UPDATE OF id, created_at, ${INDEXED}, assigned_to, due_on ON contact_submissions`;

const SEARCH = [
  'DROP TRIGGER enquiry_search_before',
  'DROP TRIGGER enquiry_search_after',
  'DROP VIEW enquiry_search_text',
  `CREATE VIEW enquiry_search_text AS
    SELECT place, -place AS age, ${TEXTS}, ${MARKS} FROM contact_submissions`,
  `CREATE TRIGGER enquiry_search_before BEFORE ${ON_UPDATE} BEGIN
    INSERT INTO enquiry_search (enquiry_search, rowid, ${INDEXED})
      SELECT 'delete', age, ${INDEXED} FROM enquiry_search_text WHERE place = old.place;
  END`,
  `CREATE TRIGGER enquiry_search_after AFTER ${ON_UPDATE} BEGIN
    INSERT INTO enquiry_search (rowid, ${INDEXED})
      SELECT age, ${INDEXED} FROM enquiry_search_text WHERE place = new.place;
  END`,
];

const DIGEST = [
  'ALTER TABLE admins ADD COLUMN digest INTEGER NOT NULL DEFAULT 0 CHECK (digest IN (0, 1))',
  // One row for an admin and a day, with mail or without: whoever writes it first does the work.
  `CREATE TABLE digests (
    admin_id INTEGER NOT NULL REFERENCES admins (id) ON DELETE CASCADE,
    day TEXT NOT NULL CHECK (day ${DAY}),
    created_at INTEGER NOT NULL,
    mail_id INTEGER REFERENCES outbox (id) ON DELETE SET NULL,
    PRIMARY KEY (admin_id, day)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX digests_mail ON digests (mail_id) WHERE mail_id IS NOT NULL',
  // A mail that names people goes with each of them, like one that is about a single enquiry.
  `CREATE TABLE outbox_mentions (
    mail_id INTEGER NOT NULL REFERENCES outbox (id) ON DELETE CASCADE,
    enquiry_id INTEGER NOT NULL REFERENCES contact_submissions (id) ON DELETE CASCADE,
    PRIMARY KEY (mail_id, enquiry_id)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX outbox_mentions_enquiry ON outbox_mentions (enquiry_id)',
  `CREATE TRIGGER outbox_mentions_erase BEFORE DELETE ON contact_submissions BEGIN
    DELETE FROM outbox WHERE id IN
      (SELECT mail_id FROM outbox_mentions WHERE enquiry_id = old.id);
  END`,
];
