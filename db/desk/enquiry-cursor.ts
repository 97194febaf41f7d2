import { sql } from 'kysely';
import type { Db } from '#db/database.server.ts';
import type { Status } from '#db/status.ts';
import { matchOf } from './search-match.ts';

/** What the desk looks at: instants are ISO 8601 UTC, `from` included, `to` not. */
export interface DeskFilter {
  status?: Status | undefined;
  text?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Which part of the walk: places strictly between the two, from one end, at most `limit`. */
export interface CursorRange {
  after?: bigint | undefined;
  before?: bigint | undefined;
  order: 'newest' | 'oldest';
  limit: number;
  /** Leaves out what came after the enquiry with this id. */
  lastId?: number | undefined;
}

const ROOM_FOR_IDS = 2n ** 31n;
const ANY_ID = Number(ROOM_FOR_IDS) - 1;
const BEFORE_ALL = -(2n ** 62n);
const AFTER_ALL = 2n ** 63n - 1n;

/**
 * Enquiries of a stretch by their place, without sorting or scanning: each form of it walks one
 * index (of places, of a status, or of words). The caller adds what it selects.
 */
export function walk(db: Db, filter: DeskFilter, stretch: CursorRange) {
  const from = (filter.from ? placeAt(filter.from) : BEFORE_ALL) - 1n;
  const after = smaller(larger(stretch.after ?? BEFORE_ALL, from), AFTER_ALL);
  const before = smaller(stretch.before ?? AFTER_ALL, filter.to ? placeAt(filter.to) : AFTER_ALL);
  const direction = stretch.order === 'newest' ? 'desc' : 'asc';
  // The table's name keeps a selected `place`, which is text, out of the order.
  const ordered = db
    .selectFrom('contact_submissions')
    .orderBy('contact_submissions.place', direction);
  if (filter.text?.trim()) {
    const match = matchOf(filter.text, filter.status);
    return ordered.where('place', 'in', matching(match, after, before, stretch));
  }
  const between = ordered.where('place', '>', after).where('place', '<', before);
  // The plus keeps SQLite from walking the ids instead, and sorting.
  const known = stretch.lastId ? between.where(sql`+id`, '<=', stretch.lastId) : between;
  const limited = known.limit(stretch.limit);
  return filter.status ? limited.where('status', '=', filter.status) : limited;
}

/** How many there are in the filter with an id up to `lastId`. Walks them: for exports only. */
export async function countMatching(db: Db, filter: DeskFilter, lastId: number): Promise<number> {
  const all = walk(db, filter, { order: 'newest', limit: ANY_ID, lastId });
  const { total } = await db
    .selectFrom(all.select('id').as('matching'))
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** The index of words numbers its rows from the newest: a row there is an enquiry's place below 0. */
function matching(
  match: string | null,
  after: bigint,
  before: bigint,
  { order, limit, lastId = ANY_ID }: CursorRange,
) {
  if (match === null) return sql<bigint>`(SELECT 0 WHERE 0)`;
  return sql<bigint>`(
    SELECT -rowid FROM enquiry_search
    WHERE enquiry_search MATCH ${match} AND rowid > ${-before} AND rowid < ${-after}
      AND (-rowid & ${ANY_ID}) <= ${lastId}
    ORDER BY rowid ${sql.raw(order === 'newest' ? 'asc' : 'desc')} LIMIT ${limit})`;
}

/** The first place of an instant (ISO 8601 UTC): enquiries from before it have lower ones. */
export function placeAt(instant: string): bigint {
  return BigInt(Math.floor(Date.parse(instant) / 1000)) * ROOM_FOR_IDS;
}

const larger = (a: bigint, b: bigint) => (a > b ? a : b);
const smaller = (a: bigint, b: bigint) => (a < b ? a : b);
