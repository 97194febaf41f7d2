// A message that one response leaves for the next page (such as "Reply queued"), in a cookie.
import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router';
import { flashMessages, type FlashMessage } from '#app/content/messages/flash-messages.server.ts';
import { createSiteCookie, endCookie, readCookie } from '#app/http/cookies.server.ts';

interface Flash {
  message: FlashMessage | null;
  /** The enquiries that the message concerns. */
  ids: readonly number[];
}

const rawFlashCookie = () => createSiteCookie('flash', { maxAgeSeconds: 60 });
const WITH_IDS = /^([^.]+)\.([\d.]{1,2000})$/;

export function serializeFlashCookie(
  message: FlashMessage,
  ids: readonly number[] = [],
): Promise<string> {
  return rawFlashCookie().serialize([message, ...ids].join('.'));
}

const flashContext = createContext<Flash & { isTaken: boolean }>();

/** Deletes the cookie with the response, but only if a loader has taken the message for a page. */
export const flashMiddleware: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const flash = { ...parseFlash(await readCookie(request, rawFlashCookie())), isTaken: false };
  context.set(flashContext, flash);
  const response = await next();
  if (flash.isTaken) response.headers.append('Set-Cookie', await endCookie(rawFlashCookie()));
  return response;
};

/** Returns the message for the page; `message` is null without one. */
export function takeFlash(context: Readonly<RouterContextProvider>): Flash {
  const flash = context.get(flashContext);
  flash.isTaken = flash.message !== null;
  return flash;
}

function parseFlash(value: string | null): Flash {
  const [, name = value ?? '', ids = ''] = WITH_IDS.exec(value ?? '') ?? [];
  const message = Object.hasOwn(flashMessages.en, name) ? (name as FlashMessage) : null;
  return { message, ids: ids.split('.').filter(Boolean).map(Number) };
}
