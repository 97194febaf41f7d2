import { z } from 'zod';
import { MINUTE } from '#app/domain/clock.server.ts';
import { readView } from '#app/domain/desk/desk-filter.server.ts';
import { deskAddress } from '#app/domain/desk/desk-view.ts';
import { DESK } from '#app/domain/limits.ts';
import { seal, unseal } from '#app/domain/sealing.server.ts';
import { endCookie, readCookie, siteCookie } from './cookies.server.ts';

const cookie = () =>
  siteCookie('back', { maxAgeSeconds: DESK.unsavedMinutes * 60, sameSite: 'strict' });
const PAGE = /^\/admin\/dashboard(\/[\w-]+)+$/;
const OF_THE_LIST =
  /^\/admin\/dashboard\/(status|notes|assignment|follow-up|replies(\/retry)?|unsaved|export\.(csv|xlsx))$/;
const LONGEST = 300;
const note = z.object({ to: z.string(), adminId: z.number().nullable(), until: z.number() });

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
 * for may be a name. `adminId` is whose session ended; null where nobody's did.
 */
export function wayBackCookie(
  to: string,
  adminId: number | null,
  now = Date.now(),
): Promise<string> {
  const short = to.length <= LONGEST ? to : to.split('?')[0]!;
  const until = now + DESK.unsavedMinutes * MINUTE;
  const sealed = seal('way-back', JSON.stringify({ to: short, adminId, until }));
  return cookie().serialize(sealed);
}

/** Where the cookie leads an admin who has logged in; null when it is old, or another's. */
export async function readWayBack(request: Request, adminId: number, now = Date.now()) {
  const text = unseal('way-back', (await readCookie(request, cookie())) ?? '');
  const noted = text?.startsWith('{') ? note.safeParse(JSON.parse(text)).data : undefined;
  if (!noted || now >= noted.until) return null;
  return noted.adminId === null || noted.adminId === adminId ? noted.to : null;
}

export const endWayBackCookie = () => endCookie(cookie());
