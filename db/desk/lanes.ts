import { type RawBuilder, sql } from 'kysely';
import { STORED_LANGUAGES, type StoredLanguage } from '#db/language.ts';
import { STATUSES, type Status } from '#db/status.ts';
import type { DeskFilter } from './desk-filter.ts';
import { ANY_ID, type PlaceRange } from './place-range.ts';

/** One value of each: its enquiries lie side by side in an index, by their place. */
interface Lane {
  /** Undefined where it does not matter who has them. */
  holder?: number | null;
  status: Status;
  language: StoredLanguage;
}

/**
 * The places of what a filter of holders and languages finds. Whatever mixture is asked for, each of
 * its lanes is a walk along an index, and gives at most as many places as are asked for in all.
 */
export function placesInLanes(filter: DeskFilter, range: PlaceRange): RawBuilder<bigint> {
  const lanes = lanesOf(filter).map((lane) => placesOf(lane, range));
  return sql<bigint>`(${sql.join(lanes, sql` UNION ALL `)})`;
}

function lanesOf({ holders, status, language }: DeskFilter): Lane[] {
  const statuses = status ? [status] : STATUSES;
  const languages = language ? [language] : STORED_LANGUAGES;
  const lanes = statuses.flatMap((each) =>
    languages.map((spoken): Lane => ({ status: each, language: spoken })),
  );
  return holders ? holders.flatMap((holder) => lanes.map((lane) => ({ ...lane, holder }))) : lanes;
}

function placesOf(
  { holder, status, language }: Lane,
  { after, before, lastId = ANY_ID, order, limit }: PlaceRange,
) {
  // Left to itself, SQLite takes the index of statuses for the same, and would pass over all that is
  // in another language.
  const index =
    holder === undefined ? 'contact_submissions_language' : 'contact_submissions_holder';
  return sql`SELECT place FROM (
    SELECT place FROM contact_submissions INDEXED BY ${sql.ref(index)}
    WHERE status = ${status} AND language = ${language}
      ${holder === undefined ? sql`` : sql`AND assigned_to IS ${holder}`}
      AND place > ${after} AND place < ${before} AND +id <= ${lastId}
    ORDER BY place ${sql.raw(order === 'newest' ? 'DESC' : 'ASC')} LIMIT ${limit}) AS lane`;
}
