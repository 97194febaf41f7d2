import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Author } from '#app/domain/accounts/sessions.server.ts';
import { toResponseStream } from '#app/domain/attachments/attachment-folder.server.ts';
import { recordAuditByAdmin } from '#app/domain/audit.server.ts';
import { SECOND, toAthensDay } from '#app/domain/clock.server.ts';
import { EXPORT } from '#app/domain/limits.ts';
import { listEnquiryFields } from '#app/enquiry-fields.server.ts';
import { getDatabase, getDatabasePath, inTransaction, type Db } from '#db/database.server.ts';
import {
  countMatchingEnquiries,
  readExportBatch,
  type DeskFilter,
  type ExportedEnquiry,
} from '#db/desk-enquiries.ts';
import { findLastId } from '#db/rows.ts';

export type ExportFormat = 'csv' | 'xlsx';

/** Which enquiries to export: those that match `filter`, up to `lastId`. `total` is their number. */
export interface ExportPlan {
  filter: DeskFilter;
  lastId: number;
  total: number;
}

/** Plans an export of the enquiries that match now; those that arrive later are not exported. */
export async function createExportPlan(filter: DeskFilter): Promise<ExportPlan> {
  const lastId = await findLastId(getDatabase(), 'contact_submissions');
  return { filter, lastId, total: await countMatchingEnquiries(getDatabase(), filter, lastId) };
}

/** Yields each enquiry once, newest first; no batch without any. Requests between batches may change later ones. */
export async function* readExportBatches(
  db: Db,
  { filter, lastId }: ExportPlan,
): AsyncGenerator<ExportedEnquiry[]> {
  let lastRow: ExportedEnquiry | undefined;
  for (;;) {
    const range = { before: lastRow, lastId, limit: EXPORT.batchRows };
    const rows = await readExportBatch(db, filter, range);
    if (rows.length > 0) yield rows;
    if (rows.length < EXPORT.batchRows) return;
    lastRow = rows.at(-1);
    await nextTurn();
  }
}

/** Yields a CSV in UTF-8: its header with the first batch, or alone without enquiries, then one batch at a time. */
export async function* generateCsv(plan: ExportPlan): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  // Excel recognises UTF-8 by the byte order mark.
  let unsentHeader = BYTE_ORDER_MARK + formatLine(CSV_COLUMNS.map(escapeQuotes));

  for await (const rows of readExportBatches(getDatabase(), plan)) {
    // The header waits for the first rows, so that an error of the database comes before anything is sent.
    yield encoder.encode(unsentHeader + rows.map(formatCsvRow).join(''));
    unsentHeader = '';
  }

  if (unsentHeader) yield encoder.encode(unsentHeader);
}

/** Audits an export of the enquiries, or of all that is stored about a person. */
export function recordExport(
  author: Author,
  subject: ExportFormat | 'person',
  facts: Record<string, number>,
): Promise<void> {
  return inTransaction((tx) => recordAuditByAdmin(tx, author, `export.${subject}`, facts));
}

/** The right to run one export. */
interface ExportSlot {
  format: ExportFormat;
  /** Aborts when the client leaves. */
  signal: AbortSignal;
  /** When the last chunk was made (performance.now()); null while one is being made. */
  idleSinceMs: number | null;
  release: () => void;
}

/** In memory, because the slots limit the exports of this process. */
const takenSlots = new Map<string, ExportSlot>();

/**
 * Takes the admin's only slot and, for a workbook, the only workbook slot (they need much memory). Returns null if one
 * is taken, unless the client of that export has read nothing for EXPORT.stallSeconds. Aborting `signal` releases it.
 */
export function takeExportSlot(
  adminId: number,
  format: ExportFormat,
  signal: AbortSignal,
): ExportSlot | null {
  const slotNames = [`admin ${adminId}`];
  if (format === 'xlsx') slotNames.push('workbook');
  if (slotNames.some(isTaken)) return null;

  const release = () => {
    for (const name of slotNames) {
      // Another export may have taken the slot from a client that had stalled.
      if (takenSlots.get(name) === slot) takenSlots.delete(name);
    }
  };

  const slot: ExportSlot = { format, signal, idleSinceMs: null, release };
  for (const name of slotNames) takenSlots.set(name, slot);
  signal.addEventListener('abort', release, { once: true });
  return slot;
}

function isTaken(name: string): boolean {
  const slot = takenSlots.get(name);
  if (!slot) return false;
  if (slot.idleSinceMs === null) return true;
  return performance.now() - slot.idleSinceMs < EXPORT.stallSeconds * SECOND;
}

/**
 * Starts the export of a slot. Reads the first chunk before it returns, so that an error of the database comes before
 * the response. Throws this error, an error of the thread that makes a workbook, and the reason of the abort if the
 * client has left: then the caller releases the slot. The returned stream releases it when it ends, fails or is
 * cancelled.
 */
export async function startExport(
  slot: ExportSlot,
  plan: ExportPlan,
): Promise<ReadableStream<Uint8Array>> {
  const { format, signal } = slot;
  signal.throwIfAborted();
  const chunks = format === 'csv' ? generateCsv(plan) : generateWorkbook(plan, signal);
  const firstChunk = await chunks.next();
  slot.idleSinceMs = performance.now();
  return toResponseStream(sendChunks(slot, firstChunk, chunks));
}

/** Makes each chunk when the client asks for it, so that `idleSinceMs` measures how slowly the client reads. */
async function* sendChunks(
  slot: ExportSlot,
  firstChunk: IteratorResult<Uint8Array>,
  chunks: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    for (let chunk = firstChunk; !chunk.done && !slot.signal.aborted; chunk = await chunks.next()) {
      slot.idleSinceMs = performance.now();
      yield chunk.value;
      slot.idleSinceMs = null;
    }
  } finally {
    slot.release();
    await chunks.return(undefined);
  }
}

/** Yields a workbook, made in a worker thread because the library needs seconds without a pause. */
async function* generateWorkbook(
  plan: ExportPlan,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  await using worker = new Worker(new URL('./workbook-worker.server.ts', import.meta.url), {
    workerData: { path: getDatabasePath(), plan },
    resourceLimits: { maxOldGenerationSizeMb: EXPORT.workbookMemoryMb },
  });

  yield await new Promise<Uint8Array>((resolve, reject) => {
    worker.on('message', resolve);
    // This listener stays after an abort: without one, an error of the thread would end the site.
    worker.on('error', reject);
    worker.on('exit', () => reject(new Error('the thread ended without a workbook')));
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

const CSV_FIELDS = listEnquiryFields();
const CSV_COLUMNS = [...CSV_FIELDS.map(({ heading }) => heading), 'Status', 'Date'];

const BYTE_ORDER_MARK = '\uFEFF';
const ROW_END = '\r\n';
const SEPARATOR = `"${EXPORT.separator}"`;
// A text that needs neither quotes escaped nor a formula defused.
const HARMLESS = /^[\p{L}\p{N}][^",;\t\r\n]*$/u;
// oxlint-disable-next-line no-control-regex -- the characters that some readers take for a formula
const FORMULA = /^\p{Zs}*[=+\-@\t\r\0＝＋－＠]/u;
// A formula in a cell that other programs see, because they take comma, tab or line end for the separator.
const LATER_FORMULA = /([,\t\r\n][\p{Zs}"]*)(?=[=@＝＠]|[+\-＋－][\p{L}(=])/gu;
// A cheaper pattern that matches whenever LATER_FORMULA does.
const MAY_HOLD_FORMULA = /[,\t\r\n][\p{Zs}"]*[=@＝＠+\-＋－]/u;
// A phone number starts with '+' but is not a formula.
const PLAIN_PHONE = /^\+?[0-9(][0-9\p{Zs}()./-]*$/u;

/** Returns a line of the CSV. Formulas in texts get an apostrophe, and EXPORT.separator in them becomes a comma. */
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

// An export may have a million rows, so each step tests whether there is anything to replace.

function formatLine(fields: readonly string[]): string {
  let text = '';
  for (const value of fields) text += `${text === '' ? '"' : SEPARATOR}${value}`;
  return `${text}"${ROW_END}`;
}

/** Puts an apostrophe before a formula, also in cells of programs that use another separator. */
function formatCell(value: string): string {
  if (value === '' || HARMLESS.test(value)) return value;

  let text = value;
  if (text.includes(EXPORT.separator)) text = text.replaceAll(EXPORT.separator, ',');
  if (MAY_HOLD_FORMULA.test(text)) text = text.replace(LATER_FORMULA, "$1'");
  if (FORMULA.test(text)) text = `'${text}`;
  return escapeQuotes(text);
}

function escapeQuotes(value: string): string {
  return value.includes('"') ? value.replaceAll('"', '""') : value;
}

let cachedDay = { hour: '', day: '' };

// Athens is whole hours ahead of UTC: all instants of one UTC hour have the same day there.
function getAthensDay(createdAt: string): string {
  const hour = createdAt.slice(0, 'yyyy-mm-ddThh'.length);
  if (hour !== cachedDay.hour) cachedDay = { hour, day: toAthensDay(new Date(createdAt)) };
  return cachedDay.day;
}
