import type { ExpressionBuilder, Insertable } from 'kysely';
import type { Db } from '#db/database.server.ts';
import type { Enquiry, Reply, ReplyTemplate, Schema } from '#db/schema.ts';

/** Whom a reply goes to, and what it may be filled with. */
export type Recipient = Pick<Enquiry, 'full_name' | 'email' | 'project' | 'language' | 'status'>;

/** The sender of an enquiry; undefined when it is gone. */
export function findRecipient(db: Db, enquiryId: number): Promise<Recipient | undefined> {
  return db
    .selectFrom('contact_submissions')
    .select(['full_name', 'email', 'project', 'language', 'status'])
    .where('id', '=', enquiryId)
    .executeTakeFirst();
}

/** Keeps a reply with its enquiry; returns its id. */
export async function insertReply(tx: Db, reply: Insertable<Schema['replies']>): Promise<number> {
  const insertion = tx.insertInto('replies').values(reply).returning('id');
  return (await insertion.executeTakeFirstOrThrow()).id;
}

/** The replies to an enquiry, the oldest first. */
export function repliesTo(db: Db, enquiryId: number): Promise<Reply[]> {
  const replies = db.selectFrom('replies').selectAll().where('enquiry_id', '=', enquiryId);
  return replies.orderBy('id').execute();
}

/**
 * The answers to the enquiry of the query around it. What counts as one is said here alone, for the
 * numbers and for the digest: a reply that could not be sent is none.
 */
export function answersTo(enquiry: ExpressionBuilder<Schema, 'contact_submissions'>) {
  return enquiry
    .selectFrom('replies')
    .whereRef('replies.enquiry_id', '=', 'contact_submissions.id')
    .where('replies.state', '!=', 'failed');
}

/** The reply that a form has sent to an enquiry before. */
export function findReplyOfForm(
  tx: Db,
  enquiryId: number,
  formKey: string,
): Promise<Reply | undefined> {
  return tx
    .selectFrom('replies')
    .selectAll()
    .where('enquiry_id', '=', enquiryId)
    .where('form_key', '=', formKey)
    .executeTakeFirst();
}

/** The last reply to an enquiry. */
export function findLastReply(db: Db, enquiryId: number): Promise<Reply | undefined> {
  return db
    .selectFrom('replies')
    .selectAll()
    .where('enquiry_id', '=', enquiryId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** A reply to an enquiry by its id. */
export function findReply(db: Db, enquiryId: number, id: number): Promise<Reply | undefined> {
  return db
    .selectFrom('replies')
    .selectAll()
    .where('id', '=', id)
    .where('enquiry_id', '=', enquiryId)
    .executeTakeFirst();
}

/** What staff write of a template. */
export type TemplateText = Omit<ReplyTemplate, 'id' | 'version'>;

/** All templates by name. */
export function listTemplates(db: Db): Promise<ReplyTemplate[]> {
  return db.selectFrom('reply_templates').selectAll().orderBy('name').execute();
}

export function findTemplate(db: Db, id: number): Promise<ReplyTemplate | undefined> {
  return db.selectFrom('reply_templates').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findTemplateNamed(db: Db, name: string): Promise<ReplyTemplate | undefined> {
  return db.selectFrom('reply_templates').selectAll().where('name', '=', name).executeTakeFirst();
}

/** Adds a template; returns its id. Its name must be free. */
export async function insertTemplate(tx: Db, text: TemplateText): Promise<number> {
  const insertion = tx.insertInto('reply_templates').values(text).returning('id');
  return (await insertion.executeTakeFirstOrThrow()).id;
}

/** Changes the template that still has this version; false: nothing was changed. */
export async function updateTemplate(
  tx: Db,
  { id, version }: Pick<ReplyTemplate, 'id' | 'version'>,
  text: TemplateText,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('reply_templates')
    .set({ ...text, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes the template that still has this version; false: nothing was deleted. */
export async function deleteTemplate(
  tx: Db,
  { id, version }: Pick<ReplyTemplate, 'id' | 'version'>,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('reply_templates')
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
