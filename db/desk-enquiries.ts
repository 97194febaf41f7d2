import { sql, type Selectable, type SelectQueryBuilder } from 'kysely';
import { ENQUIRY_FIELD_NAMES } from '#app/enquiry-fields.server.ts';
import { normaliseUnicode } from '#app/unicode.ts';
import {
  buildRangeCondition,
  getSortDirection,
  readPage,
  type Cursor,
  type CursorRange,
  type Page,
} from '#db/cursor.ts';
import type { Db } from '#db/database.server.ts';
import { countRows, listRows } from '#db/rows.ts';
import {
  type AnswerChannel,
  type Enquiry,
  type Schema,
  type Source,
  type Status,
  type StoredLanguage,
} from '#db/schema.ts';
import { type EnquiryChange } from './desk-changes.ts';
import { getPhoneNumber } from './enquiries.ts';
import { buildAnswerQuery } from './replies.ts';
import {
  buildUndeliveredQuery,
  buildWaitingQuery,
  type WaitingEnquiry,
} from './waiting-enquiries.ts';

/** All conditions must hold. `from` (inclusive) and `to` (exclusive) are ISO 8601 UTC instants. */
export interface DeskFilter {
  status?: Status | undefined;
  id?: number | undefined;
  text?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** 'nobody': enquiries without an assignee, or with a disabled one (DA-3). */
  assignee?: number | 'nobody' | undefined;
  /** An ISO day: only enquiries with a follow-up day on or before it. */
  dueBy?: string | undefined;
  language?: StoredLanguage | undefined;
  source?: Source | undefined;
  /** Only enquiries that the customer has answered and no admin has opened since. */
  isUnread?: boolean | undefined;
  /** An ISO day: only enquiries that wait for the company on it (DK-7). Only listWaitingEnquiries sorts by the wait. */
  waitingOn?: string | undefined;
}

/** Leaves out enquiries after `lastId`, which have come since the page was loaded. */
interface ListRange extends CursorRange {
  lastId?: number | undefined;
}

/** A query that has not been executed. */
type EnquiryQuery<Row> = SelectQueryBuilder<Schema, 'contact_submissions', Row>;

/** An enquiry as a list shows it: `message` is an excerpt of EXCERPT_CHARACTERS. */
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
  'suspected',
] as const;
const EXPORT_COLUMNS = [...LIST_COLUMNS, 'message', 'source'] as const;

/**
 * Builds a query, without columns yet, of the matching enquiries in the order of the list (D-2): by created_at, and by
 * id where that is the same. For 100,000 enquiries ordinary indexes are enough, and SQLite chooses among them.
 */
export function buildEnquiryQuery(
  db: Db,
  filter: DeskFilter,
  range: ListRange,
): EnquiryQuery<unknown> {
  const { id, status, language, source, from, to, dueBy } = filter;
  const { text, isUnread, waitingOn, assignee } = filter;
  let query = db.selectFrom('contact_submissions').where(buildRangeCondition(range));
  if (range.lastId !== undefined) query = query.where('id', '<=', range.lastId);

  if (id !== undefined) query = query.where('id', '=', id);
  if (status) query = query.where('status', '=', status);
  if (language) query = query.where('language', '=', language);
  if (source) query = query.where('source', '=', source);
  if (from !== undefined) query = query.where('created_at', '>=', from);
  if (to !== undefined) query = query.where('created_at', '<', to);
  if (dueBy !== undefined) query = query.where('due_on', '<=', dueBy);

  // Written as +id, SQLite reads an index in the order of the list, and does not sort every enquiry that matches.
  if (text) query = query.where(sql<number>`+id`, 'in', buildTextSearch(db, text));

  // Not a parameter, because the index of unread enquiries is a partial one.
  if (isUnread) query = query.where('unread', '=', sql.lit(1));

  if (waitingOn !== undefined) {
    const waiting = buildWaitingQuery(db, waitingOn).as('waiting');
    query = query.where('id', 'in', db.selectFrom(waiting).select('waiting.id'));
  }

  if (assignee === 'nobody') {
    // Most enquiries are unassigned: reading the list in its order is faster than an index of these.
    const enabledIds = db.selectFrom('admins').select('id').where('disabled', '=', 0);
    query = query.where(sql<number>`ifnull(assigned_to, 0)`, 'not in', enabledIds);
  } else if (assignee !== undefined) {
    query = query.where('assigned_to', '=', assignee);
  }

  const direction = getSortDirection(range);
  const sortedQuery = query.orderBy('created_at', direction).orderBy('id', direction);
  return range.limit === undefined ? sortedQuery : sortedQuery.limit(range.limit);
}

/** Selects the ids of enquiries with all words of the text, in a message with all of them, or by phone number. */
function buildTextSearch(db: Db, text: string) {
  const expression = buildSearchExpression(text);
  const byEnquiry = db
    .selectFrom('enquiry_search')
    .select('rowid as id')
    .where(sql.ref('enquiry_search'), 'match', expression);

  const messageIds = db
    .selectFrom('message_search')
    .select('rowid')
    .where(sql.ref('message_search'), 'match', expression);
  const byMessage = db
    .selectFrom('messages')
    .select('enquiry_id as id')
    .where('messages.id', 'in', messageIds);

  const ids = byEnquiry.unionAll(byMessage);
  const digits = getPhoneNumber(text);
  if (digits === undefined) return ids;

  // The view's keys still have the zeros of "0049", "+30 (0)22950" and "+49 (0)30".
  const withZero = getPhoneNumber(text.replace('(0)', '0'));
  const byPhone = [digits, `0${digits}`, `00${digits}`, withZero].map((start) =>
    db
      .selectFrom('enquiry_phone_keys')
      .select('id')
      .where('phone_key', '>=', `#${start}`)
      // No stored character sorts after the last one of Unicode.
      .where('phone_key', '<', `#${start}\u{10ffff}`),
  );
  return byPhone.reduce((union, query) => union.unionAll(query), ids);
}

const WORD = /[\p{L}\p{N}]/u;

/** Returns an FTS5 expression with all input quoted. Without a letter or digit it matches nothing. */
function buildSearchExpression(text: string): string {
  const words = foldGreek(text)
    .replaceAll('\0', ' ')
    .split(/\s+/)
    .filter((word) => WORD.test(word));
  if (words.length === 0) return '""';
  return words.map((word) => `"${word.replaceAll('"', '""')}"*`).join(' ');
}

/** Removes accents and final sigmas from Greek letters, like the search index. */
function foldGreek(text: string): string {
  return normaliseUnicode(text, 'NFC')
    .replace(/[\u0370-\u03ff]/g, (letter) => normaliseUnicode(letter, 'NFD').charAt(0))
    .replaceAll('ς', 'σ');
}

export function readDeskPage(
  db: Db,
  filter: DeskFilter,
  start: CursorRange,
  limit: number,
): Promise<Page<DeskRow>> {
  return readPage(start, limit, (range) => {
    // Where SQLite sorts, as for a text search, it sorts ids only, and then reads the rows of the page.
    const ids = buildEnquiryQuery(db, filter, range).select('id');
    const rows = selectDeskRows(db).where('id', 'in', ids);
    const direction = getSortDirection(range);
    return rows.orderBy('created_at', direction).orderBy('id', direction).execute();
  });
}

function selectDeskRows(db: Db): EnquiryQuery<DeskRow> {
  const excerpt = sql<string>`substr(message, 1, ${sql.lit(EXCERPT_CHARACTERS)})`.as('message');
  return db.selectFrom('contact_submissions').select([...DETAIL_COLUMNS, excerpt]);
}

/** Returns the enquiries that wait on `filter.waitingOn`; those that have waited longest first. */
export function listWaitingEnquiries(
  db: Db,
  filter: DeskFilter & { waitingOn: string },
): Promise<WaitingEnquiry[]> {
  const { waitingOn, ...otherFilters } = filter;
  const query = db
    .selectFrom(buildWaitingQuery(db, waitingOn).as('waiting'))
    .selectAll()
    .orderBy('waiting_since')
    .orderBy('id');

  const hasOtherFilters = Object.values(otherFilters).some((value) => value !== undefined);
  if (!hasOtherFilters) return query.execute();

  // The builder wants an order, which has no effect on a list of ids.
  const ids = buildEnquiryQuery(db, otherFilters, { order: 'newest' }).select('id');
  return query.where('id', 'in', ids).execute();
}

/** Returns the rows in the order of the ids, without unknown ones. */
export async function listDeskRows(db: Db, ids: readonly number[]): Promise<DeskRow[]> {
  const rows = await selectDeskRows(db).where('id', 'in', ids).execute();
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

/** Returns the ids of those enquiries with a reply that could not be sent, or came back, and was not discarded. */
export async function listUndeliveredEnquiryIds(
  db: Db,
  ids: readonly number[],
): Promise<Set<number>> {
  const undelivered = db.selectFrom(buildUndeliveredQuery(db).as('undelivered'));
  const rows = await undelivered.select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

export type ExportedEnquiry = Pick<Enquiry, (typeof EXPORT_COLUMNS)[number]>;

/**
 * Returns the next `limit` enquiries after the cursor, newest first; without a cursor, the newest ones. Leaves out
 * those after `lastId`, which came since the export began.
 */
export function readExportBatch(
  db: Db,
  filter: DeskFilter,
  { before, lastId, limit }: { before: Cursor | undefined; lastId: number; limit: number },
): Promise<ExportedEnquiry[]> {
  const range = { before, lastId, limit, order: 'newest' } as const;
  return buildEnquiryQuery(db, filter, range).select(EXPORT_COLUMNS).execute();
}

/** Counts the enquiries that match, up to an id: those that arrive later do not count. */
export function countMatchingEnquiries(
  db: Db,
  filter: DeskFilter,
  lastId: number,
): Promise<number> {
  const range = { order: 'newest', lastId } as const;
  return countRows(db, buildEnquiryQuery(db, filter, range).select('id'));
}

export async function countByStatus(db: Db): Promise<Record<Status, number>> {
  const counts: Record<Status, number> = { new: 0, in_progress: 0, completed: 0 };
  const rows = await db
    .selectFrom('contact_submissions')
    .select(({ fn }) => ['status', fn.countAll<number>().as('total')])
    .groupBy('status')
    .execute();
  for (const { status, total } of rows) counts[status] = total;
  return counts;
}

/** Counts the enquiries after this id, but not beyond `maxCount`, which bounds the scan. */
export function countNewerEnquiries(db: Db, id: number, maxCount = 100): Promise<number> {
  const newerRows = db.selectFrom('contact_submissions').select('id').where('id', '>', id);
  return countRows(db, newerRows.limit(maxCount));
}

export interface EnquiryDetails extends DeskRow {
  /** The whole message. */
  message: string;
  /** The neighbours in the filtered list, newest first or, with `waitingOn`, longest wait first; null at its ends. */
  previousId: number | null;
  nextId: number | null;
  /** The oldest first, like the changes and replies. */
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

  const neighbours = await findNeighbours(db, row, listFilter);
  const notes = await listRows(db, 'enquiry_notes', { enquiry_id: id });
  const changes = await listRows(db, 'enquiry_changes', { enquiry_id: id });
  const replies = await listRows(db, 'replies', { enquiry_id: id });
  return { ...row, ...neighbours, notes, changes, replies };
}

async function findNeighbours(
  db: Db,
  row: DeskRow,
  filter: DeskFilter,
): Promise<Pick<EnquiryDetails, 'previousId' | 'nextId'>> {
  const { waitingOn } = filter;
  if (waitingOn === undefined) {
    return {
      previousId: await findFirstId(db, filter, { after: row, order: 'oldest' }),
      nextId: await findFirstId(db, filter, { before: row, order: 'newest' }),
    };
  }

  const waiting = await listWaitingEnquiries(db, { ...filter, waitingOn });
  const index = waiting.findIndex(({ id }) => id === row.id);
  // An enquiry that was answered has left the list: the first of those that still wait comes next.
  if (index < 0) return { previousId: null, nextId: waiting[0]?.id ?? null };
  return { previousId: waiting[index - 1]?.id ?? null, nextId: waiting[index + 1]?.id ?? null };
}

async function findFirstId(db: Db, filter: DeskFilter, range: CursorRange): Promise<number | null> {
  const query = buildEnquiryQuery(db, filter, { ...range, limit: 1 }).select('id');
  return (await query.executeTakeFirst())?.id ?? null;
}

/** The first answer is a reply that has not failed, or a recorded answer, even of channel 'none'; null without one. */
export type EnquiryWithAnswerTime = Pick<Enquiry, 'created_at' | 'project' | 'language'> & {
  answered_at: string | null;
  answer_channel: AnswerChannel | 'email' | null;
};

/**
 * Returns the enquiries of a period with their first answers, the oldest first. The bounds are ISO 8601 UTC times
 * without the final Z: they sort before all stored times of the same second, with or without milliseconds.
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
      buildAnswerQuery(e)
        .select('replies.channel')
        .orderBy('replies.created_at')
        .limit(1)
        .as('answer_channel'),
    ])
    .where('created_at', '>=', createdFrom)
    .where('created_at', '<', createdBefore)
    .orderBy('created_at')
    .execute();
}
