import { type Kysely, sql } from 'kysely';

/** What a form held that met the end of a session waits, sealed, in the session that came after. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TABLE unsaved_changes`.execute(db);
  await sql`ALTER TABLE sessions ADD COLUMN draft TEXT`.execute(db);
}
