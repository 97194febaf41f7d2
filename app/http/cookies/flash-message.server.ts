import { type FlashMessage, flashMessages } from '#app/content/desk/flash-messages.server.ts';
import { clearingLine, cookieLine, readCookie } from './cookies.server.ts';

const COOKIE = 'notice';
const LIFE_SECONDS = 60;

/** Set-Cookie line for a notice that the next page shows. */
export function flashCookie(notice: FlashMessage): string {
  return cookieLine(COOKIE, notice, { maxAgeSeconds: LIFE_SECONDS });
}

/** The notice waiting in a request, and the Set-Cookie lines that take it away once shown. */
export function takeFlashMessage(request: Request): {
  notice: FlashMessage | null;
  cookies: string[];
} {
  const name = readCookie(request, COOKIE);
  if (name === null) return { notice: null, cookies: [] };
  const known = Object.hasOwn(flashMessages.en, name);
  return { notice: known ? (name as FlashMessage) : null, cookies: [clearingLine(COOKIE)] };
}
