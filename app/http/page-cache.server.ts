import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { COSTS } from '#costs';
import { LRUCache } from 'lru-cache';
import { getContentVersion } from '#app/content/site-content.server.ts';
import { SLUG } from '#app/content/slugs.server.ts';
import { pageCsp, sharedCaching } from '#app/http/headers.server.ts';
import { buildCachedResponse, type CachedResponse } from '#app/http/responses.server.ts';
import { escapePath } from '#app/unicode.ts';

const PAGES_LIMIT_BYTES = 32 * 1024 * 1024;
// Filters, open pictures and partial data: many, cheap to make again, and invented by strangers.
const QUERIES_LIMIT_BYTES = 16 * 1024 * 1024;
// Estimated size of the headers of a variant.
const HEADERS_BYTES = 2048;
const CHECK_MS = 1000;
// Beyond it the best compression takes seconds: the sitemap of some thousand pages.
const WELL_COMPRESSED_BYTES = 512 * 1024;
const TEXT = /^(text\/|application\/(xml|json|manifest\+json|atom\+xml))/;
// A redirect; among the data of pages the router sends it as 202.
const REDIRECTS = [202, 301, 302, 303, 307, 308];

const athensDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Athens' });
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

type Responses = LRUCache<string, CachedResponse>;

/**
 * Kept until something is published, or until midnight in Athens: the footer's year may change
 * (architecture, "Page cache").
 */
export class PageCache {
  readonly #now: () => number;
  #caches = createCaches();
  #checkedAt = 0;
  #day = '';
  #content = -1;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  get bytes(): number {
    return this.#caches.pages.calculatedSize + this.#caches.queries.calculatedSize;
  }

  find(address: string): CachedResponse | undefined {
    this.#dropIfChanged();
    return this.#selectCache(address).get(address);
  }

  /**
   * Renders a page once for all requests that wait for it, and caches a 200. Null for a response that
   * sets a cookie, which is for one visitor, and for a redirect, which depends on the whole query.
   */
  get(address: string, render: () => Promise<Response>): Promise<CachedResponse | null> {
    this.#dropIfChanged();
    const { rendering } = this.#caches;
    let page = rendering.get(address);
    if (!page) {
      page = renderPage(address, render, this.#selectCache(address));
      rendering.set(address, page);
      const forget = () => rendering.delete(address);
      page.then(forget, forget);
    }
    return page;
  }

  #selectCache(address: string): Responses {
    return address.includes('?') ? this.#caches.queries : this.#caches.pages;
  }

  // Caches are replaced, not emptied: a page that began to render before the change is not kept.
  #dropIfChanged(): void {
    const now = this.#now();
    if (Math.abs(now - this.#checkedAt) >= CHECK_MS) {
      this.#checkedAt = now;
      const day = athensDay.format(now);
      if (day !== this.#day) this.#caches = createCaches();
      this.#day = day;
    }
    if (this.#content === getContentVersion()) return;
    this.#content = getContentVersion();
    this.#caches = createCaches();
  }
}

async function renderPage(
  address: string,
  render: () => Promise<Response>,
  cache: Responses,
): Promise<CachedResponse | null> {
  const rendered = await render();
  const body = Buffer.from(await rendered.arrayBuffer());
  if (rendered.headers.has('set-cookie') || REDIRECTS.includes(rendered.status)) return null;
  const path = address.split('?')[0]!;
  const headers = buildHeaders(rendered, body, path);
  const isCacheable =
    rendered.status === 200 && !/no-store|private/.test(headers['cache-control'] ?? '');
  if (!isCacheable) return buildCachedResponse(path, rendered.status, headers, body);
  const isFast = address.includes('?') || body.length > WELL_COMPRESSED_BYTES;
  const compressed = await compress(body, headers['content-type'] ?? '', isFast);
  const page = buildCachedResponse(path, 200, headers, body, compressed);
  cache.set(address, page);
  return page;
}

function createCaches() {
  return {
    pages: createCache(PAGES_LIMIT_BYTES),
    queries: createCache(QUERIES_LIMIT_BYTES),
    rendering: new Map<string, Promise<CachedResponse | null>>(),
  };
}
const createCache = (maxSize: number): Responses =>
  new LRUCache({ maxSize, sizeCalculation: measureBytes });

function measureBytes({ plain, compressed }: CachedResponse): number {
  const variants = [plain, ...Object.values(compressed)];
  return variants.reduce((sum, { body }) => sum + body.length + HEADERS_BYTES, 0);
}

function buildHeaders(rendered: Response, body: Buffer, path: string): Record<string, string> {
  const headers = Object.fromEntries(rendered.headers);
  headers['cache-control'] ??= sharedCaching(rendered.status);
  if (headers['content-type']?.startsWith('text/html')) {
    headers['content-security-policy'] ??= pageCsp(body.toString('utf8'), path);
  }
  return headers;
}

async function compress(body: Buffer, type: string, isFast: boolean) {
  if (!TEXT.test(type)) return {};
  const [br, gz] = await Promise.all([
    brotli(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: isFast ? 5 : COSTS.pageCompression,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
    gzipped(body, { level: isFast ? 6 : 9 }),
  ]);
  return {
    ...(br.length < body.length ? { br } : {}),
    ...(gz.length < body.length ? { gzip: gz } : {}),
  };
}

const UNRESERVED = /^[a-z0-9._~-]$/i;

const ASCII_PATH = /^\/[a-z0-9/._-]*$/;

// Public pages are rendered without all others (utm_source…): they cannot fill the memory.
const PARAMETERS: Record<string, RegExp> = {
  category: SLUG,
  year: /^\d{4}$/,
  tab: /^[a-z-]{1,40}$/,
  photo: /^\d{1,2}$/,
  page: /^[1-9]\d{0,3}$/,
  // The router's own: which parts of a page's data the browser lacks.
  _routes: /^[\w/.,-]{1,200}$/,
};

/** Whether the path is written as a link of the site writes it, so that a page has one key. */
function isCanonicalPath(path: string): boolean {
  if (ASCII_PATH.test(path)) return true;
  try {
    const decoded = decodeURI(path);
    const [, list = '', slug = ''] = /^(\/.+\/)([^/]+?)(?:\.data)?$/.exec(decoded) ?? [];
    return escapePath(decoded) === path && ASCII_PATH.test(list) && SLUG.test(slug);
  } catch {
    return false;
  }
}

/** Undefined for an address that is rendered for each visitor, as no link of ours leads to it. */
export function publicAddress(url: URL): string | undefined {
  if (!isCanonicalPath(url.pathname)) return undefined;
  const query = new URLSearchParams();
  for (const [name, value] of url.searchParams) {
    const worthKeeping = Object.hasOwn(PARAMETERS, name) ? PARAMETERS[name] : undefined;
    if (!worthKeeping) continue;
    if (!worthKeeping.test(value) || query.has(name)) return undefined;
    query.set(name, value);
  }
  return url.pathname + (query.size > 0 ? `?${query}` : '');
}

/** No slash at its end, none doubled, nothing escaped needlessly (ledger R-7; RFC 3986, 6.2.2). */
export function canonicalPath(path: string): string {
  return path
    .replace(/%[2-7][0-9a-f]/gi, (escape) => {
      const character = decodeURIComponent(escape);
      return UNRESERVED.test(character) ? character : escape;
    })
    .replace(/\/{2,}/g, '/')
    .replace(/(?<=.)\/$/, '');
}

export function toLowerCasePath(path: string): string {
  return path.replace(/%[0-9a-f]{2}|[A-Z]/gi, (part) =>
    part.length === 1 ? part.toLowerCase() : part,
  );
}
