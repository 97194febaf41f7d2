// Reads the mailbox in a thread, so that no message can block pages. mailbox-reader.server.ts (re)starts it.
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { config, type MailboxConfig } from '#app/config.server.ts';
import { MINUTE, SECOND } from '#app/domain/clock.server.ts';
import { MAILBOX } from '#app/domain/limits.ts';
import { log, logError } from '#app/log.server.ts';
import { closeDatabase, getDatabase, inTransaction } from '#db/database.server.ts';
import { tryLockFile } from '#db/engine/locks.ts';
import { findMailbox, upsertMailbox } from '#db/mailboxes.ts';
import type { MailboxError } from '#db/schema.ts';
import {
  classifyMailboxError,
  getConnectionErrorCode,
  getMailboxKey,
  openMailbox,
  requireMailboxConfig,
  waitForMessageOrNextCheck,
} from './mailbox-connection.server.ts';
import { storeNewAnswers, type MessageGuard, type MessageNumber } from './read-mailbox.server.ts';

export interface WorkerOptions {
  /** The message that each earlier thread was reading when it ended. */
  crashedMessages: MessageNumber[];
}

/** The message in hand, or null. Sent every second too: a thread that is stuck sends nothing. */
export interface WorkerReport {
  message: MessageNumber | null;
}

const { crashedMessages } = workerData as WorkerOptions;
const mailbox = requireMailboxConfig();
const key = getMailboxKey(mailbox);
const stop = new AbortController();
parentPort!.once('message', () => stop.abort());

let currentMessage: MessageNumber | null = null;
let lastError: MailboxError | null = null;
const report = () => parentPort!.postMessage({ message: currentMessage } satisfies WorkerReport);
const heartbeat = setInterval(report, SECOND);
const setCurrentMessage = (message: MessageNumber | null) => {
  currentMessage = message;
  report();
};
const guard: MessageGuard = {
  // The numbers of messages mean others after a change of uidValidity.
  countCrashes: ({ uidValidity, uid }) =>
    crashedMessages.filter((message) => message.uidValidity === uidValidity && message.uid === uid)
      .length,
  begin: setCurrentMessage,
  end: () => setCurrentMessage(null),
};

try {
  await readUntilStopped(mailbox);
} finally {
  clearInterval(heartbeat);
  await closeDatabase();
  parentPort!.close();
}

async function readUntilStopped(mailbox: MailboxConfig): Promise<void> {
  const lockPath = join(config().dataDir, 'mailbox.lock');
  let delayMs = 0;
  let lock: ReturnType<typeof tryLockFile> = null;
  while (!stop.signal.aborted) {
    lock ??= tryLockFile(lockPath);
    if (!lock) {
      // Another process of this data folder reads the mailbox.
      await pause(MAILBOX.firstRetrySeconds * SECOND);
      continue;
    }
    const end = await readWhileConnected(mailbox);
    delayMs = getDelayMs(end, delayMs);
    await pause(delayMs);
  }
  lock?.close();
}

/** `failed`: the mailbox was not read at all. `no-idle`: the server cannot announce new messages. */
type ConnectionEnd = 'failed' | 'refused' | 'lost' | 'no-idle';

async function readWhileConnected(mailbox: MailboxConfig): Promise<ConnectionEnd> {
  let hasBeenRead = false;
  try {
    const client = await openMailbox(mailbox);
    const close = () => client.close();
    stop.signal.addEventListener('abort', close, { once: true });
    try {
      while (client.usable) {
        await storeNewAnswers(client, key, guard);
        if (!hasBeenRead) log('mailbox-connected');
        hasBeenRead = true;
        lastError = null;
        if (!client.capabilities.has('IDLE')) return 'no-idle';
        await waitForMessageOrNextCheck(client, stop.signal);
      }
    } finally {
      stop.signal.removeEventListener('abort', close);
      client.close();
    }
  } catch (error) {
    if (!stop.signal.aborted) await recordError(error as Error);
  }
  if (lastError === 'refused') return 'refused';
  return hasBeenRead ? 'lost' : 'failed';
}

async function recordError(error: Error): Promise<void> {
  const kind = classifyMailboxError(error);
  // One line for each state, not one for each attempt.
  if (kind !== lastError)
    logError('mailbox-failed', { reason: kind, code: getConnectionErrorCode(error) });
  lastError = kind;
  const since = (await findMailbox(getDatabase(), key))?.error_since ?? new Date().toISOString();
  await inTransaction((tx) => upsertMailbox(tx, key, { error: kind, error_since: since }));
}

function getDelayMs(end: ConnectionEnd, previousMs: number): number {
  const firstMs = MAILBOX.firstRetrySeconds * SECOND;
  const longestMs = MAILBOX.longestRetryMinutes * MINUTE;
  switch (end) {
    case 'no-idle':
      return MAILBOX.checkMinutes * MINUTE;
    case 'lost':
      return firstMs;
    case 'refused':
      return longestMs;
    case 'failed':
      return previousMs === 0 ? firstMs : Math.min(previousMs * 2, longestMs);
  }
}

async function pause(delayMs: number): Promise<void> {
  await wait(delayMs, undefined, { signal: stop.signal }).catch(() => undefined);
}
