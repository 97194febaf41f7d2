import { parentPort, workerData } from 'node:worker_threads';
import writeExcelFile, { type Cell } from 'write-excel-file/node';
import type { ExportedEnquiry } from '#db/desk-enquiries.ts';
import { openReader } from '#db/reader.ts';
import { athensDay } from './athens-time.server.ts';
import { COLUMNS } from './csv.server.ts';
import type { ExportJob } from './export.server.ts';
import { exportBatches } from './export-batches.server.ts';

// A workbook is built whole, which takes seconds of pure computing: in a thread of its own, so that
// the site goes on answering. The file is what it reports.
const WIDTHS = [28, 32, 20, 28, 20, 80, 14, 12];
const { path, plan } = workerData as ExportJob;
const data: Cell[][] = [COLUMNS.map((value) => ({ type: String, value, fontWeight: 'bold' }))];
for await (const rows of exportBatches(openReader(path), plan)) {
  for (const row of rows) data.push(cells(row));
}
const file = await writeExcelFile(data, {
  sheet: 'Submissions',
  columns: WIDTHS.map((width) => ({ width })),
  stickyRowsCount: 1,
}).toBuffer();
parentPort?.postMessage(new Uint8Array(file));

/** Text cells for what visitors wrote, which no spreadsheet evaluates; a real date for the date. */
function cells(enquiry: ExportedEnquiry): Cell[] {
  const { full_name, email, phone, company, project, message, status, created_at } = enquiry;
  const texts = [full_name, email, phone, company, project, message, status];
  return [
    ...texts.map((value) => (value ? { type: String, value } : null)),
    { type: Date, value: new Date(athensDay(new Date(created_at))), format: 'yyyy-mm-dd' },
  ];
}
