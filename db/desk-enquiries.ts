import { sql, type RawBuilder, type Selectable, type SelectQueryBuilder } from 'kysely';
import { ENQUIRY_FIELD_NAMES } from '#app/enquiry-fields.server.ts';
import { normaliseUnicode } from '#app/unicode.ts';
import {
  buildRangeCondition,
  getSortDirection,
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
import type { EnquiryChange } from './desk-changes.ts';
import { buildAnswerQuery } from './replies.ts';

// The list of the desk and what filters enquiries like it. The list must be fast with a million enquiries, so
// each query reads one index and never sorts: a filter either reads the index of its most selective column or,
// for a text, the full-text index. `enquiry_search` has the texts of an enquiry in its column `words`, and in
// `tags` its status, language, assignee and so on, so that a text search is filtered within that index. A unary
// plus before a column in SQL keeps SQLite from using the index of that column.

/** All conditions must hold. `from` (inclusive) and `to` (exclusive) are ISO 8601 UTC instants. */
export interface DeskFilter {
  status?: Status | undefined;
  id?: number | undefined;
  text?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** Ids of assignees; null for unassigned enquiries. */
  assigneeIds?: readonly (number | null)[] | undefined;
  /** An ISO day: only enquiries with a follow-up day on or before it. */
  dueBy?: string | undefined;
  language?: StoredLanguage | undefined;
  source?: Source | undefined;
  /** Only enquiries that the customer has answered and no admin has opened since. */
  isUnread?: boolean | undefined;
}

/** Leaves out enquiries after `lastId`, which have come since the page was loaded. */
export interface ListRange extends CursorRange {
  lastId?: number | undefined;
}

/** A query that has not been executed. */
export type EnquiryQuery<Row> = SelectQueryBuilder<Schema, 'contact_submissions', Row>;

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

/** Adds the columns that a caller needs to a query, created_at and id among them, and further conditions. */
type AddColumns<Row> = (query: EnquiryQuery<unknown>) => EnquiryQuery<Row>;

const addSortColumns: AddColumns<Cursor> = (query) => query.select(['id', 'created_at']);

/** The query sorts by created_at and id, or by id alone if it searches for a text. */
export function buildEnquiryQuery<Row>(
  db: Db,
  filter: DeskFilter,
  range: ListRange,
  addColumns: AddColumns<Row>,
): EnquiryQuery<Row> {
  const enquiries = db.selectFrom('contact_submissions');
  const direction = getSortDirection(range);
  if (filter.text) {
    const matches = enquiries.where('id', 'in', buildTextSearch(db, filter, range));
    return addColumns(matches).orderBy('id', direction);
  }
  const indexedColumn = chooseIndexedColumn(filter);
  let query = applyFilter(enquiries, filter, indexedColumn).where(buildRangeCondition(range));
  if (range.lastId !== undefined) query = query.where(sql`+id`, '<=', range.lastId);
  if (filter.id !== undefined) query = query.where('id', '=', filter.id);
  const rows =
    filter.assigneeIds && indexedColumn === 'assigned_to'
      ? uniteByAssignee(query, filter.assigneeIds, addColumns)
      : addColumns(query);
  const sortedRows = rows.orderBy('created_at', direction).orderBy('id', direction);
  return range.limit === undefined ? sortedRows : sortedRows.limit(range.limit);
}

/** Reads one range of the index per assignee; SQLite merges the sorted ranges while it reads. */
function uniteByAssignee<Row>(
  query: EnquiryQuery<unknown>,
  assigneeIds: readonly (number | null)[],
  addColumns: AddColumns<Row>,
): EnquiryQuery<Row> {
  const [firstId = null, ...otherIds] = assigneeIds;
  let union = addColumns(query.where('assigned_to', 'is', firstId));
  for (const id of otherIds)
    union = union.unionAll(addColumns(query.where('assigned_to', 'is', id)));
  return union;
}

/** Returns the column with the index that narrows the filter most; the other conditions are checked by row. */
function chooseIndexedColumn(filter: DeskFilter) {
  const { dueBy, assigneeIds, status, language, source, isUnread } = filter;
  if (isUnread) return 'unread';
  if (dueBy !== undefined) return 'due_on';
  if (assigneeIds && !assigneeIds.includes(null)) return 'assigned_to';
  if (status) return 'status';
  if (assigneeIds) return 'assigned_to';
  if (language) return 'language';
  return source ? 'source' : 'created_at';
}

function applyFilter(
  enquiries: EnquiryQuery<unknown>,
  { status, from, to, assigneeIds, dueBy, language, source, isUnread }: DeskFilter,
  indexedColumn: ReturnType<typeof chooseIndexedColumn>,
): EnquiryQuery<unknown> {
  const toColumn = (name: 'status' | 'language' | 'source') =>
    name === indexedColumn ? sql<string>`${sql.ref(name)}` : sql<string>`+${sql.ref(name)}`;
  let rows = enquiries;
  if (status) rows = rows.where(toColumn('status'), '=', status);
  if (language) rows = rows.where(toColumn('language'), '=', language);
  if (source) rows = rows.where(toColumn('source'), '=', source);
  // Not a parameter, because the index of unread enquiries is a partial one.
  if (isUnread) rows = rows.where('unread', '=', sql.lit(1));
  if (dueBy !== undefined) rows = rows.where('due_on', '<=', dueBy);
  // uniteByAssignee adds the condition for the index of assignees.
  if (assigneeIds && indexedColumn !== 'assigned_to') {
    const ids = assigneeIds.map((id) => id ?? 0);
    rows = rows.where(sql<number>`ifnull(assigned_to, 0)`, 'in', ids);
  }
  if (from !== undefined) rows = rows.where('created_at', '>=', from);
  if (to !== undefined) rows = rows.where('created_at', '<', to);
  return rows;
}

/** Builds a subquery of the ids of the range that match the filter, in their texts, messages or phone numbers. */
function buildTextSearch(db: Db, filter: DeskFilter, range: ListRange): RawBuilder<number> {
  const match = buildSearchExpression(filter);
  // Without a word nothing matches.
  if (match === null) return sql<number>`(SELECT 0 WHERE 0)`;
  const { before, after, lastId, limit = -1 } = range;
  const conditions = [sql`enquiry_search MATCH ${match}`];
  if (before) conditions.push(sql`rowid < ${before.id}`);
  if (after) conditions.push(sql`rowid > ${after.id}`);
  if (lastId !== undefined) conditions.push(sql`rowid <= ${lastId}`);
  conditions.push(...buildDateConditions(filter));
  const otherMatches = [buildMessageSearch(filter), buildPhoneSearch(filter)]
    .filter((ids) => ids !== null)
    .map((ids) => sql`SELECT id FROM ${buildIdQuery(db, ids, filter, range)}`);
  const matches = [
    sql`SELECT rowid AS id FROM enquiry_search WHERE ${sql.join(conditions, sql` AND `)}`,
    ...otherMatches,
  ];
  const order = sql.raw(getSortDirection(range));
  // SQLite merges these, all in the order of their ids.
  return sql<number>`(${sql.join(matches, sql` UNION `)} ORDER BY id ${order} LIMIT ${limit})`;
}

/** Selects the enquiries with a message in which, or in its sender's name, all the words occur. */
function buildMessageSearch({ text }: DeskFilter): RawBuilder<number> {
  const words = buildSearchExpression({ text });
  const messageIds = sql`(SELECT rowid FROM message_search WHERE message_search MATCH ${words})`;
  return sql`(SELECT enquiry_id FROM messages WHERE id IN ${messageIds})`;
}

const PHONE = /^[\d\s\p{Pd}\u2212+()./]+$/u;
// Fewer digits would match too many enquiries.
const MIN_PHONE_DIGITS = 5;

/** Selects the enquiries whose phone number begins like the text, however both are written; null for other texts. */
function buildPhoneSearch({ text = '' }: DeskFilter): RawBuilder<number> | null {
  const digits = text.replace(/\D/g, '').replace(/^0030/, '').replace(/^30/, '');
  if (!PHONE.test(text) || digits.length < MIN_PHONE_DIGITS) return null;
  // The view enquiry_phone_keys has the same.
  const key = `#${digits}`;
  // No stored character sorts after the last one of Unicode.
  const end = `${key}\u{10ffff}`;
  return sql`(SELECT id FROM enquiry_phone_keys WHERE phone_key >= ${key} AND phone_key < ${end})`;
}

/** Selects those of these ids that are in the range and match the filter, except its text. */
function buildIdQuery(
  db: Db,
  ids: RawBuilder<number>,
  filter: DeskFilter,
  { before, after, lastId }: ListRange,
): EnquiryQuery<{ id: number }> {
  let rows = applyFilter(db.selectFrom('contact_submissions'), filter, 'created_at');
  if (before) rows = rows.where('id', '<', before.id);
  if (after) rows = rows.where('id', '>', after.id);
  if (lastId !== undefined) rows = rows.where('id', '<=', lastId);
  return rows.select('id').where('id', 'in', ids);
}

/** Dates are not in the full-text index: the row of each match is checked, within the ids of these days. */
function buildDateConditions(filter: DeskFilter): RawBuilder<unknown>[] {
  const hasDays = filter.from !== undefined || filter.to !== undefined;
  if (!hasDays && filter.dueBy === undefined) return [];
  // All ISO times sort between '' and '9'.
  const { from = '', to = '9', dueBy } = filter;
  const isDue = dueBy === undefined ? sql`TRUE` : sql`enquiry.due_on <= ${dueBy}`;
  const hasDates = sql`(SELECT enquiry.created_at >= ${from} AND enquiry.created_at < ${to} AND ${isDue}
    FROM contact_submissions AS enquiry WHERE enquiry.id = enquiry_search.rowid)`;
  if (!hasDays) return [hasDates];
  const days = sql`FROM contact_submissions WHERE created_at >= ${from} AND created_at < ${to}`;
  const hasIdOfDays = sql`rowid >= (SELECT min(id) ${days}) AND rowid <= (SELECT max(id) ${days})`;
  return [hasIdOfDays, hasDates];
}

const WORD = /[\p{L}\p{N}]/u;

/** Returns an FTS5 expression with all input quoted, or null if the input has no letter or digit. */
function buildSearchExpression(filter: DeskFilter): string | null {
  const { text = '', status, assigneeIds, dueBy, language, source, isUnread } = filter;
  const words = foldGreek(text)
    .replaceAll('\0', ' ')
    .split(/\s+/)
    .filter((word) => WORD.test(word));
  if (words.length === 0) return null;
  const wordPrefixes = words.map((word) => `"${word.replaceAll('"', '""')}"*`);
  const terms = [`words : (${wordPrefixes.join(' ')})`];
  if (status && STATUSES.includes(status)) terms.push(`tags : "${status}"`);
  if (language) terms.push(`tags : "${language}"`);
  if (assigneeIds) {
    const assigneeTags = assigneeIds.map((id) => `"by${id ?? 0}"`);
    terms.push(`tags : (${assigneeTags.join(' OR ')})`);
  }
  if (dueBy !== undefined) terms.push('tags : "dated"');
  if (isUnread) terms.push('tags : "unread"');
  if (source && source !== 'site') terms.push(`tags : "${source}"`);
  const expression = terms.join(' AND ');
  // Enquiries from the site have no tag of their source.
  return source === 'site' ? `(${expression}) NOT tags : (${CHANNELS.join(' OR ')})` : expression;
}

/** Removes accents and final sigmas from Greek letters, like the search index. */
function foldGreek(text: string): string {
  return normaliseUnicode(text, 'NFC')
    .replace(/[\u0370-\u03ff]/g, (letter) => normaliseUnicode(letter, 'NFD').charAt(0))
    .replaceAll('ς', 'σ');
}

export function buildDeskRowQuery(
  db: Db,
  filter: DeskFilter,
  range: ListRange,
): EnquiryQuery<DeskRow> {
  const excerpt = sql<string>`substr(message, 1, ${sql.lit(EXCERPT_CHARACTERS)})`.as('message');
  return buildEnquiryQuery(db, filter, range, (rows) => rows.select([...DETAIL_COLUMNS, excerpt]));
}

export function readDeskPage(
  db: Db,
  filter: DeskFilter,
  start: PageStart,
  limit: number,
): Promise<Page<DeskRow>> {
  return readPage(start, limit, (range) => buildDeskRowQuery(db, filter, range).execute());
}

export type ExportedEnquiry = Pick<Enquiry, (typeof EXPORT_COLUMNS)[number]>;

/** Returns the newest enquiries before a cursor (of all without one), and those up to `lastId` only. */
export function readExportBatch(
  db: Db,
  filter: DeskFilter,
  { before, lastId, limit }: { before: Cursor | undefined; lastId: number; limit: number },
): Promise<ExportedEnquiry[]> {
  const range = { before, lastId, limit, order: 'newest' } as const;
  return buildEnquiryQuery(db, filter, range, (query) => query.select(EXPORT_COLUMNS)).execute();
}

/** Reads every matching row up to `lastId`, so it is for exports only. */
export async function countMatchingEnquiries(
  db: Db,
  filter: DeskFilter,
  lastId: number,
): Promise<number> {
  const range = { order: 'newest', lastId } as const;
  return countRows(db, buildEnquiryQuery(db, filter, range, addSortColumns));
}

export async function countRows(db: Db, query: EnquiryQuery<{ id: number }>): Promise<number> {
  const { total } = await db
    .selectFrom(query.as('matching'))
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

export async function countByStatus(db: Db): Promise<Record<Status, number>> {
  const counts: Record<Status, number> = { new: 0, in_progress: 0, completed: 0 };
  const rows = await db.selectFrom('enquiry_counts').selectAll().execute();
  for (const { status, total } of rows) counts[status] = total;
  return counts;
}

/** Counts the enquiries that are new, due or unread (DK-1, AN-5), each once. */
export async function countNewDueOrUnreadEnquiries(db: Db, today: string): Promise<number> {
  const { new: newCount } = await countByStatus(db);
  const notNew = db.selectFrom('contact_submissions').select('id').where('status', '<>', 'new');
  const due = notNew.where('due_on', '<=', today);
  // All ISO days sort before '9'.
  const unreadNotDue = notNew
    .where('unread', '=', sql.lit(1))
    .where(sql<string>`ifnull(due_on, '9')`, '>', today);
  return newCount + (await countRows(db, due)) + (await countRows(db, unreadNotDue));
}

/** Returns 0 if there is no enquiry. */
export async function findLastEnquiryId(db: Db): Promise<number> {
  const ids = db.selectFrom('contact_submissions').select('id').orderBy('id', 'desc').limit(1);
  return (await ids.executeTakeFirst())?.id ?? 0;
}

/** Counts the enquiries after this id, but not beyond `maxCount`, which bounds the scan. */
export function countNewerEnquiries(db: Db, id: number, maxCount = 100): Promise<number> {
  const newerRows = db.selectFrom('contact_submissions').select('id').where('id', '>', id);
  return countRows(db, newerRows.limit(maxCount));
}

export interface EnquiryDetails extends DeskRow {
  /** The neighbours in the filtered list; null at its ends. */
  newerId: number | null;
  olderId: number | null;
  notes: Selectable<Schema['enquiry_notes']>[];
  changes: EnquiryChange[];
  replies: Selectable<Schema['replies']>[];
}

/** `listFilter` selects the neighbours; the enquiry itself need not match it. Returns null if it is unknown. */
export async function findEnquiryDetails(
  db: Db,
  id: number,
  listFilter: DeskFilter,
): Promise<EnquiryDetails | null> {
  const row = await db
    .selectFrom('contact_submissions')
    .select([...DETAIL_COLUMNS, 'message'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  return {
    ...row,
    newerId: await findFirstId(db, listFilter, { after: row, order: 'oldest' }),
    olderId: await findFirstId(db, listFilter, { before: row, order: 'newest' }),
    notes: await db
      .selectFrom('enquiry_notes')
      .selectAll()
      .where('enquiry_id', '=', id)
      .orderBy('id')
      .execute(),
    changes: await db
      .selectFrom('enquiry_changes')
      .selectAll()
      .where('enquiry_id', '=', id)
      .orderBy('id')
      .execute(),
    replies: await db
      .selectFrom('replies')
      .selectAll()
      .where('enquiry_id', '=', id)
      .orderBy('id')
      .execute(),
  };
}

async function findFirstId(db: Db, filter: DeskFilter, range: CursorRange): Promise<number | null> {
  const query = buildEnquiryQuery(db, filter, { ...range, limit: 1 }, addSortColumns);
  return (await query.executeTakeFirst())?.id ?? null;
}

/** `answered_at` is the time of the first answer, null without one. */
export type EnquiryWithAnswerTime = Pick<Enquiry, 'created_at' | 'project' | 'language'> & {
  answered_at: string | null;
};

/**
 * Returns the oldest first. The bounds are ISO 8601 UTC times without the final Z: they sort before all stored
 * times of the same second, with or without milliseconds.
 */
export function listEnquiriesWithAnswerTime(
  db: Db,
  createdFrom: string,
  createdBefore: string,
): Promise<EnquiryWithAnswerTime[]> {
  return db
    .selectFrom('contact_submissions')
    .select((e) => [
      'created_at',
      'project',
      'language',
      buildAnswerQuery(e)
        .select(({ fn }) => fn.min<string | null>('replies.created_at').as('at'))
        .as('answered_at'),
    ])
    .where('created_at', '>=', createdFrom)
    .where('created_at', '<', createdBefore)
    .orderBy('created_at')
    .execute();
}
