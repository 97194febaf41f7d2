import type { Db } from '#db/database.server.ts';
import { csvHead, csvRow } from './csv.server.ts';
import type { ExportPlan } from './export.server.ts';
import { exportBatches } from './export-batches.server.ts';

/** The CSV file of a plan in pieces of a batch each (D-7): memory does not grow with the table. */
export async function* csvPieces(db: Db, plan: ExportPlan): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  // The head goes with the first rows: a store that fails at once is known before anything is sent.
  let head = csvHead();
  for await (const rows of exportBatches(db, plan)) {
    yield encoder.encode(head + rows.map(csvRow).join(''));
    head = '';
  }
  if (head) yield encoder.encode(head);
}
