import type { Insertable } from 'kysely';
import type { Db } from './database.server.ts';
import type { Schema } from './schema.ts';

/** Appends a row; the table refuses changes. */
export async function insertAudit(db: Db, row: Insertable<Schema['audit_log']>): Promise<void> {
  await db.insertInto('audit_log').values(row).execute();
}
