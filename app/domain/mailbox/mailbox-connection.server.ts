import type { ImapFlow } from 'imapflow';
import { config, type MailboxConfig } from '#app/config.server.ts';
import { MINUTE, SECOND } from '#app/domain/clock.server.ts';
import { KB, MAILBOX, MB } from '#app/domain/limits.ts';
import type { MailboxKey } from '#db/mailboxes.ts';
import type { MailboxError } from '#db/schema.ts';

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

/**
 * Opens the folder read-only (EXAMINE). The caller must close the client. Throws errors that classifyMailboxError
 * understands; then the client is closed already.
 */
export async function openMailbox(mailbox: MailboxConfig): Promise<ImapFlow> {
  // Loaded with the first connection: most installations read no mailbox.
  const { ImapFlow: Client } = await import('imapflow');

  const client = createClient(Client, mailbox);

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

function createClient(Client: typeof ImapFlow, mailbox: MailboxConfig): ImapFlow {
  return new Client({
    host: mailbox.host,
    port: mailbox.port,
    secure: mailbox.isEncrypted,
    // Without encryption only to this machine (IMAP_URL in config.server.ts), so there is nothing to upgrade.
    doSTARTTLS: false,
    auth: { user: mailbox.user, pass: mailbox.password },
    logger: false,
    disableAutoIdle: true,
    // Compressed data could grow without limit.
    disableCompression: true,
    // IDLE begins anew before its silence would exceed `socketTimeout`.
    maxIdleTime: RESPONSE_MS - 10 * SECOND,
    connectionTimeout: RESPONSE_MS,
    greetingTimeout: RESPONSE_MS,
    socketTimeout: RESPONSE_MS,
    maxLineLength: 2 * MB,
    maxLiteralSize: MB,
    maxResponseSize: 4 * MB,
    maxResponseTokens: 100_000,
  });
}

async function openFolder(client: ImapFlow, folder: string): Promise<void> {
  try {
    await client.mailboxOpen(folder, { readOnly: true });
  } catch (error) {
    const isRefused = (error as ServerError).responseStatus === 'NO';
    throw isRefused && !isTemporaryRefusal(error) ? new FolderMissing(folder) : error;
  }
}

/**
 * Returns the result of a command. Closes the whole connection, which rejects the command, if it takes too long: a
 * server may send without end.
 */
export function closeOnTimeout<T>(
  client: ImapFlow,
  command: Promise<T>,
  timeoutMs = RESPONSE_MS,
): Promise<T> {
  const timer = setTimeout(() => client.close(), timeoutMs);
  return command.finally(() => clearTimeout(timer));
}

/** Returns whether a server has refused a command only because it is busy (RFC 5530): it may accept it later. */
export function isBusy(error: unknown): boolean {
  // Office 365 says in words that commands come too fast.
  const isThrottled = (error as ServerError).code === 'ETHROTTLE';
  const busyCode = /^(UNAVAILABLE|INUSE|LIMIT|THROTTLED|OVERQUOTA)$/;
  return isThrottled || busyCode.test(getResponseCode(error));
}

/** Returns whether a server has refused a command, as it does with a message that it cannot read itself. */
export const isRefusal = (error: unknown): boolean =>
  /^(NO|BAD)$/.test((error as ServerError).responseStatus ?? '') && !isBusy(error);

interface ServerError {
  code?: string;
  authenticationFailed?: boolean;
  responseStatus?: string;
  serverResponseCode?: string;
  response?: string | { attributes?: { section?: { value?: string }[] }[] };
}

/** Returns the code in brackets, such as `UNAVAILABLE`, or ''. */
function getResponseCode(error: unknown): string {
  const { serverResponseCode, response } = error as ServerError;
  if (serverResponseCode || typeof response !== 'object') return serverResponseCode ?? '';

  // imapflow leaves the response to a FETCH as it has parsed it.
  const code = response.attributes?.[0]?.section?.[0]?.value;
  return code?.toUpperCase() ?? '';
}

/** Returns 'refused' for a sign-in; 'unreachable' also for a server that is busy, and for any unknown error. */
export function classifyMailboxError(error: unknown): MailboxError {
  if (error instanceof FolderMissing) return 'folder-missing';
  const isRefused = (error as ServerError).authenticationFailed === true;
  return isRefused && !isTemporaryRefusal(error) ? 'refused' : 'unreachable';
}

/** Servers refuse a sign-in or a folder also because they are busy or broken; ALERT says nothing about the cause. */
const isTemporaryRefusal = (error: unknown): boolean =>
  isBusy(error) || /^(SERVERBUG|ALERT)$/.test(getResponseCode(error));

/**
 * Returns the code of a temporary refusal, such as `UNAVAILABLE`, or of Node.js, such as `ECONNREFUSED` or
 * `CERT_HAS_EXPIRED`; undefined if the error has none. The error's text may name an account.
 */
export function getMailboxErrorCode(error: unknown): string | undefined {
  const { code } = error as ServerError;
  return isTemporaryRefusal(error) ? getResponseCode(error) || code : code;
}

export interface MailboxState {
  uidValidity: number;
  /** The UID that the next message will have. */
  uidNext: number;
  messageCount: number;
}

/** Returns the state of the open folder. Without uidNext, asks for the last UID. Throws if no folder is open. */
export async function getMailboxState(client: ImapFlow): Promise<MailboxState> {
  if (!client.mailbox) throw new Error('no folder is open');
  const { uidValidity, uidNext, exists } = client.mailbox;
  return {
    uidValidity: Number(uidValidity),
    // Some servers leave it out (RFC 9051, 6.3.2, requires it).
    uidNext: uidNext || (await findLastUid(client, exists)) + 1,
    messageCount: exists,
  };
}

async function findLastUid(client: ImapFlow, messageCount: number): Promise<number> {
  if (messageCount === 0) return 0;
  const lastMessage = await closeOnTimeout(client, client.fetchOne('*', { uid: true }));
  if (!lastMessage) throw new Error('the server does not number its messages');
  return lastMessage.uid;
}

/**
 * Listens until the connection ends, because a server announces a message once, also while another one is fetched.
 * The returned function resolves when a message was announced since it last resolved, when the connection has ended,
 * or when a check is due. Without IDLE it asks the server about once a minute.
 */
export function listenForMessages(client: ImapFlow): () => Promise<void> {
  let announcement = Promise.withResolvers<void>();
  const announce = () => announcement.resolve();
  client.on('exists', announce);
  client.on('close', announce);

  return async () => {
    const checkTimer = setTimeout(announce, MAILBOX.checkMinutes * MINUTE);
    client.idle().catch(() => {});
    await announcement.promise;
    clearTimeout(checkTimer);
    announcement = Promise.withResolvers();
  };
}

export interface FetchedMessage {
  uid: number;
  sizeBytes: number;
  receivedAt: Date;
  /** The header block, or its first MAILBOX.headerKb. */
  headerBlock: Buffer;
}

/**
 * Returns the UIDs in a range, in ascending order; `since` counts whole days. Raises the `uidNext` of the open folder
 * (getMailboxState) above them. Throws if the server refuses to search.
 */
export async function searchUids(
  client: ImapFlow,
  range: { first: number; last?: number; since?: Date },
): Promise<number[]> {
  const { first, last = '*', since } = range;
  const query = since ? { uid: `${first}:${last}`, since } : { uid: `${first}:${last}` };
  const result = await closeOnTimeout(client, client.search(query, { uid: true }));
  const isFolderEmpty = client.mailbox && client.mailbox.exists === 0;
  // imapflow returns false for a refusal. In an empty folder a server may refuse `*` (RFC 9051, 9).
  if (!result && !isFolderEmpty) throw new Error('the server refuses to search');

  const uids = (result || []).toSorted((a, b) => a - b);

  // imapflow raises uidNext only for messages that it fetches. A lower one would look like a renumbered folder.
  const lastUid = uids.at(-1) ?? 0;
  if (client.mailbox && lastUid >= client.mailbox.uidNext) client.mailbox.uidNext = lastUid + 1;

  // `n:*` means the last message too, even if its number is smaller (RFC 9051, 9).
  return uids.filter((uid) => uid >= first);
}

/** Fetches the headers of messages, by UID, without those deleted meanwhile; BODY.PEEK marks none as read. */
export async function fetchHeaders(
  client: ImapFlow,
  uids: readonly number[],
): Promise<Map<number, FetchedMessage>> {
  const header = { key: 'HEADER', start: 0, maxLength: MAILBOX.headerKb * KB };
  const query = { uid: true, internalDate: true, size: true, bodyParts: [header] };
  const rows = await closeOnTimeout(client, client.fetchAll(uids.join(','), query, { uid: true }));

  const messages = new Map<number, FetchedMessage>();
  for (const { uid, size, internalDate, headers } of rows) {
    // A server may add rows that say only that the flags of a message have changed.
    if (!headers) continue;
    const receivedAt = toReceivedTime(internalDate);
    messages.set(uid, { uid, sizeBytes: size ?? 0, receivedAt, headerBlock: headers });
  }
  return messages;
}

/** Returns now for a time that is missing or in the future: retention counts from it. */
function toReceivedTime(internalDate: Date | string | undefined): Date {
  const timeMs = new Date(internalDate ?? NaN).getTime();
  const nowMs = Date.now();
  return new Date(timeMs <= nowMs ? timeMs : nowMs);
}

/** Returns the message as a stream, cut at `maxBytes`, or null if it has been deleted. */
export async function downloadMessage(
  client: ImapFlow,
  uid: number,
  maxBytes: number,
): Promise<AsyncIterable<Buffer> | null> {
  const wholeMessage = undefined;
  const options = { uid: true, maxBytes, chunkSize: 256 * KB };
  const download = client.download(String(uid), wholeMessage, options);

  const { content } = await closeOnTimeout(client, download);
  // Without a connection imapflow returns the same as for a deleted message.
  if (!content && !client.usable) throw new Error('the connection has ended');
  return content ?? null;
}
