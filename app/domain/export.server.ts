import { ReadableStream as NodeStream } from 'node:stream/web';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { database } from '#db/database.server.ts';
import { type DeskRow, readBatch, readCounts, readLastId } from '#db/desk-enquiries.ts';
import { type DeskFilter, countMatching } from '#db/desk-walk.ts';
import { csvHead, csvRow } from './csv.server.ts';
import { EXPORT } from './limits.ts';

/** What an export will hold: enquiries of the filter that were there when it began. */
export interface ExportPlan {
  filter: DeskFilter;
  lastId: number;
  total: number;
}

/** Looks how much there is to export. */
export async function planExport(filter: DeskFilter): Promise<ExportPlan> {
  const db = database();
  const lastId = await readLastId(db);
  const { status, text, from, to } = filter;
  if (text || from || to) {
    return { filter, lastId, total: await countMatching(db, filter, lastId) };
  }
  const counts = await readCounts(db);
  const all = counts.new + counts.in_progress + counts.completed;
  return { filter, lastId, total: status ? counts[status] : all };
}

/**
 * The enquiries of a plan in batches of EXPORT.batchRows, newest first, none twice and none missing;
 * other requests are answered between two batches.
 */
export async function* exportBatches({ filter, lastId }: ExportPlan): AsyncGenerator<DeskRow[]> {
  for (let before: bigint | undefined; ;) {
    const rows = await readBatch(database(), filter, lastId, before, EXPORT.batchRows);
    if (rows.length > 0) yield rows;
    if (rows.length < EXPORT.batchRows) return;
    before = BigInt(rows.at(-1)!.place);
    await nextTurn();
  }
}

/** The CSV file of a plan, in pieces (D-7): memory does not grow with the table. */
export async function* csvFile(plan: ExportPlan): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(csvHead());
  for await (const rows of exportBatches(plan)) {
    yield encoder.encode(rows.map(csvRow).join(''));
  }
}

/** The same as the body of an answer; an error on the way breaks it off. */
export function csvStream(plan: ExportPlan): ReadableStream<Uint8Array> {
  return NodeStream.from(csvFile(plan)) as ReadableStream<Uint8Array>;
}
