import { formatEnquiryNumber } from '#app/content/company.server.ts';
import type { MessageFiles } from '#app/domain/attachments/message-files.server.ts';
import { countEvent, recordAudit, SERVER } from '#app/domain/audit.server.ts';
import { findSigner } from '#app/domain/desk/replies.server.ts';
import { renderReceiptText } from '#app/domain/enquiries/enquiry-email.server.ts';
import { MAILBOX } from '#app/domain/limits.ts';
import { renderMailText } from '#app/domain/mail/mail-layout.server.ts';
import { getFromAddress } from '#app/domain/mail/mail.server.ts';
import { cleanStaffLine } from '#app/domain/plain-text.ts';
import { insertAttachments } from '#db/attachments.ts';
import { getDatabase, inTransaction, type Db } from '#db/database.server.ts';
import { setFieldAndRecordChange } from '#db/desk-changes.ts';
import {
  countMessagesOfDay,
  findSentMails,
  insertMessageIfNew,
  limitReferences,
  type SentMail,
} from '#db/messages.ts';
import { listRepliesByMail } from '#db/replies.ts';
import { findRow, updateRows } from '#db/rows.ts';
import { getEmailKey, type MessageKind } from '#db/schema.ts';
import { hasWaitingMessage } from '#db/waiting-enquiries.ts';
import type { MessageHeaders } from './message-headers.ts';
import type { MessageContents } from './parse-message.ts';
import { separateQuotedText } from './quoted-text.ts';

interface ReceivedMessage {
  headers: MessageHeaders;
  contents: MessageContents;
  receivedAt: Date;
}

/**
 * Returns the sent mail that a message names in In-Reply-To, or else last in References (AN-2). Returns null for
 * our own mails, which a filter may copy into the mailbox.
 */
export async function findAnsweredMail(db: Db, headers: MessageHeaders): Promise<SentMail | null> {
  const { messageId, inReplyTo, references, sender } = headers;
  if (isSenderOfSite(sender)) return null;

  // The newest reference is the last one.
  const candidateIds = [...inReplyTo.slice(0, MAILBOX.inReplyToIds), ...references.toReversed()];
  const knownIds = messageId ? [messageId, ...candidateIds] : candidateIds;
  const sentMails = await findSentMails(db, knownIds);

  // Our own mail has another sender if it was sent before MAIL_FROM was changed.
  const isOwnMail = messageId !== null && sentMails.has(messageId);
  if (isOwnMail) return null;

  const answeredId = candidateIds.find((id) => sentMails.has(id));
  return answeredId === undefined ? null : sentMails.get(answeredId)!;
}

/** Returns whether this site sent a mail, even if a mail service has replaced its Message-ID. */
export const isSenderOfSite = (sender: string): boolean =>
  getEmailKey(sender) === getEmailKey(getFromAddress());

/**
 * Stores a message with its files, or its headers only (MAILBOX.fullMessagesPerDay), once (AN-3). An answer also marks
 * its enquiry unread and reopens a completed one. Returns whether it was stored: false if the message belongs to no
 * enquiry or is stored already.
 */
export async function storeMessageAndReopenEnquiry(
  message: ReceivedMessage,
  files: MessageFiles,
): Promise<boolean> {
  // Separating the quoted text takes time, which a stranger's message must not cost.
  const enquiryId = (await findMailOfMessage(getDatabase(), message))?.enquiry_id;
  if (enquiryId === undefined) return false;

  const row = createRow(message, await listSentTexts(getDatabase(), enquiryId));
  const isStored = await inTransaction(async (tx) => {
    // Again: the enquiry may have been erased in the meantime.
    const sentMail = await findMailOfMessage(tx, message);
    return sentMail !== null && insertMessageWithFiles(tx, message, sentMail, row, files);
  });

  // Every answer to a mail causes this event, so it is counted and not logged (security model 1.12).
  if (isStored) countEvent(SERVER, 'message-received');
  return isStored;
}

/** Returns false if the message is stored already. */
async function insertMessageWithFiles(
  tx: Db,
  message: ReceivedMessage,
  { enquiry_id: enquiryId, reply_id: replyId }: SentMail,
  row: MessageRow,
  files: MessageFiles,
): Promise<boolean> {
  const day = row.received_at.slice(0, 10);
  const earlierCount = await countMessagesOfDay(tx, enquiryId, day);
  const isStoredInFull = earlierCount < MAILBOX.fullMessagesPerDay;
  const storedRow = isStoredInFull ? row : { ...row, text: '', quoted_text: '', is_cut: 1 };
  const { files: storableFiles, unkeptFiles } = isStoredInFull
    ? await files.listStorable(tx, enquiryId, day)
    : { files: [], unkeptFiles: [] };

  const kind = classifyMessage(message);
  const id = await insertMessageIfNew(tx, {
    ...storedRow,
    enquiry_id: enquiryId,
    kind,
    reply_id: kind === 'bounce' ? replyId : null,
    unkept_files: JSON.stringify(unkeptFiles),
  });
  if (id === null) return false;

  const owner = { enquiry_id: enquiryId, from_message: id };
  await insertAttachments(tx, owner, storableFiles, row.received_at);
  if (kind === 'answer') await reopenEnquiry(tx, enquiryId, id);
  return true;
}

/** Returns the texts of the receipt and our latest replies, as the customer's mail program quotes them. */
async function listSentTexts(db: Db, enquiryId: number): Promise<string[]> {
  const enquiry = await findRow(db, 'contact_submissions', { id: enquiryId });
  if (!enquiry) return [];

  const { language } = enquiry;
  const reference = formatEnquiryNumber(enquiryId);
  const replies = await listRepliesByMail(db, enquiryId, MAILBOX.comparedReplies);
  const replyTexts = await Promise.all(
    replies.map(async ({ subject, message, admin_email }) => {
      const signer = await findSigner(db, admin_email, language);
      return renderMailText({ subject, message, reference, signer }, language);
    }),
  );
  return [renderReceiptText(enquiry, new Date(enquiry.created_at)), ...replyTexts];
}

type MessageRow = ReturnType<typeof createRow>;

function createRow(
  { headers, contents, receivedAt }: ReceivedMessage,
  sentTexts: readonly string[],
) {
  const separated = separateQuotedText(contents.text, sentTexts);
  return {
    message_id: headers.messageId,
    body_hash: contents.bodyHash,
    received_at: receivedAt.toISOString(),
    sender: headers.sender,
    subject: headers.subject,
    text: separated.text,
    quoted_text: separated.quotedText,
    is_cut: contents.isCut || separated.isCut ? 1 : 0,
    reference_ids: limitReferences(headers.references).join(' '),
    reason: cleanStaffLine(contents.report.reason).slice(0, MAILBOX.reasonCharacters),
  };
}

/** A report belongs to the mail that it returns, or else to the mail that it answers (AN-6). */
async function findMailOfMessage(
  db: Db,
  { headers, contents }: ReceivedMessage,
): Promise<SentMail | null> {
  const { originalIds } = contents.report;
  const returnedMails = await findSentMails(db, originalIds);
  const returnedId = originalIds.find((id) => returnedMails.has(id));
  return returnedMails.get(returnedId ?? '') ?? findAnsweredMail(db, headers);
}

function classifyMessage({ headers, contents }: ReceivedMessage): MessageKind {
  if (contents.report.hasFailed) return 'bounce';
  return headers.isAutomatic || headers.isReport ? 'automatic' : 'answer';
}

/**
 * Marks the enquiry as unread; a completed one is in progress again (AN-5). One in progress gets such a change too if
 * staff have answered since the mail server received the message: they cannot have known it (DK-7).
 */
async function reopenEnquiry(tx: Db, enquiryId: number, messageId: number): Promise<void> {
  await updateRows(tx, 'contact_submissions', { id: enquiryId }, { unread: 1 });
  const from = (await findRow(tx, 'contact_submissions', { id: enquiryId }))?.status;
  if (from === undefined || from === 'new') return;
  if (from === 'in_progress' && (await hasWaitingMessage(tx, enquiryId))) return;

  const statuses = { from, to: 'in_progress' } as const;
  await setFieldAndRecordChange(tx, {
    enquiryId,
    field: 'status',
    ...statuses,
    byAdmin: null,
    byMessage: messageId,
    changedAt: new Date().toISOString(),
  });
  if (from === 'completed')
    await recordAudit(tx, SERVER, 'status.changed', { enquiry: enquiryId, ...statuses });
}
