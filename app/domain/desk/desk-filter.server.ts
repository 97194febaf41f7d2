import { z } from 'zod';
import { getCompanyFacts } from '#app/content/company.server.ts';
import type { SignedInAdmin } from '#app/domain/accounts/sessions.server.ts';
import { addDays, parseAthensClock, toAthensDay } from '#app/domain/clock.server.ts';
import { CURSOR } from '#db/cursor.ts';
import { database } from '#db/database.server.ts';
import { listDisabledAssignees } from '#db/desk-changes.ts';
import type { DeskFilter } from '#db/desk-enquiries.ts';
import { SOURCES, STATUSES, STORED_LANGUAGES } from '#db/schema.ts';
import { listPublishedBrands } from '#db/site-content.ts';
import { DESK } from './desk-limits.ts';
import type { DeskView } from './desk-view.ts';

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
  // Any text is valid: an id of no enquiry gets a page that says so.
  enquiry: z.string().catch(''),
  reply: z.enum(['', '1']).catch(''),
  template: z.string().catch(''),
});

export function readView(params: URLSearchParams): DeskView {
  return viewSchema.parse(Object.fromEntries(params));
}

/** Returns 12 for "DRYS-12", with the brand of today or an earlier one: people quote old numbers (VP-1). */
async function parseEnquiryNumber(text: string): Promise<number | undefined> {
  const [, brand, id] = /^(.+?)[\s\p{Pd}]*(\d{1,15})$/u.exec(text) ?? [];
  if (brand === undefined) return undefined;
  const brands = [getCompanyFacts().brand, ...(await listPublishedBrands(database()))];
  const isKnownBrand = brands.some((each) => each.toLowerCase() === brand.toLowerCase());
  return isKnownBrand ? Number(id) : undefined;
}

/** Returns the filter for the database; the days of a view are days in Athens. */
export async function toFilter(
  view: DeskView,
  admin: SignedInAdmin,
  now = new Date(),
): Promise<DeskFilter> {
  const number = await parseEnquiryNumber(view.q);
  return {
    status: view.status || undefined,
    id: number,
    text: number === undefined ? view.q || undefined : undefined,
    from: view.from ? parseAthensClock(`${view.from}T00:00:00`).toISOString() : undefined,
    to: view.to ? parseAthensClock(`${addDays(view.to)}T00:00:00`).toISOString() : undefined,
    holders: await listAssigneeIds(view, admin),
    dueBy: view.due ? toAthensDay(now) : undefined,
    isUnread: view.unread ? true : undefined,
    language: view.language || undefined,
    source: view.source || undefined,
  };
}

/** Enquiries of disabled admins count as unassigned (DA-3). */
async function listAssigneeIds({ assigned }: DeskView, admin: SignedInAdmin) {
  if (assigned === 'me') return [admin.id];
  if (assigned === 'nobody') return [null, ...(await listDisabledAssignees(database()))];
  return undefined;
}
