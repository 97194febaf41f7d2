// Starts the thread that reads the mailbox, and starts it again after a crash. The thread reports the number of the
// message that it reads, at least every second. If it ends while it reads one, or reports nothing for too long and is
// ended, that message counts as crashed. The next thread receives the numbers of all crashed messages, and stores such
// a message by its headers alone, or ignores it. So one bad message cannot stop the others (AN-7).
import { addAbortListener } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { config } from '#app/config.server.ts';
import { SECOND } from '#app/domain/clock.server.ts';
import { MAILBOX } from '#app/domain/limits.ts';
import { logError } from '#app/log.server.ts';
import type { MessageNumber } from './read-mailbox.server.ts';

/** Reads the mailbox in a thread until the returned function is called. Does nothing without IMAP_URL. */
export function startMailboxReader(): () => Promise<void> {
  if (!config().mailbox) return async () => {};
  const stop = new AbortController();
  const readerEnd = keepThreadRunning(stop.signal);
  return () => {
    stop.abort();
    return readerEnd;
  };
}

/** Restarts a thread that has ended. The message that broke it is then stored by its headers, or ignored (AN-7). */
async function keepThreadRunning(stop: AbortSignal): Promise<void> {
  const crashedMessages: MessageNumber[] = [];
  while (!stop.aborted) {
    const crashedMessage = await runThread(crashedMessages, stop).catch((error: Error) => {
      logError('mailbox-thread', { reason: error.message });
      return null;
    });
    if (crashedMessage) {
      // The next message waits.
      crashedMessages.push(crashedMessage);
      continue;
    }
    const delayMs = MAILBOX.firstRetrySeconds * SECOND;
    await wait(delayMs, undefined, { signal: stop }).catch(() => undefined);
  }
}

/** Returns the message that the thread was reading when it ended, or null. Throws if the thread cannot be started. */
async function runThread(
  crashedMessages: MessageNumber[],
  stop: AbortSignal,
): Promise<MessageNumber | null> {
  const thread = createWorker(crashedMessages);

  let currentMessage: MessageNumber | null = null;
  let reportedAt = performance.now();
  thread.on('message', (message: MessageNumber | null) => {
    currentMessage = message;
    reportedAt = performance.now();
  });

  thread.on('error', (error: unknown) =>
    logError('mailbox-thread', { reason: (error as Error).message }),
  );
  const threadExit = new Promise((resolve) => thread.once('exit', resolve));

  // A thread that is stuck in a message does not report. Without a message it may still be starting.
  const watch = setInterval(() => {
    const seconds = currentMessage ? MAILBOX.parseSeconds : MAILBOX.responseSeconds;
    if (performance.now() - reportedAt <= seconds * SECOND) return;
    clearInterval(watch);
    logError('mailbox-thread', { reason: `ended after ${seconds} s without a report` });
    void thread.terminate();
  }, SECOND).unref();

  using _stopping = addAbortListener(stop, () => void stopThread(thread, threadExit));
  await threadExit;
  clearInterval(watch);

  return currentMessage;
}

async function stopThread(thread: Worker, threadExit: Promise<unknown>): Promise<void> {
  thread.postMessage('stop');
  await Promise.race([threadExit, wait(MAILBOX.stopSeconds * SECOND)]);
  await thread.terminate();
}

function createWorker(crashedMessages: MessageNumber[]): Worker {
  return new Worker(new URL('./mailbox-worker.ts', import.meta.url), {
    workerData: crashedMessages,
    resourceLimits: {
      maxOldGenerationSizeMb: MAILBOX.oldHeapMb,
      maxYoungGenerationSizeMb: MAILBOX.youngHeapMb,
    },
  });
}
