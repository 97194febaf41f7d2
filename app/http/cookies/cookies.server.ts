import { type Cookie, createCookie } from 'react-router';
import { config } from '#app/config.server.ts';
import { type Purpose, keysFor } from '#app/domain/keys.server.ts';

interface CookieOptions {
  /** Absent: until the browser closes. */
  maxAgeSeconds?: number;
  sameSite?: 'lax' | 'strict';
  /** What is written is signed, and read only where a current or rotated secret signed it. */
  signedFor?: Purpose;
}

/** The text as it is: the router would write it as JSON in base 64. */
const plain = {
  encode: (encoded: string) => String(JSON.parse(atob(encoded))),
  decode: (value: string) => btoa(JSON.stringify(value)),
};

/**
 * A cookie of ours, out of reach of scripts: bound to this host where the site is https. Script
 * clients drop Secure cookies on http, so that one goes without the prefix that would demand it.
 */
export function siteCookie(name: string, options: CookieOptions = {}): Cookie {
  const { maxAgeSeconds: maxAge, sameSite = 'lax', signedFor } = options;
  const { secure } = config();
  const fullName = secure ? `__Host-${name}` : name;
  return createCookie(fullName, {
    httpOnly: true,
    secure,
    sameSite,
    ...(maxAge !== undefined && { maxAge }),
    ...(signedFor
      ? { secrets: keysFor(signedFor).map((key) => key.toString('base64url')) }
      : plain),
    // One that was sent twice is read as a list, which is none.
    filter: (key) => key === fullName,
    allowMultiple: true,
  });
}

/** The text in a cookie; null when it is absent, empty, sent twice or not signed by us. */
export async function readCookie(request: Request, cookie: Cookie): Promise<string | null> {
  const value: unknown = await cookie.parse(request.headers.get('cookie'));
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The Set-Cookie line that takes a cookie away. */
export const endCookie = (cookie: Cookie): Promise<string> => cookie.serialize('', { maxAge: 0 });

/** Names, without the prefix of ours, of the cookies whose name begins with a text. */
export function cookiesNamed(request: Request, beginning: string): string[] {
  const prefix = siteCookie('').name;
  return (request.headers.get('cookie') ?? '')
    .split(';')
    .map((pair) => pair.trim().split('=')[0]!)
    .filter((name) => name.startsWith(prefix + beginning))
    .map((name) => name.slice(prefix.length));
}

/** Response headers with several cookies, and whatever else is given. */
export async function withCookies(
  lines: readonly (string | Promise<string>)[],
  init: HeadersInit = {},
): Promise<Headers> {
  const headers = new Headers(init);
  for (const line of await Promise.all(lines)) headers.append('Set-Cookie', line);
  return headers;
}
