import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { config } from '#app/config.server.ts';
import { SECOND } from '#app/domain/clock.server.ts';
import { MAILBOX } from '#app/domain/limits.ts';
import { logError } from '#app/log.server.ts';
import type { WorkerOptions, WorkerReport } from './mailbox-worker.ts';

/**
 * Reads the mailbox of IMAP_URL in a thread, until the returned function is called. A message on which
 * the thread fails, by its memory or by taking too long, is stored by its headers the next time (AN-7).
 */
export function startMailboxReader(): () => Promise<void> {
  if (!config().mailbox) return async () => {};
  const dangerousUids = new Set<number>();
  let isStopping = false;
  let worker = startWorker();

  function startWorker(): Worker {
    const thread = createWorker({ dangerousUids: [...dangerousUids] });
    let currentUid: number | null = null;
    let reportedAt = performance.now();
    thread.on('message', ({ uid }: WorkerReport) => {
      [currentUid, reportedAt] = [uid, performance.now()];
    });
    const watch = setInterval(() => {
      if (performance.now() - reportedAt > MAILBOX.parseSeconds * SECOND) void thread.terminate();
    }, SECOND).unref();
    thread.on('error', (error: unknown) =>
      logError('mailbox-thread', { reason: (error as Error).message }),
    );
    thread.once('exit', () => {
      clearInterval(watch);
      if (isStopping) return;
      if (currentUid !== null) dangerousUids.add(currentUid);
      setTimeout(() => !isStopping && (worker = startWorker()), MAILBOX.firstRetrySeconds * SECOND);
    });
    return thread;
  }

  return async () => {
    isStopping = true;
    const hasEnded = once(worker, 'exit');
    worker.postMessage('stop');
    await Promise.race([hasEnded, wait(MAILBOX.stopSeconds * SECOND)]);
    await worker.terminate();
  };
}

function createWorker(workerData: WorkerOptions): Worker {
  return new Worker(new URL('./mailbox-worker.ts', import.meta.url), {
    workerData,
    resourceLimits: {
      maxOldGenerationSizeMb: MAILBOX.oldHeapMb,
      maxYoungGenerationSizeMb: MAILBOX.youngHeapMb,
    },
  });
}
