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
    athensDay(new Date(enquiry.created_at)),
  ]);
}

/** The name of an export made now: from a date only, nothing a visitor wrote. */
export function exportFileName(now: Date, extension: 'csv' | 'xlsx'): string {
  return `contact-submissions-${athensDay(now)}.${extension}`;
}

function line(values: readonly string[]): string {
  const quoted = values.map((value) => `"${value.replaceAll('"', '""')}"`);
  return quoted.join(EXPORT.separator) + ROW_END;
}

/**
 * A value that no spreadsheet runs: an apostrophe before what begins a formula, also where a reader
 * that takes comma or tab for the separator would begin a cell.
 */
function inert(value: string): string {
  const text = value.replaceAll(EXPORT.separator, ',').replace(LATER_FORMULA, "$1'");
  return FORMULA.test(text) ? `'${text}` : text;
}
