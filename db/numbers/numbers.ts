import type { Db } from '#db/database.server.ts';

/** ISO days in Athens, both included. */
export interface DayRange {
  from: string;
  to: string;
}

/** Enquiries whose promise has fallen due, and how many of them were answered in time. */
export interface Kept {
  asked: number;
  kept: number;
}

/** How many enquiries came in on each day that had any, in order. */
export function countByDay(db: Db, { from, to }: DayRange) {
  return db
    .selectFrom('enquiry_days')
    .select((e) => ['day', e.fn.sum<number>('total').as('total')])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy('day')
    .orderBy('day')
    .execute();
}

/** How many enquiries of a range there are of each project type, or in each language. */
export function countBy(db: Db, column: 'project' | 'language', { from, to }: DayRange) {
  return db
    .selectFrom('enquiry_days')
    .select((e) => [e.ref(column).as('name'), e.fn.sum<number>('total').as('total')])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy(column)
    .execute();
}

/** How many enquiries of a range waited how many hours for their first reply, the shortest first. */
export function countWaits(db: Db, { from, to }: DayRange) {
  return db
    .selectFrom('first_reply_days')
    .select((e) => ['hours', e.fn.sum<number>('total').as('total')])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy('hours')
    .orderBy('hours')
    .execute();
}

/** Of all enquiries of a range, how many were answered in time. */
export async function countKept(db: Db, range: DayRange): Promise<Kept> {
  const asked = db
    .selectFrom('enquiry_days')
    .select((e) => e.fn.sum<number | null>('total').as('total'))
    .where('day', '>=', range.from)
    .where('day', '<=', range.to);
  const kept = db
    .selectFrom('first_reply_days')
    .select((e) => e.fn.sum<number | null>('total').as('total'))
    .where('day', '>=', range.from)
    .where('day', '<=', range.to)
    .where('in_time', '=', 1);
  const [all, some] = [await asked.executeTakeFirst(), await kept.executeTakeFirst()];
  return { asked: all?.total ?? 0, kept: some?.total ?? 0 };
}

/**
 * The same between two instants (ISO 8601 UTC, whole seconds; the second is not included). Walks the
 * enquiries between them: for parts of one day only.
 */
export async function countKeptBetween(db: Db, from: string, to: string): Promise<Kept> {
  const { asked, kept } = await db
    .selectFrom('contact_submissions')
    .leftJoin('first_replies', 'first_replies.enquiry_id', 'contact_submissions.id')
    .where('contact_submissions.created_at', '>=', from)
    .where('contact_submissions.created_at', '<', to)
    .select((e) => [
      e.fn.countAll<number>().as('asked'),
      e.fn.sum<number | null>('in_time').as('kept'),
    ])
    .executeTakeFirstOrThrow();
  return { asked, kept: kept ?? 0 };
}
