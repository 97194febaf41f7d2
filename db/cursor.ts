import { sql, type RawBuilder, type SqlBool } from 'kysely';

export interface Cursor {
  created_at: string;
  id: number;
}

export type PageStart = 'first' | 'last' | { before: Cursor } | { after: Cursor };

/** Rows strictly between two cursors, newest or oldest first; all of them without a limit. */
export interface CursorRange {
  before?: Cursor | undefined;
  after?: Cursor | undefined;
  order: 'newest' | 'oldest';
  limit?: number;
}

export interface Page<Row> {
  rows: Row[];
  newerCursor: string | null;
  olderCursor: string | null;
}

export const CURSOR = /^(\d{4}-\d\d-\d\dT[\d:.]{8,16}Z)_(\d{1,15})$/;

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

export const getSortDirection = ({ order }: CursorRange) => (order === 'newest' ? 'desc' : 'asc');

export function isWithinRange({ before, after }: CursorRange): RawBuilder<SqlBool> {
  const isOlder = before && sql`(created_at, id) < (${before.created_at}, ${before.id})`;
  const isNewer = after && sql`(created_at, id) > (${after.created_at}, ${after.id})`;
  const conditions = [isOlder, isNewer].filter((condition) => condition !== undefined);
  return conditions.length === 0 ? sql`TRUE` : sql`${sql.join(conditions, sql` AND `)}`;
}

export async function readPage<Row extends Cursor>(
  start: PageStart,
  limit: number,
  read: (range: CursorRange) => Promise<Row[]>,
): Promise<Page<Row>> {
  if (start === 'last' || (start !== 'first' && 'after' in start)) {
    const afterCursor = start === 'last' ? undefined : start.after;
    const rows = await read({ after: afterCursor, order: 'oldest', limit: limit + 1 });
    const hasNewer = rows.length > limit;
    // Fewer newer rows than a full page: show the first page instead.
    if (afterCursor && !hasNewer) return readPage('first', limit, read);
    return buildPage(rows.slice(0, limit).reverse(), hasNewer, afterCursor !== undefined);
  }
  const beforeCursor = start === 'first' ? undefined : start.before;
  const rows = await read({ before: beforeCursor, order: 'newest', limit: limit + 1 });
  return buildPage(rows.slice(0, limit), beforeCursor !== undefined, rows.length > limit);
}

function buildPage<Row extends Cursor>(
  rows: Row[],
  hasNewer: boolean,
  hasOlder: boolean,
): Page<Row> {
  const cursorAt = (row: Row | undefined) => (row ? `${row.created_at}_${row.id}` : '');
  return {
    rows,
    newerCursor: hasNewer ? cursorAt(rows[0]) : null,
    olderCursor: hasOlder ? cursorAt(rows.at(-1)) : null,
  };
}
