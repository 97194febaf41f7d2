import { sql, type Kysely } from 'kysely';

// Frozen in time. `phone_key` is the same however a number is written: '#' and its digits, without 0030 or 30
// at the start. An index instead of more words in enquiry_search: those of all enquiries would have to be
// written again.

const SEPARATORS = [...' ()+-./\u00a0\u2009\u202f\u2010\u2011\u2012\u2013\u2014\u2212'];

const DIGITS = SEPARATORS.reduce((digits, sign) => `replace(${digits}, '${sign}', '')`, 'phone');

const PHONE_KEY = `replace(replace('#' || ${DIGITS}, '#0030', '#'), '#30', '#')`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`CREATE INDEX contact_submissions_phone ON contact_submissions (${PHONE_KEY})`)
    .execute(db);
  const view = `CREATE VIEW enquiry_phone_keys AS
    SELECT id, ${PHONE_KEY} AS phone_key FROM contact_submissions`;
  await sql.raw(view).execute(db);
}
