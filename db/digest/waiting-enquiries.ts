import type { Db } from '#db/database.server.ts';
import { type DeskFilter, countRows, scan } from '#db/desk/desk-enquiries.ts';
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
  const all = scan(db, filter, { order }, (rows) => rows.select(NAMED));
  const enquiries = await all.limit(limit).execute();
  return {
    enquiries,
    total: enquiries.length < limit ? enquiries.length : await countRows(db, all),
  };
}

/**
 * The `limit` enquiries that have waited longest since before an instant (ISO 8601 UTC), and to which
 * nobody has replied.
 */
export async function readUnanswered(db: Db, before: string, limit: number): Promise<Waiting> {
  const open = (['new', 'in_progress'] as const).map((status) =>
    scan(db, { status, to: before }, { order: 'oldest' }, (rows) =>
      rows.select(NAMED).where((e) => e.not(e.exists(answersTo(e).select('replies.id')))),
    ),
  );
  const found = await Promise.all(open.map((all) => all.limit(limit).execute()));
  const totals = await Promise.all(open.map((all) => countRows(db, all)));
  return {
    enquiries: found
      .flat()
      .toSorted((a, b) => a.created_at.localeCompare(b.created_at))
      .slice(0, limit),
    total: totals.reduce((sum, total) => sum + total, 0),
  };
}
