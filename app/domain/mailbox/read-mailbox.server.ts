// Reads the new messages of an open mailbox, one at a time, and stores those that answer our mails. An IMAP
// server numbers the messages of a folder with ascending UIDs; the database stores the last UID that was read.
// If the server changes the folder's `uidValidity`, it has numbered all messages anew, and only their dates
// tell which of them are new.
import { hash } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { ImapFlow } from 'imapflow';
import { MessageFiles } from '#app/domain/attachments/message-files.server.ts';
import { countEvent, SERVER } from '#app/domain/audit.server.ts';
import { DAY, MINUTE, SECOND } from '#app/domain/clock.server.ts';
import { MAILBOX, MB } from '#app/domain/limits.ts';
import { log, logError } from '#app/log.server.ts';
import { getDatabase, inTransaction } from '#db/database.server.ts';
import { upsertMailbox, type MailboxKey } from '#db/mailboxes.ts';
import { findSentMails } from '#db/messages.ts';
import { findRow } from '#db/rows.ts';
import { isStoreError } from '#db/store-error.ts';
import {
  closeOnTimeout,
  downloadMessage,
  fetchHeaders,
  getMailboxState,
  isBusy,
  isRefusal,
  searchUids,
  type FetchedMessage,
  type MailboxState,
} from './mailbox-connection.server.ts';
import { parseHeaders, type MessageHeaders } from './message-headers.ts';
import { findReturnedIds, parseMessage, type MessageContents } from './parse-message.ts';
import {
  findAnsweredMail,
  isSenderOfSite,
  storeMessageAndReopenEnquiry,
} from './store-message.server.ts';

const MESSAGE_TIMEOUT_MS = MAILBOX.messageMinutes * MINUTE;

/** A message as the mail server numbers it. */
export interface MessageNumber {
  uidValidity: number;
  uid: number;
}

/** Knows which message is being read, because it may end the thread. */
export interface MessageGuard {
  /** Returns how often a thread has ended while it read this message. */
  countCrashes: (message: MessageNumber) => number;
  setCurrentMessage: (message: MessageNumber | null) => void;
}

interface Position {
  lastUid: number;
  /** When this mailbox was read for the first time. Earlier messages are never read. */
  switchedOnAt: Date;
  /** The messages below this UID were numbered anew: they are new if they came since `switchedOnAt`. */
  datedBelowUid: number;
}

/**
 * Stores the new messages that answer a mail of this site or report that one could not be delivered, and moves the
 * position after each new message. At the end records the reading as successful, which clears a stored error. The first
 * reading of a mailbox only stores the position. If the server has numbered the messages anew, reads again those that
 * came since the first reading. Throws errors of the connection and the store.
 */
export async function storeNewAnswersAndBounces(
  client: ImapFlow,
  key: MailboxKey,
  guard: MessageGuard,
): Promise<void> {
  const state = await getMailboxState(client);
  const position = await ensurePosition(key, state);
  const uids = await listNewUids(client, position);
  let storedCount = 0;

  for (let start = 0; start < uids.length; start += MAILBOX.batchMessages) {
    const batch = uids.slice(start, start + MAILBOX.batchMessages);
    const messages = await fetchReadableHeaders(client, batch);

    for (const uid of batch) {
      // Undefined if the message was deleted since the search, or cannot be read.
      const message = messages.get(uid);
      if (message && isNew(message, position)) {
        const messageNumber = { uidValidity: state.uidValidity, uid };
        if (await storeGuarded(client, message, messageNumber, guard)) storedCount += 1;
      }

      // The message is committed: even if the next one ends the thread, it need not be read again.
      await inTransaction((tx) => upsertMailbox(tx, key, { last_uid: uid }));
      // Lets the thread show that it is alive, and stop.
      await yieldToEventLoop();
    }
  }

  await recordReading(key, state);
  if (uids.length > 0)
    // oxlint-disable-next-line id-denylist -- readers of the log know this name
    log('mailbox-read', { kept: storedCount, ignored: uids.length - storedCount });
}

function recordReading(key: MailboxKey, { messageCount }: MailboxState): Promise<void> {
  const success = {
    message_count: messageCount,
    last_read_at: new Date().toISOString(),
    error: null,
    error_since: null,
  };
  return inTransaction((tx) => upsertMailbox(tx, key, success));
}

/** Returns the stored position; stores one at the first time, and when the messages were numbered anew. */
async function ensurePosition(
  key: MailboxKey,
  { uidValidity, uidNext }: MailboxState,
): Promise<Position> {
  const mailbox = await findRow(getDatabase(), 'mailboxes', key);

  if (!mailbox?.switched_on_at) {
    // IMAP's times are whole seconds.
    const switchedOnAt = new Date(Math.floor(Date.now() / SECOND) * SECOND);
    // Starts after the messages that are there.
    const start = { lastUid: uidNext - 1, switchedOnAt, datedBelowUid: 0 };
    return storePosition(key, uidValidity, start);
  }

  const switchedOnAt = new Date(mailbox.switched_on_at);
  const lastUid = mailbox.last_uid ?? 0;
  // A server that was restored from a backup may give numbers a second time, and keep its uidValidity.
  const isNumberedAnew = mailbox.uid_validity !== uidValidity || lastUid >= uidNext;
  if (isNumberedAnew) {
    // Starts again with the first message.
    const restart = { lastUid: 0, switchedOnAt, datedBelowUid: uidNext };
    return storePosition(key, uidValidity, restart);
  }

  return { lastUid, switchedOnAt, datedBelowUid: mailbox.dated_below_uid ?? 0 };
}

async function storePosition(
  key: MailboxKey,
  uidValidity: number,
  position: Position,
): Promise<Position> {
  const change = {
    uid_validity: uidValidity,
    switched_on_at: position.switchedOnAt.toISOString(),
    last_uid: position.lastUid,
    dated_below_uid: position.datedBelowUid,
  };
  await inTransaction((tx) => upsertMailbox(tx, key, change));
  return position;
}

/** Returns the UIDs after the position, in ascending order; some renumbered messages are not new (isNew). */
async function listNewUids(client: ImapFlow, position: Position): Promise<number[]> {
  const { lastUid, switchedOnAt, datedBelowUid } = position;
  const firstUid = lastUid + 1;
  if (firstUid >= datedBelowUid) return searchUids(client, { first: firstUid });

  // SINCE knows days only, in the server's own zone.
  const since = new Date(switchedOnAt.getTime() - DAY);
  const renumberedRange = { first: firstUid, last: datedBelowUid - 1, since };
  const renumberedUids = await searchUids(client, renumberedRange);
  const laterUids = await searchUids(client, { first: datedBelowUid });
  return [...renumberedUids, ...laterUids];
}

/**
 * Like fetchHeaders, but without messages that the server itself cannot read. Throws if it refuses all of them: then it
 * may be out of order, and they are read later.
 */
async function fetchReadableHeaders(
  client: ImapFlow,
  uids: readonly number[],
): Promise<Map<number, FetchedMessage>> {
  try {
    return await fetchHeaders(client, uids);
  } catch (error) {
    if (!isRefusal(error)) throw error;

    const messages = new Map<number, FetchedMessage>();
    for (const uid of uids) {
      try {
        const [message] = (await fetchHeaders(client, [uid])).values();
        if (message) messages.set(uid, message);
      } catch (refusal) {
        if (!isRefusal(refusal)) throw refusal;
      }
    }
    if (messages.size === 0) throw error;

    logError('mailbox-message', { reason: 'ignored, because the mail server cannot read it' });
    return messages;
  }
}

function isNew({ uid, receivedAt }: FetchedMessage, position: Position): boolean {
  return uid >= position.datedBelowUid || receivedAt >= position.switchedOnAt;
}

/** Returns whether it stored the message. Ignores a message if its headers alone crash the worker (AN-7). */
async function storeGuarded(
  client: ImapFlow,
  message: FetchedMessage,
  number: MessageNumber,
  guard: MessageGuard,
): Promise<boolean> {
  const crashCount = guard.countCrashes(number);
  if (crashCount >= MAILBOX.maxCrashes) {
    logError('mailbox-message', { reason: 'ignored, because it has ended the thread again' });
    return false;
  }

  guard.setCurrentMessage(number);
  try {
    return await storeIfAnswer(client, message, { isDangerous: crashCount > 0 });
  } finally {
    guard.setCurrentMessage(null);
  }
}

/** Returns whether it stored the message: whether it answers or returns our mail and was not stored before. */
async function storeIfAnswer(
  client: ImapFlow,
  { uid, headerBlock, receivedAt, sizeBytes }: FetchedMessage,
  { isDangerous }: { isDangerous: boolean },
): Promise<boolean> {
  const headers = parseHeaders(headerBlock);
  const isAnswer = (await findAnsweredMail(getDatabase(), headers)) !== null;
  const mayBeReport = (headers.isReport || headers.isAutomatic) && !isDangerous;
  const isAboutOurMail = isAnswer || (mayBeReport && (await returnsOurMail(client, uid, headers)));
  if (!isAboutOurMail) {
    // The desk says when only such messages come (AN-2).
    if (!isSenderOfSite(headers.sender)) countEvent(SERVER, 'message-ignored');
    return false;
  }

  await using files = new MessageFiles();
  const isTooLarge = sizeBytes > MAILBOX.messageMb * MB;
  const contents =
    isTooLarge || isDangerous
      ? describeUnreadMessage(headers)
      : await downloadContents(client, uid, headers, files);
  if (!contents) return false;

  // Before the rows, so that no stored row names a file that is not on the disk.
  await files.scanAndLinkFinalNames();
  return await storeMessageAndReopenEnquiry({ headers, contents, receivedAt }, files);
}

/** Looks only for the id of the returned mail: any sender can forge a report, and its texts cost time. */
async function returnsOurMail(
  client: ImapFlow,
  uid: number,
  headers: MessageHeaders,
): Promise<boolean> {
  const startedAtMs = performance.now();
  try {
    const source = await downloadMessage(client, uid, MAILBOX.reportMb * MB);
    if (!source) return false;
    const reading = findReturnedIds(source, headers);
    const returnedIds = await closeOnTimeout(client, reading, MESSAGE_TIMEOUT_MS);
    return (await findSentMails(getDatabase(), returnedIds)).size > 0;
  } catch (error) {
    if (!isErrorOfMessage(client, error, startedAtMs)) throw error;
    return false;
  }
}

/** Returns null if the message has been deleted. */
async function downloadContents(
  client: ImapFlow,
  uid: number,
  headers: MessageHeaders,
  files: MessageFiles,
): Promise<MessageContents | null> {
  const startedAtMs = performance.now();
  try {
    const source = await downloadMessage(client, uid, MAILBOX.messageMb * MB);
    if (!source) return null;
    const parsing = parseMessage(source, headers, (file) => files.receive(file));
    return await closeOnTimeout(client, parsing, MESSAGE_TIMEOUT_MS);
  } catch (error) {
    if (!isErrorOfMessage(client, error, startedAtMs)) throw error;
    logError('mailbox-message', { reason: (error as Error).name });
    return describeUnreadMessage(headers);
  }
}

/**
 * Returns whether a message itself is the cause, also by its slowness: it must not keep the next ones from being read.
 * It never is for an error of our own disk or database, or of a busy server.
 */
function isErrorOfMessage(client: ImapFlow, error: unknown, startedAtMs: number): boolean {
  if (isStoreError(error) || isBusy(error)) return false;
  return client.usable || performance.now() - startedAtMs >= MESSAGE_TIMEOUT_MS;
}

function describeUnreadMessage({ date, sender, subject }: MessageHeaders): MessageContents {
  const bodyHash = hash('sha256', JSON.stringify([date, sender, subject]));
  const report = { hasFailed: false, reason: '', originalIds: [] };
  return { text: '', isCut: true, bodyHash, report };
}
