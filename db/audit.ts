import type { Insertable } from 'kysely';
import type { Db } from './database.server.ts';
import type { AuditCount, Schema } from './schema.ts';

export async function insertAudit(db: Db, row: Insertable<Schema['audit_log']>): Promise<void> {
  await db.insertInto('audit_log').values(row).execute();
}

/** The address of all those beyond the first rows of an event and minute. */
export const OTHERS = 'others';

/** Each event of a minute has `room` rows of its own; all others share one. Returns that row. */
export function addAuditCount(tx: Db, added: AuditCount, room: number): Promise<AuditCount> {
  const { minute, event, admin_id, address } = added;
  const known = tx
    .selectFrom('audit_counts')
    .where('minute', '=', minute)
    .where('event', '=', event);
  const rows = known.select(({ fn }) => fn.countAll<number>().as('rows'));
  const own = known.where('admin_id', '=', admin_id).where('address', '=', address);
  return tx
    .insertInto('audit_counts')
    .values((e) => ({
      ...added,
      address: e
        .case()
        .when(e.or([e.exists(own.select('address')), e(rows, '<', room)]))
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

export async function countAudited(db: Db, event: string, since: string): Promise<number> {
  const { total } = await db
    .selectFrom('audit_counts')
    .select((e) => e.fn.sum<number | null>('count').as('total'))
    .where('minute', '>=', since)
    .where('event', '=', event)
    .executeTakeFirstOrThrow();
  return total ?? 0;
}
