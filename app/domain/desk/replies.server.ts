import {
  type Recipient,
  findLastReply,
  findRecipient,
  findReply,
  findReplyOfForm,
  insertReply,
  listTemplates,
} from '#db/replies.ts';
import type { Channel, NewReply, ReplyTemplate } from '#db/schema.ts';
import { changeStatus } from '#db/desk-changes.ts';
import { config } from '#app/config.server.ts';
import { type Requester, recordAudit } from '#app/domain/audit.server.ts';
import { REPLY } from '#app/domain/limits.ts';
import { sendMailAgain } from '#app/domain/mail/unsent-mail.server.ts';
import { queueMail } from '#app/domain/mail/mail.server.ts';
import type { SignedInAdmin } from '#app/domain/accounts/sessions.server.ts';
import { type Db, database, inTransaction } from '#db/database.server.ts';
import { projectTypeIn } from '#app/content/words/contact.server.ts';
import { replySubject } from '#app/content/words/mail.server.ts';
import { type DeskView, openedId, openedTemplate } from '#app/domain/desk/desk-view.ts';
import { randomToken } from '#app/domain/keys.server.ts';
import { fillIn } from './reply-templates.server.ts';

interface WrittenReply {
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
  /** Somebody has replied since the page was read: `after` is their reply, `at` its time (ISO 8601). */
  | { kind: 'overtaken'; by: string; at: string; after: number }
  /** The page has sent another text already: `after` is that reply. */
  | { kind: 'spent'; after: number };

/** All or nothing (DA-1). A form sends one mail: the same text again is answered like the first. */
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
    const sent = await findReplyOfForm(tx, enquiryId, reply.key);
    if (sent) {
      const isSame = sent.subject === reply.subject && sent.message === reply.message;
      return isSame
        ? { kind: 'queued', began: sent.began === 1 }
        : { kind: 'spent', after: sent.id };
    }
    const last = await findLastReply(tx, enquiryId);
    if (last && last.id > reply.after) {
      return { kind: 'overtaken', by: last.admin_email, at: last.created_at, after: last.id };
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

/** An answer given elsewhere (DK-3); null when the enquiry is gone. A form records one. */
export function recordAnswer(
  admin: SignedInAdmin,
  requester: Requester,
  enquiryId: number,
  { key, note, channel }: { key: string; note: string; channel: Channel },
): Promise<{ began: boolean } | null> {
  return inTransaction(async (tx) => {
    const recipient = await findRecipient(tx, enquiryId);
    if (!recipient) return null;
    const known = await findReplyOfForm(tx, enquiryId, key);
    if (known) return { began: known.began === 1 };
    const answer = { channel, subject: '', message: note, form_key: key, state: 'sent' } as const;
    const of = { admin, requester, enquiryId, recipient };
    const { began, reply } = await insertAnswer(tx, of, answer);
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

/** What is new is in progress with its first answer. */
async function insertAnswer(
  tx: Db,
  { admin, requester, enquiryId, recipient }: Answering,
  answer: NewReply,
) {
  const at = new Date().toISOString();
  const change = { enquiryId, adminEmail: admin.email, at };
  const isNew = recipient.status === 'new';
  const began = isNew && (await changeStatus(tx, change, 'new', 'in_progress'));
  const by = { enquiry_id: enquiryId, admin_email: admin.email, created_at: at };
  const reply = await insertReply(tx, { ...by, ...answer, began: began ? 1 : 0 });
  const facts = { admin: admin.id, enquiry: enquiryId, from: 'new', to: 'in_progress' };
  if (began) await recordAudit(tx, requester, 'status.changed', facts);
  return { began, reply };
}

async function queueReply(
  tx: Db,
  { reply: written, ...of }: Answering & { reply: WrittenReply },
): Promise<ReplyResult> {
  const { admin, requester, enquiryId, recipient } = of;
  const { subject, message, key: form_key } = written;
  const { language } = recipient;
  const mail = {
    kind: 'reply',
    language,
    to: [recipient.email],
    replyTo: config().replyTo ?? admin.email,
    content: { subject, message },
    enquiryId,
  } as const;
  const mail_id = await queueMail(tx, mail, Date.now());
  const { began, reply } = await insertAnswer(tx, of, { subject, message, form_key, mail_id });
  const facts = { admin: admin.id, enquiry: enquiryId, reply, mail: mail_id };
  await recordAudit(tx, requester, 'reply.queued', facts);
  return { kind: 'queued', began };
}

export type ReplyStart = NonNullable<Awaited<ReturnType<typeof readReplyStart>>>;

export async function readReplyStart(view: DeskView, admin: SignedInAdmin) {
  const id = openedId(view);
  if (id === null || !view.reply) return null;
  const db = database();
  const recipient = await findRecipient(db, id);
  if (!recipient?.email) return null;
  const templates = await listTemplates(db);
  const named = templates.find((template) => template.id === openedTemplate(view));
  const template = named ?? templates[0];
  const last = await findLastReply(db, id);
  return {
    templates: templates.map(({ id: each, name }) => ({ id: each, name })),
    chosen: template?.id ?? null,
    isLost: view.template !== '' && !named,
    answersTo: config().replyTo ?? admin.email,
    draft: {
      ...(template ? filled(template, recipient) : blank(recipient)),
      key: newFormKey(),
      after: last?.id ?? 0,
    } satisfies WrittenReply,
  };
}

export const newFormKey = (): string => randomToken(REPLY.formKeyBytes);

function blank({ language, project }: Recipient) {
  return { subject: replySubject(language, project), message: '' };
}

function filled(template: ReplyTemplate, { full_name: name, project: type, language }: Recipient) {
  const values = { name, project: projectTypeIn(language, type) };
  const text = (part: 'subject' | 'message', max: number) =>
    fillIn(template[`${part}_${language}`], values).slice(0, max);
  return {
    subject: text('subject', REPLY.subjectMax),
    message: text('message', REPLY.messageMax),
  };
}
