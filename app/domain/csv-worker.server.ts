import { on } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { openReader } from '#db/reader.ts';
import { csvHead, csvRow } from './csv.server.ts';
import type { ExportJob } from './export.server.ts';
import { exportBatches } from './export-batches.server.ts';

// Reads and writes a CSV file in a thread of its own. Each message that comes in asks for one more
// piece; pieces of text go back, and null after the last.
const { path, plan } = workerData as ExportJob;
const port = parentPort!;
const asked = on(port, 'message');
const encoder = new TextEncoder();

// The head goes with the first rows: a store that fails at once is known before anything is sent.
let head = csvHead();
for await (const rows of exportBatches(openReader(path), plan)) {
  await send(head + rows.map(csvRow).join(''));
  head = '';
}
if (head) await send(head);
await asked.next();
port.postMessage(null);
port.close();

async function send(text: string): Promise<void> {
  const piece = encoder.encode(text);
  await asked.next();
  port.postMessage(piece, [piece.buffer]);
}
