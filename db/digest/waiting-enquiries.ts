import type { Db } from '#db/database.server.ts';
import type { DeskFilter } from '#db/desk/desk-filter.ts';
import { walk } from '#db/desk/enquiry-cursor.ts';
import { ANY_ID } from '#db/desk/place-range.ts';
import { answersTo } from '#db/replies/replies.ts';
import type { Enquiry } from '#db/schema.ts';

const NAMED = ['id', 'full_name', 'project', 'created_at', 'due_on', 'assigned_to'] as const;

/** What a digest says of an enquiry. */
export type WaitingEnquiry = Pick<Enquiry, (typeof NAMED)[number]>;

/** Enquiries that wait, at most as many as were asked for, and how many there are. */
export interface Waiting {
  enquiries: WaitingEnquiry[];
  total: number;
}

/** The first `limit` enquiries of a filter, from its newest or its oldest end. */
export async function readWaiting(
  db: Db,
  filter: DeskFilter,
  order: 'newest' | 'oldest',
  limit: number,
): Promise<Waiting> {
  const enquiries = await walk(db, filter, { order, limit }).select(NAMED).execute();
  if (enquiries.length < limit) return { enquiries, total: enquiries.length };
  return { enquiries, total: await count(db, walk(db, filter, { order, limit: ANY_ID })) };
}

/**
 * The `limit` enquiries that have waited longest since before an instant (ISO 8601 UTC), and to which
 * nobody has replied.
 */
export async function readUnanswered(db: Db, before: string, limit: number): Promise<Waiting> {
  const open = (['new', 'in_progress'] as const).map(
    (status) => (most: number) =>
      walk(db, { status, to: before }, { order: 'oldest', limit: most }).where((e) =>
        e.not(e.exists(answersTo(e).select('replies.id'))),
      ),
  );
  const found = await Promise.all(open.map((of) => of(limit).select(NAMED).execute()));
  const totals = await Promise.all(open.map((of) => count(db, of(ANY_ID))));
  return {
    enquiries: found
      .flat()
      .toSorted((a, b) => a.created_at.localeCompare(b.created_at))
      .slice(0, limit),
    total: totals.reduce((sum, total) => sum + total, 0),
  };
}

async function count(db: Db, walked: ReturnType<typeof walk>): Promise<number> {
  const { total } = await db
    .selectFrom(walked.select('id').as('waiting'))
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}
