import { sql } from 'kysely';
import type { Db } from '#db/database.server.ts';
import { buildEnquiryQuery, type DeskFilter } from '#db/desk-enquiries.ts';
import { buildAnswerQuery } from '#db/replies.ts';
import { countRows } from '#db/rows.ts';
import { STATUSES, type Admin, type Enquiry } from '#db/schema.ts';

export type Subscriber = Pick<Admin, 'id' | 'email' | 'language'>;

/** Returns the enabled admins who want the digest and have not had the one of this day (ISO) yet. */
export function listDueSubscribers(db: Db, day: string): Promise<Subscriber[]> {
  return db
    .selectFrom('admins')
    .select(['id', 'email', 'language'])
    .where('digest', '=', 1)
    .where('disabled', '=', 0)
    .where('id', 'not in', db.selectFrom('digests').select('admin_id').where('day', '=', day))
    .execute();
}

/** Returns the time of an admin's last digest before now, also of one with nothing to report; null without any. */
export async function findLastDigestTimeMs(
  db: Db,
  adminId: number,
  nowMs: number,
): Promise<number | null> {
  // A digest in the future was sent before the system clock was set back.
  const { lastMs } = await db
    .selectFrom('digests')
    .select((e) => e.fn.max('created_at').as('lastMs'))
    .where('admin_id', '=', adminId)
    .where('created_at', '<=', nowMs)
    .executeTakeFirstOrThrow();
  return lastMs;
}

const LISTED_COLUMNS = [
  'id',
  'full_name',
  'project',
  'created_at',
  'due_on',
  'assigned_to',
] as const;

export type DigestEnquiry = Pick<Enquiry, (typeof LISTED_COLUMNS)[number]>;

/** The first enquiries of a list, and the number of all in it. */
export interface EnquiriesWithTotal {
  enquiries: DigestEnquiry[];
  total: number;
}

export async function readEnquiriesWithTotal(
  db: Db,
  filter: DeskFilter,
  order: 'newest' | 'oldest',
  limit: number,
): Promise<EnquiriesWithTotal> {
  const query = buildEnquiryQuery(db, filter, { order }).select(LISTED_COLUMNS);
  const enquiries = await query.limit(limit).execute();
  return { enquiries, total: await countRows(db, query) };
}

/** Returns the oldest unanswered enquiries from before a time (ISO 8601), without completed ones, and their total. */
export async function readUnansweredEnquiries(
  db: Db,
  createdBefore: string,
  limit: number,
): Promise<EnquiriesWithTotal> {
  const enquiries: DigestEnquiry[] = [];
  let total = 0;

  // One query per status, because each then reads from the index of the status.
  for (const status of STATUSES.filter((name) => name !== 'completed')) {
    const filter = { status, to: createdBefore };
    const query = buildEnquiryQuery(db, filter, { order: 'oldest' })
      .select(LISTED_COLUMNS)
      .where((e) => e.not(e.exists(buildAnswerQuery(e).select('replies.id'))));
    const oldestEnquiries = await query.limit(limit).execute();
    enquiries.push(...oldestEnquiries);
    total += await countRows(db, query);
  }

  const oldestFirst = enquiries.toSorted((a, b) => a.created_at.localeCompare(b.created_at));
  return { enquiries: oldestFirst.slice(0, limit), total };
}

export interface EndingCertificate {
  id: number;
  en: string;
  el: string;
  last_day: string;
  /** When this end date was first published. */
  since: string;
}

/** Returns the published certificates that end, or have ended, by `lastDay` (ISO), the first to end first. */
export async function listCertificatesEndingBy(
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
    WHERE kind = 'certificates' AND live = 1
      AND published ->> 'until' <> '' AND published ->> 'until' <= ${lastDay}
    ORDER BY last_day`.execute(db);
  return rows;
}
