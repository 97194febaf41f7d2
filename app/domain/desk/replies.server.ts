import { config } from '#app/config.server.ts';
import type { SignedInAdmin } from '#app/domain/accounts/sessions.server.ts';
import { recordAudit, type Requester } from '#app/domain/audit.server.ts';
import { getOpenEnquiryId, openedTemplate, type DeskView } from '#app/domain/desk/desk-view.ts';
import { createRandomToken } from '#app/domain/keys.server.ts';
import { REPLY } from '#app/domain/limits.ts';
import { queueMail } from '#app/domain/mail/mail.server.ts';
import { sendMailAgain } from '#app/domain/mail/unsent-mail.server.ts';
import { database, inTransaction, type Db } from '#db/database.server.ts';
import { changeStatus } from '#db/desk-changes.ts';
import { findThreadIds } from '#db/messages.ts';
import {
  findLastReply,
  findRecipient,
  findReply,
  findReplyByForm,
  insertReply,
  listTemplates,
  type Recipient,
} from '#db/replies.ts';
import type { Channel, NewReply } from '#db/schema.ts';

export interface WrittenReply {
  subject: string;
  message: string;
  key: string;
  /** The last reply that the page showed, 0 for none. */
  after: number;
}

type ReplyResult =
  | { kind: 'queued'; began: boolean }
  | { kind: 'not-found' }
  | { kind: 'no-address' }
  /** A colleague has replied since the page was loaded. `repliedAt` is in ISO 8601. */
  | { kind: 'overtaken'; authorEmail: string; repliedAt: string; lastReplyId: number }
  /** This form has already sent another text, as the reply `lastReplyId`. */
  | { kind: 'spent'; lastReplyId: number };

/** Queues a reply (DA-1). One form sends one mail: the same text sent again gets the same result. */
export function sendReply(
  admin: SignedInAdmin,
  requester: Requester,
  enquiryId: number,
  reply: WrittenReply,
): Promise<ReplyResult> {
  return inTransaction(async (tx) => {
    const recipient = await findRecipient(tx, enquiryId);
    if (!recipient) return { kind: 'not-found' };
    if (!recipient.email) return { kind: 'no-address' };
    const sentReply = await findReplyByForm(tx, enquiryId, reply.key);
    if (sentReply) {
      const isSame = sentReply.subject === reply.subject && sentReply.message === reply.message;
      return isSame
        ? { kind: 'queued', began: sentReply.began === 1 }
        : { kind: 'spent', lastReplyId: sentReply.id };
    }
    const lastReply = await findLastReply(tx, enquiryId);
    if (lastReply && lastReply.id > reply.after) {
      return {
        kind: 'overtaken',
        authorEmail: lastReply.admin_email,
        repliedAt: lastReply.created_at,
        lastReplyId: lastReply.id,
      };
    }
    return queueReply(tx, { admin, requester, enquiryId, recipient, reply });
  });
}

/** Queues the mail of a failed reply again; 'not-found' also when its mail was discarded. */
export async function retryReply(
  admin: SignedInAdmin,
  requester: Requester,
  { enquiryId, replyId }: { enquiryId: number; replyId: number },
): Promise<'queued' | 'not-found'> {
  const reply = await findReply(database(), enquiryId, replyId);
  if (!reply) return 'not-found';
  if (reply.state !== 'failed') return 'queued';
  if (reply.mail_id === null) return 'not-found';
  const result = await sendMailAgain(reply.mail_id, requester, admin);
  if (result === 'queued') return result;
  // A colleague was faster: the mail is queued again, or was discarded.
  const currentReply = await findReply(database(), enquiryId, replyId);
  return currentReply && currentReply.state !== 'failed' ? 'queued' : 'not-found';
}

/** Records an answer by phone, post or in person (DK-3), once for each form; null for no such enquiry. */
export function recordAnswer(
  admin: SignedInAdmin,
  requester: Requester,
  enquiryId: number,
  { key, note, channel }: { key: string; note: string; channel: Channel },
): Promise<{ began: boolean } | null> {
  return inTransaction(async (tx) => {
    const recipient = await findRecipient(tx, enquiryId);
    if (!recipient) return null;
    const recordedAnswer = await findReplyByForm(tx, enquiryId, key);
    if (recordedAnswer) return { began: recordedAnswer.began === 1 };
    const answer = { channel, subject: '', message: note, form_key: key, state: 'sent' } as const;
    const answering = { admin, requester, enquiryId, recipient };
    const { began, reply } = await insertAnswer(tx, answering, answer);
    const facts = { admin: admin.id, enquiry: enquiryId, reply };
    await recordAudit(tx, requester, 'answer.recorded', facts);
    return { began };
  });
}

interface Answering {
  admin: SignedInAdmin;
  requester: Requester;
  enquiryId: number;
  recipient: Recipient;
}

/** Stores an answer; the first one turns a new enquiry into one in progress. */
async function insertAnswer(
  tx: Db,
  { admin, requester, enquiryId, recipient }: Answering,
  answer: NewReply,
) {
  const change = { enquiryId, adminEmail: admin.email, changedAt: new Date().toISOString() };
  const isNew = recipient.status === 'new';
  const began = isNew && (await changeStatus(tx, change, 'new', 'in_progress'));
  const row = {
    enquiry_id: enquiryId,
    admin_email: admin.email,
    created_at: change.changedAt,
    ...answer,
  };
  const reply = await insertReply(tx, { ...row, began: began ? 1 : 0 });
  const facts = { admin: admin.id, enquiry: enquiryId, from: 'new', to: 'in_progress' };
  if (began) await recordAudit(tx, requester, 'status.changed', facts);
  return { began, reply };
}

async function queueReply(
  tx: Db,
  { reply: writtenReply, ...answering }: Answering & { reply: WrittenReply },
): Promise<ReplyResult> {
  const { admin, requester, enquiryId, recipient } = answering;
  const { subject, message, key: form_key } = writtenReply;
  const { language } = recipient;
  const mail = {
    kind: 'reply',
    language,
    to: [recipient.email],
    replyTo: config().replyTo ?? admin.email,
    content: { subject, message },
    enquiryId,
    thread: await findThreadIds(tx, enquiryId),
  } as const;
  const mail_id = await queueMail(tx, mail, Date.now());
  const { began, reply } = await insertAnswer(tx, answering, {
    subject,
    message,
    form_key,
    mail_id,
  });
  const facts = { admin: admin.id, enquiry: enquiryId, reply, mail: mail_id };
  await recordAudit(tx, requester, 'reply.queued', facts);
  return { kind: 'queued', began };
}

export type ReplyStart = NonNullable<Awaited<ReturnType<typeof readReplyStart>>>;

/** Reads the start of an open reply form; null without an open one, or without an e-mail to reply to. */
export async function readReplyStart(view: DeskView, admin: SignedInAdmin) {
  const enquiryId = getOpenEnquiryId(view);
  if (enquiryId === null || !view.reply) return null;
  const db = database();
  const recipient = await findRecipient(db, enquiryId);
  if (!recipient?.email) return null;
  const templates = await listTemplates(db);
  const requestedTemplate = templates.find(({ id }) => id === openedTemplate(view));
  const lastReply = await findLastReply(db, enquiryId);
  return {
    recipient,
    templates,
    template: requestedTemplate ?? templates[0] ?? null,
    isTemplateMissing: view.template !== '' && !requestedTemplate,
    answersTo: config().replyTo ?? admin.email,
    key: createFormKey(),
    after: lastReply?.id ?? 0,
  };
}

export const createFormKey = (): string => createRandomToken(REPLY.formKeyBytes);
