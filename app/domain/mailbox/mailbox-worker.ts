// The thread that reads the mailbox. Whatever a message makes it do, pages are served in another thread;
// mailbox-reader.server.ts starts it, and again if it ends.
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { config, type MailboxConfig } from '#app/config.server.ts';
import { MINUTE, SECOND } from '#app/domain/clock.server.ts';
import { MAILBOX } from '#app/domain/limits.ts';
import { log, logError } from '#app/log.server.ts';
import { closeDatabase, database, inTransaction } from '#db/database.server.ts';
import { tryLockFile } from '#db/engine/locks.ts';
import { findMailbox, updateMailbox } from '#db/mailboxes.ts';
import type { MailboxError } from '#db/schema.ts';
import {
  classifyMailboxError,
  getMailboxKey,
  openMailbox,
  requireMailbox,
  waitForMessage,
} from './mailbox-connection.server.ts';
import { readNewMessages, type MessageGuard } from './read-mailbox.server.ts';

export interface WorkerOptions {
  /** Messages that ended this thread before. */
  dangerousUids: number[];
}

/** The message in hand, or null. Sent every second too: a thread that is stuck sends nothing. */
export interface WorkerReport {
  uid: number | null;
}

const { dangerousUids } = workerData as WorkerOptions;
const mailbox = requireMailbox();
const key = getMailboxKey(mailbox);
const stop = new AbortController();
parentPort!.once('message', () => stop.abort());

let currentUid: number | null = null;
let lastError: MailboxError | null = null;
let hasConnected = false;
const report = () => parentPort!.postMessage({ uid: currentUid } satisfies WorkerReport);
const heartbeat = setInterval(report, SECOND);
const setCurrentUid = (uid: number | null) => {
  currentUid = uid;
  report();
};
const guard: MessageGuard = {
  isDangerous: (uid) => dangerousUids.includes(uid),
  begin: setCurrentUid,
  end: () => setCurrentUid(null),
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
    // Another process of this data folder reads the mailbox.
    if (!lock) await pause(MAILBOX.firstRetrySeconds * SECOND);
    else if (await readWhileConnected(mailbox)) delayMs = MAILBOX.checkMinutes * MINUTE;
    else delayMs = getRetryDelay(delayMs);
    if (lock) await pause(delayMs);
  }
  lock?.close();
}

/** Returns true if the server has no IDLE, so that the next connection is not due yet. */
async function readWhileConnected(mailbox: MailboxConfig): Promise<boolean> {
  hasConnected = false;
  try {
    const client = await openMailbox(mailbox);
    const close = () => client.close();
    stop.signal.addEventListener('abort', close, { once: true });
    try {
      while (client.usable) {
        await readNewMessages(client, key, guard);
        if (!hasConnected) log('mailbox-connected');
        [hasConnected, lastError] = [true, null];
        if (!client.capabilities.has('IDLE')) return true;
        await waitForMessage(client, stop.signal);
      }
    } finally {
      stop.signal.removeEventListener('abort', close);
      client.close();
    }
  } catch (error) {
    if (!stop.signal.aborted) await recordError(error as Error);
  }
  return false;
}

async function recordError(error: Error): Promise<void> {
  const kind = classifyMailboxError(error);
  // One line for each state, not one for each attempt. The server's text may name an account.
  if (kind !== lastError) logError('mailbox-failed', { reason: kind });
  lastError = kind;
  const since = (await findMailbox(database(), key))?.error_since ?? new Date().toISOString();
  await inTransaction((tx) => updateMailbox(tx, key, { error: kind, error_since: since }));
}

function getRetryDelay(delayMs: number): number {
  const longestMs = MAILBOX.longestRetryMinutes * MINUTE;
  if (lastError === 'refused') return longestMs;
  const isFirst = hasConnected || delayMs === 0;
  return isFirst ? MAILBOX.firstRetrySeconds * SECOND : Math.min(delayMs * 2, longestMs);
}

async function pause(delayMs: number): Promise<void> {
  await wait(delayMs, undefined, { signal: stop.signal }).catch(() => undefined);
}
