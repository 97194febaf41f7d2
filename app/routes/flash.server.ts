// A message that one response leaves for the next page (such as "Reply queued"), in a cookie.
import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router';
import { flashTexts, type FlashMessage } from '#app/content/texts/flash-texts.server.ts';
import { createSiteCookie, readCookie, serializeExpiredCookie } from '#app/http/cookies.server.ts';

export interface Flash {
  message: FlashMessage | null;
  /** The id of the reported status change or of the assignee, or the outcome of a selection (packSelectionOutcome). */
  numbers: readonly number[];
}

const rawFlashCookie = () => createSiteCookie('flash', { maxAgeSeconds: 60 });
// A name of a message, then its numbers: "selection.12.15".
const FLASH_VALUE = /^([^.]+)(?:\.([\d.]{1,2000}))?$/;

/** Returns the Set-Cookie line that leaves a message, and its numbers, for the next page. */
export function serializeFlashCookie(
  message: FlashMessage,
  numbers: readonly number[] = [],
): Promise<string> {
  return rawFlashCookie().serialize([message, ...numbers].join('.'));
}

const flashContext = createContext<Flash & { isTaken: boolean }>();

/** Reads the cookie for takeFlash, and deletes it if a loader has taken its message. */
export const flashMiddleware: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const flash = { ...parseFlash(await readCookie(request, rawFlashCookie())), isTaken: false };
  context.set(flashContext, flash);
  const response = await next();
  if (flash.isTaken) {
    const expiredCookie = await serializeExpiredCookie(rawFlashCookie());
    response.headers.append('Set-Cookie', expiredCookie);
  }
  return response;
};

/** Returns the message for this page, and makes flashMiddleware, without which it throws, delete the cookie. */
export function takeFlash(context: Readonly<RouterContextProvider>): Flash {
  const flash = context.get(flashContext);
  flash.isTaken = flash.message !== null;
  return flash;
}

function parseFlash(value: string | null): Flash {
  const [, name, numbers] = FLASH_VALUE.exec(value ?? '') ?? [];
  if (name === undefined || !Object.hasOwn(flashTexts.en, name)) {
    return { message: null, numbers: [] };
  }
  return {
    message: name as FlashMessage,
    numbers: numbers?.split('.').filter(Boolean).map(Number) ?? [],
  };
}
