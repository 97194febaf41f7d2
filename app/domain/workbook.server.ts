import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type ExportPlan, exportBatches } from './export.server.ts';

const MEMORY_LIMIT_MB = 1024;

/**
 * The XLSX file of a plan, with the rows and columns of the CSV. It is held in memory whole, so the
 * caller keeps plans above EXPORT.workbookRows away. Throws when it cannot be built.
 */
export async function workbook(plan: ExportPlan): Promise<Uint8Array<ArrayBuffer>> {
  const worker = new Worker(new URL('./workbook-worker.server.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
  });
  try {
    const finished = once(worker, 'message') as Promise<[Uint8Array<ArrayBuffer>]>;
    // Without a listener of its own a failure while rows are being read would go unheard.
    finished.catch(() => undefined);
    for await (const rows of exportBatches(plan)) worker.postMessage(rows);
    worker.postMessage(null);
    const [file] = await finished;
    return file;
  } finally {
    await worker.terminate();
  }
}
