import type { Db } from './database.server.ts';
import type { AuditCount } from './schema.ts';

/** The `ip_hash` of the row in which all clients beyond a limit are counted. */
export const OTHERS = 'others';

/**
 * Adds to the count of a client (IP address and account), event and minute, and returns the row with its new count.
 * After the first `maxRows` clients of an event and minute, all others of an account share a row OTHERS.
 */
export async function addAuditCount(
  tx: Db,
  addition: AuditCount,
  maxRows: number,
): Promise<AuditCount> {
  const { minute, event, admin_id, ip_hash } = addition;

  const countedClients = await tx
    .selectFrom('audit_counts')
    .select(['admin_id', 'ip_hash'])
    .where('minute', '=', minute)
    .where('event', '=', event)
    .execute();

  const hasRow = countedClients.some(
    (client) => client.admin_id === admin_id && client.ip_hash === ip_hash,
  );
  const isFurtherClient = !hasRow && countedClients.length >= maxRows;

  return tx
    .insertInto('audit_counts')
    .values(isFurtherClient ? { ...addition, ip_hash: OTHERS } : addition)
    .onConflict((conflict) =>
      conflict
        .columns(['minute', 'event', 'admin_id', 'ip_hash'])
        .doUpdateSet((e) => ({ count: e('audit_counts.count', '+', e.ref('excluded.count')) })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Returns how often an event was counted since a minute (ISO, such as 2026-11-20T10:00). */
export async function sumAuditCounts(db: Db, event: string, firstMinute: string): Promise<number> {
  const { total } = await db
    .selectFrom('audit_counts')
    .select((e) => e.fn.sum<number | null>('count').as('total'))
    .where('minute', '>=', firstMinute)
    .where('event', '=', event)
    .executeTakeFirstOrThrow();
  return total ?? 0;
}
