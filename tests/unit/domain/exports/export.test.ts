import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { expect, test, vi } from 'vitest';
import {
  createExportPlan,
  formatCsvRow,
  getExportFileName,
  readExportBatches,
  startExport,
  takeExportSlot,
  type ExportFormat,
} from '#app/domain/exports/export.server.ts';
import { makeWorkbook } from '#app/domain/exports/workbook.server.ts';
import { EXPORT } from '#app/domain/limits.ts';
import { ENQUIRY_FIELD_NAMES, type EnquiryField } from '#app/enquiry-fields.server.ts';
import { getDatabase, getSqliteConnection } from '#db/database.server.ts';
import { eleni } from '#db/seed/seed-enquiries.ts';
import { readWorkbook } from '../../../support/reading/workbook.ts';
import { useScratchDatabase } from '../../../support/servers/site.ts';
import { putEnquiry, putMany, run } from '../../../support/servers/store.ts';

await useScratchDatabase();
const BATCHES = 4;
const ROWS = EXPORT.batchRows * BATCHES + 10;
const ANNA = 1;
const BASIL = 2;
await putMany(ROWS);

test('D-6 exports each row that existed at the start exactly once, despite concurrent changes', async () => {
  const plan = await createExportPlan({});
  expect(plan.total).toBe(ROWS);
  const exportedIds: number[] = [];
  for await (const rows of readExportBatches(getDatabase(), plan)) {
    expect(rows.length).toBeLessThanOrEqual(EXPORT.batchRows);
    exportedIds.push(...rows.map((row) => row.id));
    if (exportedIds.length === EXPORT.batchRows) {
      await putEnquiry({ created_at: '2023-11-14T22:13:21.000Z', message: 'released late' });
      await putEnquiry({ message: 'came in meanwhile' });
    }
  }
  expect(exportedIds).toEqual(Array.from({ length: ROWS }, (_, i) => ROWS - i));
  run('DELETE FROM contact_submissions WHERE id > ?', ROWS);
});

test('D-7 writes typed text as text cells and dates as dates of the workbook', async () => {
  const id = await putEnquiry({
    full_name: '=HYPERLINK("http://evil.example")',
    phone: '+30 210 000 0001',
    company: '<b>&"\'; Δρυς',
    message: 'one; two\nthree _x000A_ _x005f_x0041_',
    created_at: '2026-11-20T22:30:00.000Z',
  });
  const rows = readWorkbook(
    await makeWorkbook(getDatabase(), await createExportPlan({ status: 'new' })),
  );
  expect(rows.map((row) => row.map((cell) => cell.value))).toEqual([
    'Name,Email,Phone,Company,Project Type,Message,Status,Date,Files,Source'.split(','),
    [
      '=HYPERLINK("http://evil.example")',
      eleni.email,
      '+30 210 000 0001',
      '<b>&"\'; Δρυς',
      'Private House',
      'one; two\nthree _x000A_ _x005f_x0041_',
      'new',
      String(toSpreadsheetDay('2026-11-21')),
      'Website',
    ],
  ]);
  const [name, , phone] = rows[1]!;
  expect(name).toMatchObject({ type: 's', formula: false });
  expect(phone).toMatchObject({ type: 's' });
  expect(rows[1]![7]).toMatchObject({ type: '', format: 'yyyy-mm-dd' });
  run('DELETE FROM contact_submissions WHERE id = ?', id);
});

/** Takes a slot; `disconnect` aborts it as a client does that disconnects. */
function takeSlot(admin: number, format: ExportFormat = 'csv') {
  const reader = new AbortController();
  const slot = takeExportSlot(admin, format, reader.signal);
  return slot && Object.assign(slot, { disconnect: () => reader.abort() });
}

async function openBody(slot: ReturnType<typeof takeSlot>) {
  const file = await startExport(slot!, await createExportPlan({}));
  return file.getReader();
}

async function countChunks(file: ReadableStreamDefaultReader<Uint8Array>): Promise<number> {
  let chunkCount = 0;
  while (!(await file.read()).done) chunkCount++;
  return chunkCount;
}

test('D-6 builds one file at a time for an admin, and one workbook at a time for everybody', async () => {
  const first = takeSlot(ANNA);
  expect([takeSlot(ANNA), takeSlot(ANNA, 'xlsx')]).toEqual([null, null]);
  const other = takeSlot(BASIL, 'xlsx');
  first!.release();
  expect(takeSlot(ANNA, 'xlsx')).toBeNull();
  const second = takeSlot(ANNA);
  // A second release has no effect on the slot taken since.
  first!.release();
  expect(takeSlot(ANNA)).toBeNull();
  expect(await countChunks(await openBody(second))).toBe(BATCHES + 1);
  other!.release();
  const workbook = takeSlot(ANNA, 'xlsx');
  expect(await countChunks(await openBody(workbook))).toBe(1);
  takeSlot(ANNA)!.release();
});

test.each(['csv', 'xlsx'] as const)(
  'D-6 ends the %s when its reader disconnects',
  async (format) => {
    const slot = takeSlot(ANNA, format);
    const plan = await createExportPlan({});
    const making = startExport(slot!, plan);
    if (format === 'csv') await making;
    slot!.disconnect();
    takeSlot(ANNA, format)!.release();
    if (format === 'xlsx') await expect(making).rejects.toThrow('aborted');
    else expect(await countChunks((await making).getReader())).toBeLessThan(2);
    await expect(startExport(slot!, plan)).rejects.toThrow('aborted');
  },
);

test('D-6 rejects if the thread of a workbook ends without it, and ignores its error after an abort', async () => {
  const plan = await createExportPlan({});
  const findThread = async () => ((await once(process, 'worker')) as [Worker])[0];
  const slot = takeSlot(ANNA, 'xlsx')!;
  await Promise.all([
    expect(startExport(slot, plan)).rejects.toThrow('without a workbook'),
    findThread().then((thread) => thread.emit('exit', 1)),
  ]);
  slot.release();

  const leftSlot = takeSlot(ANNA, 'xlsx')!;
  const leave = (thread: Worker) => {
    leftSlot.disconnect();
    // Without a listener, this would throw.
    thread.emit('error', new Error('out of memory'));
  };
  await Promise.all([
    expect(startExport(leftSlot, plan)).rejects.toThrow('aborted'),
    findThread().then(leave),
  ]);
});

test('D-6 stops building a file that is not read, and releases its slot when it is cancelled', async () => {
  const file = await openBody(takeSlot(ANNA));
  await file.read();
  // Rows are read when the reader asks for them, the oldest last: this changes half of them before that.
  getSqliteConnection().exec(
    `UPDATE contact_submissions SET phone = '555' WHERE id <= ${ROWS / 2}`,
  );
  let text = '';
  for (let chunk = await file.read(); !chunk.done; chunk = await file.read()) {
    text += Buffer.from(chunk.value).toString('utf8');
  }
  expect(text.match(/"555"/g)).toHaveLength(ROWS / 2);
  const unread = await openBody(takeSlot(ANNA));
  await unread.read();
  await unread.cancel();
  takeSlot(ANNA)!.release();
});

test('D-6 gives the slot of a stalled reader to another', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const file = await openBody(takeSlot(ANNA));
  await file.read();
  vi.advanceTimersByTime(EXPORT.stallSeconds * 1000 - 1);
  await file.read();
  vi.advanceTimersByTime(EXPORT.stallSeconds * 1000 - 1);
  expect(takeSlot(ANNA)).toBeNull();
  vi.advanceTimersByTime(1);
  const next = takeSlot(ANNA);
  await file.cancel();
  expect(takeSlot(ANNA)).toBeNull();
  next!.release();
  vi.useRealTimers();
});

test('D-6 lets the event loop run other work between two batches', async () => {
  let tickCount = 0;
  let isBusy = true;
  const countTick = () => {
    tickCount += 1;
    if (isBusy) setImmediate(countTick);
  };
  setImmediate(countTick);
  for await (const rows of readExportBatches(getDatabase(), await createExportPlan({})))
    expect(rows).not.toEqual([]);
  isBusy = false;
  expect(tickCount).toBeGreaterThanOrEqual(BATCHES);
});

const { hoursAgo: _, ...fields } = eleni;
const emptyFields = Object.fromEntries(ENQUIRY_FIELD_NAMES.map((name) => [name, '']));
const exported = {
  ...(emptyFields as Record<EnquiryField, string>),
  ...fields,
  created_at: '2026-11-20T10:00:00.000Z',
};
const formatRow = (fields: object) => formatCsvRow({ ...exported, status: 'new', ...fields });

test.each([
  ['a "b"; c;d\ne\r\nf', 'a ""b"", c,d\ne\r\nf'],
  // A formula after a separator inside a cell.
  ['a;=1+1', "a,'=1+1"],
  ['a,=1+1', "a,'=1+1"],
  ['a\t@SUM(A1)', "a\t'@SUM(A1)"],
  ['a\n=1+1', "a\n'=1+1"],
  ['a,+cmd|x', "a,'+cmd|x"],
  ['a, -(1)', "a, '-(1)"],
  ['a;"=1', `a,""'=1`],
  // Ordinary text.
  ...['2,40 m, -20 % and 3,+1', 'a - b = c', 'mail me @ home', "it's"].map((text) => [text, text]),
])('D-7 writes %j as %j', (text, cell) => {
  expect(formatRow({ message: text }).split('";"')[ENQUIRY_FIELD_NAMES.indexOf('message')]).toBe(
    cell,
  );
});

test('D-7 makes cells harmless that begin like a formula, and phones that are not a number', () => {
  const formulas = '=1+1 +1 -1 @SUM(A1) ＝1 ＋1 －1 ＠x'.split(' ');
  for (const formula of [...formulas, '\tx', '\rx', '  =1'])
    for (const field of ['full_name', 'company', 'message'])
      expect(formatRow({ [field]: formula })).toContain(`"'${formula}"`);
  for (const phone of ['+cmd|1', '=1', '@1', '+30 210 ext 4'])
    expect(formatRow({ phone })).toContain(`;"'${phone}";`);
  for (const phone of ['+30 210 000 0001', '+30\u00a0210\u202f0001', '(210) 000-0001', '+1/23.45'])
    expect(formatRow({ phone })).toContain(`;"${phone}";`);
});

test('D-7 names the file after the day in Athens', () => {
  const instant = new Date('2026-11-20T22:30:00Z');
  expect(getExportFileName(instant, 'csv')).toBe('contact-submissions-2026-11-21.csv');
});

/** Returns the number that spreadsheets store for a day. */
function toSpreadsheetDay(day: string): number {
  return (Date.parse(day) - Date.UTC(1899, 11, 30)) / 86_400_000;
}
