import type { ExpressionBuilder, SelectQueryBuilder } from 'kysely';
import type { Db } from '#db/database.server.ts';
import type { Enquiry, Reply, ReplyTemplate, Schema } from '#db/schema.ts';

/** What a reply takes from its enquiry. */
export type Recipient = Pick<
  Enquiry,
  'id' | 'full_name' | 'email' | 'project' | 'language' | 'status'
>;

/** Builds a subquery of the outer enquiry's answers: all its replies except those that could not be sent. */
export function buildAnswerQuery(
  enquiry: ExpressionBuilder<Schema, 'contact_submissions'>,
): SelectQueryBuilder<Schema, 'contact_submissions' | 'replies', object> {
  return enquiry
    .selectFrom('replies')
    .whereRef('replies.enquiry_id', '=', 'contact_submissions.id')
    .where('replies.state', '!=', 'failed');
}

const selectReplies = (db: Db, enquiryId: number) =>
  db.selectFrom('replies').selectAll().where('enquiry_id', '=', enquiryId);

export const findLastReply = (db: Db, enquiryId: number): Promise<Reply | undefined> =>
  selectReplies(db, enquiryId).orderBy('id', 'desc').limit(1).executeTakeFirst();

/** Returns the newest replies by mail to an enquiry, newest first. */
export function listRepliesByMail(db: Db, enquiryId: number, limit: number): Promise<Reply[]> {
  return selectReplies(db, enquiryId)
    .where('channel', '=', 'email')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export type TemplateText = Omit<ReplyTemplate, 'id' | 'version'>;

export function listTemplates(db: Db): Promise<ReplyTemplate[]> {
  return db.selectFrom('reply_templates').selectAll().orderBy('id').execute();
}
