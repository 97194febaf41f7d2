import { sql, type Kysely } from 'kysely';

// Frozen in time. To erase a message, SQLite deletes each of its words from the search index: a text of
// 100,000 characters blocked the site for more than half a second. Earlier messages keep their words.

const GREEK_ACCENTS = 'άα έε ήη ίι όο ύυ ώω ϊι ϋυ ΐι ΰυ Άα Έε Ήη Ίι Όο Ύυ Ώω Ϊι Ϋυ ςσ'.split(' ');

const WORDS = GREEK_ACCENTS.reduce(
  (folded, [accented, plain]) => `replace(${folded}, '${accented}', '${plain}')`,
  `full_name || ' ' || email || ' ' || company || ' ' || new.sender || ' ' || new.subject || ' '
    || substr(new.text, 1, 10000)`,
);

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TRIGGER message_search_insert`.execute(db);
  const trigger = `CREATE TRIGGER message_search_insert AFTER INSERT ON messages BEGIN
    INSERT INTO message_search (rowid, words) SELECT new.id, ${WORDS}
    FROM contact_submissions WHERE id = new.enquiry_id;
  END`;
  await sql.raw(trigger).execute(db);
}
