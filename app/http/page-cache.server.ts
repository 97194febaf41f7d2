import type { OutgoingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { COSTS } from '#costs';
import { LRUCache } from 'lru-cache';
import { getContentVersion } from '#app/content/site-content.server.ts';
import { SLUG } from '#app/content/slugs.server.ts';
import { addDays, getAthensMidnight, toAthensDay } from '#app/domain/clock.server.ts';
import { buildSecurityHeaders, getSharedCacheControl } from '#app/http/headers.server.ts';
import {
  createEtag,
  ENCODINGS,
  Refusal,
  type CachedResponse,
  type Encoding,
  type Variant,
} from '#app/http/responses.server.ts';
import { decodePath, percentEncodePath } from '#app/unicode.ts';

const PAGES_LIMIT_BYTES = 32 * 1024 * 1024;
// Clients can invent any number of queries, so these have a cache of their own and cannot displace pages.
const QUERIES_LIMIT_BYTES = 16 * 1024 * 1024;
// Estimated size of the headers of a variant.
const HEADERS_BYTES = 2048;
// Larger bodies, such as a sitemap of some thousand pages, are compressed less: the best takes seconds.
const MAX_BEST_COMPRESSION_BYTES = 512 * 1024;
const TEXT = /^(text\/|application\/(xml|json|manifest\+json|atom\+xml))/;
// In a data request the router sends a redirect as 202.
const REDIRECTS = [202, 301, 302, 303, 307, 308];

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

type Responses = LRUCache<string, CachedResponse>;
type Compressed = Partial<Record<Encoding, Buffer>>;

/** Keeps pages in memory until a publication, or until midnight in Athens (the year in the footer). */
export class PageCache {
  #caches = createCaches();
  #contentVersion = -1;
  #midnightMs = 0;

  find(key: string): CachedResponse | undefined {
    this.#clearIfChanged();
    return this.#selectCache(key).get(key);
  }

  /**
   * Returns the cached page, or renders it once for all requests that wait for it, and caches a 200. Returns null for a
   * response that sets a cookie (it is for one visitor) and for a redirect (it depends on the whole query).
   */
  async getOrRender(key: string, render: () => Promise<Response>): Promise<CachedResponse | null> {
    // A URL with a parameter that no page has (utm_source…) is not the key of its page.
    const cachedPage = this.find(key);
    if (cachedPage) return cachedPage;

    const { pending } = this.#caches;
    const pendingPage = pending.get(key);
    if (pendingPage) {
      return pendingPage.catch((error: unknown) => {
        // The limiter may have refused the client that asked first: that must not refuse the others.
        if (error instanceof Refusal) return this.getOrRender(key, render);
        throw error;
      });
    }

    const page = renderPage(key, render, this.#selectCache(key)).finally(() => pending.delete(key));
    pending.set(key, page);
    return page;
  }

  #selectCache(key: string): Responses {
    return key.includes('?') ? this.#caches.queries : this.#caches.pages;
  }

  // Replaces the caches instead of emptying them: a page that is being rendered goes into the old one.
  #clearIfChanged(): void {
    const nowMs = Date.now();
    const contentVersion = getContentVersion();
    if (contentVersion === this.#contentVersion && nowMs < this.#midnightMs) return;

    const tomorrow = addDays(toAthensDay(new Date(nowMs)), 1);
    this.#midnightMs = getAthensMidnight(tomorrow).getTime();
    this.#contentVersion = contentVersion;
    this.#caches = createCaches();
  }
}

async function renderPage(
  key: string,
  render: () => Promise<Response>,
  cache: Responses,
): Promise<CachedResponse | null> {
  const rendered = await render();
  const { status, headers } = rendered;
  const body = Buffer.from(await rendered.arrayBuffer());
  if (headers.has('set-cookie') || REDIRECTS.includes(status)) return null;

  const isCacheable =
    status === 200 && !/no-store|private/.test(headers.get('cache-control') ?? '');
  const isText = TEXT.test(headers.get('content-type') ?? '');
  const [path = '', query] = key.split('?');
  const isFast = query !== undefined || body.length > MAX_BEST_COMPRESSION_BYTES;
  const compressed = isCacheable && isText ? await compress(body, isFast) : {};

  const page = buildCachedResponse(path, rendered, body, compressed);
  if (isCacheable) cache.set(key, page);
  return page;
}

function createCaches() {
  return {
    pages: createCache(PAGES_LIMIT_BYTES),
    queries: createCache(QUERIES_LIMIT_BYTES),
    pending: new Map<string, Promise<CachedResponse | null>>(),
  };
}

const createCache = (maxSize: number): Responses =>
  new LRUCache({
    maxSize,
    sizeCalculation: ({ variants }) =>
      Object.values(variants).reduce((sum, { body }) => sum + body.length + HEADERS_BYTES, 0),
  });

/** Leaves out an encoding in which the body is not smaller. */
async function compress(body: Buffer, isFast: boolean): Promise<Compressed> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: isFast ? 5 : COSTS.pageCompression };
  const [br, gz] = await Promise.all([
    brotli(body, { params: { ...params, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
    gzipped(body, { level: isFast ? 6 : 9 }),
  ]);

  const compressed: Compressed = {};
  if (br.length < body.length) compressed.br = br;
  if (gz.length < body.length) compressed.gzip = gz;
  return compressed;
}

function buildCachedResponse(
  path: string,
  { status, headers: renderedHeaders }: Response,
  body: Buffer,
  compressed: Compressed,
): CachedResponse {
  const routeHeaders: Record<string, string> = Object.fromEntries(renderedHeaders);
  routeHeaders['cache-control'] ??= getSharedCacheControl(status);
  if (Object.keys(compressed).length > 0) routeHeaders['vary'] = 'Accept-Encoding';

  const securityHeaders = buildSecurityHeaders({ path, isPrivate: false }, routeHeaders);
  const headers = { ...routeHeaders, ...securityHeaders };

  const variants: CachedResponse['variants'] = { identity: buildVariant(body, headers) };
  for (const encoding of ENCODINGS) {
    const bytes = compressed[encoding];
    if (bytes)
      variants[encoding] = buildVariant(bytes, { ...headers, 'content-encoding': encoding });
  }

  return { status, variants };
}

function buildVariant(body: Buffer, headers: OutgoingHttpHeaders): Variant {
  return { body, headers: { ...headers, etag: createEtag(body), 'content-length': body.length } };
}

const UNRESERVED = /^[a-z0-9._~-]$/i;
const ASCII_PATH = /^\/[a-z0-9/._-]*$/;

// All other parameters (utm_source…) are dropped, so that they cannot fill the memory.
const PARAMETERS: ReadonlyMap<string, RegExp> = new Map([
  ['category', SLUG],
  ['made', SLUG],
  ['year', /^\d{4}$/],
  ['tab', /^[a-z-]{1,40}$/],
  ['photo', /^\d{1,2}$/],
  ['page', /^[1-9]\d{0,3}$/],
  // The router's own: which parts of a page's data the browser lacks.
  ['_routes', /^[\w/.,-]{1,200}$/],
]);

/**
 * Returns whether the links of the site write the path like this, so that each page has one key. Only the
 * slug at its end may have other letters than ASCII, and links escape them in one way.
 */
function isLinkedPath(path: string): boolean {
  if (ASCII_PATH.test(path)) return true;
  const decoded = decodePath(path);
  if (decoded === null || percentEncodePath(decoded) !== path) return false;
  const [, list = '', slug = ''] = /^(\/.+\/)([^/]+?)(?:\.data)?$/.exec(decoded) ?? [];
  return ASCII_PATH.test(list) && SLUG.test(slug);
}

/**
 * Returns the key of a page in the cache: its path and known parameters, in the order of the URL. Undefined for a URL
 * that no link has: it is rendered for each visitor.
 */
export function getCacheKey(url: URL): string | undefined {
  if (!isLinkedPath(url.pathname)) return undefined;

  const query = new URLSearchParams();
  for (const [name, value] of url.searchParams) {
    const pattern = PARAMETERS.get(name);
    if (!pattern) continue;
    if (!pattern.test(value) || query.has(name)) return undefined;
    query.set(name, value);
  }

  return url.pathname + (query.size > 0 ? `?${query}` : '');
}

// Those of ASCII, so that decodeURIComponent cannot throw.
const ASCII_ESCAPE = /%[2-7][0-9a-f]/gi;
// Not the only slash of the home page.
const SLASH_AT_END = /(?<=.)\/$/;

/** Removes a slash at the end, double slashes and needless escapes (R-7; RFC 3986, 6.2.2). */
export function toCanonicalPath(path: string): string {
  return path
    .replace(ASCII_ESCAPE, (escape) => {
      const character = decodeURIComponent(escape);
      return UNRESERVED.test(character) ? character : escape;
    })
    .replace(/\/{2,}/g, '/')
    .replace(SLASH_AT_END, '');
}

/** Lowers the letters of a path, except in escapes. */
export function toLowerCasePath(path: string): string {
  return path.replace(/%[0-9a-f]{2}|[A-Z]/gi, (part) =>
    part.length === 1 ? part.toLowerCase() : part,
  );
}
