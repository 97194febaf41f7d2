import { sql } from 'kysely';
import { database } from './database.server.ts';

/** null when the database answers a query, else a reason fit for an operator. */
export async function storeAnswers(): Promise<string | null> {
  try {
    await sql`SELECT 1 FROM contact_submissions LIMIT 1`.execute(database());
    return null;
  } catch {
    return 'the database does not answer';
  }
}
