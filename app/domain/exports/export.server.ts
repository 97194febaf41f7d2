import { setImmediate as others } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { SignedInAdmin } from '#app/domain/accounts/sessions.server.ts';
import { recordAudit, type Requester } from '#app/domain/audit.server.ts';
import { SECOND, toAthensDay } from '#app/domain/clock.server.ts';
import { EXPORT } from '#app/domain/limits.ts';
import { listEnquiryFields } from '#app/enquiry-fields.server.ts';
import { database, getDatabasePath, inTransaction, type Db } from '#db/database.server.ts';
import {
  countMatching,
  readCounts,
  readExportBatch,
  readLastId,
  type DeskFilter,
  type ExportedEnquiry,
} from '#db/desk-enquiries.ts';

export type ExportFormat = 'csv' | 'xlsx';

export interface ExportPlan {
  filter: DeskFilter;
  lastId: number;
  total: number;
}

export async function createExportPlan(filter: DeskFilter): Promise<ExportPlan> {
  const db = database();
  const lastId = await readLastId(db);
  const { status, ...rest } = filter;
  if (Object.values(rest).some((value) => value !== undefined)) {
    return { filter, lastId, total: await countMatching(db, filter, lastId) };
  }
  const counts = await readCounts(db);
  const wanted = status ? [counts[status]] : Object.values(counts);
  return { filter, lastId, total: wanted.reduce((sum, count) => sum + count) };
}

/** Newest first, none twice and none missing; others come between batches. */
export async function* exportBatches(
  db: Db,
  { filter, lastId }: ExportPlan,
): AsyncGenerator<ExportedEnquiry[]> {
  for (let before: ExportedEnquiry | undefined; ;) {
    const rows = await readExportBatch(db, filter, lastId, before, EXPORT.batchRows);
    if (rows.length > 0) yield rows;
    if (rows.length < EXPORT.batchRows) return;
    before = rows.at(-1);
    await others();
  }
}

export async function* generateCsv(plan: ExportPlan): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  // The head goes with the first rows: a store that fails at once is known before anything is sent.
  let head = csvHead();
  for await (const rows of exportBatches(database(), plan)) {
    yield encoder.encode(head + rows.map(formatCsvRow).join(''));
    head = '';
  }
  if (head) yield encoder.encode(head);
}

export function recordExport(
  requester: Requester,
  admin: SignedInAdmin,
  what: ExportFormat | 'person',
  details: Record<string, number>,
): Promise<void> {
  const facts = { admin: admin.id, ...details };
  return inTransaction((tx) => recordAudit(tx, requester, `export.${what}`, facts));
}

/**
 * In this process: places bound what exports cost it, and one more would do no other harm. `idleSince`
 * is since when nobody has asked for more (performance.now()).
 */
const places = new Map<string, { idleSince: number }>();

/**
 * An admin has one, and there is one for workbooks, which take much memory. Null while it is taken,
 * unless its reader has stood still for EXPORT.stallSeconds. It is free again when the file of `body`
 * is whole, broken or left by its reader, and when `free` is called.
 */
export function takePlace(adminId: number, format: ExportFormat, gone: AbortSignal) {
  const names = [`admin ${adminId}`, ...(format === 'xlsx' ? ['workbook'] : [])];
  const stalled = performance.now() - EXPORT.stallSeconds * SECOND;
  if (names.some((name) => (places.get(name)?.idleSince ?? -Infinity) > stalled)) return null;
  const place = { idleSince: Infinity };
  for (const name of names) places.set(name, place);
  const free = () => {
    for (const name of names) if (places.get(name) === place) places.delete(name);
  };
  gone.addEventListener('abort', free, { once: true });

  async function body(plan: ExportPlan): Promise<ReadableStream<Uint8Array>> {
    gone.throwIfAborted();
    const pieces = format === 'csv' ? generateCsv(plan) : workbookPieces(plan, gone);
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
    workerData: { path: getDatabasePath(), plan },
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

const CSV_FIELDS = listEnquiryFields('csv');
const CSV_COLUMNS = [...CSV_FIELDS.map(({ heading }) => heading), 'Status', 'Date'];

const BYTE_ORDER_MARK = '\uFEFF';
const ROW_END = '\r\n';
const BETWEEN = `"${EXPORT.separator}"`;
const HARMLESS = /^[\p{L}\p{N}][^",;\t\r\n]*$/u;
// oxlint-disable-next-line no-control-regex -- the characters that some readers take for a formula
const FORMULA = /^\p{Zs}*[=+\-@\t\r\0＝＋－＠]/u;
const LATER_FORMULA = /([,\t\r\n][\p{Zs}"]*)(?=[=@＝＠]|[+\-＋－][\p{L}(=])/gu;
const MAY_HOLD_FORMULA = /[,\t\r\n][\p{Zs}"]*[=@＝＠+\-＋－]/u;
const PLAIN_PHONE = /^\+?[0-9(][0-9 ()./-]*$/;

/** By the byte order mark Excel knows UTF-8. */
function csvHead(): string {
  return BYTE_ORDER_MARK + line(CSV_COLUMNS.map(quoted));
}

export function formatCsvRow(enquiry: Omit<ExportedEnquiry, 'id' | 'source'>): string {
  const fields = CSV_FIELDS.map(({ name, type }) => {
    const value = enquiry[name];
    return type === 'tel' && PLAIN_PHONE.test(value) ? value : field(value);
  });
  return line([...fields, enquiry.status, dayOf(enquiry.created_at)]);
}

export function exportFileName(now: Date, extension: 'csv' | 'xlsx'): string {
  return `contact-submissions-${toAthensDay(now)}.${extension}`;
}

// A million rows go through here, most of them harmless: each step looks before it works.

function line(fields: readonly string[]): string {
  let text = '';
  for (const value of fields) text += `${text === '' ? '"' : BETWEEN}${value}`;
  return `${text}"${ROW_END}`;
}

function field(value: string): string {
  return value === '' || HARMLESS.test(value) ? value : quoted(inert(value));
}

function quoted(value: string): string {
  return value.includes('"') ? value.replaceAll('"', '""') : value;
}

/** Also where a reader that takes comma or tab for the separator would begin a cell. */
function inert(value: string): string {
  let text = value;
  if (text.includes(EXPORT.separator)) text = text.replaceAll(EXPORT.separator, ',');
  if (MAY_HOLD_FORMULA.test(text)) text = text.replace(LATER_FORMULA, "$1'");
  return FORMULA.test(text) ? `'${text}` : text;
}

let lastDay = { hour: '', day: '' };

// Athens keeps whole hours from UTC: all instants of one UTC hour have the same day there.
function dayOf(createdAt: string): string {
  const hour = createdAt.slice(0, 'yyyy-mm-ddThh'.length);
  if (hour !== lastDay.hour) lastDay = { hour, day: toAthensDay(new Date(createdAt)) };
  return lastDay.day;
}
