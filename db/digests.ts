import { sql } from 'kysely';
import type { Db } from '#db/database.server.ts';
import { countRows, scanEnquiries, type DeskFilter } from '#db/desk-enquiries.ts';
import { selectAnswers } from '#db/replies.ts';
import { STATUSES, type Admin, type Enquiry, type Schema } from '#db/schema.ts';

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

/** Returns the time of the admin's last digest in epoch ms, or null. */
export async function readLastDigest(
  db: Db,
  adminId: number,
  nowMs: number,
): Promise<number | null> {
  // A digest in the future was sent before the system clock was set back.
  const { last } = await db
    .selectFrom('digests')
    .select((e) => e.fn.max('created_at').as('last'))
    .where('admin_id', '=', adminId)
    .where('created_at', '<=', nowMs)
    .executeTakeFirstOrThrow();
  return last;
}

export async function insertDigest(tx: Db, digest: Schema['digests']): Promise<void> {
  await tx.insertInto('digests').values(digest).execute();
}

const LISTED_COLUMNS = [
  'id',
  'full_name',
  'project',
  'created_at',
  'due_on',
  'assigned_to',
] as const;

export type WaitingEnquiry = Pick<Enquiry, (typeof LISTED_COLUMNS)[number]>;

export interface WaitingEnquiries {
  enquiries: WaitingEnquiry[];
  total: number;
}

export async function readWaiting(
  db: Db,
  filter: DeskFilter,
  order: 'newest' | 'oldest',
  limit: number,
): Promise<WaitingEnquiries> {
  const query = scanEnquiries(db, filter, { order }, (query) => query.select(LISTED_COLUMNS));
  const enquiries = await query.limit(limit).execute();
  return {
    enquiries,
    total: enquiries.length < limit ? enquiries.length : await countRows(db, query),
  };
}

export async function readUnanswered(
  db: Db,
  createdBefore: string,
  limit: number,
): Promise<WaitingEnquiries> {
  const openEnquiries = STATUSES.filter((status) => status !== 'completed').map((status) =>
    scanEnquiries(db, { status, to: createdBefore }, { order: 'oldest' }, (rows) =>
      rows
        .select(LISTED_COLUMNS)
        .where((e) => e.not(e.exists(selectAnswers(e).select('replies.id')))),
    ),
  );
  const pages = await Promise.all(openEnquiries.map((all) => all.limit(limit).execute()));
  const totals = await Promise.all(openEnquiries.map((all) => countRows(db, all)));
  return {
    enquiries: pages
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
  last_day: string;
  /** When this end date was first published. */
  since: string;
}

/** Returns the published certificates that end on or before `lastDay`, earliest first. */
export async function readEndingCertificates(
  db: Db,
  lastDay: string,
): Promise<EndingCertificate[]> {
  const { rows } = await sql<EndingCertificate>`
    SELECT id, published ->> '$.title.en' AS en, published ->> '$.title.el' AS el,
      published ->> 'until' AS last_day,
      coalesce((SELECT min(at) FROM site_publications
        WHERE entry_id = site_entries.id AND content ->> 'until' = published ->> 'until'),
        published_at) AS since
    FROM site_entries
    WHERE kind = 'certificates' AND live = 1 AND published ->> 'until' BETWEEN '0' AND ${lastDay}
    ORDER BY last_day`.execute(db);
  return rows;
}
