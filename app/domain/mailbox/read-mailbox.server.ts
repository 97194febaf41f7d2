// Reads the new messages of an open mailbox, one at a time, and stores those that answer our mails.
import { createHash } from 'node:crypto';
import type { ImapFlow } from 'imapflow';
import { MessageFiles } from '#app/domain/attachments/message-files.server.ts';
import { DAY, MINUTE } from '#app/domain/clock.server.ts';
import { MAILBOX, MB } from '#app/domain/limits.ts';
import { log, logError } from '#app/log.server.ts';
import { database, inTransaction } from '#db/database.server.ts';
import { findMailbox, updateMailbox, type MailboxKey } from '#db/mailboxes.ts';
import { isStoreError } from '#db/store-error.ts';
import {
  downloadMessage,
  fetchHeaders,
  getMailboxState,
  searchUids,
  withDeadline,
  type FetchedMessage,
  type MailboxState,
} from './mailbox-connection.server.ts';
import { parseHeaders, type MessageHeaders } from './message-headers.ts';
import { parseMessage, type MessageContents, type MessageFile } from './parse-message.ts';
import { findAnsweredMail, storeMessage } from './store-message.server.ts';

/** Reports the message that is being read: a message that crashed an earlier thread is stored by its headers. */
export interface MessageGuard {
  isDangerous: (uid: number) => boolean;
  begin: (uid: number) => void;
  end: () => void;
}

interface Position {
  lastUid: number;
  switchedOnAt: Date;
  datedBelowUid: number;
}

/** Stores the new messages and moves the position after them. Throws errors of the connection and the store. */
export async function readNewMessages(
  client: ImapFlow,
  key: MailboxKey,
  guard: MessageGuard,
): Promise<void> {
  const state = getMailboxState(client);
  const position = await preparePosition(key, state);
  const uids = await listNewUids(client, position);
  let keptCount = 0;
  for (let start = 0; start < uids.length; start += MAILBOX.batchMessages) {
    const batch = uids.slice(start, start + MAILBOX.batchMessages);
    for (const message of await fetchHeaders(client, batch)) {
      const isNew =
        message.uid >= position.datedBelowUid || message.receivedAt >= position.switchedOnAt;
      if (isNew && (await readMessage(client, message, guard))) keptCount += 1;
    }
    // The messages are committed: from here on they need not be read again.
    await inTransaction((tx) => updateMailbox(tx, key, { last_uid: batch.at(-1)! }));
  }
  const message_count = state.messageCount;
  const change = { last_read_at: new Date().toISOString(), message_count };
  await inTransaction((tx) =>
    updateMailbox(tx, key, { ...change, error: null, error_since: null }),
  );
  if (uids.length > 0)
    // oxlint-disable-next-line id-denylist -- readers of the log know this name
    log('mailbox-read', { kept: keptCount, ignored: uids.length - keptCount });
}

/** Returns where to go on reading. The first sign-in begins after the messages that are there. */
async function preparePosition(key: MailboxKey, state: MailboxState): Promise<Position> {
  const { uidValidity: uid_validity, uidNext } = state;
  const mailbox = await findMailbox(database(), key);
  const isFirst = !mailbox?.switched_on_at;
  // IMAP's times are whole seconds.
  const switchedOnAt = new Date(mailbox?.switched_on_at ?? Math.floor(Date.now() / 1000) * 1000);
  if (!isFirst && mailbox.uid_validity === uid_validity)
    return {
      lastUid: mailbox.last_uid ?? 0,
      switchedOnAt,
      datedBelowUid: mailbox.dated_below_uid ?? 0,
    };
  const lastUid = isFirst ? uidNext - 1 : 0;
  const datedBelowUid = isFirst ? 0 : uidNext;
  const change = { uid_validity, last_uid: lastUid, dated_below_uid: datedBelowUid };
  const switched_on_at = switchedOnAt.toISOString();
  await inTransaction((tx) => updateMailbox(tx, key, { switched_on_at, ...change }));
  return { lastUid, switchedOnAt, datedBelowUid };
}

async function listNewUids(client: ImapFlow, position: Position): Promise<number[]> {
  const { lastUid, switchedOnAt, datedBelowUid } = position;
  const first = Math.max(lastUid + 1, datedBelowUid);
  const numberedSince = await searchUids(client, { first });
  if (lastUid + 1 >= datedBelowUid) return numberedSince;
  // SINCE knows days only, in the server's own zone.
  const since = new Date(switchedOnAt.getTime() - DAY);
  const last = datedBelowUid - 1;
  return [...(await searchUids(client, { first: lastUid + 1, last, since })), ...numberedSince];
}

/** Returns whether the message was stored. */
async function readMessage(
  client: ImapFlow,
  message: FetchedMessage,
  guard: MessageGuard,
): Promise<boolean> {
  const { uid, headerBlock, receivedAt, sizeBytes } = message;
  const headers = parseHeaders(headerBlock);
  if (!headers.isReport && !(await findAnsweredMail(database(), headers))) return false;
  if (sizeBytes > MAILBOX.messageMb * MB || guard.isDangerous(uid)) {
    const contents = describeUnreadMessage(headers);
    return storeMessage({ headers, contents, receivedAt }, new MessageFiles());
  }
  guard.begin(uid);
  const files = new MessageFiles();
  try {
    const source = await downloadMessage(client, uid);
    if (!source) return false;
    const parsing = parseMessage(source, headers.date, (file) => takeFile(files, file));
    const limitMs = MAILBOX.messageMinutes * MINUTE;
    const contents = await withDeadline(client, parsing, limitMs).catch((error: Error) => {
      if (!client.usable || isStoreError(error)) throw error;
      // A message that cannot be parsed must not keep the next ones from being read.
      logError('mailbox-message', { reason: error.name });
      return describeUnreadMessage(headers);
    });
    return await storeMessage({ headers, contents, receivedAt }, files);
  } finally {
    await files.drop();
    guard.end();
  }
}

// Neither is for a person to open: invitations, signatures, and Outlook's own format.
const UNKEPT_TYPES = /^(text\/calendar|application\/((x-)?pkcs7-signature|ms-tnef|vnd\.ms-tnef))$/;

export async function takeFile(files: MessageFiles, file: MessageFile): Promise<void> {
  if (UNKEPT_TYPES.test(file.type)) files.refuse({ kind: 'notAccepted', name: file.name });
  else await files.receive(file);
}

function describeUnreadMessage({ date, sender, subject }: MessageHeaders): MessageContents {
  return {
    text: '',
    isCut: true,
    bodyHash: createHash('sha256')
      .update(JSON.stringify([date, sender, subject]))
      .digest('hex'),
    report: { hasFailed: false, reason: '', originalId: null },
  };
}
