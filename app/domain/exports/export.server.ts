import { setImmediate as nextTurn } from 'node:timers/promises';
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
  const { status, ...otherFilters } = filter;
  if (Object.values(otherFilters).some((value) => value !== undefined)) {
    return { filter, lastId, total: await countMatching(db, filter, lastId) };
  }
  const counts = await readCounts(db);
  const totals = status ? [counts[status]] : Object.values(counts);
  return { filter, lastId, total: totals.reduce((sum, count) => sum + count) };
}

/**
 * Yields the enquiries of a plan once each, newest first. Requests are served between two batches, and
 * may change enquiries that are still to come.
 */
export async function* exportBatches(
  db: Db,
  { filter, lastId }: ExportPlan,
): AsyncGenerator<ExportedEnquiry[]> {
  for (let lastRow: ExportedEnquiry | undefined; ;) {
    const rows = await readExportBatch(db, filter, lastId, lastRow, EXPORT.batchRows);
    if (rows.length > 0) yield rows;
    if (rows.length < EXPORT.batchRows) return;
    lastRow = rows.at(-1);
    await nextTurn();
  }
}

export async function* generateCsv(plan: ExportPlan): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  // Part of the first chunk: a failing store is known before anything is sent.
  let header = formatCsvHeader();
  for await (const rows of exportBatches(database(), plan)) {
    yield encoder.encode(header + rows.map(formatCsvRow).join(''));
    header = '';
  }
  if (header) yield encoder.encode(header);
}

export function recordExport(
  requester: Requester,
  admin: SignedInAdmin,
  subject: ExportFormat | 'person',
  details: Record<string, number>,
): Promise<void> {
  const facts = { admin: admin.id, ...details };
  return inTransaction((tx) => recordAudit(tx, requester, `export.${subject}`, facts));
}

/** A slot is stalled if its reader has asked for nothing since `idleSinceMs` (performance.now()). */
interface ExportSlot {
  idleSinceMs: number;
}

/** In memory: the slots limit the exports of this process. */
const takenSlots = new Map<string, ExportSlot>();

/**
 * Takes the slot of an admin and, for a workbook, the only slot for workbooks, which need much memory.
 * Returns null if one is taken, unless its reader has stalled for EXPORT.stallSeconds. The slot is released
 * when the stream of `createBody` ends, fails or is cancelled, or by `release`.
 */
export function takeExportSlot(adminId: number, format: ExportFormat, signal: AbortSignal) {
  const names = [`admin ${adminId}`, ...(format === 'xlsx' ? ['workbook'] : [])];
  const stalledSinceMs = performance.now() - EXPORT.stallSeconds * SECOND;
  const isTaken = (name: string) =>
    (takenSlots.get(name)?.idleSinceMs ?? -Infinity) > stalledSinceMs;
  if (names.some(isTaken)) return null;
  const slot: ExportSlot = { idleSinceMs: Infinity };
  for (const name of names) takenSlots.set(name, slot);
  const release = () => {
    for (const name of names) if (takenSlots.get(name) === slot) takenSlots.delete(name);
  };
  signal.addEventListener('abort', release, { once: true });
  const createBody = async (plan: ExportPlan) => {
    signal.throwIfAborted();
    const chunks = format === 'csv' ? generateCsv(plan) : generateWorkbook(plan, signal);
    return createExportStream(chunks, slot, release, signal);
  };
  return { release, createBody };
}

/** Reads the first chunk before it returns, so that a failing store is known before the response starts. */
async function createExportStream(
  chunks: AsyncGenerator<Uint8Array>,
  slot: ExportSlot,
  release: () => void,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const readChunk = async () => {
    slot.idleSinceMs = Infinity;
    const chunk = await chunks.next();
    slot.idleSinceMs = performance.now();
    return chunk;
  };
  const end = async () => {
    release();
    await chunks.return(undefined);
  };
  let firstChunk: IteratorResult<Uint8Array> | null = await readChunk();
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    try {
      const chunk = firstChunk ?? (await readChunk());
      firstChunk = null;
      if (!chunk.done && !signal.aborted) return controller.enqueue(chunk.value);
      await end();
      controller.close();
    } catch (error) {
      release();
      throw error;
    }
  };
  return new ReadableStream({ pull, cancel: end }, { highWaterMark: 0 });
}

/** In a worker thread, because the library builds a workbook in one go, which takes seconds. */
async function* generateWorkbook(
  plan: ExportPlan,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const worker = new Worker(new URL('./workbook-worker.server.ts', import.meta.url), {
    workerData: { path: getDatabasePath(), plan },
    resourceLimits: { maxOldGenerationSizeMb: EXPORT.workbookMemoryMb },
  });
  const stopWorker = () => void worker.terminate();
  signal.addEventListener('abort', stopWorker, { once: true });
  try {
    yield await new Promise<Uint8Array>((resolve, reject) => {
      worker.once('message', resolve).once('error', reject);
      worker.once('exit', () => reject(new Error('the workbook was broken off')));
    });
  } finally {
    stopWorker();
    signal.removeEventListener('abort', stopWorker);
  }
}

const CSV_FIELDS = listEnquiryFields('csv');
const CSV_COLUMNS = [...CSV_FIELDS.map(({ heading }) => heading), 'Status', 'Date'];

const BYTE_ORDER_MARK = '\uFEFF';
const ROW_END = '\r\n';
const SEPARATOR = `"${EXPORT.separator}"`;
const HARMLESS = /^[\p{L}\p{N}][^",;\t\r\n]*$/u;
// oxlint-disable-next-line no-control-regex -- the characters that some readers take for a formula
const FORMULA = /^\p{Zs}*[=+\-@\t\r\0＝＋－＠]/u;
const LATER_FORMULA = /([,\t\r\n][\p{Zs}"]*)(?=[=@＝＠]|[+\-＋－][\p{L}(=])/gu;
const MAY_HOLD_FORMULA = /[,\t\r\n][\p{Zs}"]*[=@＝＠+\-＋－]/u;
const PLAIN_PHONE = /^\+?[0-9(][0-9 ()./-]*$/;

/** Excel recognises UTF-8 by the byte order mark. */
function formatCsvHeader(): string {
  return BYTE_ORDER_MARK + formatLine(CSV_COLUMNS.map(escapeQuotes));
}

export function formatCsvRow(enquiry: Omit<ExportedEnquiry, 'id' | 'source'>): string {
  const fields = CSV_FIELDS.map(({ name, type }) => {
    const value = enquiry[name];
    return type === 'tel' && PLAIN_PHONE.test(value) ? value : formatCell(value);
  });
  return formatLine([...fields, enquiry.status, getAthensDay(enquiry.created_at)]);
}

export function getExportFileName(now: Date, extension: 'csv' | 'xlsx'): string {
  return `contact-submissions-${toAthensDay(now)}.${extension}`;
}

// An export may have a million rows, most of them harmless: each step tests before it replaces.

function formatLine(fields: readonly string[]): string {
  let text = '';
  for (const value of fields) text += `${text === '' ? '"' : SEPARATOR}${value}`;
  return `${text}"${ROW_END}`;
}

function formatCell(value: string): string {
  return value === '' || HARMLESS.test(value) ? value : escapeQuotes(defuseFormula(value));
}

function escapeQuotes(value: string): string {
  return value.includes('"') ? value.replaceAll('"', '""') : value;
}

/** Also defuses what begins a cell for a program that takes comma or tab for the separator. */
function defuseFormula(value: string): string {
  let text = value;
  if (text.includes(EXPORT.separator)) text = text.replaceAll(EXPORT.separator, ',');
  if (MAY_HOLD_FORMULA.test(text)) text = text.replace(LATER_FORMULA, "$1'");
  return FORMULA.test(text) ? `'${text}` : text;
}

let cachedDay = { hour: '', day: '' };

// Athens is whole hours ahead of UTC: all instants of one UTC hour have the same day there.
function getAthensDay(createdAt: string): string {
  const hour = createdAt.slice(0, 'yyyy-mm-ddThh'.length);
  if (hour !== cachedDay.hour) cachedDay = { hour, day: toAthensDay(new Date(createdAt)) };
  return cachedDay.day;
}
