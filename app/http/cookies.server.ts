import { createCookie, type Cookie } from 'react-router';
import { config } from '#app/config.server.ts';
import { LANGUAGES, type Language } from '#app/content/language.ts';
import { DAY, SECOND } from '#app/domain/clock.server.ts';
import { listKeysNewestFirst, type Purpose } from '#app/domain/keys.server.ts';
import { AUTH } from '#app/domain/limits.ts';

interface CookieOptions {
  maxAgeSeconds: number;
  sameSite?: 'lax' | 'strict';
  signedFor?: Purpose;
}

// React Router writes the value of a cookie as JSON in base64; this writes it unencoded.
const unencoded = {
  encode: (encoded: string) => String(JSON.parse(atob(encoded))),
  decode: (value: string) => btoa(JSON.stringify(value)),
};

/**
 * Creates an HttpOnly cookie for the whole site, signed if `signedFor` is set. On plain http it has neither
 * `Secure` nor the prefix `__Host-`, which requires it: clients such as curl would drop the cookie. Read it with
 * readCookie. The value of a cookie that is not signed is sent as it is.
 */
export function createSiteCookie(name: string, options: CookieOptions): Cookie {
  const { maxAgeSeconds, sameSite = 'lax', signedFor } = options;
  const fullName = getHostPrefix() + name;
  const format = signedFor
    ? { secrets: listKeysNewestFirst(signedFor).map((key) => key.toString('base64url')) }
    : unencoded;

  return createCookie(fullName, {
    ...format,
    maxAge: maxAgeSeconds,
    httpOnly: true,
    secure: config().secure,
    sameSite,
    // A cookie that was sent twice is then a list, which readCookie ignores.
    filter: (key) => key === fullName,
    allowMultiple: true,
  });
}

const getHostPrefix = (): string => (config().secure ? '__Host-' : '');

/** Returns the value of a cookie, or null if it is missing, empty, sent twice or has a wrong signature. */
export async function readCookie(request: Request, cookie: Cookie): Promise<string | null> {
  const value: unknown = await cookie.parse(request.headers.get('cookie'));
  return typeof value === 'string' && value !== '' ? value : null;
}

export const serializeExpiredCookie = (cookie: Cookie): Promise<string> =>
  cookie.serialize('', { maxAge: 0 });

/** Returns the names of the request's cookies that begin with `namePrefix`, without `__Host-` before it. */
export function listCookieNames(request: Request, namePrefix: string): string[] {
  const hostPrefix = getHostPrefix();
  return (request.headers.get('cookie') ?? '')
    .split(';')
    .map((pair) => pair.trim().split('=')[0]!)
    .filter((name) => name.startsWith(hostPrefix + namePrefix))
    .map((name) => name.slice(hostPrefix.length));
}

export async function createCookieHeaders(
  setCookieLines: readonly (string | Promise<string>)[],
  init: HeadersInit = {},
): Promise<Headers> {
  const headers = new Headers(init);
  for (const line of await Promise.all(setCookieLines)) headers.append('Set-Cookie', line);
  return headers;
}

export const getSessionCookie = (): Cookie =>
  createSiteCookie('sid', { maxAgeSeconds: (AUTH.sessionMaxDays * DAY) / SECOND });

/** Returns the token in the session cookie, or null. Does not check that the session exists. */
export const readSessionCookie = (request: Request): Promise<string | null> =>
  readCookie(request, getSessionCookie());

const getLanguageCookie = () =>
  createSiteCookie('language', { maxAgeSeconds: (365 * DAY) / SECOND });

/** Returns the language that was chosen on a page for staff, or 'en'. */
export async function readLanguageCookie(request: Request): Promise<Language> {
  return parseLanguage(await readCookie(request, getLanguageCookie())) ?? 'en';
}

export const serializeLanguageCookie = (language: Language): Promise<string> =>
  getLanguageCookie().serialize(language);

export function parseLanguage(code: unknown): Language | undefined {
  return LANGUAGES.find((language) => language === code);
}
