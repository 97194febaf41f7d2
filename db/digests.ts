import { sql } from 'kysely';
import type { Db } from '#db/database.server.ts';
import { type Admin, type Enquiry, type Schema, STATUSES } from '#db/schema.ts';
import { type DeskFilter, countRows, scan } from '#db/desk-enquiries.ts';
import { answersTo } from '#db/replies.ts';

export type Subscriber = Pick<Admin, 'id' | 'email' | 'language'>;

export function readSubscribers(db: Db, day: string): Promise<Subscriber[]> {
  return db
    .selectFrom('admins')
    .select(['id', 'email', 'language'])
    .where('digest', '=', 1)
    .where('disabled', '=', 0)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('digests')
            .select('day')
            .whereRef('admin_id', '=', 'admins.id')
            .where('day', '=', day),
        ),
      ),
    )
    .execute();
}

/** Epoch milliseconds; null for none. */
export async function readLastDigest(db: Db, adminId: number, now: number): Promise<number | null> {
  // One from the future was made by a clock that has been set back since.
  const { last } = await db
    .selectFrom('digests')
    .select((e) => e.fn.max('created_at').as('last'))
    .where('admin_id', '=', adminId)
    .where('created_at', '<=', now)
    .executeTakeFirstOrThrow();
  return last;
}

export async function insertDigest(tx: Db, digest: Schema['digests']): Promise<void> {
  await tx.insertInto('digests').values(digest).execute();
}

const NAMED = ['id', 'full_name', 'project', 'created_at', 'due_on', 'assigned_to'] as const;

export type WaitingEnquiry = Pick<Enquiry, (typeof NAMED)[number]>;

export interface Waiting {
  enquiries: WaitingEnquiry[];
  total: number;
}

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

export async function readUnanswered(db: Db, before: string, limit: number): Promise<Waiting> {
  const open = STATUSES.filter((status) => status !== 'completed').map((status) =>
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

export interface EndingCertificate {
  id: number;
  en: string;
  el: string;
  until: string;
  /** When this end was first published. */
  since: string;
}

/** Of those published, those that end by this day, the first to end first. */
export async function readEndingCertificates(db: Db, by: string): Promise<EndingCertificate[]> {
  const { rows } = await sql<EndingCertificate>`
    SELECT id, published ->> '$.title.en' AS en, published ->> '$.title.el' AS el,
      published ->> 'until' AS until,
      coalesce((SELECT min(at) FROM site_publications
        WHERE entry_id = site_entries.id AND content ->> 'until' = published ->> 'until'),
        published_at) AS since
    FROM site_entries
    WHERE kind = 'certificates' AND live = 1 AND published ->> 'until' BETWEEN '0' AND ${by}
    ORDER BY until`.execute(db);
  return rows;
}
