import writeExcelFile, { type Cell } from 'write-excel-file/node';
import { toAthensDay } from '#app/domain/clock.server.ts';
import { listEnquiryFields } from '#app/enquiry-fields.server.ts';
import { listFileNames } from '#db/attachments.ts';
import type { Db } from '#db/database.server.ts';
import type { ExportedEnquiry } from '#db/desk-enquiries.ts';
import type { Source } from '#db/schema.ts';
import { exportBatches, type ExportPlan } from './export.server.ts';

const FIELDS = listEnquiryFields('xlsx');

const COLUMNS = [
  ...FIELDS,
  { heading: 'Status', width: 14 },
  { heading: 'Date', width: 12 },
  { heading: 'Files', width: 40 },
  { heading: 'Source', width: 12 },
];

const SOURCE_NAMES: Record<Source, string> = {
  site: 'Website',
  phone: 'Phone',
  visit: 'In person',
  mail: 'Mail',
};

/** Builds a workbook in memory: callers refuse plans with more than EXPORT.workbookRows enquiries. */
export async function makeWorkbook(db: Db, plan: ExportPlan): Promise<Uint8Array> {
  const data: Cell[][] = [
    COLUMNS.map(({ heading }) => ({ type: String, value: heading, fontWeight: 'bold' })),
  ];
  for await (const rows of exportBatches(db, plan)) {
    const ids = rows.map(({ id }) => id);
    const fileNames = await listFileNames(db, ids);
    for (const row of rows) data.push(createCells(row, fileNames.get(row.id) ?? []));
  }
  return writeExcelFile(data, {
    sheet: 'Submissions',
    columns: COLUMNS.map(({ width }) => ({ width })),
    stickyRowsCount: 1,
  }).toBuffer();
}

/** Spreadsheets never evaluate text cells, which hold what visitors wrote. */
function createCells(enquiry: ExportedEnquiry, fileNames: readonly string[]): Cell[] {
  const texts = [...FIELDS.map(({ name }) => enquiry[name]), enquiry.status];
  return [
    ...texts.map((text) => (text ? toTextCell(text) : null)),
    {
      type: Date,
      value: new Date(toAthensDay(new Date(enquiry.created_at))),
      format: 'yyyy-mm-dd',
    },
    fileNames.length > 0 ? toTextCell(fileNames.join('\n')) : null,
    { type: String, value: SOURCE_NAMES[enquiry.source] },
  ];
}

/** Excel reads `_x000A_` as the character of that code, unless its first `_` is written as one too. */
function toTextCell(text: string): Cell {
  return { type: String, value: text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_') };
}
