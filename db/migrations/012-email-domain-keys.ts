import { sql, type Kysely } from 'kysely';

// Frozen in time. Keys now contain the domain in its DNS form. Outdated keys are cleared here and filled
// in again before the next search for a sender.
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['contact_submissions', 'quarantine']) {
    await sql`UPDATE ${sql.table(table)} SET email_key = NULL WHERE email GLOB '*@*[^ -~]*'`.execute(
      db,
    );
  }
}
