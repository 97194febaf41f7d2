import { setImmediate as others } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type Db, database, databasePath } from '#db/database.server.ts';
import {
  type DeskFilter,
  type ExportedEnquiry,
  countMatching,
  readBatch,
  readCounts,
  readLastId,
} from '#db/desk-enquiries.ts';
import { SECOND } from '#app/domain/clock.server.ts';
import { EXPORT } from '#app/domain/limits.ts';
import { csvHead, csvRow } from './csv.server.ts';

export type ExportFormat = 'csv' | 'xlsx';

/** What an export will hold: enquiries of the filter that were there when it began. */
export interface ExportPlan {
  filter: DeskFilter;
  lastId: number;
  total: number;
}

/** Looks how much there is to export. */
export async function planExport(db: Db, filter: DeskFilter): Promise<ExportPlan> {
  const lastId = await readLastId(db);
  const { status, ...rest } = filter;
  if (Object.values(rest).some((value) => value !== undefined)) {
    return { filter, lastId, total: await countMatching(db, filter, lastId) };
  }
  const counts = await readCounts(db);
  const all = counts.new + counts.in_progress + counts.completed;
  return { filter, lastId, total: status ? counts[status] : all };
}

/** The enquiries of a plan, newest first, none twice and none missing; others come between batches. */
export async function* exportBatches(
  db: Db,
  { filter, lastId }: ExportPlan,
): AsyncGenerator<ExportedEnquiry[]> {
  for (let before: ExportedEnquiry | undefined; ;) {
    const rows = await readBatch(db, filter, lastId, before, EXPORT.batchRows);
    if (rows.length > 0) yield rows;
    if (rows.length < EXPORT.batchRows) return;
    before = rows.at(-1);
    await others();
  }
}

/** The CSV file of a plan (D-7), a batch at a time: memory does not grow with the table. */
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

/** In this process: places bound what exports cost it, and one more would do no other harm. */
const places = new Map<string, Place>();

interface Place {
  /** Since when nobody has asked for more (performance.now()). */
  idleSince: number;
}

/**
 * A place to make a file in: an admin has one, and there is one for workbooks, each of which takes
 * much memory. Null while it is taken and its reader reads, or has not stood still for
 * EXPORT.stallSeconds. It is free again when the file of `body` is whole, broken or left by its
 * reader, and when `free` is called.
 */
export function takePlace(adminId: number, format: ExportFormat, gone: AbortSignal) {
  const names = [`admin ${adminId}`, ...(format === 'xlsx' ? ['workbook'] : [])];
  const stalled = performance.now() - EXPORT.stallSeconds * SECOND;
  if (names.some((name) => (places.get(name)?.idleSince ?? -Infinity) > stalled)) return null;
  const place: Place = { idleSince: Infinity };
  for (const name of names) places.set(name, place);
  const free = () => {
    for (const name of names) if (places.get(name) === place) places.delete(name);
  };
  gone.addEventListener('abort', free, { once: true });

  /** The file of a plan, made as it is read; rejects when not even its first rows can be had. */
  async function body(plan: ExportPlan): Promise<ReadableStream<Uint8Array>> {
    gone.throwIfAborted();
    const pieces = format === 'csv' ? csvPieces(database(), plan) : workbookPieces(plan, gone);
    const make = async () => {
      place.idleSince = Infinity;
      const piece = await pieces.next();
      place.idleSince = performance.now();
      return piece;
    };
    const end = async () => {
      free();
      await pieces.return(undefined);
    };
    let ready: IteratorResult<Uint8Array> | null = await make();
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      try {
        const piece = ready ?? (await make());
        ready = null;
        if (!piece.done && !gone.aborted) return controller.enqueue(piece.value);
        await end();
        controller.close();
      } catch (error) {
        free();
        throw error;
      }
    };
    return new ReadableStream({ pull, cancel: end }, { highWaterMark: 0 });
  }
  return { free, body };
}

/** In a thread, because the library makes a workbook in one go, which takes seconds. */
async function* workbookPieces(plan: ExportPlan, gone: AbortSignal): AsyncGenerator<Uint8Array> {
  const worker = new Worker(new URL('./workbook-worker.server.ts', import.meta.url), {
    workerData: { path: databasePath(), plan },
    resourceLimits: { maxOldGenerationSizeMb: EXPORT.workbookMemoryMb },
  });
  const end = () => void worker.terminate();
  gone.addEventListener('abort', end, { once: true });
  try {
    yield await new Promise<Uint8Array>((resolve, reject) => {
      worker.once('message', resolve).once('error', reject);
      worker.once('exit', () => reject(new Error('the workbook was broken off')));
    });
  } finally {
    end();
    gone.removeEventListener('abort', end);
  }
}
