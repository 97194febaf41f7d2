import { sql } from 'kysely';
import type { Db } from '#db/database.server.ts';
import type { DeskFilter } from './desk-filter.ts';
import { placesInLanes } from './lanes.ts';
import {
  ANY_ID,
  type CursorRange,
  type Enquiries,
  type PlaceRange,
  between,
  enquiries,
  rangeOf,
} from './place-range.ts';
import { matchOf } from './search-match.ts';

/**
 * Enquiries of a stretch by their place, without sorting or scanning: each form of it walks one
 * index (of places, of a status, of follow-up days, or of words), or lanes of one. The caller adds
 * what it selects.
 */
export function walk(db: Db, filter: DeskFilter, stretch: CursorRange) {
  const range = rangeOf(filter, stretch);
  const direction = stretch.order === 'newest' ? 'desc' : 'asc';
  // The table's name keeps a selected `place`, which is text, out of the order.
  const ordered = enquiries(db).orderBy('contact_submissions.place', direction);
  if (filter.text?.trim()) return ordered.where('place', 'in', matching(filter, range));
  if (filter.dueBy !== undefined) return dated(between(ordered, range), filter, filter.dueBy);
  if (filter.holders || filter.language) {
    return ordered.where('place', 'in', placesInLanes(filter, range)).limit(stretch.limit);
  }
  const some = between(ordered, range);
  return filter.status ? some.where('status', '=', filter.status) : some;
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

/** Few have a follow-up day: those are walked, and all else is asked of each. */
function dated(walked: Enquiries, { holders, status, language }: DeskFilter, dueBy: string) {
  const ids = holders?.map((id) => id ?? 0);
  let found = walked.where('due_on', '<=', dueBy);
  // What is reckoned with, be it by a plus, leads SQLite to no other index.
  if (ids) found = found.where(sql<number>`ifnull(assigned_to, 0)`, 'in', ids);
  if (status) found = found.where(sql`+status`, '=', status);
  return language ? found.where(sql`+language`, '=', language) : found;
}

/** The index of words numbers its rows from the newest: a row there is an enquiry's place below 0. */
function matching(
  filter: DeskFilter,
  { after, before, order, limit, lastId = ANY_ID }: PlaceRange,
) {
  const match = matchOf(filter);
  if (match === null) return sql<bigint>`(SELECT 0 WHERE 0)`;
  return sql<bigint>`(
    SELECT -rowid FROM enquiry_search
    WHERE enquiry_search MATCH ${match} AND rowid > ${-before} AND rowid < ${-after}
      AND (-rowid & ${ANY_ID}) <= ${lastId} ${alsoOf(filter)}
    ORDER BY rowid ${sql.raw(order === 'newest' ? 'asc' : 'desc')} LIMIT ${limit})`;
}

/** What the index of words does not know is asked of the enquiry itself. */
function alsoOf({ language, dueBy }: DeskFilter) {
  const asked = [
    ...(language ? [sql`AND found.language = ${language}`] : []),
    ...(dueBy ? [sql`AND found.due_on <= ${dueBy}`] : []),
  ];
  if (asked.length === 0) return sql``;
  return sql`AND EXISTS (SELECT 1 FROM contact_submissions AS found
    WHERE found.place = -enquiry_search.rowid ${sql.join(asked, sql` `)})`;
}
