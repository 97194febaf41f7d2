import type { Insertable } from 'kysely';
import type { Db } from './database.server.ts';
import type { AuditCount, Schema } from './schema.ts';

/** Appends a row; the table refuses changes. */
export async function insertAudit(db: Db, row: Insertable<Schema['audit_log']>): Promise<void> {
  await db.insertInto('audit_log').values(row).execute();
}

/** Adds to the counts of their minutes; another process may count the same. */
export async function addAuditCounts(tx: Db, rows: readonly AuditCount[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('audit_counts')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['minute', 'event', 'admin_id', 'address'])
        .doUpdateSet((e) => ({ count: e('audit_counts.count', '+', e.ref('excluded.count')) })),
    )
    .execute();
}

/** How often each event was counted since an instant (ISO 8601 UTC), the most frequent first. */
export function sumAuditCounts(db: Db, since: string): Promise<{ event: string; count: number }[]> {
  return db
    .selectFrom('audit_counts')
    .select((e) => ['event', e.fn.sum<number>('count').as('count')])
    .where('minute', '>=', since)
    .groupBy('event')
    .orderBy('count', 'desc')
    .execute();
}
