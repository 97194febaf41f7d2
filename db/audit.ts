import type { Insertable } from 'kysely';
import type { Db } from './database.server.ts';
import type { AuditCount, Schema } from './schema.ts';

export async function insertAudit(db: Db, row: Insertable<Schema['audit_log']>): Promise<void> {
  await db.insertInto('audit_log').values(row).execute();
}

/** The client address of the row that all clients beyond `maxRows` share. */
export const OTHERS = 'others';

/**
 * Adds to the count of an event, minute, admin and client. Each event and minute has at most `maxRows`
 * rows; further clients share the row OTHERS. Returns the row that was counted.
 */
export function addAuditCount(tx: Db, addition: AuditCount, maxRows: number): Promise<AuditCount> {
  const { minute, event, admin_id, address } = addition;
  const minuteRows = tx
    .selectFrom('audit_counts')
    .where('minute', '=', minute)
    .where('event', '=', event);
  const rows = minuteRows.select(({ fn }) => fn.countAll<number>().as('rows'));
  const sameClientRows = minuteRows.where('admin_id', '=', admin_id).where('address', '=', address);
  return tx
    .insertInto('audit_counts')
    .values((e) => ({
      ...addition,
      address: e
        .case()
        .when(e.or([e.exists(sameClientRows.select('address')), e(rows, '<', maxRows)]))
        .then(address)
        .else(OTHERS)
        .end(),
    }))
    .onConflict((conflict) =>
      conflict
        .columns(['minute', 'event', 'admin_id', 'address'])
        .doUpdateSet((e) => ({ count: e('audit_counts.count', '+', e.ref('excluded.count')) })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Sums up how often an event was counted since a minute (ISO, such as 2026-11-20T10:00). */
export async function countAuditedEvents(
  db: Db,
  event: string,
  firstMinute: string,
): Promise<number> {
  const { total } = await db
    .selectFrom('audit_counts')
    .select((e) => e.fn.sum<number | null>('count').as('total'))
    .where('minute', '>=', firstMinute)
    .where('event', '=', event)
    .executeTakeFirstOrThrow();
  return total ?? 0;
}
