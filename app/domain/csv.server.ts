import type { Enquiry } from '#db/schema.ts';
import { athensDay } from './athens-time.server.ts';
import { EXPORT } from './limits.ts';

/** The columns of both exports, in order (D-7). */
export const COLUMNS = [
  'Name',
  'Email',
  'Phone',
  'Company',
  'Project Type',
  'Message',
  'Status',
  'Date',
] as const;

const BYTE_ORDER_MARK = '\uFEFF';
const ROW_END = '\r\n';
// oxlint-disable-next-line no-control-regex -- the characters that some readers take for a formula
const FORMULA = /^\p{Zs}*[=+\-@\t\r\0＝＋－＠]/u;
const LATER_FORMULA = /([,\t\r\n][\p{Zs}"]*)(?=[=@＝＠]|[+\-＋－][\p{L}(=])/gu;
const CELL_BREAK = /[,\t\r\n]/;
const PLAIN_PHONE = /^\+?[0-9(][0-9 ()./-]*$/;

export type ExportedEnquiry = Omit<Enquiry, 'place'>;

/** What a CSV file begins with: the byte order mark, by which Excel knows UTF-8, and the header. */
export function csvHead(): string {
  return BYTE_ORDER_MARK + line(COLUMNS);
}

/** One row, every field quoted and no field a formula (D-7, security model 1.10). */
export function csvRow(enquiry: ExportedEnquiry): string {
  const { phone } = enquiry;
  return line([
    inert(enquiry.full_name),
    inert(enquiry.email),
    PLAIN_PHONE.test(phone) ? phone : inert(phone),
    inert(enquiry.company),
    inert(enquiry.project),
    inert(enquiry.message),
    enquiry.status,
    dayOf(enquiry.created_at),
  ]);
}

/** The name of an export made now: from a date only, nothing a visitor wrote. */
export function exportFileName(now: Date, extension: 'csv' | 'xlsx'): string {
  return `contact-submissions-${athensDay(now)}.${extension}`;
}

// A million rows go through here, most of them harmless: each step looks before it works.

function line(values: readonly string[]): string {
  let text = '';
  for (const value of values) {
    const quoted = value.includes('"') ? value.replaceAll('"', '""') : value;
    text += `${text === '' ? '' : EXPORT.separator}"${quoted}"`;
  }
  return text + ROW_END;
}

/**
 * A value that no spreadsheet runs: an apostrophe before what begins a formula, also where a reader
 * that takes comma or tab for the separator would begin a cell.
 */
function inert(value: string): string {
  let text = value;
  if (text.includes(EXPORT.separator)) text = text.replaceAll(EXPORT.separator, ',');
  if (CELL_BREAK.test(text)) text = text.replace(LATER_FORMULA, "$1'");
  return FORMULA.test(text) ? `'${text}` : text;
}

let lastDay = { hour: '', day: '' };

// Athens keeps whole hours from UTC: all instants of one UTC hour have the same day there.
function dayOf(createdAt: string): string {
  const hour = createdAt.slice(0, 'yyyy-mm-ddThh'.length);
  if (hour !== lastDay.hour) lastDay = { hour, day: athensDay(new Date(createdAt)) };
  return lastDay.day;
}
