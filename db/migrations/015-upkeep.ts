import { type Kysely, sql } from 'kysely';

// Frozen in time: a migration never imports the live schema or limits.

const STRANGE = `length(file) <> 32 OR file GLOB '*[^0-9a-f]*'`;

const STATEMENTS = [
  // A row names its file by 32 hexadecimal digits: anything else would lead out of the folder.
  ...['INSERT', 'UPDATE OF file'].map(
    (event, i) => `CREATE TRIGGER attachments_file_${i === 0 ? 'insert' : 'update'}
      BEFORE ${event} ON attachments WHEN length(new.file) <> 32 OR new.file GLOB '*[^0-9a-f]*'
      BEGIN SELECT RAISE(ABORT, 'the name of a file is not one of ours'); END`,
  ),
  // When retention last ran: the clock alone does not say how old something is.
  `CREATE TABLE last_retention (id INTEGER PRIMARY KEY CHECK (id = 1), at INTEGER NOT NULL) STRICT`,
];

/** Guards what is deleted by its name or its age. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const strange = sql<{ id: number }>`SELECT id FROM attachments WHERE ${sql.raw(STRANGE)}`;
  const [found] = (await strange.execute(db)).rows;
  if (found) throw new Error(`the name of the file of attachment ${found.id} is not one of ours`);
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
