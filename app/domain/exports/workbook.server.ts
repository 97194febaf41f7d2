import writeExcelFile, { type Cell } from 'write-excel-file/node';
import { toAthensDay } from '#app/domain/clock.server.ts';
import { listEnquiryFields } from '#app/enquiry-fields.server.ts';
import { listAttachmentNames } from '#db/attachments.ts';
import type { Db } from '#db/database.server.ts';
import type { ExportedEnquiry } from '#db/desk-enquiries.ts';
import type { Source } from '#db/schema.ts';
import { readExportBatches, type ExportPlan } from './export.server.ts';

const FIELDS = listEnquiryFields();

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

/** Makes an XLSX file in memory. Callers must refuse plans with more than EXPORT.workbookRows enquiries. */
export async function makeWorkbook(db: Db, plan: ExportPlan): Promise<Uint8Array> {
  const data: Cell[][] = [
    COLUMNS.map(({ heading }) => ({ type: String, value: heading, fontWeight: 'bold' })),
  ];

  for await (const rows of readExportBatches(db, plan)) {
    const ids = rows.map(({ id }) => id);
    const fileNames = await listAttachmentNames(db, ids);
    for (const row of rows) data.push(createCells(row, fileNames.get(row.id) ?? []));
  }

  return writeExcelFile(data, {
    sheet: 'Submissions',
    columns: COLUMNS.map(({ width }) => ({ width })),
    stickyRowsCount: 1,
  }).toBuffer();
}

/** Visitors' texts become text cells, which spreadsheets never evaluate. */
function createCells(enquiry: ExportedEnquiry, fileNames: readonly string[]): Cell[] {
  const texts = [...FIELDS.map(({ name }) => enquiry[name]), enquiry.status];
  const day = new Date(toAthensDay(new Date(enquiry.created_at)));
  return [
    ...texts.map((text) => (text ? toTextCell(text) : null)),
    { type: Date, value: day, format: 'yyyy-mm-dd' },
    fileNames.length > 0 ? toTextCell(fileNames.join('\n')) : null,
    { type: String, value: SOURCE_NAMES[enquiry.source] },
  ];
}

/** Escapes texts such as `_x000A_`, which Excel would read as the character with this code. */
function toTextCell(text: string): Cell {
  return { type: String, value: text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_') };
}
