import writeExcelFile, { type Cell } from 'write-excel-file/node';
import { enquiryMessages } from '#app/content/messages/enquiry.server.ts';
import { toAthensDay } from '#app/domain/clock.server.ts';
import {
  ENQUIRY_FIELD_NAMES,
  ENQUIRY_FIELDS,
} from '#app/domain/enquiries/enquiry-fields.server.ts';
import { listFileNames } from '#db/attachments.ts';
import type { Db } from '#db/database.server.ts';
import type { ExportedEnquiry } from '#db/desk-enquiries.ts';
import { COLUMNS, exportBatches, type ExportPlan } from './export.server.ts';

const WIDTHS = [...ENQUIRY_FIELD_NAMES.map((name) => ENQUIRY_FIELDS[name].width), 14, 12, 40, 12];
const OWN_COLUMNS = ['Files', 'Source'];

/** Built whole in memory: plans above EXPORT.workbookRows are to be kept away. */
export async function makeWorkbook(db: Db, plan: ExportPlan): Promise<Uint8Array> {
  const data: Cell[][] = [
    [...COLUMNS, ...OWN_COLUMNS].map((value) => ({ type: String, value, fontWeight: 'bold' })),
  ];
  for await (const rows of exportBatches(db, plan)) {
    const ids = rows.map(({ id }) => id);
    const names = await listFileNames(db, ids);
    for (const row of rows) data.push(cells(row, names.get(row.id) ?? []));
  }
  return writeExcelFile(data, {
    sheet: 'Submissions',
    columns: WIDTHS.map((width) => ({ width })),
    stickyRowsCount: 1,
  }).toBuffer();
}

/** Text cells for what visitors wrote, which no spreadsheet evaluates; a real date for the date. */
function cells(enquiry: ExportedEnquiry, files: readonly string[]): Cell[] {
  const texts = [...ENQUIRY_FIELD_NAMES.map((name) => enquiry[name]), enquiry.status];
  return [
    ...texts.map((text) => (text ? toTextCell(text) : null)),
    {
      type: Date,
      value: new Date(toAthensDay(new Date(enquiry.created_at))),
      format: 'yyyy-mm-dd',
    },
    files.length > 0 ? toTextCell(files.join('\n')) : null,
    { type: String, value: enquiryMessages.en.sources[enquiry.source] },
  ];
}

/** Excel reads `_x000A_` as the character of that code, unless its first `_` is written as one too. */
function toTextCell(text: string): Cell {
  return { type: String, value: text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_') };
}
