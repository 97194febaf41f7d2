import { type FlashMessage, flashMessages } from '#app/content/desk/flash-messages.server.ts';
import { clearingLine, cookieLine, readCookie } from './cookies.server.ts';

const COOKIE = 'notice';
const LIFE_SECONDS = 60;
const ABOUT = /^([^.]+)\.(\d{1,15})$/;

/** Set-Cookie line for a notice that the next page shows; `about` is the id of what it is about. */
export function flashCookie(notice: FlashMessage, about?: number | null): string {
  const value = about == null ? notice : `${notice}.${about}`;
  return cookieLine(COOKIE, value, { maxAgeSeconds: LIFE_SECONDS });
}

/** The notice waiting in a request, and the Set-Cookie lines that take it away once shown. */
export function takeFlashMessage(request: Request): {
  notice: FlashMessage | null;
  about: number | null;
  cookies: string[];
} {
  const value = readCookie(request, COOKIE);
  if (value === null) return { notice: null, about: null, cookies: [] };
  const [, name = value, id] = ABOUT.exec(value) ?? [];
  const known = Object.hasOwn(flashMessages.en, name);
  return {
    notice: known ? (name as FlashMessage) : null,
    about: id ? Number(id) : null,
    cookies: [clearingLine(COOKIE)],
  };
}
