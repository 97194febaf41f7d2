import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { databasePath } from '#db/database.server.ts';

/**
 * Rows and words are zeros in the file already (secure_delete here and in the search index); their
 * images in the log go with this. False when readers and writers left no gap for half a minute.
 */
export async function scrubFile(): Promise<boolean> {
  const worker = new Worker(new URL('./scrub-worker.ts', import.meta.url), {
    workerData: databasePath(),
  });
  const [isClean] = (await once(worker, 'message')) as [boolean];
  await worker.terminate();
  return isClean;
}
