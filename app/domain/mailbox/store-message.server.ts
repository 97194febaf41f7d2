import type { MessageFiles } from '#app/domain/attachments/message-files.server.ts';
import { recordAudit, SERVER } from '#app/domain/audit.server.ts';
import { MAILBOX } from '#app/domain/limits.ts';
import { formatLetterLine } from '#app/domain/plain-text.ts';
import { insertAttachments } from '#db/attachments.ts';
import { inTransaction, type Db } from '#db/database.server.ts';
import { changeStatus } from '#db/desk-changes.ts';
import { findSentMail, insertMessage, markEnquiryUnread, type SentMail } from '#db/messages.ts';
import { findRecipient } from '#db/replies.ts';
import type { MessageKind } from '#db/schema.ts';
import type { MessageHeaders } from './message-headers.ts';
import { foldQuotedText } from './message-text.ts';
import type { MessageContents } from './parse-message.ts';

export interface ReceivedMessage {
  headers: MessageHeaders;
  contents: MessageContents;
  receivedAt: Date;
}

/**
 * Returns the mail of ours that a message answers: its In-Reply-To, else the last of its References
 * (AN-2). Returns null for our own mails, which a filter may copy into the mailbox.
 */
export async function findAnsweredMail(db: Db, headers: MessageHeaders): Promise<SentMail | null> {
  const { messageId, inReplyTo, references } = headers;
  if (messageId !== null && (await findSentMail(db, messageId))) return null;
  return findFirstSentMail(db, [...inReplyTo, ...references.toReversed()]);
}

async function findFirstSentMail(db: Db, messageIds: readonly string[]): Promise<SentMail | null> {
  for (const messageId of new Set(messageIds)) {
    const sentMail = await findSentMail(db, messageId);
    if (sentMail) return sentMail;
  }
  return null;
}

/** Stores a message with its files, once (AN-3). Returns false if it belongs to no enquiry or is stored. */
export async function storeMessage(
  message: ReceivedMessage,
  files: MessageFiles,
): Promise<boolean> {
  await files.keep();
  const folded = foldQuotedText(message.contents.text);
  return inTransaction(async (tx) => {
    const sentMail = await findMailOfMessage(tx, message);
    if (!sentMail) return false;
    const { enquiry_id: enquiryId, reply_id: replyId } = sentMail;
    const { headers, contents, receivedAt } = message;
    const kind = classifyMessage(message);
    const { files: keptFiles, unkeptFiles } = await files.list(tx);
    const received_at = receivedAt.toISOString();
    const id = await insertMessage(tx, {
      enquiry_id: enquiryId,
      message_id: headers.messageId,
      body_hash: contents.bodyHash,
      received_at,
      sender: headers.sender,
      kind,
      subject: headers.subject,
      text: folded.text,
      quoted_text: folded.quotedText,
      is_cut: contents.isCut || folded.isCut ? 1 : 0,
      unkept_files: JSON.stringify(unkeptFiles),
      reference_ids: headers.references.slice(-MAILBOX.referencesKept).join(' '),
      reply_id: kind === 'bounce' ? replyId : null,
      reason: formatLetterLine(contents.report.reason).slice(0, MAILBOX.reasonCharacters),
    });
    if (id === null) return false;
    await insertAttachments(
      tx,
      { enquiry_id: enquiryId, from_message: id },
      keptFiles,
      received_at,
    );
    await recordAudit(tx, SERVER, 'message-received', { enquiry: enquiryId, message: id, kind });
    if (kind === 'answer') await reopenEnquiry(tx, enquiryId, id);
    return true;
  });
}

/** A report is about the mail that it returns, or else about the one it answers (AN-6). */
async function findMailOfMessage(
  tx: Db,
  { headers, contents }: ReceivedMessage,
): Promise<SentMail | null> {
  const { originalId } = contents.report;
  const returnedMail = originalId === null ? undefined : await findSentMail(tx, originalId);
  return returnedMail ?? findAnsweredMail(tx, headers);
}

function classifyMessage({ headers, contents }: ReceivedMessage): MessageKind {
  if (contents.report.hasFailed) return 'bounce';
  return headers.isAutomatic || headers.isReport ? 'automatic' : 'answer';
}

/** Marks the enquiry as answered by the customer; a completed one is in progress again (AN-5). */
async function reopenEnquiry(tx: Db, enquiryId: number, messageId: number): Promise<void> {
  await markEnquiryUnread(tx, enquiryId);
  const enquiry = await findRecipient(tx, enquiryId);
  if (enquiry?.status !== 'completed') return;
  const change = { enquiryId, adminEmail: '', changedAt: new Date().toISOString() };
  await changeStatus(tx, change, 'completed', 'in_progress', messageId);
  const facts = { enquiry: enquiryId, from: 'completed', to: 'in_progress' };
  await recordAudit(tx, SERVER, 'status.changed', facts);
}
