import { sql, type RawBuilder, type SqlBool } from 'kysely';

/** The place of a row in a list that is sorted by both columns, the newest row first. */
export interface Cursor {
  created_at: string;
  id: number;
}

/** The rows that are older than `before` and newer than `after`; all of them without a limit. */
export interface CursorRange {
  before?: Cursor | undefined;
  after?: Cursor | undefined;
  order: 'newest' | 'oldest';
  limit?: number;
}

/** A cursor is null on the last page in its direction. */
export interface Page<Row> {
  rows: Row[];
  newerCursor: string | null;
  olderCursor: string | null;
}

export const CURSOR = /^(\d{4}-\d\d-\d\dT[\d:.]{8,16}Z)_(\d{1,15})$/;

/**
 * Reads the query parameters of a list, and returns where its page begins: before the cursor are the next older rows,
 * after it the next newer ones. An invalid cursor counts as missing; `before` has priority over `after`, and both over
 * `page`, which is 'last' or ignored. The default is the first page.
 */
export function parsePageStart(parameters: {
  before: string;
  after: string;
  page: string;
}): CursorRange {
  const before = parseCursor(parameters.before);
  if (before) return { before, order: 'newest' };
  const after = parseCursor(parameters.after);
  if (after) return { after, order: 'oldest' };
  return { order: parameters.page === 'last' ? 'oldest' : 'newest' };
}

function parseCursor(text: string): Cursor | undefined {
  const [, created_at, id] = CURSOR.exec(text) ?? [];
  return created_at === undefined ? undefined : { created_at, id: Number(id) };
}

export const getSortDirection = ({ order }: CursorRange): 'asc' | 'desc' =>
  order === 'newest' ? 'desc' : 'asc';

/** Returns an SQL condition on created_at and id. Every row fulfils that of a range without cursors. */
export function buildRangeCondition({ before, after }: CursorRange): RawBuilder<SqlBool> {
  const isOlder = before ? sql`(created_at, id) < (${before.created_at}, ${before.id})` : sql`TRUE`;
  const isNewer = after ? sql`(created_at, id) > (${after.created_at}, ${after.id})` : sql`TRUE`;
  return sql`${isOlder} AND ${isNewer}`;
}

/**
 * Returns a page of at most `limit` rows, newest first, and the cursors of its neighbours. `read` returns the
 * rows of a range. It is asked for one row more, which tells whether there is a further page. A page of newer rows that
 * would not be full, and one of older rows that would be empty, become the first page.
 */
export async function readPage<Row extends Cursor>(
  start: CursorRange,
  limit: number,
  read: (range: CursorRange) => Promise<Row[]>,
): Promise<Page<Row>> {
  const { before, after, order } = start;
  const foundRows = await read({ ...start, limit: limit + 1 });
  const hasMore = foundRows.length > limit;

  const isFirstPage = after ? !hasMore : before && foundRows.length === 0;
  if (isFirstPage) return readPage({ order: 'newest' }, limit, read);

  const rows = foundRows.slice(0, limit);
  if (order === 'oldest') rows.reverse();
  const hasNewer = order === 'oldest' ? hasMore : before !== undefined;
  const hasOlder = order === 'oldest' ? after !== undefined : hasMore;
  return {
    rows,
    newerCursor: hasNewer ? formatCursor(rows[0]!) : null,
    olderCursor: hasOlder ? formatCursor(rows.at(-1)!) : null,
  };
}

const formatCursor = ({ created_at, id }: Cursor) => `${created_at}_${id}`;
