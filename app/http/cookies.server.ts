import { createCookie, type Cookie } from 'react-router';
import { config } from '#app/config.server.ts';
import { LANGUAGES, type Language } from '#app/content/language.ts';
import { DAY, SECOND } from '#app/domain/clock.server.ts';
import { getKeys, type Purpose } from '#app/domain/keys.server.ts';
import { AUTH } from '#app/domain/limits.ts';

interface CookieOptions {
  maxAgeSeconds?: number;
  sameSite?: 'lax' | 'strict';
  signedFor?: Purpose;
}

// The text as it is: the router would write it as JSON in base 64.
const plain = {
  encode: (encoded: string) => String(JSON.parse(atob(encoded))),
  decode: (value: string) => btoa(JSON.stringify(value)),
};

/**
 * On plain http the cookie has neither `Secure` nor the prefix `__Host-`, which requires it: clients such
 * as curl would drop the cookie.
 */
export function createSiteCookie(name: string, options: CookieOptions = {}): Cookie {
  const { maxAgeSeconds: maxAge, sameSite = 'lax', signedFor } = options;
  const { secure } = config();
  const fullName = secure ? `__Host-${name}` : name;
  return createCookie(fullName, {
    httpOnly: true,
    secure,
    sameSite,
    ...(maxAge !== undefined && { maxAge }),
    ...(signedFor
      ? { secrets: getKeys(signedFor).map((key) => key.toString('base64url')) }
      : plain),
    // A cookie that was sent twice is parsed as a list, and readCookie takes it for none.
    filter: (key) => key === fullName,
    allowMultiple: true,
  });
}
export async function readCookie(request: Request, cookie: Cookie): Promise<string | null> {
  const value: unknown = await cookie.parse(request.headers.get('cookie'));
  return typeof value === 'string' && value !== '' ? value : null;
}

export const endCookie = (cookie: Cookie): Promise<string> => cookie.serialize('', { maxAge: 0 });

export function listCookieNames(request: Request, beginning: string): string[] {
  const prefix = createSiteCookie('').name;
  return (request.headers.get('cookie') ?? '')
    .split(';')
    .map((pair) => pair.trim().split('=')[0]!)
    .filter((name) => name.startsWith(prefix + beginning))
    .map((name) => name.slice(prefix.length));
}

/** Returns the headers with a Set-Cookie line for each serialized cookie. */
export async function withCookies(
  lines: readonly (string | Promise<string>)[],
  init: HeadersInit = {},
): Promise<Headers> {
  const headers = new Headers(init);
  for (const line of await Promise.all(lines)) headers.append('Set-Cookie', line);
  return headers;
}

export const getSessionCookie = () =>
  createSiteCookie('sid', { maxAgeSeconds: (AUTH.sessionMaxDays * DAY) / SECOND });

export const readSessionCookie = (request: Request) => readCookie(request, getSessionCookie());

const chosenLanguage = () => createSiteCookie('language', { maxAgeSeconds: (365 * DAY) / SECOND });
export async function readLanguage(request: Request): Promise<Language> {
  return findLanguage(await readCookie(request, chosenLanguage())) ?? 'en';
}

export const serializeLanguageCookie = (language: Language) => chosenLanguage().serialize(language);

export function findLanguage(name: unknown): Language | undefined {
  return LANGUAGES.find((language) => language === name);
}
