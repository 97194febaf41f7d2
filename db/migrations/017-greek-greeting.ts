import { sql, type Kysely } from 'kysely';

// Frozen in time. A Greek greeting needs the vocative of a name, which the form does not ask for. Texts that
// the desk has edited stay.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    UPDATE reply_templates SET message_el = replace(message_el, 'Προς: {name}', 'Γεια σας,')
    WHERE version = 1 AND name IN ('First answer / Πρώτη απάντηση', 'Drawings / Σχέδια')
  `.execute(db);
}
