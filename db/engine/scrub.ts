import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { databasePath } from '#db/database.server.ts';

/**
 * Takes what was deleted off the disk: rows and words are zeros in the file already (secure_delete
 * here and in the search index), and their images in the log go with it. It runs in a thread beside
 * the server's own; readers and writers go first. False when they left no gap for half a minute.
 */
export async function scrubFile(): Promise<boolean> {
  const worker = new Worker(new URL('./scrub-worker.ts', import.meta.url), {
    workerData: databasePath(),
  });
  const [isClean] = (await once(worker, 'message')) as [boolean];
  await worker.terminate();
  return isClean;
}
