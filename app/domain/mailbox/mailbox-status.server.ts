import { config } from '#app/config.server.ts';
import { sumAuditCounts } from '#db/audit.ts';
import { getDatabase } from '#db/database.server.ts';
import { countSentMails } from '#db/messages.ts';
import { findLastId, findRow } from '#db/rows.ts';
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

/**
 * Returns how many mails were sent to visitors and how many other messages came to the mailbox, if no message answers
 * any mail: the mail service may replace the Message-IDs. Otherwise, and if no message came at all, returns null.
 */
export async function findMissingAnswers(): Promise<{
  sentMailCount: number;
  ignoredCount: number;
} | null> {
  const { mailbox } = config();
  if (!mailbox) return null;

  const row = await findRow(getDatabase(), 'mailboxes', getMailboxKey(mailbox));
  const hasAnswers = (await findLastId(getDatabase(), 'messages')) > 0;
  if (!row?.switched_on_at || hasAnswers) return null;

  const sentMailCount = await countSentMails(getDatabase());
  const firstMinute = row.switched_on_at.slice(0, 'yyyy-mm-ddThh:mm'.length);
  const ignoredCount = await sumAuditCounts(getDatabase(), 'message-ignored', firstMinute);
  return sentMailCount === 0 || ignoredCount === 0 ? null : { sentMailCount, ignoredCount };
}

/**
 * Opens the mailbox, and counts its messages without reading any. Returns errors instead of throwing them, 'unreachable'
 * also without IMAP_URL.
 */
export async function testMailboxAccess(): Promise<
  { messageCount: number } | { error: MailboxError; code: string | undefined }
> {
  try {
    const client = await openMailbox(requireMailboxConfig());
    try {
      const { messageCount, uidNext } = await getMailboxState(client);
      // A server that refuses to search counts as unreachable (AN-1).
      await searchUids(client, { first: uidNext });
      return { messageCount };
    } finally {
      client.close();
    }
  } catch (error) {
    return { error: classifyMailboxError(error), code: getMailboxErrorCode(error) };
  }
}
