import { z } from 'zod';
import { MINUTE } from '#app/domain/clock.server.ts';
import { readView } from '#app/domain/desk/desk-filter.server.ts';
import { deskAddress } from '#app/domain/desk/desk-view.ts';
import { DESK } from '#app/domain/limits.ts';
import { seal, unseal } from '#app/domain/keys.server.ts';
import { endCookie, readCookie, siteCookie } from './cookies.server.ts';

const cookie = () =>
  siteCookie('back', { maxAgeSeconds: DESK.draftMinutes * 60, sameSite: 'strict' });
const PAGE = /^\/admin\/dashboard(\/[\w-]+)+$/;
const OF_THE_LIST =
  /^\/admin\/dashboard\/(status|notes|assignment|follow-up|replies(\/retry)?|export\.(csv|xlsx))$/;
const LONGEST = 300;
const note = z.object({
  to: z.string(),
  adminId: z.number().nullable(),
  wasAtDesk: z.boolean(),
  until: z.number(),
});

/** The page of the desk that an address stands for, as the desk itself would write it. */
export function deskPage(url: URL): string {
  const query = new URLSearchParams(url.search);
  query.delete('_routes');
  const isPage = PAGE.test(url.pathname) && !OF_THE_LIST.test(url.pathname);
  if (!isPage) return deskAddress(readView(query));
  return query.size > 0 ? `${url.pathname}?${query}` : url.pathname;
}

/**
 * The cookie that leads back to a page of the desk after a login: sealed, because what was searched
 * for may be a name. `adminId` is whose session ended; null where nobody's did, or is remembered.
 * `wasAtDesk`: a page of the desk was open, so there was one.
 */
export function wayBackCookie(
  to: string,
  { adminId, wasAtDesk }: { adminId: number | null; wasAtDesk: boolean },
  now = Date.now(),
): Promise<string> {
  const short = to.length <= LONGEST ? to : to.split('?')[0]!;
  const until = now + DESK.draftMinutes * MINUTE;
  const sealed = seal('way-back', JSON.stringify({ to: short, adminId, wasAtDesk, until }));
  return cookie().serialize(sealed);
}

/** Where the cookie leads an admin who has logged in; null when it is old, or another's. */
export async function readWayBack(request: Request, adminId: number, now = Date.now()) {
  const noted = await readNote(request, now);
  return !noted || (noted.adminId ?? adminId) !== adminId ? null : noted.to;
}

/** Whether whoever is to log in came from an open page of the desk. */
export async function wasAtDesk(request: Request, now = Date.now()): Promise<boolean> {
  return (await readNote(request, now))?.wasAtDesk ?? false;
}

async function readNote(request: Request, now: number) {
  const text = unseal('way-back', (await readCookie(request, cookie())) ?? '');
  const noted = text?.startsWith('{') ? note.safeParse(JSON.parse(text)).data : undefined;
  return noted && now < noted.until ? noted : undefined;
}

export const endWayBackCookie = () => endCookie(cookie());
