import type { Db } from '#db/database.server.ts';
import type { Status } from '#db/status.ts';

/** How many enquiries each status has; costs the same however many there are. */
export async function readCounts(db: Db): Promise<Record<Status, number>> {
  const rows = await db.selectFrom('enquiry_counts').selectAll().execute();
  const totals = { new: 0, in_progress: 0, completed: 0 };
  for (const { status, total } of rows) totals[status] = total;
  return totals;
}

/** The id of the enquiry that came last, 0 when there is none. */
export async function readLastId(db: Db): Promise<number> {
  const last = await db
    .selectFrom('contact_submissions')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.id ?? 0;
}

/** How many enquiries came after the one with this id; counts no further than a hundred. */
export async function countSince(db: Db, id: number): Promise<number> {
  const since = db.selectFrom('contact_submissions').select('id').where('id', '>', id).limit(100);
  const { total } = await db
    .selectFrom(since.as('since'))
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}
