import { config } from '#app/config.server.ts';
import { getDatabase } from '#db/database.server.ts';
import { findMailbox } from '#db/mailboxes.ts';
import type { MailboxError } from '#db/schema.ts';
import {
  classifyMailboxError,
  getMailboxErrorCode,
  getMailboxKey,
  getMailboxState,
  openMailbox,
  requireMailboxConfig,
} from './mailbox-connection.server.ts';

export interface MailboxStatus {
  folder: string;
  /** ISO 8601; null before the first time. */
  lastReadAt: string | null;
  /** Why the mailbox cannot be read, and since when (ISO 8601). */
  problem: { error: MailboxError; since: string } | null;
}

/** Reads from the database how far the mailbox was read; null without IMAP_URL. */
export async function readMailboxStatus(): Promise<MailboxStatus | null> {
  const { mailbox } = config();
  if (!mailbox) return null;
  const row = await findMailbox(getDatabase(), getMailboxKey(mailbox));
  const problem =
    row?.error && row.error_since ? { error: row.error, since: row.error_since } : null;
  return { folder: mailbox.folder, lastReadAt: row?.last_read_at ?? null, problem };
}

/** Counts the messages without reading any. Throws nothing. */
export async function testMailboxAccess(): Promise<
  { messageCount: number } | { error: MailboxError; code: string | undefined }
> {
  try {
    const client = await openMailbox(requireMailboxConfig());
    const { messageCount } = await getMailboxState(client);
    client.close();
    return { messageCount };
  } catch (error) {
    return { error: classifyMailboxError(error), code: getMailboxErrorCode(error) };
  }
}
