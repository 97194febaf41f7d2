import type { ImapFlow } from 'imapflow';
import { config, type MailboxConfig } from '#app/config.server.ts';
import { MINUTE, SECOND } from '#app/domain/clock.server.ts';
import { KB, MAILBOX, MB } from '#app/domain/limits.ts';
import type { MailboxKey } from '#db/mailboxes.ts';

const RESPONSE_MS = MAILBOX.responseSeconds * SECOND;

/** Throws without IMAP_URL. */
export function requireMailboxConfig(): MailboxConfig {
  const { mailbox } = config();
  if (!mailbox) throw new Error('IMAP_URL is not set');
  return mailbox;
}

export const getMailboxKey = ({ host, port, user, folder }: MailboxConfig): MailboxKey => ({
  server: `${host}:${port}`,
  user,
  folder,
});

class FolderMissing extends Error {}

/** Opens the folder read-only (EXAMINE). The caller must close the client. Throws for classifyMailboxError. */
export async function openMailbox(mailbox: MailboxConfig): Promise<ImapFlow> {
  // Loaded with the first connection: most installations read no mailbox.
  const { ImapFlow: Client } = await import('imapflow');
  const client = new Client({
    host: mailbox.host,
    port: mailbox.port,
    secure: mailbox.isEncrypted,
    doSTARTTLS: false,
    auth: { user: mailbox.user, pass: mailbox.password },
    logger: false,
    disableAutoIdle: true,
    // Compressed data could grow without limit.
    disableCompression: true,
    maxIdleTime: RESPONSE_MS - 10 * SECOND,
    connectionTimeout: RESPONSE_MS,
    greetingTimeout: RESPONSE_MS,
    socketTimeout: RESPONSE_MS,
    maxLineLength: 2 * MB,
    maxLiteralSize: MB,
    maxResponseSize: 4 * MB,
    maxResponseTokens: 100_000,
  });
  // The pending command is rejected too: an error without a listener would end the thread.
  client.on('error', () => {});
  try {
    await closeOnTimeout(client, client.connect());
    await closeOnTimeout(client, openFolder(client, mailbox.folder));
    return client;
  } catch (error) {
    client.close();
    throw error;
  }
}

async function openFolder(client: ImapFlow, folder: string): Promise<void> {
  try {
    await client.mailboxOpen(folder, { readOnly: true });
  } catch (error) {
    const { responseStatus } = error as { responseStatus?: string };
    throw responseStatus === 'NO' ? new FolderMissing(folder) : error;
  }
}

/** Closes the whole connection if the command takes too long, because a server may send without end. */
export async function closeOnTimeout<T>(
  client: ImapFlow,
  command: Promise<T>,
  timeoutMs = RESPONSE_MS,
): Promise<T> {
  const timer = setTimeout(() => client.close(), timeoutMs);
  try {
    return await command;
  } finally {
    clearTimeout(timer);
  }
}

/** Returns 'refused' if the server has refused the sign-in, and 'unreachable' for any unknown error. */
export function classifyMailboxError(error: unknown): 'folder-missing' | 'refused' | 'unreachable' {
  if (error instanceof FolderMissing) return 'folder-missing';
  const isRefused = (error as { authenticationFailed?: boolean }).authenticationFailed === true;
  return isRefused ? 'refused' : 'unreachable';
}

/** Returns the code of Node.js, such as `ECONNREFUSED` or `CERT_HAS_EXPIRED`. The error's text may name an account. */
export function getConnectionErrorCode(error: unknown): string | undefined {
  return (error as { code?: string }).code;
}

export interface MailboxState {
  uidValidity: number;
  uidNext: number;
  messageCount: number;
}

/** Throws if no folder is open. */
export function getMailboxState(client: ImapFlow): MailboxState {
  if (!client.mailbox) throw new Error('no folder is open');
  const { uidValidity, uidNext, exists } = client.mailbox;
  return { uidValidity: Number(uidValidity), uidNext, messageCount: exists };
}

/** Resolves when a message has come, the connection has ended, `stop` is aborted, or a check is due. */
export function waitForMessageOrNextCheck(client: ImapFlow, stop: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, MAILBOX.checkMinutes * MINUTE);
  const events = ['exists', 'close'] as const;
  for (const event of events) client.once(event, resolve);
  stop.addEventListener('abort', () => resolve(), { once: true });
  client.idle().catch(() => {});
  return promise.finally(() => {
    clearTimeout(timer);
    for (const event of events) client.off(event, resolve);
  });
}

export interface FetchedMessage {
  uid: number;
  sizeBytes: number;
  receivedAt: Date;
  /** The header block, or its first MAILBOX.headerKb. */
  headerBlock: Buffer;
}

/** Returns the UIDs of the messages in a range, in ascending order; `since` counts whole days. */
export async function searchUids(
  client: ImapFlow,
  range: { first: number; last?: number; since?: Date },
): Promise<number[]> {
  const { first, last = '*', since } = range;
  const query = since ? { uid: `${first}:${last}`, since } : { uid: `${first}:${last}` };
  const uids = (await closeOnTimeout(client, client.search(query, { uid: true }))) || [];
  // `n:*` means the last message too, even if its number is smaller (RFC 9051, 9).
  return uids.filter((uid) => uid >= first).toSorted((a, b) => a - b);
}

/** Fetches the headers of messages, in the order of their UIDs; BODY.PEEK marks none as read. */
export async function fetchHeaders(
  client: ImapFlow,
  uids: readonly number[],
): Promise<FetchedMessage[]> {
  const header = { key: 'HEADER', start: 0, maxLength: MAILBOX.headerKb * KB };
  const query = { uid: true, internalDate: true, size: true, bodyParts: [header] };
  const rows = await closeOnTimeout(client, client.fetchAll(uids.join(','), query, { uid: true }));
  return rows
    .map(({ uid, size, internalDate, headers }) => ({
      uid,
      sizeBytes: size ?? 0,
      receivedAt: toReceivedTime(internalDate),
      headerBlock: headers ?? Buffer.alloc(0),
    }))
    .toSorted((a, b) => a.uid - b.uid);
}

/** Returns now for a time that is missing or in the future: retention counts from it. */
function toReceivedTime(internalDate: Date | string | undefined): Date {
  const timeMs = new Date(internalDate ?? NaN).getTime();
  const nowMs = Date.now();
  return new Date(timeMs <= nowMs ? timeMs : nowMs);
}

/** Returns the message as a stream, cut at MAILBOX.messageMb, or null if it has been deleted. */
export async function downloadMessage(
  client: ImapFlow,
  uid: number,
): Promise<AsyncIterable<Buffer> | null> {
  const limits = { maxBytes: MAILBOX.messageMb * MB, chunkSize: 256 * KB };
  const download = client.download(String(uid), undefined, { uid: true, ...limits });
  const { content } = await closeOnTimeout(client, download);
  return content ?? null;
}
