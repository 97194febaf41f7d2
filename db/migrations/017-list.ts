import { type Kysely, sql } from 'kysely';

// Frozen in time: a migration never imports the live schema or limits.

/** The list by (created_at, id): a composite index for each filter, and words found by FTS5. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...WITHOUT_PLACE, ...INDEXES, ...SEARCH]) {
    await sql.raw(statement).execute(db);
  }
}

const WITHOUT_PLACE = [
  'DROP TRIGGER enquiry_search_insert',
  'DROP TRIGGER enquiry_search_delete',
  'DROP TRIGGER enquiry_search_before',
  'DROP TRIGGER enquiry_search_after',
  'DROP TABLE enquiry_search',
  'DROP VIEW enquiry_search_text',
  'DROP INDEX contact_submissions_place',
  'DROP INDEX contact_submissions_status',
  'DROP INDEX contact_submissions_holder',
  'DROP INDEX contact_submissions_language',
  'DROP INDEX contact_submissions_due',
  'ALTER TABLE contact_submissions DROP COLUMN place',
];

// What follows created_at and id lets a second filter be answered from the index of the first.
const INDEXES = [
  'CREATE INDEX contact_submissions_newest ON contact_submissions (created_at, id)',
  `CREATE INDEX contact_submissions_status
    ON contact_submissions (status, created_at, id, assigned_to, language)`,
  `CREATE INDEX contact_submissions_assigned
    ON contact_submissions (assigned_to, created_at, id, status, language)`,
  'CREATE INDEX contact_submissions_language ON contact_submissions (language, created_at, id)',
  `CREATE INDEX contact_submissions_due
    ON contact_submissions (created_at, id, due_on, status, assigned_to, language)
    WHERE due_on IS NOT NULL`,
];

/** What the tokenizer does not do for Greek: accents off, one form of sigma. */
const GREEK_FOLDS = 'άα έε ήη ίι όο ύυ ώω ϊι ϋυ ΐι ΰυ Άα Έε Ήη Ίι Όο Ύυ Ώω Ϊι Ϋυ ςσ'.split(' ');
const WORDS = GREEK_FOLDS.reduce(
  (text, [from, to]) => `replace(${text}, '${from}', '${to}')`,
  "full_name || ' ' || email || ' ' || phone || ' ' || company || ' ' || message",
);
// Filters beside the words are words themselves: one look into the index answers both.
const TAGS = `status || ' ' || language || ' by' || ifnull(assigned_to, 0)
  || iif(due_on IS NULL, '', ' dated')`;
const INDEXED = `id, full_name, email, phone, company, message,
  status, language, assigned_to, due_on`;

const put = `INSERT INTO enquiry_search (rowid, words, tags)
  SELECT id, words, tags FROM enquiry_search_text WHERE id = new.id;`;
const take = `INSERT INTO enquiry_search (enquiry_search, rowid, words, tags)
  SELECT 'delete', id, words, tags FROM enquiry_search_text WHERE id = old.id;`;

const SEARCH = [
  `CREATE VIEW enquiry_search_text AS
    SELECT id, ${WORDS} AS words, ${TAGS} AS tags FROM contact_submissions`,
  // A beginning of up to eight letters has an index of its own; a longer one is shared by few words.
  `CREATE VIRTUAL TABLE enquiry_search USING fts5 (words, tags,
    content = 'enquiry_search_text', content_rowid = 'id',
    tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3 4 5 6 7 8')`,
  // A deleted enquiry leaves no words behind in the index.
  `INSERT INTO enquiry_search (enquiry_search, rank) VALUES ('secure-delete', 1)`,
  `INSERT INTO enquiry_search (enquiry_search) VALUES ('rebuild')`,
  `CREATE TRIGGER enquiry_search_insert AFTER INSERT ON contact_submissions BEGIN ${put} END`,
  `CREATE TRIGGER enquiry_search_delete BEFORE DELETE ON contact_submissions BEGIN ${take} END`,
  `CREATE TRIGGER enquiry_search_before BEFORE UPDATE OF ${INDEXED} ON contact_submissions
    BEGIN ${take} END`,
  `CREATE TRIGGER enquiry_search_after AFTER UPDATE OF ${INDEXED} ON contact_submissions
    BEGIN ${put} END`,
];
