import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Every migration in order. A migration, once released, never changes. */
export const migrations: Record<string, Migration> = {
  '001-baseline': createMigration('001-baseline.sql'),
  '002-plain-names': createMigration('002-plain-names.sql'),
  '003-quotations': createMigration('003-quotations.sql'),
};

// In these files each statement begins at the left edge; nothing else does but END.
function createMigration(fileName: string): Migration {
  const statements = readFileSync(new URL(fileName, import.meta.url), 'utf8').split(
    /;\n+(?!END)(?=\S)/,
  );
  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}
