import { parentPort, workerData } from 'node:worker_threads';
import { openReadOnlyDatabase } from '#db/engine/connection.ts';
import type { ExportPlan } from './export.server.ts';
import { makeWorkbook } from './workbook.server.ts';

const { path, plan } = workerData as { path: string; plan: ExportPlan };
parentPort!.postMessage(await makeWorkbook(openReadOnlyDatabase(path), plan));
