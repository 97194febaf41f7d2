import { Worker } from 'node:worker_threads';
import { SECOND } from '#app/domain/clock.server.ts';
import { ATTACHMENTS } from '#app/domain/limits.ts';
import type { PreviewJob, PreviewResult } from './preview-worker.ts';

/** The types of which a preview is made. HEIC is none: its decoder is not free. */
export const PREVIEWED: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp']);

/** Too many previews are waiting: try again in a moment. */
export class PreviewsBusy extends Error {}

/** A little more than the thread gives itself. */
const LONGEST_MS = (ATTACHMENTS.previewSeconds + 2) * SECOND;
let worker: Worker | undefined;
let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * A small picture of a picture, encoded anew: nothing of the bytes that came is shown (AT-6). One is
 * made at a time; null when none can be made within the bounds of pixels and time. It is not kept:
 * a file that is erased leaves no preview. Throws PreviewsBusy.
 */
export async function previewOf(path: string): Promise<PreviewResult> {
  if (waiting >= ATTACHMENTS.previewQueue) throw new PreviewsBusy();
  waiting++;
  const made = last.then(() => drawn({ path }));
  last = made;
  try {
    return await made;
  } finally {
    waiting--;
  }
}

function drawn(job: PreviewJob): Promise<PreviewResult> {
  const drawing = (worker ??= startWorker());
  return new Promise((resolve) => {
    const finish = (result: PreviewResult) => {
      clearTimeout(late);
      drawing.off('message', finish).off('exit', giveUp).unref();
      resolve(result);
    };
    const giveUp = () => finish(null);
    const late = setTimeout(() => {
      void drawing.terminate();
      finish(null);
    }, LONGEST_MS);
    drawing.once('message', finish);
    drawing.once('exit', giveUp);
    drawing.ref();
    drawing.postMessage(job);
  });
}

function startWorker(): Worker {
  const started = new Worker(new URL('./preview-worker.ts', import.meta.url));
  // A decoder that breaks ends its thread; the next preview starts another.
  started.on('error', () => undefined);
  started.on('exit', () => {
    if (worker === started) worker = undefined;
  });
  return started;
}
