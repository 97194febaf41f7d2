import { parentPort } from 'node:worker_threads';
import writeExcelFile, { type Cell } from 'write-excel-file/node';
import { athensDay } from './athens-time.server.ts';
import { COLUMNS, type ExportedEnquiry } from './csv.server.ts';

// A workbook is built whole, which takes seconds of pure computing: in a thread of its own, so that
// the site goes on answering. Batches of rows come in, null ends them, the file goes back.
const WIDTHS = [28, 32, 20, 28, 20, 80, 14, 12];
const data: Cell[][] = [COLUMNS.map((value) => ({ type: String, value, fontWeight: 'bold' }))];

parentPort?.on('message', (rows: ExportedEnquiry[] | null) => {
  if (rows) for (const row of rows) data.push(cells(row));
  else void finish();
});

/** Text cells for what visitors wrote, which no spreadsheet evaluates; a real date for the date. */
function cells(enquiry: ExportedEnquiry): Cell[] {
  const { full_name, email, phone, company, project, message, status, created_at } = enquiry;
  const texts = [full_name, email, phone, company, project, message, status];
  return [
    ...texts.map((value) => (value ? { type: String, value } : null)),
    { type: Date, value: new Date(athensDay(new Date(created_at))), format: 'yyyy-mm-dd' },
  ];
}

async function finish(): Promise<void> {
  const file = await writeExcelFile(data, {
    sheet: 'Submissions',
    columns: WIDTHS.map((width) => ({ width })),
    stickyRowsCount: 1,
  }).toBuffer();
  parentPort?.postMessage(new Uint8Array(file));
  parentPort?.close();
}
