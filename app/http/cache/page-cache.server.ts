import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { AnswerShelf } from './answer-shelf.server.ts';
import { type CachedResponse, cacheResponse } from '#app/http/response/cached-response.server.ts';
import { sharedCaching } from '#app/http/response/cache-control.server.ts';
import { pageCsp } from '#app/http/response/page-csp.server.ts';

const PAGES_LIMIT_BYTES = 32 * 1024 * 1024;
/** Filters, open pictures and partial data: many, cheap to make again, and invented by strangers. */
const QUERIES_LIMIT_BYTES = 16 * 1024 * 1024;
const DAY_CHECK_MS = 1000;
const TEXT = /^(text\/|application\/(xml|json|manifest\+json|atom\+xml))/;
/** A redirect; among the data of pages the router sends it as 202. */
const REDIRECTS = [202, 301, 302, 303, 307, 308];

const athensDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Athens' });
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/**
 * Public pages, rendered once and kept until midnight in Athens, when the year in the footer may
 * change (architecture, "Page cache"). `now` gives milliseconds since 1970.
 */
export class PageCache {
  readonly #now: () => number;
  #shelves = newShelves();
  #checkedAt = 0;
  #day = '';

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  get bytes(): number {
    return this.#shelves.pages.bytes + this.#shelves.queries.bytes;
  }

  /** A page that is there already. */
  find(address: string): CachedResponse | undefined {
    this.#forgetYesterday();
    return this.#shelfOf(address).find(address);
  }

  /**
   * The page of an address, rendered for all who wait for it at once. Only a 200 is kept, and only
   * if it sets no cookie; null when it sets one, because it is then not for everybody, and when it
   * redirects, because it then answers the whole query, what pages do not read included.
   */
  get(address: string, render: () => Promise<Response>): Promise<CachedResponse | null> {
    this.#forgetYesterday();
    const { rendering } = this.#shelves;
    let page = rendering.get(address);
    if (!page) {
      page = make(address, render, this.#shelfOf(address));
      rendering.set(address, page);
      const done = () => rendering.delete(address);
      page.then(done, done);
    }
    return page;
  }

  #shelfOf(address: string): AnswerShelf {
    return address.includes('?') ? this.#shelves.queries : this.#shelves.pages;
  }

  // Shelves are replaced, not emptied: a page whose rendering began yesterday lands in the old ones.
  #forgetYesterday(): void {
    const now = this.#now();
    if (Math.abs(now - this.#checkedAt) < DAY_CHECK_MS) return;
    this.#checkedAt = now;
    const day = athensDay.format(now);
    if (day !== this.#day) this.#shelves = newShelves();
    this.#day = day;
  }
}

async function make(
  address: string,
  render: () => Promise<Response>,
  shelf: AnswerShelf,
): Promise<CachedResponse | null> {
  const rendered = await render();
  const body = Buffer.from(await rendered.arrayBuffer());
  if (rendered.headers.has('set-cookie') || REDIRECTS.includes(rendered.status)) return null;
  const path = address.split('?')[0]!;
  const headers = headersOf(rendered, body, path);
  const worthKeeping =
    rendered.status === 200 && !/no-store|private/.test(headers['cache-control'] ?? '');
  if (!worthKeeping) return cacheResponse(path, rendered.status, headers, body);
  const forms = await compress(body, headers['content-type'] ?? '', address.includes('?'));
  const page = cacheResponse(path, 200, headers, body, forms);
  shelf.put(address, page);
  return page;
}

function newShelves() {
  return {
    pages: new AnswerShelf(PAGES_LIMIT_BYTES),
    queries: new AnswerShelf(QUERIES_LIMIT_BYTES),
    rendering: new Map<string, Promise<CachedResponse | null>>(),
  };
}

function headersOf(rendered: Response, body: Buffer, path: string): Record<string, string> {
  const headers = Object.fromEntries(rendered.headers);
  headers['cache-control'] ??= sharedCaching(rendered.status);
  if (headers['content-type']?.startsWith('text/html')) {
    headers['content-security-policy'] ??= pageCsp(body.toString('utf8'), path);
  }
  return headers;
}

async function compress(body: Buffer, type: string, quickly: boolean) {
  if (!TEXT.test(type)) return {};
  const [br, gz] = await Promise.all([
    brotli(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quickly ? 5 : constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
    gzipped(body, { level: quickly ? 6 : 9 }),
  ]);
  return {
    ...(br.length < body.length ? { br } : {}),
    ...(gz.length < body.length ? { gzip: gz } : {}),
  };
}
