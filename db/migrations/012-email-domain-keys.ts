import { sql, type Kysely } from 'kysely';

// Frozen in time. A key has the domain as DNS has it: those of other domains are made again when somebody
// is looked for.
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['contact_submissions', 'quarantine']) {
    await sql`UPDATE ${sql.table(table)} SET email_key = NULL WHERE email GLOB '*@*[^ -~]*'`.execute(
      db,
    );
  }
}
