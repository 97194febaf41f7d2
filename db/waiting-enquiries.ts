import { sql, type ExpressionBuilder, type NotNull } from 'kysely';
import type { Db } from '#db/database.server.ts';
import { buildAnswerQuery } from '#db/replies.ts';
import { countRows } from '#db/rows.ts';
import { STATUSES, type Schema } from '#db/schema.ts';

/** Why an enquiry waits for the company. An enquiry has the first reason that is true, in this order (DK-7). */
export type WaitingReason = 'undelivered' | 'answered' | 'due' | 'new';

export interface WaitingEnquiry {
  id: number;
  reason: WaitingReason;
  /** ISO 8601 UTC: the person's last message, or the start of the follow-up day if that is earlier. */
  waiting_since: string;
}

/** Selects the ids of enquiries with a reply that could not be sent, or came back, and was not discarded. */
export function buildUndeliveredQuery(db: Db) {
  const failedReplies = db
    .selectFrom('replies')
    .select('enquiry_id as id')
    // Not a parameter, because the index of failed replies is a partial one.
    .where('state', '=', sql.lit('failed'))
    .where('mail_id', 'is not', null);

  // Written with +, SQLite reads the partial index of bounces, which are few, and sorts them, instead of all messages.
  const returnedReplies = db
    .selectFrom('messages')
    .select(sql<number>`+enquiry_id`.as('id'))
    .where('kind', '=', sql.lit('bounce'))
    .where('discarded_at', 'is', null)
    .where(sql`+reply_id`, 'is not', null);

  return failedReplies.union(returnedReplies);
}

const STARTED_STATUSES = STATUSES.filter((status) => status !== 'new' && status !== 'completed');

// Sorts before the time of every message.
const NEVER = '0001-01-01T00:00:00.000Z';

// A message may be read long after the mail server received it: then it counts from its change of the status (AN-5).
const lastReadAt = sql`max(last_message_at, ifnull(last_reopened_at, last_message_at))`;
const isAnswered = sql<number>`(${lastReadAt} > last_answer_at AND ${lastReadAt} > last_status_at)`;

/**
 * Selects the enquiries that wait for the company on a day (ISO, in Athens): new ones; those with a message from the
 * customer after the last answer and the last status that staff set; those with a follow-up day that has come without
 * an answer since; those with an undelivered reply.
 */
export function buildWaitingQuery(db: Db, today: string) {
  const candidates = buildNewQuery(db).unionAll(buildOtherCandidatesQuery(db, today));
  return buildReasonQuery(db, today, candidates);
}

/** Counts the enquiries that wait for the company on a day (ISO, in Athens). */
export function countWaitingEnquiries(db: Db, today: string): Promise<number> {
  // Every new enquiry waits: only the times of the others tell whether they do.
  const otherEnquiries = buildReasonQuery(db, today, buildOtherCandidatesQuery(db, today));
  const otherIds = db.selectFrom(otherEnquiries.as('waiting')).select('waiting.id');
  return countRows(db, buildNewQuery(db).union(otherIds));
}

/** Whether a message of the customer waits for an answer (DK-7). False for an unknown enquiry. */
export async function hasWaitingMessage(db: Db, enquiryId: number): Promise<boolean> {
  const ids = db.selectFrom('contact_submissions').select('id').where('id', '=', enquiryId);
  const times = buildTimesQuery(db, ids).as('timed');
  const row = await db.selectFrom(times).select(isAnswered.as('isAnswered')).executeTakeFirst();
  return row?.isAnswered === 1;
}

const buildNewQuery = (db: Db) =>
  db.selectFrom('contact_submissions').select('id').where('status', '=', 'new');

/**
 * Selects the ids of the enquiries besides new ones that may wait on a day. Most enquiries wait for nothing, and
 * looking up their times would take most of the time.
 */
function buildOtherCandidatesQuery(db: Db, today: string) {
  const enquiries = db.selectFrom('contact_submissions').select('id');
  const startedEnquiries = enquiries.where('status', 'in', STARTED_STATUSES);
  const dueIds = enquiries.where('due_on', '<=', today);

  return (
    startedEnquiries
      // Written as +id, SQLite compares two indexes, and does not read the row of each enquiry that is due.
      .where(sql<number>`+id`, 'in', dueIds)
      .unionAll(startedEnquiries.where((e) => e.exists(selectMessages(e).select('messages.id'))))
      .unionAll(buildUndeliveredQuery(db))
  );
}

/** Selects those of the candidates that wait, each with its first reason (DK-7). */
function buildReasonQuery(db: Db, today: string, candidates: ReturnType<typeof buildNewQuery>) {
  // Athens is two or three hours ahead: in summer an answer in the hour after midnight counts for the day before.
  const isDue = sql`status <> 'completed' AND due_on <= ${today}
    AND date(last_answer_at, '+2 hours') < due_on`;
  const reason = sql<WaitingReason | null>`CASE
    WHEN is_undelivered THEN 'undelivered'
    WHEN ${isAnswered} THEN 'answered'
    WHEN ${isDue} THEN 'due'
    WHEN status = 'new' THEN 'new' END`;

  const askedAt = sql`ifnull(last_message_at, created_at)`;
  const waitingSince = sql<string>`CASE
    WHEN ${isDue} THEN min(${askedAt}, due_on || 'T00:00:00.000Z')
    ELSE ${askedAt} END`;

  // Materialized: SQLite would otherwise look up the times again wherever they are named.
  const waiting = db
    .with(
      (cte) => cte('timed').materialized(),
      () => buildTimesQuery(db, candidates),
    )
    .selectFrom('timed')
    .select(['id', reason.as('reason'), waitingSince.as('waiting_since')]);

  return db
    .selectFrom(waiting.as('waiting'))
    .select(['id', 'reason', 'waiting_since'])
    .where('reason', 'is not', null)
    .$narrowType<{ reason: NotNull }>();
}

/** Selects the candidates with the times that tell whether they wait. */
const buildTimesQuery = (db: Db, candidates: ReturnType<typeof buildNewQuery>) =>
  db
    .selectFrom('contact_submissions')
    .select(['contact_submissions.id', 'status', 'created_at', 'due_on'])
    .select((e) => [
      e('contact_submissions.id', 'in', buildUndeliveredQuery(db)).as('is_undelivered'),
      selectLastMessageTime(e).as('last_message_at'),
      selectLastReopeningTime(e).as('last_reopened_at'),
      e.fn.coalesce(selectLastAnswerTime(e), e.val(NEVER)).as('last_answer_at'),
      e.fn.coalesce(selectLastStaffStatusTime(e), e.val(NEVER)).as('last_status_at'),
    ])
    .where('contact_submissions.id', 'in', candidates);

type OuterEnquiry = ExpressionBuilder<Schema, 'contact_submissions'>;

/** Starts a query of the messages in which the customer of the outer enquiry has answered. */
const selectMessages = (enquiry: OuterEnquiry) =>
  enquiry
    .selectFrom('messages')
    .whereRef('enquiry_id', '=', 'contact_submissions.id')
    .where('kind', '=', 'answer');

const selectLastMessageTime = (enquiry: OuterEnquiry) =>
  selectMessages(enquiry).select(({ fn }) => fn.max<string | null>('received_at').as('at'));

const selectLastAnswerTime = (enquiry: OuterEnquiry) =>
  buildAnswerQuery(enquiry).select(({ fn }) =>
    fn.max<string | null>('replies.created_at').as('at'),
  );

const selectLastStaffStatusTime = (enquiry: OuterEnquiry) =>
  selectLastStatusTime(enquiry).where('by_message', 'is', null);

const selectLastReopeningTime = (enquiry: OuterEnquiry) =>
  selectLastStatusTime(enquiry).where('by_message', 'is not', null);

const selectLastStatusTime = (enquiry: OuterEnquiry) =>
  enquiry
    .selectFrom('enquiry_changes')
    .whereRef('enquiry_id', '=', 'contact_submissions.id')
    .where('field', '=', 'status')
    .select(({ fn }) => fn.max<string | null>('created_at').as('at'));
