import { sql, type RawBuilder, type SqlBool } from 'kysely';

/** The place of a row in a list that is sorted by both columns, the newest row first. */
export interface Cursor {
  created_at: string;
  id: number;
}

/** `before` is the page of the next older rows than the cursor, `after` the one of the next newer rows. */
export type PageStart = 'first' | 'last' | { before: Cursor } | { after: Cursor };

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
 * Reads the query parameters of a list. An invalid cursor counts as missing; `before` has priority over `after`,
 * and both over `page`, which is 'last' or ignored. The default is the first page.
 */
export function parsePageStart(parameters: {
  before: string;
  after: string;
  page: string;
}): PageStart {
  const beforeCursor = parseCursor(parameters.before);
  if (beforeCursor) return { before: beforeCursor };
  const afterCursor = parseCursor(parameters.after);
  if (afterCursor) return { after: afterCursor };
  return parameters.page === 'last' ? 'last' : 'first';
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
  start: PageStart,
  limit: number,
  read: (range: CursorRange) => Promise<Row[]>,
): Promise<Page<Row>> {
  if (start === 'last') {
    const oldestRows = await read({ order: 'oldest', limit: limit + 1 });
    const rows = oldestRows.slice(0, limit).reverse();
    return buildPage(rows, { hasNewer: oldestRows.length > limit, hasOlder: false });
  }

  if (start !== 'first' && 'after' in start) {
    const newerRows = await read({ after: start.after, order: 'oldest', limit: limit + 1 });

    // No row is newer than these: show the first page, which has them and is full.
    if (newerRows.length <= limit) return readPage('first', limit, read);

    const rows = newerRows.slice(0, limit).reverse();
    return buildPage(rows, { hasNewer: true, hasOlder: true });
  }

  const before = start === 'first' ? undefined : start.before;
  const olderRows = await read({ before, order: 'newest', limit: limit + 1 });
  if (before && olderRows.length === 0) return readPage('first', limit, read);

  const rows = olderRows.slice(0, limit);
  return buildPage(rows, { hasNewer: before !== undefined, hasOlder: olderRows.length > limit });
}

function buildPage<Row extends Cursor>(
  rows: Row[],
  { hasNewer, hasOlder }: { hasNewer: boolean; hasOlder: boolean },
): Page<Row> {
  const formatCursor = ({ created_at, id }: Row) => `${created_at}_${id}`;
  return {
    rows,
    newerCursor: hasNewer ? formatCursor(rows[0]!) : null,
    olderCursor: hasOlder ? formatCursor(rows.at(-1)!) : null,
  };
}
