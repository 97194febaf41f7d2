import type { ExpressionBuilder, SelectQueryBuilder } from 'kysely';
import type { Db } from '#db/database.server.ts';
import type { Reply, ReplyTemplate, Schema } from '#db/schema.ts';

/** Builds a subquery of the outer enquiry's answers: all its replies except those that could not be sent. */
export function buildAnswerQuery(
  enquiry: ExpressionBuilder<Schema, 'contact_submissions'>,
): SelectQueryBuilder<Schema, 'contact_submissions' | 'replies', object> {
  return enquiry
    .selectFrom('replies')
    .whereRef('replies.enquiry_id', '=', 'contact_submissions.id')
    .where('replies.state', '!=', 'failed');
}

const selectRepliesNewestFirst = (db: Db, enquiryId: number) =>
  db.selectFrom('replies').selectAll().where('enquiry_id', '=', enquiryId).orderBy('id', 'desc');

/** Returns the newest reply by mail or recorded answer. */
export const findLastReply = (db: Db, enquiryId: number): Promise<Reply | undefined> =>
  selectRepliesNewestFirst(db, enquiryId).limit(1).executeTakeFirst();

/** Returns the newest replies by mail to an enquiry, newest first, also failed ones. */
export const listRepliesByMail = (db: Db, enquiryId: number, limit: number): Promise<Reply[]> =>
  selectRepliesNewestFirst(db, enquiryId).where('channel', '=', 'email').limit(limit).execute();

export type TemplateText = Omit<ReplyTemplate, 'id' | 'version'>;

export function listTemplates(db: Db): Promise<ReplyTemplate[]> {
  return db.selectFrom('reply_templates').selectAll().orderBy('id').execute();
}
