import { type Kysely, sql } from 'kysely';

// Frozen in time: a migration never imports the live schema or limits.

const TABLES = ['contact_submissions', 'quarantine'];
const BATCH = 1000;

/** People are found by their address in every script and spelling: SQLite's lower() knows ASCII. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of TABLES) {
    const run = (statement: string) => sql.raw(statement).execute(db);
    await run(`ALTER TABLE ${table} ADD COLUMN email_key TEXT`);
    await fillKeys(db, table);
    await run(`CREATE INDEX ${table}_email_key ON ${table} (email_key)`);
    await run(`DROP INDEX IF EXISTS ${table}_email`);
    // Whoever changes an address without its key makes the key unknown, not wrong.
    await run(`
      CREATE TRIGGER ${table}_email_changed AFTER UPDATE OF email ON ${table}
      WHEN new.email IS NOT old.email AND new.email_key IS old.email_key
      BEGIN UPDATE ${table} SET email_key = NULL WHERE id = new.id; END`);
  }
}

async function fillKeys(db: Kysely<unknown>, table: string): Promise<void> {
  for (let last = 0, full = true; full;) {
    const { rows } = await sql<{ id: number; email: string }>`
      SELECT id, email FROM ${sql.table(table)} WHERE id > ${last} ORDER BY id LIMIT ${BATCH}
    `.execute(db);
    full = rows.length === BATCH;
    last = rows.at(-1)?.id ?? last;
    const keys = JSON.stringify(rows.map(({ id, email }) => [id, keyOf(email)]));
    await sql`
      UPDATE ${sql.table(table)} SET email_key = entry.value ->> 1
      FROM json_each(${keys}) AS entry WHERE ${sql.table(table)}.id = entry.value ->> 0
    `.execute(db);
  }
}

function keyOf(address: string): string {
  return address.trim().normalize('NFKC').toLowerCase().normalize('NFKC').replaceAll('ς', 'σ');
}
