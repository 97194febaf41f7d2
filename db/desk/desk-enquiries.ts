import { sql } from 'kysely';
import type { Db } from '#db/database.server.ts';
import type { Assignment, FollowUp } from '#db/assignment-schema.ts';
import type { Note, StatusChange } from '#db/desk-schema.ts';
import type { Reply } from '#db/reply-schema.ts';
import { repliesTo } from '#db/replies/replies.ts';
import { readAssignments } from './assignments.ts';
import type { DeskFilter } from './desk-filter.ts';
import { walk } from './enquiry-cursor.ts';
import { readFollowUps } from './follow-ups.ts';
import type { CursorRange } from './place-range.ts';
import type { Enquiry } from '#db/schema.ts';

/** What a row of the table shows; `place` is the cursor of the page that ends there, as text. */
export interface DeskRow extends Omit<Enquiry, 'place' | 'email_key'> {
  place: string;
}

/** Where a page begins: at an end, or next to a row of another page. */
export type PageStart = 'first' | 'last' | { before: bigint } | { after: bigint };

export interface DeskPage {
  rows: DeskRow[];
  hasNewer: boolean;
  hasOlder: boolean;
}

const EXCERPT_CHARACTERS = 280;
const place = sql<string>`CAST(place AS TEXT)`.as('place');
const LISTED = [
  'id',
  'full_name',
  'email',
  'phone',
  'company',
  'project',
  'status',
  'created_at',
] as const;
const SHOWN = [
  ...LISTED,
  'verified',
  'about_project',
  'language',
  'assigned_to',
  'due_on',
] as const;
const EXPORTED = [...LISTED, 'message'] as const;

/** The query of a stretch with the beginning of each message; exported for its plan to be tested. */
export function rowsQuery(db: Db, filter: DeskFilter, stretch: CursorRange) {
  const excerpt = sql<string>`substr(message, 1, ${sql.lit(EXCERPT_CHARACTERS)})`.as('message');
  return walk(db, filter, stretch).select([...SHOWN, excerpt, place]);
}

/** A page of at most `limit` rows, newest first (D-2), and whether others lie on either side. */
export async function readPage(
  db: Db,
  filter: DeskFilter,
  start: PageStart,
  limit: number,
): Promise<DeskPage> {
  if (start === 'last' || (start !== 'first' && 'after' in start)) {
    const after = start === 'last' ? undefined : start.after;
    const stretch = { after, order: 'oldest', limit: limit + 1 } as const;
    const rows = await rowsQuery(db, filter, stretch).execute();
    const hasNewer = rows.length > limit;
    // Too near the top for a whole page of newer ones: the first page has them all.
    if (start !== 'last' && !hasNewer) return readPage(db, filter, 'first', limit);
    return { rows: rows.slice(0, limit).reverse(), hasNewer, hasOlder: start !== 'last' };
  }
  const before = start === 'first' ? undefined : start.before;
  const stretch = { before, order: 'newest', limit: limit + 1 } as const;
  const rows = await rowsQuery(db, filter, stretch).execute();
  const hasOlder = rows.length > limit;
  return { rows: rows.slice(0, limit), hasNewer: start !== 'first', hasOlder };
}

/** What both exports show of an enquiry, and its place. */
export type ExportedEnquiry = Pick<DeskRow, (typeof EXPORTED)[number] | 'place'>;

/** Enquiries for an export, newest first, with an id up to `lastId`. */
export function readBatch(
  db: Db,
  filter: DeskFilter,
  lastId: number,
  before: bigint | undefined,
  limit: number,
): Promise<ExportedEnquiry[]> {
  return walk(db, filter, { before, order: 'newest', limit, lastId })
    .select([...EXPORTED, place])
    .execute();
}

/** What staff did with an enquiry, the oldest first. */
export interface History {
  notes: Note[];
  changes: StatusChange[];
  replies: Reply[];
  assignments: Assignment[];
  followUps: FollowUp[];
}

export interface OpenEnquiry extends DeskRow, History {
  /** Ids of the neighbours in the filtered list. */
  newer: number | null;
  older: number | null;
}

/** One enquiry with its notes, history and neighbours; null when there is none. */
export async function readEnquiry(
  db: Db,
  id: number,
  filter: DeskFilter,
): Promise<OpenEnquiry | null> {
  const row = await db
    .selectFrom('contact_submissions')
    .select([...SHOWN, 'message', place])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  const at = BigInt(row.place);
  const [newer, older, history] = await Promise.all([
    walk(db, filter, { after: at, order: 'oldest', limit: 1 }).select('id').executeTakeFirst(),
    walk(db, filter, { before: at, order: 'newest', limit: 1 }).select('id').executeTakeFirst(),
    readHistory(db, id),
  ]);
  return { ...row, ...history, newer: newer?.id ?? null, older: older?.id ?? null };
}

/** The notes on an enquiry, and what changed of it. */
export async function readHistory(db: Db, id: number): Promise<History> {
  const notes = db.selectFrom('enquiry_notes').selectAll().where('enquiry_id', '=', id);
  const changes = db.selectFrom('status_changes').selectAll().where('enquiry_id', '=', id);
  return {
    notes: await notes.orderBy('id').execute(),
    changes: await changes.orderBy('id').execute(),
    replies: await repliesTo(db, id),
    assignments: await readAssignments(db, id),
    followUps: await readFollowUps(db, id),
  };
}
