import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { createHeaders } from '@remix-run/node-fetch-server';
import type { ServerBuild } from 'react-router';
import { inPreview } from '#app/content/site-content.server.ts';
import { readSession, readSessionEnd } from '#app/domain/accounts/sessions.server.ts';
import { addressGroup } from '#app/domain/keys.server.ts';
import { readPreview } from '#app/domain/site/published.server.ts';
import type { AssetArchive } from '#app/http/asset-archive.server.ts';
import {
  addressOf,
  BIG_FORM,
  FORM,
  formTypeOf,
  guardRequest,
  HEALTH_PATH,
  MULTIPART,
  readBytes,
  readForm,
  readUrl,
} from '#app/http/guard.server.ts';
import { finalHeaders } from '#app/http/headers.server.ts';
import { DELAYED_RESPONSES, FORMS, Limiter, PAGES, UPLOADS } from '#app/http/limiter.server.ts';
import {
  canonicalPath,
  PageCache,
  publicAddress,
  toLowerCasePath,
} from '#app/http/page-cache.server.ts';
import {
  createClientLeftSignal,
  refuse,
  sendCached,
  sendRouterResponse,
  type CachedResponse,
} from '#app/http/responses.server.ts';
import { createRouteFinder, type RouteInfo } from '#app/http/route-facts.server.ts';
import { Router, type Exchange } from '#app/http/router.server.ts';
import { readSessionCookie } from '#app/http/sign-in-cookies.server.ts';
import { serveEntryFile, serveMedia, type StaticFiles } from '#app/http/static-files.server.ts';
import {
  readUploadedForm,
  Upload,
  uploadBounds,
  type UploadedForm,
} from '#app/http/uploads.server.ts';
import { log } from '#app/log.server.ts';

export type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Returns what handles all requests of the site; an error of one ends only its own response. */
export function createRequestListener(
  build: ServerBuild,
  files: StaticFiles,
  archive?: AssetArchive,
): Listener {
  const frontDoor = new FrontDoor(build, files, archive);
  return (request, response) => {
    const requestId = randomUUID().replaceAll('-', '').slice(-16);
    frontDoor
      .handle(request, response, requestId)
      .catch((error: unknown) => refuse(request, response, error, requestId));
  };
}

/** The steps between socket and router (security model 1.1). */
class FrontDoor {
  readonly #files: StaticFiles;
  readonly #archive: AssetArchive | undefined;
  readonly #router: Router;
  readonly #findRoute: (path: string) => RouteInfo;
  readonly #pages = new PageCache();
  readonly #limits = {
    pages: new Limiter(PAGES),
    forms: new Limiter(FORMS),
    delayedResponses: new Limiter(DELAYED_RESPONSES),
    uploads: new Limiter(UPLOADS),
  };

  constructor(build: ServerBuild, files: StaticFiles, archive?: AssetArchive) {
    this.#files = files;
    this.#archive = archive;
    this.#router = new Router(build);
    this.#findRoute = createRouteFinder(build);
    // The page that most visitors see first is rendered before the first of them comes.
    const home = this.#pages.get('/', () => this.#router.render('/'));
    home.catch(() => log('not-warm', { path: '/' }));
  }

  /** Passes a request from step to step until one responds. A step throws a Refusal to end it. */
  async handle(
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
  ): Promise<void> {
    guardRequest(request);
    if (this.#sendPageFromMemory(request, response)) return;
    const exchange = this.#identify(request, response, requestId);
    if (request.method === 'POST') await this.#readBody(exchange);
    else if (redirectToCanonicalPath(exchange)) return;
    else if (await this.#sendFile(exchange)) return;
    else if (await this.#redirectToLowerCase(exchange)) return;
    else if (await this.#sendPreview(exchange)) return;
    else if (await this.#sendPublicPage(exchange)) return;
    await this.#sendVisitorResponse(exchange);
  }

  /** Most requests end here. The address of a page in memory is canonical and needs no parsing. */
  #sendPageFromMemory(request: IncomingMessage, response: ServerResponse): boolean {
    const page = request.method === 'POST' ? undefined : this.#pages.find(request.url!);
    if (page) sendCached(page, request, response);
    return page !== undefined;
  }

  #identify(request: IncomingMessage, response: ServerResponse, requestId: string): Exchange {
    const startedAtMs = performance.now();
    const url = readUrl(request.url!);
    const path = canonicalPath(url.pathname);
    const route = this.#findRoute(path);
    const ipAddress = addressOf(request);
    const clientId = addressGroup(ipAddress);
    // A cache must not answer an admin's preview with the page that a visitor got at its address.
    const isPrivate = route.isPrivate || url.searchParams.has(PREVIEW);
    finalHeaders(response, requestId, { path, isPrivate });
    return { request, response, url, path, route, ipAddress, clientId, requestId, startedAtMs };
  }

  /**
   * Reads the form before the router starts. The limit is 64 KB, except for the files of an enquiry
   * and for forms of the desk with a known session.
   */
  async #readBody(exchange: Exchange): Promise<void> {
    const { request, response, url, path, route, clientId } = exchange;
    // A form is not redirected for the spelling of its address: it goes where a GET would be led.
    url.pathname = route.isUnknown ? path : toLowerCasePath(path);
    const { access, body: accepted = 'form' } = route;
    const isLarge = accepted.startsWith('large');
    const hasFiles = accepted.endsWith('with-files');
    const isTrusted =
      access !== 'admin' || ((isLarge || hasFiles) && (await hasKnownSession(exchange)));
    const fields = isLarge ? BIG_FORM.fields : FORM.fields;
    const bytes = isLarge && isTrusted ? BIG_FORM.bytes : FORM.bytes;
    if (!hasFiles || formTypeOf(request) !== MULTIPART) {
      const body = await readForm(request, response, { bytes, fields });
      if (hasFiles) exchange.form = Promise.resolve(parseForm(body));
      else exchange.body = body;
    } else if (isTrusted) {
      const bounds = uploadBounds(isLarge);
      const acquireSlot = () => this.#limits.uploads.acquire(clientId);
      exchange.upload = new Upload(request, response, bounds, acquireSlot);
      exchange.form = exchange.upload.form;
      // The fields are read now, the files later. The route reports an error in the form.
      await exchange.form.catch(() => undefined);
    } else {
      const body = new Uint8Array(await readBytes(request, response, FORM));
      const formRequest = new Request(url, {
        method: 'POST',
        headers: createHeaders(request),
        body,
      });
      exchange.form = readUploadedForm(formRequest, uploadBounds(isLarge));
      await exchange.form.catch(() => undefined);
    }
  }

  /** Sends a file of this build, of an earlier one, of a published entry or of the panel. */
  async #sendFile(exchange: Exchange): Promise<boolean> {
    const { request, response, url, path } = exchange;
    return (
      (await this.#files.serve(url, request, response)) ||
      (await this.#archive?.serve(path, request, response)) ||
      (await serveEntryFile(path, request, response)) ||
      serveMedia(path, request, response, () => isSignedIn(exchange))
    );
  }

  /** Redirects an address in capitals, if there is a page at its lower case (ledger R-7). */
  async #redirectToLowerCase(exchange: Exchange): Promise<boolean> {
    const { response, url, path } = exchange;
    const lower = toLowerCasePath(path);
    if (lower === path || !(await this.#isPage(lower, exchange))) return false;
    redirect(response, lower + url.search);
    return true;
  }

  /** A path with a parameter, such as a project's, leads somewhere if its page is there or has moved. */
  async #isPage(path: string, exchange: Exchange): Promise<boolean> {
    const { isUnknown, hasParameter } = this.#findRoute(path);
    if (isUnknown || !hasParameter) return !isUnknown;
    const page = await this.#getPublicPage(new URL(path, exchange.url), exchange);
    return page === null || page.status === 200;
  }

  /** Sends an admin the page with all drafts (PB-2). Visitors get the published page. */
  async #sendPreview(exchange: Exchange): Promise<boolean> {
    const { request, response, url, route } = exchange;
    if (!url.searchParams.has(PREVIEW) || route.isPrivate) return false;
    if (!(await isSignedIn(exchange))) return false;
    const content = await readPreview();
    const page = await inPreview(content, () => this.#respond(exchange));
    await sendRouterResponse(request, response, page);
    return true;
  }

  async #sendPublicPage(exchange: Exchange): Promise<boolean> {
    const page = await this.#getPublicPage(exchange.url, exchange);
    if (!page) return false;
    sendCached(page, exchange.request, exchange.response);
    logResponse(exchange, page.status);
    return true;
  }

  /** Returns null for an address that responds to each visitor differently. */
  async #getPublicPage(url: URL, { clientId, route }: Exchange): Promise<CachedResponse | null> {
    const address = route.access === 'everyone' ? publicAddress(url) : undefined;
    if (address === undefined) return null;
    const render = () => this.#router.render(address);
    // The health of the site must be told above all when it is crowded.
    const isHealth = address === HEALTH_PATH;
    return this.#pages.get(
      address,
      isHealth ? render : () => this.#limits.pages.run(clientId, render),
    );
  }

  async #sendVisitorResponse(exchange: Exchange): Promise<void> {
    const { request, response, upload } = exchange;
    try {
      const rendered = await this.#respond(exchange);
      await sendRouterResponse(request, response, rendered);
      // The router responds 500 to a client that has left; the client never receives it.
      logResponse(exchange, response.headersSent ? rendered.status : CLIENT_LEFT);
    } finally {
      upload?.discardRest();
    }
  }

  /**
   * Delayed responses wait for passwords to be hashed and for their time, and forms for services and
   * files: neither takes a slot that a page needs.
   */
  #respond(exchange: Exchange): Promise<Response> {
    const { request, response, route, clientId } = exchange;
    const { pages, forms, delayedResponses } = this.#limits;
    const clientLeft = createClientLeftSignal(response);
    const respond = () => this.#router.respond(exchange, clientLeft);
    if (request.method !== 'POST') return pages.run(clientId, respond);
    if (!route.isDelayed) return forms.run(clientId, respond);
    return delayedResponses.run(clientId, async () => {
      let notBeforeMs = 0;
      const hold = (time: number) => void (notBeforeMs = time);
      try {
        return await this.#router.respond(exchange, clientLeft, { hold });
      } finally {
        const delayMs = notBeforeMs - performance.now();
        if (delayMs > 0) {
          await wait(delayMs, undefined, { signal: clientLeft }).catch(() => undefined);
        }
      }
    });
  }
}

const PREVIEW = 'preview';
// The status that nginx writes into its log when a client closes its connection before the response.
const CLIENT_LEFT = 499;

/** A path with a fragment is redirected too: browsers never send one. */
function redirectToCanonicalPath({ request, response, url, path }: Exchange): boolean {
  if (path === request.url!.split(/[?#]/)[0]) return false;
  redirect(response, path + url.search);
  return true;
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(301, { location, 'content-length': 0 }).end();
}

/** Also false while the database cannot be read. */
async function isSignedIn(exchange: Exchange): Promise<boolean> {
  const token = await readSessionCookie(createCookieRequest(exchange));
  return (await readSession(token).catch(() => null)) !== null;
}

/** An admin's form is stored until the next sign-in if its session has ended (DK-6). */
async function hasKnownSession(exchange: Exchange): Promise<boolean> {
  if (await isSignedIn(exchange)) return true;
  const token = await readSessionCookie(createCookieRequest(exchange));
  return (await readSessionEnd(token).catch(() => null)) !== null;
}

function createCookieRequest({ url, request }: Exchange): Request {
  return new Request(url, { headers: { cookie: request.headers.cookie ?? '' } });
}

function logResponse(exchange: Exchange, status: number): void {
  const { request, url, requestId, startedAtMs } = exchange;
  const path = url.pathname;
  if (status === 404) log('not-found', { path, requestId });
  else if (status >= 400) {
    const ms = Math.round(performance.now() - startedAtMs);
    log('answered', { method: request.method, path, status, ms, requestId });
  }
}

/** Parses a body that the guard has checked, faster than a Request does. */
function parseForm(body: Buffer): UploadedForm {
  const fields = new FormData();
  for (const [name, value] of new URLSearchParams(body.toString())) fields.set(name, value);
  return { fields, files: undefined };
}
