import { Worker } from 'node:worker_threads';
import { SECOND } from '#app/domain/clock.server.ts';
import { ATTACHMENTS } from '#app/domain/limits.ts';
import type { PreviewJob, PreviewResult } from './preview-worker.ts';

export const PREVIEWED: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/heic',
]);

export class PreviewsBusy extends Error {}

const LONGEST_MS = (ATTACHMENTS.previewSeconds + 2) * SECOND;
const HEAP = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 };
let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * Encoded anew: nothing of the bytes that came is shown (AT-6). One at a time, in a thread of its own
 * that gives its memory back; null when none can be made within the bounds of memory and time. It is
 * not kept: a file that is erased leaves no preview. Throws PreviewsBusy.
 */
export async function previewOf(
  path: string,
  type: string,
  longestMs = LONGEST_MS,
): Promise<PreviewResult> {
  if (waiting >= ATTACHMENTS.previewQueue) throw new PreviewsBusy();
  waiting++;
  const made = last.then(() => drawn({ path, type }, longestMs));
  last = made;
  try {
    return await made;
  } finally {
    waiting--;
  }
}

/** Resolves when the thread has ended: the next one has the room of this one. */
function drawn(job: PreviewJob, longestMs: number): Promise<PreviewResult> {
  return new Promise((resolve) => {
    let picture: PreviewResult = null;
    const url = new URL('./preview-worker.ts', import.meta.url);
    const thread = new Worker(url, { workerData: job, resourceLimits: HEAP });
    const late = setTimeout(() => void thread.terminate(), longestMs);
    thread.once('message', (made: PreviewResult) => (picture = made));
    // A decoder that breaks ends its thread alone.
    thread.on('error', () => undefined);
    thread.once('exit', () => {
      clearTimeout(late);
      resolve(picture);
    });
  });
}
