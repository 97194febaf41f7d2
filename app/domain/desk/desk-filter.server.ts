import { z } from 'zod';
import { getCompanyFacts } from '#app/content/company.server.ts';
import { toSlug } from '#app/content/slugs.server.ts';
import type { SignedInAdmin } from '#app/domain/accounts/sessions.server.ts';
import { addDays, getAthensMidnight, toAthensDay } from '#app/domain/clock.server.ts';
import { CURSOR } from '#db/cursor.ts';
import { getDatabase } from '#db/database.server.ts';
import type { DeskFilter } from '#db/desk-enquiries.ts';
import { SOURCES, STATUSES, STORED_LANGUAGES } from '#db/schema.ts';
import { listEverPublishedCompanyBrands } from '#db/site-content.ts';
import { DESK } from './desk-limits.ts';

export const statusParameter = z.enum(STATUSES);
export const dayParameter = z.iso.date().regex(/^20/).catch('');
export const searchParameter = z.string().trim().max(DESK.searchMax).catch('');
const cursorParameter = z.string().regex(CURSOR).catch('');
export const pageParameters = {
  before: cursorParameter,
  after: cursorParameter,
  page: z.enum(['', 'last']).catch(''),
};

const viewSchema = z.object({
  // 'answer': the enquiries that wait for the company (DK-7).
  view: z.enum(['', 'answer']).catch(''),
  status: z.enum(['', ...STATUSES]).catch(''),
  q: searchParameter,
  from: dayParameter,
  to: dayParameter,
  assigned: z.enum(['', 'me', 'nobody']).catch(''),
  due: z.enum(['', '1']).catch(''),
  unread: z.enum(['', '1']).catch(''),
  language: z.enum(['', ...STORED_LANGUAGES]).catch(''),
  source: z.enum(['', ...SOURCES]).catch(''),
  ...pageParameters,
  // Any text is valid: an unknown id gets a page that says so.
  enquiry: z.string().catch(''),
  reply: z.enum(['', '1']).catch(''),
  template: z.string().catch(''),
});

/** The query parameters of the desk's list: filters, page, open enquiry and reply form. Empty means absent. */
export type DeskView = z.infer<typeof viewSchema>;

/** Parses the query of the desk's list. An invalid parameter counts as an absent one. */
export function parseDeskView(params: URLSearchParams): DeskView {
  return viewSchema.parse(Object.fromEntries(params));
}

// The characters before a number in which its brand is looked for: a slug of a whole subject would be cut.
const MAX_BRAND_LENGTH = 100;

// Spaces or dashes of any kind, then a number.
const NUMBER = /([\s\p{Pd}]*)(?<!\d)(\d{1,15})(?!\d)/gu;

/**
 * Returns 12 for "DRYS-12", which may stand in the subject of a mail, and for "drys 12" alone, in Latin or Greek
 * letters. The brand is that of today or an earlier one: people quote old numbers (VP-1).
 */
async function parseEnquiryNumber(text: string): Promise<number | undefined> {
  const numbers = [...text.matchAll(NUMBER)];
  if (numbers.length === 0) return undefined;

  const earlierBrands = await listEverPublishedCompanyBrands(getDatabase());
  // As slugs, a brand is the same in Latin and in Greek letters.
  const brands = [getCompanyFacts().brand, ...earlierBrands].map(toSlug).filter(Boolean);

  for (const { 0: match, 1: separator, 2: id, index } of numbers) {
    const start = Math.max(0, index - MAX_BRAND_LENGTH);
    const wordsBefore = toSlug(text.slice(start, index));

    const hasDash = /\p{Pd}/u.test(separator!);
    const isAfterBrand = brands.some((brand) => `-${wordsBefore}`.endsWith(`-${brand}`));
    if (hasDash && isAfterBrand) return Number(id);

    // Without a dash, "Drys 12 chairs" are words.
    const isWholeText = start === 0 && index + match.length === text.length;
    if (isWholeText && brands.includes(wordsBefore)) return Number(id);
  }
  return undefined;
}

/**
 * Turns the parameters of the list into a filter; `assigned=me` means the enquiries of `admin`. Its days are days in
 * Athens. A `q` with an enquiry's number finds this enquiry, and any other text is searched for.
 */
export async function buildDeskFilter(view: DeskView, admin: SignedInAdmin): Promise<DeskFilter> {
  const id = await parseEnquiryNumber(view.q);
  return {
    waitingOn: view.view === 'answer' ? toAthensDay(new Date()) : undefined,
    status: view.status || undefined,
    id,
    text: id === undefined && view.q !== '' ? view.q : undefined,
    from: view.from ? getAthensMidnight(view.from).toISOString() : undefined,
    to: view.to ? getAthensMidnight(addDays(view.to, 1)).toISOString() : undefined,
    assignee: view.assigned === 'me' ? admin.id : view.assigned || undefined,
    dueBy: view.due ? toAthensDay(new Date()) : undefined,
    isUnread: view.unread ? true : undefined,
    language: view.language || undefined,
    source: view.source || undefined,
  };
}
