import { on } from 'node:events';
import { ReadableStream as NodeStream } from 'node:stream/web';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { databasePath, isStoring } from '#db/database.server.ts';
import type { ExportJob, ExportPlan } from './export.server.ts';
import { EXPORT } from './limits.ts';

/**
 * The CSV file of a plan, in pieces (D-7): memory does not grow with the table. A thread of its own
 * reads and writes it, and an enquiry that is being stored goes first. Throws when it breaks off.
 */
export async function* csvFile(plan: ExportPlan): AsyncGenerator<Uint8Array> {
  const job: ExportJob = { path: databasePath(), plan };
  const worker = new Worker(new URL('./csv-worker.server.ts', import.meta.url), {
    workerData: job,
  });
  try {
    for (let i = 0; i < EXPORT.piecesAhead; i++) worker.postMessage('more');
    for await (const [piece] of on(worker, 'message', { close: ['exit'] })) {
      if (piece === null) return;
      yield piece as Uint8Array;
      if (isStoring()) await wait(EXPORT.standAsideMs);
      worker.postMessage('more');
    }
    throw new Error('the export ended before it was whole');
  } finally {
    await worker.terminate();
  }
}

/**
 * The same as the body of an answer; an error on the way breaks it off. Throws when not even the
 * first piece can be had, so that the caller can still say so.
 */
export async function csvStream(plan: ExportPlan): Promise<ReadableStream<Uint8Array>> {
  const pieces = csvFile(plan);
  const first = await pieces.next();
  return NodeStream.from(withFirst(first.value!, pieces)) as ReadableStream<Uint8Array>;
}

async function* withFirst(first: Uint8Array, rest: AsyncIterable<Uint8Array>) {
  yield first;
  yield* rest;
}
