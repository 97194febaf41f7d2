import { type FlashMessage, flashMessages } from '#app/content/desk/flash-messages.server.ts';
import { endCookie, readCookie, siteCookie } from './cookies.server.ts';

const cookie = () => siteCookie('notice', { maxAgeSeconds: 60 });
const ABOUT = /^([^.]+)\.(\d{1,15})$/;

/** Set-Cookie line for a notice that the next page shows; `about` is the id of what it is about. */
export function flashCookie(notice: FlashMessage, about?: number | null): Promise<string> {
  return cookie().serialize(about == null ? notice : `${notice}.${about}`);
}

/** The notice waiting in a request, and the Set-Cookie lines that take it away once shown. */
export async function takeFlashMessage(request: Request): Promise<{
  notice: FlashMessage | null;
  about: number | null;
  cookies: Promise<string>[];
}> {
  const value = await readCookie(request, cookie());
  if (value === null) return { notice: null, about: null, cookies: [] };
  const [, name = value, id] = ABOUT.exec(value) ?? [];
  const known = Object.hasOwn(flashMessages.en, name);
  return {
    notice: known ? (name as FlashMessage) : null,
    about: id ? Number(id) : null,
    cookies: [endCookie(cookie())],
  };
}
