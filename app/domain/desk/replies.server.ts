import { config } from '#app/config.server.ts';
import { formatEnquiryNumber } from '#app/content/company.server.ts';
import type { Language } from '#app/content/language.ts';
import type { Author, SignedInAdmin } from '#app/domain/accounts/sessions.server.ts';
import {
  areAttachmentsEnabled,
  isWithinStorageLimit,
  REPLY_FILE_LIMITS,
} from '#app/domain/attachments/attachment-folder.server.ts';
import {
  sumFileSizes,
  withReceivedFiles,
  type FileRefusal,
  type IncomingFiles,
  type ReceivedFiles,
} from '#app/domain/attachments/attachment-intake.server.ts';
import { recordAuditByAdmin } from '#app/domain/audit.server.ts';
import {
  getChosenTemplateId,
  getOpenEnquiryId,
  type DeskView,
} from '#app/domain/desk/desk-view.ts';
import { createRandomToken } from '#app/domain/keys.server.ts';
import { REPLY } from '#app/domain/limits.ts';
import type { MailSigner } from '#app/domain/mail/mail-layout.server.ts';
import { queueMail } from '#app/domain/mail/mail.server.ts';
import { retryFailedMail } from '#app/domain/mail/unsent-mail.server.ts';
import { foldAccentsAndCase } from '#app/domain/plain-text.ts';
import { insertAttachments } from '#db/attachments.ts';
import { getDatabase, inTransaction, type Db } from '#db/database.server.ts';
import { findSubjectToContinue, findThreadHeaders } from '#db/messages.ts';
import { findLastReply, listTemplates } from '#db/replies.ts';
import { findRow, insertRow, listRows } from '#db/rows.ts';
import type { AnswerChannel, Enquiry, NewReply, Reply, ReplyTemplate } from '#db/schema.ts';
import { changeFieldInTransaction } from './enquiry-changes.server.ts';
import { continueSubject } from './reply-text.ts';

export interface WrittenReply {
  subject: string;
  message: string;
  key: string;
  /** The last reply on the page, or 0. */
  after: number;
}

type ReplyResult =
  /** `startedProgress`: the enquiry was new, and the reply moved it to in progress. */
  | { kind: 'queued'; startedProgress: boolean }
  | { kind: 'not-found' | 'no-address' }
  /** A colleague has replied since the page was loaded. `repliedAt` is in ISO 8601. */
  | { kind: 'overtaken'; authorEmail: string; repliedAt: string; lastReplyId: number }
  /** This form has already sent another text or other files, as the reply `lastReplyId`. */
  | { kind: 'spent'; lastReplyId: number }
  | { kind: 'files-refused'; refusals: FileRefusal[] }
  /** Files are turned off, or there is no space for these. */
  | { kind: 'no-space' };

/**
 * Stores the files of a reply, then queues its mail, and moves a new enquiry to in progress. One form sends one
 * mail: the same text and files sent again get the same result (DA-1, DA-7). Throws StoreError for disk errors, and
 * connection errors.
 */
export function queueReply(
  author: Author,
  enquiryId: number,
  reply: WrittenReply,
  incomingFiles?: IncomingFiles,
): Promise<ReplyResult> {
  return withReceivedFiles(incomingFiles, REPLY_FILE_LIMITS, author.requester, (files) =>
    inTransaction((tx) => queueReplyOnce(tx, author, enquiryId, reply, files)),
  );
}

async function queueReplyOnce(
  tx: Db,
  author: Author,
  enquiryId: number,
  reply: WrittenReply,
  files: ReceivedFiles,
): Promise<ReplyResult> {
  const enquiry = await findRow(tx, 'contact_submissions', { id: enquiryId });
  if (!enquiry) return { kind: 'not-found' };
  if (!enquiry.email) return { kind: 'no-address' };

  const sentReply = await findRow(tx, 'replies', { enquiry_id: enquiryId, form_key: reply.key });
  if (sentReply) {
    const isSame = await isSameReply(tx, sentReply, reply, files);
    if (!isSame) return { kind: 'spent', lastReplyId: sentReply.id };
    return { kind: 'queued', startedProgress: sentReply.started_progress === 1 };
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

  // Never without its files (DA-7).
  const { received, leftOut } = files;
  const hasSpace =
    received.length === 0 || (await isWithinStorageLimit(tx, sumFileSizes(received)));
  if (leftOut || !hasSpace) return { kind: 'no-space' };

  return queueReplyMail(tx, author, enquiry, reply, files);
}

async function isSameReply(
  tx: Db,
  sentReply: Reply,
  { subject, message }: WrittenReply,
  { received, leftOut }: ReceivedFiles,
): Promise<boolean> {
  const isSameText = sentReply.subject === subject && sentReply.message === message;
  // Files that were left out are not among those received.
  if (!isSameText || leftOut) return false;

  const joinHashes = (files: readonly { sha256: string }[]) =>
    files.map(({ sha256 }) => sha256).join();
  const sentFiles = await listRows(tx, 'attachments', { reply_id: sentReply.id });
  return joinHashes(sentFiles) === joinHashes(received);
}

// As foldAccentsAndCase writes them: without accents, and in lower case.
const MENTION_OF_ATTACHMENT =
  /(?<!\p{L})(?:attach|enclosed(?!\p{L})|(?:επι)?συνημμεν|επισυνα[πψ])/u;

/** Returns whether a text speaks of an attached file, in English or Greek (DA-7). */
export const mentionsAttachment = (text: string): boolean =>
  MENTION_OF_ATTACHMENT.test(foldAccentsAndCase(text));

/**
 * Queues the mail of a failed reply again. 'queued' also for a reply that is not failed any more, as after a second
 * click; 'not-found' also when its mail was discarded.
 */
export async function retryReply(
  author: Author,
  { enquiryId, replyId }: { enquiryId: number; replyId: number },
): Promise<'queued' | 'not-found'> {
  const keys = { id: replyId, enquiry_id: enquiryId };
  const reply = await findRow(getDatabase(), 'replies', keys);
  if (reply?.state === 'failed' && reply.mail_id !== null) {
    const result = await retryFailedMail(author, reply.mail_id);
    if (result === 'queued') return 'queued';
  }

  // A second click or a colleague may have been faster: the mail is queued again, or was discarded.
  const currentReply = await findRow(getDatabase(), 'replies', keys);
  return currentReply && currentReply.state !== 'failed' ? 'queued' : 'not-found';
}

/** `startedProgress`: the enquiry was new, and the answer moved it to in progress. */
type AnswerResult =
  | { kind: 'recorded'; startedProgress: boolean }
  | { kind: 'not-found' }
  /** This form has already recorded another answer. */
  | { kind: 'spent' };

/**
 * Stores an answer that staff gave elsewhere, such as by phone (DK-3). Moves a new enquiry to in progress; 'No answer
 * needed' completes any enquiry (DK-8). The same form sent again changes nothing and returns the first result.
 */
export function recordAnswer(
  author: Author,
  enquiryId: number,
  { key, note, channel }: { key: string; note: string; channel: AnswerChannel },
): Promise<AnswerResult> {
  return inTransaction(async (tx) => {
    const enquiry = await findRow(tx, 'contact_submissions', { id: enquiryId });
    if (!enquiry) return { kind: 'not-found' };

    const recordedAnswer = await findRow(tx, 'replies', { enquiry_id: enquiryId, form_key: key });
    if (recordedAnswer) {
      const isSame = recordedAnswer.channel === channel && recordedAnswer.message === note;
      if (!isSame) return { kind: 'spent' };
      return { kind: 'recorded', startedProgress: recordedAnswer.started_progress === 1 };
    }

    const needsNoAnswer = channel === 'none';
    if (needsNoAnswer) {
      const completion = { enquiryId, from: enquiry.status, to: 'completed' } as const;
      await changeFieldInTransaction(tx, author, 'status', completion);
    }

    const startsProgress = enquiry.status === 'new' && !needsNoAnswer;
    const answer = { channel, subject: '', message: note, form_key: key, state: 'sent' } as const;
    const replyId = await insertAnswer(tx, author, { enquiryId, startsProgress }, answer);

    const facts = { enquiry: enquiryId, reply: replyId };
    await recordAuditByAdmin(tx, author, 'answer.recorded', facts);
    return { kind: 'recorded', startedProgress: startsProgress };
  });
}

/** Returns the id of the answer. If it starts progress, moves the new enquiry to in progress. */
async function insertAnswer(
  tx: Db,
  author: Author,
  { enquiryId, startsProgress }: { enquiryId: number; startsProgress: boolean },
  answer: NewReply,
): Promise<number> {
  const answeredAt = new Date().toISOString();
  if (startsProgress) {
    const change = { enquiryId, from: 'new', to: 'in_progress' } as const;
    await changeFieldInTransaction(tx, author, 'status', change, answeredAt);
  }

  return insertRow(tx, 'replies', {
    ...answer,
    enquiry_id: enquiryId,
    admin_email: author.admin.email,
    created_at: answeredAt,
    started_progress: startsProgress ? 1 : 0,
  });
}

async function queueReplyMail(
  tx: Db,
  author: Author,
  { id: enquiryId, email, language, status }: Enquiry,
  { subject, message, key: form_key }: WrittenReply,
  files: ReceivedFiles,
): Promise<ReplyResult> {
  const { admin } = author;
  const signer = await findSigner(tx, admin.email, language);

  const mail = {
    kind: 'reply',
    language,
    to: [email],
    replyTo: config().replyTo ?? admin.email,
    content: { subject, message, reference: formatEnquiryNumber(enquiryId), signer },
    enquiryId,
    thread: await findThreadHeaders(tx, enquiryId),
  } as const;

  const mail_id = await queueMail(tx, mail, Date.now());
  const answer = { subject, message, form_key, mail_id };
  const startsProgress = status === 'new';
  const replyId = await insertAnswer(tx, author, { enquiryId, startsProgress }, answer);

  const owner = { enquiry_id: enquiryId, reply_id: replyId };
  await insertAttachments(tx, owner, files.received, new Date().toISOString());

  const facts = { enquiry: enquiryId, reply: replyId, mail: mail_id };
  await recordAuditByAdmin(tx, author, 'reply.queued', facts);
  return { kind: 'queued', startedProgress: startsProgress };
}

/** Returns how an admin signs mail to customers; undefined without an account or a name (DA-8). */
export async function findSigner(
  db: Db,
  email: string,
  language: Language,
): Promise<MailSigner | undefined> {
  const admin = await findRow(db, 'admins', { email });
  if (!admin?.name) return undefined;
  return { name: admin.name, role: admin[`role_${language}`], phone: admin.phone };
}

export interface ReplyFormData extends Pick<WrittenReply, 'key' | 'after'> {
  /** The number of the enquiry, as the customer knows it. */
  reference: string;
  enquiry: Enquiry;
  signer: MailSigner | undefined;
  templates: ReplyTemplate[];
  /** The chosen template, or else the first one; null without templates. */
  template: ReplyTemplate | null;
  isTemplateMissing: boolean;
  /** The subject to continue (DA-1), after 'Re: '; '' without one. */
  continuedSubject: string;
  /** The email to which the customer's answer goes. */
  answersTo: string;
  acceptsFiles: boolean;
}

/** Returns the content of the reply form; null if no form is open, or if the enquiry is unknown or has no email. */
export async function readReplyForm(
  view: DeskView,
  admin: SignedInAdmin,
): Promise<ReplyFormData | null> {
  const enquiryId = getOpenEnquiryId(view);
  if (enquiryId === null || !view.reply) return null;

  const db = getDatabase();
  const enquiry = await findRow(db, 'contact_submissions', { id: enquiryId });
  if (!enquiry?.email) return null;

  const templates = await listTemplates(db);
  const requestedTemplate = templates.find(({ id }) => id === getChosenTemplateId(view));
  const lastReply = await findLastReply(db, enquiryId);
  const subject = await findSubjectToContinue(db, enquiryId);

  return {
    reference: formatEnquiryNumber(enquiryId),
    enquiry,
    signer: await findSigner(db, admin.email, enquiry.language),
    templates,
    template: requestedTemplate ?? templates[0] ?? null,
    isTemplateMissing: view.template !== '' && !requestedTemplate,
    continuedSubject: continueSubject(subject),
    answersTo: config().replyTo ?? admin.email,
    acceptsFiles: areAttachmentsEnabled(),
    key: createFormKey(),
    after: lastReply?.id ?? 0,
  };
}

export const createFormKey = (): string => createRandomToken(REPLY.formKeyBytes);
