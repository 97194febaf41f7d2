import { config } from '#app/config.server.ts';
import { sumAuditCounts } from '#db/audit.ts';
import { getDatabase } from '#db/database.server.ts';
import { findMailbox } from '#db/mailboxes.ts';
import { countSentMails, findLastMessageId } from '#db/messages.ts';
import type { MailboxError } from '#db/schema.ts';
import {
  classifyMailboxError,
  getMailboxErrorCode,
  getMailboxKey,
  getMailboxState,
  openMailbox,
  requireMailboxConfig,
  searchUids,
} from './mailbox-connection.server.ts';

/** Reads when the mailbox was read (ISO 8601; null before), and whether an answer has come; null without IMAP_URL. */
export async function readMailboxStatus() {
  const { mailbox } = config();
  if (!mailbox) return null;

  const row = await findMailbox(getDatabase(), getMailboxKey(mailbox));
  return {
    switchedOnAt: row?.switched_on_at ?? null,
    lastReadAt: row?.last_read_at ?? null,
    // How many mails to visitors an answer could name.
    sentMailCount: await countSentMails(getDatabase()),
    hasAnswers: (await findLastMessageId(getDatabase())) > 0,
    errorSince: row?.error_since ?? null,
  };
}

/**
 * Returns how many mails were sent to visitors and how many other messages came to the mailbox, if no message answers
 * any mail: the mail service may replace the Message-IDs. Otherwise, and if no message came at all, returns null.
 */
export async function findMissingAnswers(): Promise<{
  sentMailCount: number;
  ignoredCount: number;
} | null> {
  const status = await readMailboxStatus();
  if (!status || status.hasAnswers || status.sentMailCount === 0) return null;
  if (status.switchedOnAt === null) return null;

  const firstMinute = status.switchedOnAt.slice(0, 'yyyy-mm-ddThh:mm'.length);
  const ignoredCount = await sumAuditCounts(getDatabase(), 'message-ignored', firstMinute);
  return ignoredCount === 0 ? null : { sentMailCount: status.sentMailCount, ignoredCount };
}

/**
 * Opens the mailbox, and counts the messages and those since a day, without reading any. Returns errors instead of
 * throwing them, 'unreachable' also without IMAP_URL.
 */
export async function testMailboxAccess(
  since: Date,
): Promise<
  | { messageCount: number; messageCountSince: number }
  | { error: MailboxError; code: string | undefined }
> {
  try {
    const client = await openMailbox(requireMailboxConfig());
    try {
      const { messageCount } = await getMailboxState(client);
      const uidsSince = await searchUids(client, { first: 1, since });
      return { messageCount, messageCountSince: uidsSince.length };
    } finally {
      client.close();
    }
  } catch (error) {
    return { error: classifyMailboxError(error), code: getMailboxErrorCode(error) };
  }
}
