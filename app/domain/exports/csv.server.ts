import type { ExportedEnquiry } from '#db/desk-enquiries.ts';
import { enquiryLabels } from '#app/content/texts/enquiry-labels.server.ts';
import { athensDay } from '#app/domain/athens-time.server.ts';
import { ENQUIRY_FIELD_NAMES } from '#app/domain/enquiries/enquiry-fields.server.ts';
import { EXPORT } from '#app/domain/limits.ts';

/** The columns of both exports, in order, in English for whatever reads them (D-7). */
export const COLUMNS = [
  ...ENQUIRY_FIELD_NAMES.map((name) => enquiryLabels.en[name]),
  'Status',
  'Date',
];

const BYTE_ORDER_MARK = '\uFEFF';
const ROW_END = '\r\n';
const BETWEEN = `"${EXPORT.separator}"`;
/** Begins with a letter or digit and has nothing in it that any reader takes for a boundary. */
const HARMLESS = /^[\p{L}\p{N}][^",;\t\r\n]*$/u;
// oxlint-disable-next-line no-control-regex -- the characters that some readers take for a formula
const FORMULA = /^\p{Zs}*[=+\-@\t\r\0＝＋－＠]/u;
const LATER_FORMULA = /([,\t\r\n][\p{Zs}"]*)(?=[=@＝＠]|[+\-＋－][\p{L}(=])/gu;
const MAY_HOLD_FORMULA = /[,\t\r\n][\p{Zs}"]*[=@＝＠+\-＋－]/u;
const PLAIN_PHONE = /^\+?[0-9(][0-9 ()./-]*$/;

/** What a CSV file begins with: the byte order mark, by which Excel knows UTF-8, and the header. */
export function csvHead(): string {
  return BYTE_ORDER_MARK + line(COLUMNS.map(quoted));
}

/** One row, every field quoted and no field a formula (D-7, security model 1.10). */
export function csvRow(enquiry: Omit<ExportedEnquiry, 'id'>): string {
  const fields = ENQUIRY_FIELD_NAMES.map((name) => {
    const value = enquiry[name];
    return name === 'phone' && PLAIN_PHONE.test(value) ? value : field(value);
  });
  return line([...fields, enquiry.status, dayOf(enquiry.created_at)]);
}

/** The name of an export made now: from a date only, nothing a visitor wrote. */
export function exportFileName(now: Date, extension: 'csv' | 'xlsx'): string {
  return `contact-submissions-${athensDay(now)}.${extension}`;
}

// A million rows go through here, most of them harmless: each step looks before it works.

function line(fields: readonly string[]): string {
  let text = '';
  for (const value of fields) text += `${text === '' ? '"' : BETWEEN}${value}`;
  return `${text}"${ROW_END}`;
}

function field(value: string): string {
  return value === '' || HARMLESS.test(value) ? value : quoted(inert(value));
}

function quoted(value: string): string {
  return value.includes('"') ? value.replaceAll('"', '""') : value;
}

/**
 * A value that no spreadsheet runs: an apostrophe before what begins a formula, also where a reader
 * that takes comma or tab for the separator would begin a cell.
 */
function inert(value: string): string {
  let text = value;
  if (text.includes(EXPORT.separator)) text = text.replaceAll(EXPORT.separator, ',');
  if (MAY_HOLD_FORMULA.test(text)) text = text.replace(LATER_FORMULA, "$1'");
  return FORMULA.test(text) ? `'${text}` : text;
}

let lastDay = { hour: '', day: '' };

// Athens keeps whole hours from UTC: all instants of one UTC hour have the same day there.
function dayOf(createdAt: string): string {
  const hour = createdAt.slice(0, 'yyyy-mm-ddThh'.length);
  if (hour !== lastDay.hour) lastDay = { hour, day: athensDay(new Date(createdAt)) };
  return lastDay.day;
}
