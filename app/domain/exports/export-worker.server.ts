import { on } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { openReader } from '#db/engine/reader.ts';
import { type ExportJob, planExport } from './export.server.ts';
import { EXPORT } from '#app/domain/limits.ts';

// Makes an export in a thread of its own, so that the site goes on answering. It reports how many
// enquiries there are; then each message that comes in asks for one more piece of the file, and
// null goes back after the last. It never works further ahead than it was asked to.
const { path, filter, format } = workerData as ExportJob;
const port = parentPort!;
const asked = on(port, 'message');
const db = openReader(path);
const plan = await planExport(db, filter);
port.postMessage(plan.total);
await asked.next();
for await (const piece of await pieces()) {
  for (let at = 0; at < piece.length; at += EXPORT.pieceBytes) {
    // A copy of its own, because sending hands the memory over.
    const part = new Uint8Array(piece.subarray(at, at + EXPORT.pieceBytes));
    port.postMessage(part, [part.buffer]);
    await asked.next();
  }
}
port.postMessage(null);
port.close();

async function pieces(): Promise<AsyncIterable<Uint8Array>> {
  if (format === 'csv') return (await import('./csv-export.server.ts')).csvPieces(db, plan);
  return (await import('./workbook.server.ts')).workbookPieces(db, plan);
}
