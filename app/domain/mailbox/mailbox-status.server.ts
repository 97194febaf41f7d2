import { config } from '#app/config.server.ts';
import { database } from '#db/database.server.ts';
import { findMailbox } from '#db/mailboxes.ts';
import type { MailboxError } from '#db/schema.ts';
import {
  classifyMailboxError,
  getMailboxKey,
  getMailboxState,
  openMailbox,
  requireMailbox,
} from './mailbox-connection.server.ts';

export interface MailboxStatus {
  folder: string;
  /** ISO 8601; null before the first time. */
  lastReadAt: string | null;
  /** What keeps the mailbox from being read, since when (ISO 8601). */
  problem: { error: MailboxError; since: string } | null;
}

/** Returns null without IMAP_URL. */
export async function readMailboxStatus(): Promise<MailboxStatus | null> {
  const { mailbox } = config();
  if (!mailbox) return null;
  const row = await findMailbox(database(), getMailboxKey(mailbox));
  const { error = null, error_since: since = null, last_read_at: lastReadAt = null } = row ?? {};
  return { folder: mailbox.folder, lastReadAt, problem: error && since ? { error, since } : null };
}

/** Signs in and counts the messages, without reading any. Returns an error that has no secrets. */
export async function checkMailbox(): Promise<{ messageCount: number } | { error: MailboxError }> {
  try {
    const client = await openMailbox(requireMailbox());
    const { messageCount } = getMailboxState(client);
    client.close();
    return { messageCount };
  } catch (error) {
    return { error: classifyMailboxError(error) };
  }
}
