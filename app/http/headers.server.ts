import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { config } from '#app/config.server.ts';
import { toPlainPath } from '#app/content/language.ts';

const TRUSTED_TYPES = "require-trusted-types-for 'script'; trusted-types 'none'";
const PERMISSIONS =
  'camera=(), microphone=(), geolocation=(), payment=(), usb=(), autoplay=(self), fullscreen=(self)';

/** The address of a response. A private response is for one person. */
interface Place {
  path: string;
  isPrivate: boolean;
}
export function buildContentSecurityPolicy(scriptSources: readonly string[], path = ''): string {
  const { turnstile, secure } = config();
  const widget = turnstile && toPlainPath(path) === '/contact' ? turnstile.origin : null;
  const directives = [
    "default-src 'none'",
    ["script-src 'self'", ...scriptSources, ...(widget ? [widget] : [])].join(' '),
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "media-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    ...(widget ? [`frame-src ${widget}`] : [TRUSTED_TYPES]),
    ...(secure ? ['upgrade-insecure-requests'] : []),
  ];
  return directives.join('; ');
}

/** Returns the headers of security model 1.2. A route's own win only for policies and caching. */
export function securityHeaders(
  { path, isPrivate }: Place,
  routeHeaders: OutgoingHttpHeaders,
): OutgoingHttpHeaders {
  const { secure, turnstile } = config();
  const widget = turnstile && toPlainPath(path) === '/contact';
  return {
    'content-security-policy':
      routeHeaders['content-security-policy'] ?? buildContentSecurityPolicy([], path),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': isPrivate ? 'same-origin' : 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': routeHeaders['cross-origin-resource-policy'] ?? 'same-origin',
    'permissions-policy': PERMISSIONS,
    ...(widget ? {} : { 'cross-origin-embedder-policy': 'require-corp' }),
    ...(secure ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
    ...(isPrivate || path.endsWith('.data') ? { 'x-robots-tag': 'noindex' } : {}),
    'cache-control': cacheControl(isPrivate, routeHeaders),
  };
}

function cacheControl(isPrivate: boolean, routeHeaders: OutgoingHttpHeaders): string {
  if (isPrivate || routeHeaders['set-cookie']) return NO_STORE;
  return String(routeHeaders['cache-control'] ?? 'no-cache');
}

/**
 * Makes a response set each security header once, when it is sent. A second call changes nothing.
 * A response without a known place counts as private (security model 1.1).
 */
export function finalHeaders(
  response: ServerResponse,
  requestId: string,
  place: Place = { path: '', isPrivate: true },
): void {
  if (Object.hasOwn(response, 'writeHead')) return;
  const writeHead = response.writeHead.bind(response) as (
    status: number,
    headers?: OutgoingHttpHeaders,
  ) => ServerResponse;
  response.writeHead = ((status: number, ...rest: unknown[]) => {
    const lastHeaders = rest.findLast((part) => typeof part === 'object') as OutgoingHttpHeaders;
    const routeHeaders = { ...response.getHeaders(), ...toHeaderObject(lastHeaders) };
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    return writeHead(status, {
      ...routeHeaders,
      ...securityHeaders(place, routeHeaders),
      'x-request-id': requestId,
    });
  }) as typeof response.writeHead;
}

function toHeaderObject(headers: OutgoingHttpHeaders | string[] = {}): OutgoingHttpHeaders {
  return Object.fromEntries(
    Array.isArray(headers)
      ? headers.flatMap((name, i) => (i % 2 ? [] : [[name, headers[i + 1]]]))
      : Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

const SCRIPT = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g;
export function pageCsp(html: string, path: string): string {
  const sources = inlineScripts(html).map(
    (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return buildContentSecurityPolicy(sources, path);
}

function inlineScripts(html: string): string[] {
  return [...html.matchAll(SCRIPT)]
    .filter(([, attributes = '']) => !/\stype="application\//.test(attributes))
    .map(([, , script = '']) => script);
}

export const NO_STORE = 'no-store, no-cache, must-revalidate, private';

// Browsers ask each time (max-age=0): a 304 costs nothing, and an upgrade is seen at once. A shared
// cache serves its copy for a day while the site is stopped.
const SHARED_PAGE =
  'public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400';
const SHARED_NOT_FOUND = 'public, max-age=0, s-maxage=10';

export function sharedCaching(status: number): string {
  if (status === 200) return SHARED_PAGE;
  return status === 404 ? SHARED_NOT_FOUND : NO_STORE;
}
