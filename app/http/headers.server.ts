import { hash } from 'node:crypto';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { config } from '#app/config.server.ts';
import { toPlainPath } from '#app/content/language.ts';

const TRUSTED_TYPES = "require-trusted-types-for 'script'; trusted-types 'none'";
const PERMISSIONS =
  'camera=(), microphone=(), geolocation=(), payment=(), usb=(), autoplay=(self), fullscreen=(self)';

/** A private response is for one person; no cache may store it. */
export interface ResponseInfo {
  path: string;
  isPrivate: boolean;
}

/**
 * Builds the Content-Security-Policy of the page at `path`; that of the contact page allows Turnstile's widget if it is
 * used. `scriptSources` are source expressions with their quotes, such as `'nonce-…'`; without them no inline script is
 * allowed.
 */
export function buildCsp(scriptSources: readonly string[], path: string): string {
  const widget = getWidgetOrigin(path);
  const allowedScripts = ["'self'", ...scriptSources];
  if (widget) allowedScripts.push(widget);

  const directives = [
    "default-src 'none'",
    `script-src ${allowedScripts.join(' ')}`,
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
    // Turnstile's script is not ours, and may do what Trusted Types forbid.
    widget ? `frame-src ${widget}` : TRUSTED_TYPES,
  ];
  if (config().secure) directives.push('upgrade-insecure-requests');

  return directives.join('; ');
}

/** Returns the origin of Turnstile's widget for the page that shows it, otherwise null. */
function getWidgetOrigin(path: string): string | null {
  const { turnstile } = config();
  return turnstile && toPlainPath(path) === '/contact' ? turnstile.origin : null;
}

/**
 * Builds the headers of security model 1.2, with Cache-Control and, for what no search engine may list, X-Robots-Tag. A
 * route can replace the Content-Security-Policy, the Cross-Origin-Resource-Policy and, of a public response without
 * cookies, Cache-Control; `routeHeaders` has all its headers, by their names in lower case.
 */
export function buildSecurityHeaders(
  { path, isPrivate }: ResponseInfo,
  routeHeaders: OutgoingHttpHeaders,
): OutgoingHttpHeaders {
  const isForOneClient = isPrivate || routeHeaders['set-cookie'] !== undefined;
  const headers: OutgoingHttpHeaders = {
    'content-security-policy': routeHeaders['content-security-policy'] ?? buildCsp([], path),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': isPrivate ? 'same-origin' : 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': routeHeaders['cross-origin-resource-policy'] ?? 'same-origin',
    'permissions-policy': PERMISSIONS,
    'cache-control': isForOneClient ? NO_STORE : (routeHeaders['cache-control'] ?? 'no-cache'),
  };

  // require-corp blocks every frame whose response does not have this header, and Turnstile's does not.
  const hasWidget = getWidgetOrigin(path) !== null;
  if (!hasWidget) headers['cross-origin-embedder-policy'] = 'require-corp';
  if (config().secure) headers['strict-transport-security'] = 'max-age=63072000; includeSubDomains';

  const isIndexable = !isPrivate && !path.endsWith('.data');
  if (!isIndexable) headers['x-robots-tag'] = 'noindex';

  return headers;
}

/**
 * Makes the response send the security headers and its request id, with any writer of its head (security model 1.1).
 * Only the first call for a response has an effect.
 */
export function addSecurityHeadersOnSend(
  response: ServerResponse,
  requestId: string,
  info: ResponseInfo,
): void {
  if (Object.hasOwn(response, 'writeHead')) return;

  const writeHead = response.writeHead.bind(response) as (
    status: number,
    headers?: OutgoingHttpHeaders,
  ) => ServerResponse;

  response.writeHead = ((status: number, ...rest: unknown[]) => {
    // A reason phrase may come before the headers, and setHeader may have set others.
    const headers = rest.find((part) => typeof part === 'object') ?? {};
    const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
    const routeHeaders = { ...response.getHeaders(), ...Object.fromEntries(entries) };

    return writeHead(status, {
      ...routeHeaders,
      ...buildSecurityHeaders(info, routeHeaders),
      'x-request-id': requestId,
    });
  }) as typeof response.writeHead;
}

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)([^>]*)>([^]*?)<\/script>/g;

/**
 * Replaces the nonce of a page by the hashes of the inline scripts that have it, so that all visitors can get the page.
 * A script without the nonce, such as a script smuggled into the content, gets no hash.
 */
export function allowScriptsByHash(
  page: string,
  nonce: string,
  path: string,
): { html: string; csp: string } {
  const nonceAttribute = ` nonce="${nonce}"`;
  const hashes: string[] = [];
  for (const [, attributes = '', script = ''] of page.matchAll(INLINE_SCRIPT)) {
    if (!attributes.includes(nonceAttribute)) continue;
    hashes.push(`'sha256-${hash('sha256', script, 'base64')}'`);
  }
  return { html: page.replaceAll(nonceAttribute, ''), csp: buildCsp(hashes, path) };
}

export const NO_STORE = 'no-store, no-cache, must-revalidate, private';

// Browsers revalidate each time (max-age=0). Firefox, and Chromium for the data of pages, first show a copy of up to ten
// minutes all the same. A shared cache may serve its copy for a day while the site is stopped.
const SHARED_PAGE =
  'public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400';
const SHARED_NOT_FOUND = 'public, max-age=0, s-maxage=10';

/** Returns the Cache-Control of a public page; only 200 and 404 may be cached. */
export function getSharedCacheControl(status: number): string {
  if (status === 200) return SHARED_PAGE;
  return status === 404 ? SHARED_NOT_FOUND : NO_STORE;
}
