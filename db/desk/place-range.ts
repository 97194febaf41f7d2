import { sql } from 'kysely';
import type { Db } from '#db/database.server.ts';
import type { DeskFilter } from './desk-filter.ts';

/** Which part of the walk: places strictly between the two, from one end, at most `limit`. */
export interface CursorRange {
  after?: bigint | undefined;
  before?: bigint | undefined;
  order: 'newest' | 'oldest';
  limit: number;
  /** Leaves out what came after the enquiry with this id. */
  lastId?: number | undefined;
}

/** A range with both its ends. */
export type PlaceRange = CursorRange & { after: bigint; before: bigint };
export type Enquiries = ReturnType<typeof enquiries>;

const ROOM_FOR_IDS = 2n ** 31n;
const BEFORE_ALL = -(2n ** 62n);
const AFTER_ALL = 2n ** 63n - 1n;
/** The largest id that a place has room for. */
export const ANY_ID = Number(ROOM_FOR_IDS) - 1;

export const enquiries = (db: Db) => db.selectFrom('contact_submissions');

/** A range within the days of a filter. */
export function rangeOf({ from, to }: DeskFilter, range: CursorRange): PlaceRange {
  const first = (from === undefined ? BEFORE_ALL : placeAt(from)) - 1n;
  const after = smaller(larger(range.after ?? BEFORE_ALL, first), AFTER_ALL);
  const before = smaller(range.before ?? AFTER_ALL, to === undefined ? AFTER_ALL : placeAt(to));
  return { ...range, after, before };
}

/** The enquiries of a range. */
export function between(walked: Enquiries, { after, before, lastId, limit }: PlaceRange) {
  const range = walked.where('place', '>', after).where('place', '<', before);
  // The plus keeps SQLite from walking the ids instead, and sorting.
  const known = lastId ? range.where(sql`+id`, '<=', lastId) : range;
  return known.limit(limit);
}

/** The first place of an instant (ISO 8601 UTC): enquiries from before it have lower ones. */
export function placeAt(instant: string): bigint {
  return BigInt(Math.floor(Date.parse(instant) / 1000)) * ROOM_FOR_IDS;
}

const larger = (a: bigint, b: bigint) => (a > b ? a : b);
const smaller = (a: bigint, b: bigint) => (a < b ? a : b);
