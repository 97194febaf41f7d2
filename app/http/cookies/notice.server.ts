import { type AdminNotice, adminNotices } from '#app/content/desk/admin-notices.ts';
import { clearingLine, cookieLine, readCookie } from './cookies.server.ts';

const COOKIE = 'notice';
const LIFE_SECONDS = 60;

/** Set-Cookie line for a notice that the next page shows. */
export function noticeCookie(notice: AdminNotice): string {
  return cookieLine(COOKIE, notice, { maxAgeSeconds: LIFE_SECONDS });
}

/** The notice waiting in a request, and the Set-Cookie lines that take it away once shown. */
export function takeNotice(request: Request): { notice: AdminNotice | null; cookies: string[] } {
  const name = readCookie(request, COOKIE);
  if (name === null) return { notice: null, cookies: [] };
  const known = Object.hasOwn(adminNotices, name);
  return { notice: known ? (name as AdminNotice) : null, cookies: [clearingLine(COOKIE)] };
}
