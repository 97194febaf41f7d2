import { sql, type SelectQueryBuilder } from 'kysely';
import type { Db } from '#db/database.server.ts';
import { buildAnswerQuery } from '#db/replies.ts';
import type { Schema } from '#db/schema.ts';

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

  const returnedReplies = db
    .selectFrom('messages')
    .select('enquiry_id as id')
    .where('kind', '=', sql.lit('bounce'))
    .where('discarded_at', 'is', null)
    .where('reply_id', 'is not', null);

  return failedReplies.union(returnedReplies);
}

type WaitingQuery = SelectQueryBuilder<Schema, never, WaitingEnquiry>;

/**
 * Selects the enquiries that wait for the company on a day (ISO, in Athens): new ones; those with a message from the
 * customer after the last answer and the last status that staff set; those with a follow-up day that has come without
 * an answer since; those with an undelivered reply.
 */
export function buildWaitingQuery(db: Db, today: string): WaitingQuery {
  // Athens is two or three hours ahead: in summer an answer in the hour after midnight counts for the day before.
  const isDue = sql`(status <> 'completed' AND due_on <= ${today}
    AND ifnull(date(answered_at, '+2 hours'), '') < due_on)`;
  const isAnswered = sql`(message_at > max(ifnull(answered_at, ''), ifnull(status_at, '')))`;
  const reason = sql<WaitingReason | null>`CASE
    WHEN is_undelivered THEN 'undelivered'
    WHEN ${isAnswered} THEN 'answered'
    WHEN ${isDue} THEN 'due'
    WHEN status = 'new' THEN 'new' END`;
  const waitingSince = sql<string>`min(
    ifnull(message_at, created_at),
    CASE WHEN ${isDue} THEN due_on || 'T00:00:00.000Z' ELSE '9999' END)`;
  // Materialized: SQLite would otherwise look up the times again wherever they are named.
  const waiting = db
    .with(
      (cte) => cte('candidates').materialized(),
      () => buildCandidatesQuery(db, today),
    )
    .selectFrom('candidates')
    .select(['id', reason.as('reason'), waitingSince.as('waiting_since')]);

  return db
    .selectFrom(waiting.as('waiting'))
    .select(['id', 'waiting_since'])
    .select((e) => e.ref('reason').$notNull().as('reason'))
    .where('reason', 'is not', null) as WaitingQuery;
}

/** Selects the enquiries that may wait on a day, with the times that tell whether they do. */
function buildCandidatesQuery(db: Db, today: string) {
  const undelivered = buildUndeliveredQuery(db);
  const answered = db.selectFrom('messages').select('enquiry_id').where('kind', '=', 'answer');

  return db
    .selectFrom('contact_submissions')
    .select((e) => [
      'contact_submissions.id',
      'status',
      'created_at',
      'due_on',
      e('contact_submissions.id', 'in', undelivered).as('is_undelivered'),
      e
        .selectFrom('messages')
        .whereRef('enquiry_id', '=', 'contact_submissions.id')
        .where('kind', '=', 'answer')
        .select(({ fn }) => fn.max<string | null>('received_at').as('at'))
        .as('message_at'),
      buildAnswerQuery(e)
        .select(({ fn }) => fn.max<string | null>('replies.created_at').as('at'))
        .as('answered_at'),
      // A message that reopens an enquiry does not answer it.
      e
        .selectFrom('enquiry_changes')
        .whereRef('enquiry_id', '=', 'contact_submissions.id')
        .where('field', '=', 'status')
        .where('by_message', 'is', null)
        .select(({ fn }) => fn.max<string | null>('created_at').as('at'))
        .as('status_at'),
    ])
    .where((e) =>
      e.or([
        e('contact_submissions.id', 'in', undelivered),
        e('status', '=', 'new'),
        // Of the others, most wait for nothing: looking up their times would take most of the time.
        e.and([
          e('status', '!=', 'completed'),
          e.or([e('due_on', '<=', today), e('contact_submissions.id', 'in', answered)]),
        ]),
      ]),
    );
}

export async function countWaitingEnquiries(db: Db, today: string): Promise<number> {
  const { total } = await db
    .selectFrom(buildWaitingQuery(db, today).as('waiting'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}
