// Reads the mailbox in a thread, so that no message can block pages. mailbox-reader.server.ts (re)starts it.
import { addAbortListener } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { config } from '#app/config.server.ts';
import { flushEventCounts } from '#app/domain/audit.server.ts';
import { MINUTE, SECOND } from '#app/domain/clock.server.ts';
import { MAILBOX } from '#app/domain/limits.ts';
import { log, logError } from '#app/log.server.ts';
import { closeDatabase, getDatabase, inTransaction } from '#db/database.server.ts';
import { tryLockFile } from '#db/engine/locks.ts';
import { upsertMailbox } from '#db/mailboxes.ts';
import { findRow } from '#db/rows.ts';
import type { MailboxError } from '#db/schema.ts';
import {
  classifyMailboxError,
  getMailboxErrorCode,
  getMailboxKey,
  listenForMessages,
  openMailbox,
  requireMailboxConfig,
} from './mailbox-connection.server.ts';
import {
  storeNewAnswersAndBounces,
  type MessageGuard,
  type MessageNumber,
} from './read-mailbox.server.ts';

const FIRST_RETRY_MS = MAILBOX.firstRetrySeconds * SECOND;
const LONGEST_RETRY_MS = MAILBOX.longestRetryMinutes * MINUTE;

// The message that each earlier thread was reading when it ended.
const crashedMessages = workerData as MessageNumber[];
const mailbox = requireMailboxConfig();
const key = getMailboxKey(mailbox);
const stop = new AbortController();
parentPort!.once('message', () => stop.abort());

let currentMessage: MessageNumber | null = null;
const report = () => parentPort!.postMessage(currentMessage);
// Every second too: a thread that is stuck reports nothing.
const heartbeat = setInterval(report, SECOND);
const guard: MessageGuard = {
  // The numbers of messages mean others after a change of uidValidity.
  countCrashes: ({ uidValidity, uid }) =>
    crashedMessages.filter((message) => message.uidValidity === uidValidity && message.uid === uid)
      .length,
  setCurrentMessage(message) {
    currentMessage = message;
    report();
  },
};

try {
  await readUntilStopped();
} finally {
  clearInterval(heartbeat);
  await flushEventCounts();
  await closeDatabase();
  parentPort!.close();
}

async function readUntilStopped(): Promise<void> {
  const lock = await waitForLock();
  let retryMs = FIRST_RETRY_MS;
  let loggedError: MailboxError | null = null;

  while (!stop.signal.aborted) {
    const { hasBeenRead, error } = await readWhileConnected();
    if (hasBeenRead) {
      retryMs = FIRST_RETRY_MS;
      loggedError = null;
    }

    const reason = error && classifyMailboxError(error);
    if (reason) {
      // One line for each state, not one for each attempt.
      if (reason !== loggedError)
        logError('mailbox-failed', { reason, code: getMailboxErrorCode(error) });
      loggedError = reason;
      await recordError(reason);
    }

    await pause(reason === 'refused' ? LONGEST_RETRY_MS : retryMs);
    retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
  }
  lock?.close();
}

/** Keeps the time of the first error since the mailbox was read. */
async function recordError(error: MailboxError): Promise<void> {
  const storedMailbox = await findRow(getDatabase(), 'mailboxes', key);
  const error_since = storedMailbox?.error_since ?? new Date().toISOString();
  await inTransaction((tx) => upsertMailbox(tx, key, { error, error_since }));
}

/** Waits until no other process of this data folder reads the mailbox. Returns null once this thread is stopped. */
async function waitForLock(): Promise<ReturnType<typeof tryLockFile>> {
  const path = join(config().dataDir, 'mailbox.lock');
  while (!stop.signal.aborted) {
    const lock = tryLockFile(path);
    if (lock) return lock;
    await pause(FIRST_RETRY_MS);
  }
  return null;
}

/** Reads new messages until the connection ends. `error` is null if it ends between two commands, or by `stop`. */
async function readWhileConnected(): Promise<{ hasBeenRead: boolean; error: Error | null }> {
  let hasBeenRead = false;

  try {
    const client = await openMailbox(mailbox);
    using _closing = addAbortListener(stop.signal, () => client.close());
    try {
      const waitForMessages = listenForMessages(client);
      while (client.usable) {
        await storeNewAnswersAndBounces(client, key, guard);
        if (!hasBeenRead) log('mailbox-connected');
        hasBeenRead = true;
        await waitForMessages();
      }
    } finally {
      client.close();
    }

    return { hasBeenRead, error: null };
  } catch (error) {
    return { hasBeenRead, error: stop.signal.aborted ? null : (error as Error) };
  }
}

async function pause(delayMs: number): Promise<void> {
  await wait(delayMs, undefined, { signal: stop.signal }).catch(() => undefined);
}
