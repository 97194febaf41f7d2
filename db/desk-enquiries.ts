import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import { ENQUIRY_FIELD_NAMES } from '#app/enquiry-fields.server.ts';
import { normaliseUnicode } from '#app/unicode.ts';
import {
  getSortDirection,
  isWithinRange,
  readPage,
  type Cursor,
  type CursorRange,
  type Page,
  type PageStart,
} from '#db/cursor.ts';
import type { Db } from '#db/database.server.ts';
import {
  CHANNELS,
  STATUSES,
  type Enquiry,
  type Schema,
  type Source,
  type Status,
  type StoredLanguage,
} from '#db/schema.ts';
import { listHistoryEntries } from './desk-changes.ts';
import { selectAnswers } from './replies.ts';

/** `from` (inclusive) and `to` (exclusive) are ISO 8601 UTC instants. */
export interface DeskFilter {
  status?: Status | undefined;
  id?: number | undefined;
  text?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** Ids of assignees; null for unassigned enquiries. */
  holders?: readonly (number | null)[] | undefined;
  dueBy?: string | undefined;
  language?: StoredLanguage | undefined;
  source?: Source | undefined;
  /** Only enquiries that the customer has answered and no admin has opened since. */
  isUnread?: boolean | undefined;
}

export interface ListRange extends CursorRange {
  lastId?: number | undefined;
}

export type Enquiries<Row> = SelectQueryBuilder<Schema, 'contact_submissions', Row>;

export type DeskRow = Omit<Enquiry, 'email_key'>;

const EXCERPT_CHARACTERS = 140;
// A row of the list has an excerpt of the message instead.
const LIST_FIELDS = ENQUIRY_FIELD_NAMES.filter((name) => name !== 'message');
const LIST_COLUMNS = ['id', ...LIST_FIELDS, 'status', 'created_at'] as const;
const DETAIL_COLUMNS = [
  ...LIST_COLUMNS,
  'verified',
  'about_project',
  'language',
  'assigned_to',
  'due_on',
  'source',
  'written_by',
  'unread',
] as const;
const EXPORT_COLUMNS = [...LIST_COLUMNS, 'message', 'source'] as const;

/**
 * Returns enquiries ordered by created_at and id, or by id alone for a text search. `select` must
 * include both columns.
 */
export function scanEnquiries<Row>(
  db: Db,
  filter: DeskFilter,
  range: ListRange,
  select: (enquiries: Enquiries<unknown>) => Enquiries<Row>,
): Enquiries<Row> {
  const enquiries = db.selectFrom('contact_submissions');
  const direction = getSortDirection(range);
  if (filter.text) {
    return select(enquiries.where('id', 'in', searchIds(db, filter, range))).orderBy(
      'id',
      direction,
    );
  }
  const column = indexedColumn(filter);
  let rows = applyFilter(enquiries, filter, column).where(isWithinRange(range));
  // The unary plus keeps SQLite from choosing the primary key and then sorting.
  if (range.lastId !== undefined) rows = rows.where(sql`+id`, '<=', range.lastId);
  if (filter.id !== undefined) rows = rows.where('id', '=', filter.id);
  // One index range per assignee; SQLite merges the sorted ranges while it reads.
  const holders = column === 'assigned_to' ? (filter.holders ?? []) : [];
  const parts =
    column === 'assigned_to'
      ? holders.map((id) => select(rows.where('assigned_to', 'is', id)))
      : [select(rows)];
  const ordered = parts
    .reduce((union, one) => union.unionAll(one))
    .orderBy('created_at', direction)
    .orderBy('id', direction);
  return range.limit === undefined ? ordered : ordered.limit(range.limit);
}

function indexedColumn({ dueBy, holders, status, language, source, isUnread }: DeskFilter) {
  if (isUnread) return 'unread';
  if (dueBy !== undefined) return 'due_on';
  if (holders && !holders.includes(null)) return 'assigned_to';
  if (status) return 'status';
  if (holders) return 'assigned_to';
  if (language) return 'language';
  return source ? 'source' : 'created_at';
}

function applyFilter(
  enquiries: Enquiries<unknown>,
  { status, from, to, holders, dueBy, language, source, isUnread }: DeskFilter,
  indexed: ReturnType<typeof indexedColumn>,
): Enquiries<unknown> {
  // The unary plus keeps SQLite from using another index.
  const column = (name: 'status' | 'language' | 'source') =>
    name === indexed ? sql<string>`${sql.ref(name)}` : sql<string>`+${sql.ref(name)}`;
  let rows = enquiries;
  if (status) rows = rows.where(column('status'), '=', status);
  if (language) rows = rows.where(column('language'), '=', language);
  if (source) rows = rows.where(column('source'), '=', source);
  // Written out, because the index of unread enquiries is a partial one.
  if (isUnread) rows = rows.where('unread', '=', sql.lit(1));
  if (dueBy !== undefined) rows = rows.where('due_on', '<=', dueBy);
  if (holders && indexed !== 'assigned_to') {
    const ids = holders.map((id) => id ?? 0);
    rows = rows.where(sql<number>`ifnull(assigned_to, 0)`, 'in', ids);
  }
  if (from !== undefined) rows = rows.where('created_at', '>=', from);
  return to === undefined ? rows : rows.where('created_at', '<', to);
}

function searchIds(db: Db, filter: DeskFilter, { before, after, lastId, ...range }: ListRange) {
  const match = buildSearchExpression(filter);
  if (match === null) return sql<number>`(SELECT 0 WHERE 0)`;
  const { from = '', to = '9', dueBy } = filter;
  const terms = [sql`enquiry_search MATCH ${match}`];
  if (before) terms.push(sql`rowid < ${before.id}`);
  if (after) terms.push(sql`rowid > ${after.id}`);
  if (lastId !== undefined) terms.push(sql`rowid <= ${lastId}`);
  if (filter.from ?? filter.to) {
    const days = sql`FROM contact_submissions WHERE created_at >= ${from} AND created_at < ${to}`;
    terms.push(sql`rowid >= (SELECT min(id) ${days}) AND rowid <= (SELECT max(id) ${days})`);
  }
  if (filter.from ?? filter.to ?? dueBy) terms.push(matchesDates(from, to, dueBy));
  const messages = searchMessages(db, filter, { before, after, lastId });
  // SQLite merges the two, both in the order of their ids.
  return sql<number>`(SELECT rowid AS id FROM enquiry_search WHERE ${sql.join(terms, sql` AND `)}
    UNION SELECT id FROM ${messages} ORDER BY id ${sql.raw(getSortDirection(range))} LIMIT ${range.limit ?? -1})`;
}

/** Selects the enquiries with a message that has all the words, together with the name of its enquiry. */
function searchMessages(
  db: Db,
  { text, ...filter }: DeskFilter,
  { before, after, lastId }: Pick<ListRange, 'before' | 'after' | 'lastId'>,
) {
  const words = sql`(SELECT rowid FROM message_search WHERE message_search MATCH ${buildSearchExpression({ text })})`;
  const answered = sql<number>`(SELECT enquiry_id FROM messages WHERE id IN ${words})`;
  let rows = applyFilter(db.selectFrom('contact_submissions'), filter, 'created_at');
  if (before) rows = rows.where('id', '<', before.id);
  if (after) rows = rows.where('id', '>', after.id);
  if (lastId !== undefined) rows = rows.where('id', '<=', lastId);
  return rows.select('id').where('id', 'in', answered);
}

function matchesDates(from: string, to: string, dueBy: string | undefined): RawBuilder<unknown> {
  const isDue = dueBy === undefined ? sql`TRUE` : sql`found.due_on <= ${dueBy}`;
  return sql`(SELECT found.created_at >= ${from} AND found.created_at < ${to} AND ${isDue}
    FROM contact_submissions AS found WHERE found.id = enquiry_search.rowid)`;
}

const WORD = /[\p{L}\p{N}]/u;

/** Returns an FTS5 expression with all input quoted, or null if the input has no letter or digit. */
function buildSearchExpression({
  text = '',
  status,
  holders,
  dueBy,
  language,
  source,
  isUnread,
}: DeskFilter): string | null {
  const words = foldGreek(text)
    .replaceAll('\0', ' ')
    .split(/\s+/)
    .filter((word) => WORD.test(word));
  if (words.length === 0) return null;
  const terms = [`words : (${words.map((word) => `"${word.replaceAll('"', '""')}"*`).join(' ')})`];
  if (status && STATUSES.includes(status)) terms.push(`tags : "${status}"`);
  if (language) terms.push(`tags : "${language}"`);
  if (holders) terms.push(`tags : (${holders.map((id) => `"by${id ?? 0}"`).join(' OR ')})`);
  if (dueBy !== undefined) terms.push('tags : "dated"');
  if (isUnread) terms.push('tags : "unread"');
  if (source && source !== 'site') terms.push(`tags : "${source}"`);
  const expression = terms.join(' AND ');
  return source === 'site' ? `(${expression}) NOT tags : (${CHANNELS.join(' OR ')})` : expression;
}

function foldGreek(text: string): string {
  return normaliseUnicode(text, 'NFC')
    .replace(/[\u0370-\u03ff]/g, (letter) => normaliseUnicode(letter, 'NFD').charAt(0))
    .replaceAll('ς', 'σ');
}

export function selectListRows(db: Db, filter: DeskFilter, range: ListRange) {
  const excerpt = sql<string>`substr(message, 1, ${sql.lit(EXCERPT_CHARACTERS)})`.as('message');
  return scanEnquiries(db, filter, range, (rows) => rows.select([...DETAIL_COLUMNS, excerpt]));
}

export function readDeskPage(
  db: Db,
  filter: DeskFilter,
  start: PageStart,
  limit: number,
): Promise<Page<DeskRow>> {
  return readPage(start, limit, (range) => selectListRows(db, filter, range).execute());
}

export type ExportedEnquiry = Pick<Enquiry, (typeof EXPORT_COLUMNS)[number]>;

export function readExportBatch(
  db: Db,
  filter: DeskFilter,
  lastId: number,
  beforeCursor: Cursor | undefined,
  limit: number,
): Promise<ExportedEnquiry[]> {
  const range = { before: beforeCursor, order: 'newest', limit, lastId } as const;
  return scanEnquiries(db, filter, range, (rows) => rows.select(EXPORT_COLUMNS)).execute();
}

/** Counts by reading every matching row, so it is for exports only. */
export async function countMatching(db: Db, filter: DeskFilter, lastId: number): Promise<number> {
  const select = (rows: Enquiries<unknown>) => rows.select(['id', 'created_at']);
  return countRows(db, scanEnquiries(db, filter, { order: 'newest', lastId }, select));
}

export async function countRows(db: Db, rows: Enquiries<{ id: number }>): Promise<number> {
  const { total } = await db
    .selectFrom(rows.as('found'))
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

export async function readCounts(db: Db): Promise<Record<Status, number>> {
  const rows = await db.selectFrom('enquiry_counts').selectAll().execute();
  const zeroCounts = STATUSES.map((status) => ({ status, total: 0 }));
  const counts = [...zeroCounts, ...rows].map(({ status, total }) => [status, total]);
  return Object.fromEntries(counts) as Record<Status, number>;
}

/** Counts the enquiries that are new, due or unread (DK-1, AN-5), each once. */
export async function countWaiting(db: Db, today: string): Promise<number> {
  const enquiries = db.selectFrom('contact_submissions').select('id').where('status', '<>', 'new');
  const due = enquiries.where('due_on', '<=', today);
  const unread = enquiries
    .where('unread', '=', sql.lit(1))
    .where(sql<string>`ifnull(due_on, '9')`, '>', today);
  const { new: fresh } = await readCounts(db);
  return fresh + (await countRows(db, due)) + (await countRows(db, unread));
}

export async function readLastId(db: Db): Promise<number> {
  const ids = db.selectFrom('contact_submissions').select('id').orderBy('id', 'desc').limit(1);
  return (await ids.executeTakeFirst())?.id ?? 0;
}

/** Counts the enquiries after this id; stops at 100, which bounds the scan. */
export function countNewerEnquiries(db: Db, id: number): Promise<number> {
  const newerRows = db.selectFrom('contact_submissions').select('id').where('id', '>', id);
  return countRows(db, newerRows.limit(100));
}

export async function readEnquiry(db: Db, id: number, filter: DeskFilter) {
  const row = await db
    .selectFrom('contact_submissions')
    .select([...DETAIL_COLUMNS, 'message'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  const nearest = async (range: CursorRange) => {
    const ids = scanEnquiries(db, filter, { ...range, limit: 1 }, (e) =>
      e.select(['id', 'created_at']),
    );
    return (await ids.executeTakeFirst())?.id ?? null;
  };
  return {
    ...row,
    newerId: await nearest({ after: row, order: 'oldest' }),
    olderId: await nearest({ before: row, order: 'newest' }),
    notes: await listHistoryEntries(db, 'enquiry_notes', id),
    changes: await listHistoryEntries(db, 'status_changes', id),
    replies: await listHistoryEntries(db, 'replies', id),
    assignments: await listHistoryEntries(db, 'assignments', id),
    followUps: await listHistoryEntries(db, 'follow_ups', id),
  };
}

/**
 * Returns enquiries with the time of their first answer. The bounds are ISO 8601 UTC without a zone,
 * which sort before the same instants written with Z or .000Z.
 */
export function readCountedEnquiries(db: Db, from: string, createdBefore: string) {
  return db
    .selectFrom('contact_submissions')
    .select((e) => [
      'created_at',
      'project',
      'language',
      selectAnswers(e)
        .select(({ fn }) => fn.min<string | null>('replies.created_at').as('at'))
        .as('answered_at'),
    ])
    .where('created_at', '>=', from)
    .where('created_at', '<', createdBefore)
    .orderBy('created_at')
    .execute();
}
