import { type Kysely, sql } from 'kysely';

// Frozen in time: a migration never imports the live schema or limits.

/** What the tokenizer does not do for Greek: accents off, one form of sigma. */
const GREEK_FOLDS = 'άα έε ήη ίι όο ύυ ώω ϊι ϋυ ΐι ΰυ Άα Έε Ήη Ίι Όο Ύυ Ώω Ϊι Ϋυ ςσ'.split(' ');

const folded = (column: string) =>
  GREEK_FOLDS.reduce((inner, [from, to]) => `replace(${inner}, '${from}', '${to}')`, column);

const SEARCHED = ['full_name', 'email', 'company', 'message'];
const COLUMNS = [...SEARCHED, 'status'].join(', ');

/** The desk: an order to page by, counts, full-text search, notes, history, quarantine. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await addPlace(run);
  await addCounts(run);
  await addSearch(run);
  await addNotesAndHistory(run);
  await addQuarantine(run);
}

type Run = (statement: string) => Promise<unknown>;

/**
 * One number that says where an enquiry stands among all: by the second it came in, then by id.
 * Pages, search results and exports all walk it, so that none of them has to sort.
 */
async function addPlace(run: Run): Promise<void> {
  await run(`
    ALTER TABLE contact_submissions ADD COLUMN place INTEGER
      GENERATED ALWAYS AS (coalesce(unixepoch(created_at), 0) * 2147483648 + id) VIRTUAL`);
  await run('CREATE UNIQUE INDEX contact_submissions_place ON contact_submissions (place)');
  await run('CREATE INDEX contact_submissions_status ON contact_submissions (status, place)');
  await run('CREATE INDEX contact_submissions_email ON contact_submissions (lower(email))');
  await run('DROP INDEX contact_submissions_newest');
}

async function addCounts(run: Run): Promise<void> {
  await run(`
    CREATE TABLE enquiry_counts (
      status TEXT PRIMARY KEY,
      total INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID`);
  await run(`
    INSERT INTO enquiry_counts
      SELECT value, (SELECT count(*) FROM contact_submissions WHERE status = value)
      FROM json_each('["new", "in_progress", "completed"]')`);
  const add = (row: string, by: string) =>
    `UPDATE enquiry_counts SET total = total ${by} WHERE status = ${row}.status;`;
  await run(`
    CREATE TRIGGER enquiry_counts_insert AFTER INSERT ON contact_submissions
    BEGIN ${add('new', '+ 1')} END`);
  await run(`
    CREATE TRIGGER enquiry_counts_delete AFTER DELETE ON contact_submissions
    BEGIN ${add('old', '- 1')} END`);
  await run(`
    CREATE TRIGGER enquiry_counts_update AFTER UPDATE OF status ON contact_submissions
    BEGIN ${add('old', '- 1')} ${add('new', '+ 1')} END`);
}

async function addSearch(run: Run): Promise<void> {
  const columns = SEARCHED.map((column) => `${folded(column)} AS ${column}`).join(', ');
  await run(`
    CREATE VIEW enquiry_search_text AS
      SELECT place, -place AS age, ${columns}, status FROM contact_submissions`);
  // Rows of the index are numbered from the newest: FTS5 leaps forwards, but backwards only step by
  // step, and newest first is the way the desk walks. With an index of its own for each length, a
  // beginning that all enquiries share is found as fast as one that few do; without, every match
  // would be collected first.
  await run(`
    CREATE VIRTUAL TABLE enquiry_search USING fts5 (${COLUMNS},
      content = 'enquiry_search_text', content_rowid = 'age',
      tokenize = 'unicode61 remove_diacritics 2',
      prefix = '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16')`);
  // A deleted enquiry leaves no words behind in the index.
  await run(`INSERT INTO enquiry_search (enquiry_search, rank) VALUES ('secure-delete', 1)`);
  await run(`INSERT INTO enquiry_search (enquiry_search) VALUES ('rebuild')`);
  const put = `INSERT INTO enquiry_search (rowid, ${COLUMNS})
    SELECT age, ${COLUMNS} FROM enquiry_search_text WHERE place = new.place;`;
  const take = `INSERT INTO enquiry_search (enquiry_search, rowid, ${COLUMNS})
    SELECT 'delete', age, ${COLUMNS} FROM enquiry_search_text WHERE place = old.place;`;
  const onUpdate = `UPDATE OF id, created_at, ${COLUMNS} ON contact_submissions`;
  await run(`CREATE TRIGGER enquiry_search_insert AFTER INSERT ON contact_submissions
    BEGIN ${put} END`);
  await run(`CREATE TRIGGER enquiry_search_delete BEFORE DELETE ON contact_submissions
    BEGIN ${take} END`);
  await run(`CREATE TRIGGER enquiry_search_before BEFORE ${onUpdate} BEGIN ${take} END`);
  await run(`CREATE TRIGGER enquiry_search_after AFTER ${onUpdate} BEGIN ${put} END`);
}

async function addNotesAndHistory(run: Run): Promise<void> {
  const ofEnquiry = `
    id INTEGER PRIMARY KEY,
    enquiry_id INTEGER NOT NULL REFERENCES contact_submissions (id) ON DELETE CASCADE,
    admin_email TEXT NOT NULL,
    created_at TEXT NOT NULL`;
  await run(`
    CREATE TABLE enquiry_notes (${ofEnquiry},
      note TEXT NOT NULL CHECK (length(note) BETWEEN 1 AND 2000)
    ) STRICT`);
  await run('CREATE INDEX enquiry_notes_enquiry ON enquiry_notes (enquiry_id)');
  await run(`
    CREATE TABLE status_changes (${ofEnquiry},
      from_status TEXT NOT NULL,
      to_status TEXT NOT NULL
    ) STRICT`);
  await run('CREATE INDEX status_changes_enquiry ON status_changes (enquiry_id)');
}

async function addQuarantine(run: Run): Promise<void> {
  await run(`
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
      created_at TEXT NOT NULL
    ) STRICT`);
  await run('CREATE INDEX quarantine_age ON quarantine (created_at)');
  await run('CREATE INDEX quarantine_email ON quarantine (lower(email))');
}
