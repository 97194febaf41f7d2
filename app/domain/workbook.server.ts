import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { databasePath } from '#db/database.server.ts';
import type { ExportJob, ExportPlan } from './export.server.ts';

const MEMORY_LIMIT_MB = 1024;

/**
 * The XLSX file of a plan, with the rows and columns of the CSV. It is held in memory whole, so the
 * caller keeps plans above EXPORT.workbookRows away. Throws when it cannot be built.
 */
export async function workbook(plan: ExportPlan): Promise<Uint8Array<ArrayBuffer>> {
  const job: ExportJob = { path: databasePath(), plan };
  const worker = new Worker(new URL('./workbook-worker.server.ts', import.meta.url), {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
  });
  try {
    const [file] = (await once(worker, 'message')) as [Uint8Array<ArrayBuffer>];
    return file;
  } finally {
    await worker.terminate();
  }
}
