import { config } from '#app/config.server.ts';

const MAX_VALUE_CHARACTERS = 1024;

export interface CookieOptions {
  /** Absent: until the browser closes. */
  maxAgeSeconds?: number;
  sameSite?: 'Lax' | 'Strict';
}

/**
 * A cookie's full name: bound to this host where the site is https. Script clients drop Secure
 * cookies on http, so that one goes without the prefix that would demand it.
 */
export function cookieName(name: string): string {
  return config().secure ? `__Host-${name}` : name;
}

/** The value of one of our cookies; null when it is absent, sent twice or longer than any of ours. */
export function readCookie(request: Request, name: string): string | null {
  const prefix = `${cookieName(name)}=`;
  const found = cookiePairs(request).filter((pair) => pair.startsWith(prefix));
  if (found.length !== 1) return null;
  const value = found[0]!.slice(prefix.length);
  return value.length <= MAX_VALUE_CHARACTERS ? value : null;
}

/** A Set-Cookie line: for this host, the whole site, out of reach of scripts. */
export function cookieLine(name: string, value: string, options: CookieOptions = {}): string {
  const { maxAgeSeconds, sameSite = 'Lax' } = options;
  return [
    `${cookieName(name)}=${value}`,
    'Path=/',
    'HttpOnly',
    `SameSite=${sameSite}`,
    ...(config().secure ? ['Secure'] : []),
    ...(maxAgeSeconds === undefined ? [] : [`Max-Age=${maxAgeSeconds}`]),
  ].join('; ');
}

/** A Set-Cookie line that takes a cookie away. */
export function clearingLine(name: string, sameSite: 'Lax' | 'Strict' = 'Lax'): string {
  return cookieLine(name, '', { maxAgeSeconds: 0, sameSite });
}

/** Names, without the prefix of ours, of the cookies whose name begins with a text. */
export function cookiesNamed(request: Request, beginning: string): string[] {
  const prefix = cookieName('');
  return cookiePairs(request)
    .map((pair) => pair.split('=')[0]!)
    .filter((name) => name.startsWith(prefix + beginning))
    .map((name) => name.slice(prefix.length));
}

/** Response headers with several cookies, and whatever else is given. */
export function withCookies(lines: readonly string[], init: HeadersInit = {}): Headers {
  const headers = new Headers(init);
  for (const line of lines) headers.append('Set-Cookie', line);
  return headers;
}

function cookiePairs(request: Request): string[] {
  return (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim());
}
