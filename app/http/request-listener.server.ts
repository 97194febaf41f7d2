import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerBuild } from 'react-router';
import { runInPreview } from '#app/content/site-content.server.ts';
import { readSession, readSessionEnd } from '#app/domain/accounts/sessions.server.ts';
import { getIpAddressGroup } from '#app/domain/keys.server.ts';
import { readPreview } from '#app/domain/site/published.server.ts';
import type { AssetArchive } from '#app/http/asset-archive.server.ts';
import { readSessionCookie } from '#app/http/cookies.server.ts';
import {
  FORM,
  getFormType,
  getIpAddress,
  guardRequest,
  HEALTH_PATH,
  MULTIPART,
  parseUrl,
  readForm,
} from '#app/http/guard.server.ts';
import { setFinalHeaders } from '#app/http/headers.server.ts';
import { DELAYED_RESPONSES, FORMS, Limiter, PAGES, UPLOADS } from '#app/http/limiter.server.ts';
import {
  getCacheKey,
  PageCache,
  toCanonicalPath,
  toLowerCasePath,
} from '#app/http/page-cache.server.ts';
import {
  refuse,
  sendCached,
  sendRouterResponse,
  type CachedResponse,
} from '#app/http/responses.server.ts';
import { createRouteFinder, type RouteInfo } from '#app/http/route-facts.server.ts';
import { Router, type Exchange } from '#app/http/router.server.ts';
import {
  serveEntryFile,
  serveMedia,
  servePreviewCard,
  type StaticFiles,
} from '#app/http/static-files.server.ts';
import { BODY_BOUNDS, discardRest, receiveUpload } from '#app/http/uploads.server.ts';
import { log } from '#app/log.server.ts';

export type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Returns the listener of all requests; an error in one of them ends only its own response. */
export function createRequestListener(
  build: ServerBuild,
  files: StaticFiles,
  archive?: AssetArchive,
): Listener {
  const handler = new RequestHandler(build, files, archive);
  return (request, response) => {
    const requestId = randomUUID().replaceAll('-', '').slice(-16);
    handler
      .handle(request, response, requestId)
      .catch((error: unknown) => refuse(request, response, error, requestId));
  };
}

/** The steps between socket and router (security model 1.1). */
class RequestHandler {
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
    // Render the home page before the first visitor comes.
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
    const exchange = this.#createExchange(request, response, requestId);
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

  #createExchange(request: IncomingMessage, response: ServerResponse, requestId: string): Exchange {
    const startedAtMs = performance.now();
    const url = parseUrl(request.url!);
    const path = toCanonicalPath(url.pathname);
    const route = this.#findRoute(path);
    const ipAddress = getIpAddress(request);
    const clientId = getIpAddressGroup(ipAddress);
    // A cache must not serve an admin's preview to visitors, or a visitor's page as a preview.
    const isPrivate = route.isPrivate || url.searchParams.has(PREVIEW);
    setFinalHeaders(response, requestId, { path, isPrivate });
    return { request, response, url, path, route, ipAddress, clientId, requestId, startedAtMs };
  }

  /**
   * Reads the form before the router starts. The limit is 64 KB, except for the files of an enquiry
   * and for forms of the desk with a known session.
   */
  async #readBody(exchange: Exchange): Promise<void> {
    const { request, response, url, path, route, clientId } = exchange;
    // A POST cannot be redirected without losing its form, so it goes where a GET would be redirected.
    url.pathname = route.isUnknown ? path : toLowerCasePath(path);
    const { access, body = 'form' } = route;
    const bounds = BODY_BOUNDS[body];
    const isTrusted = access !== 'admin' || (body !== 'form' && (await hasKnownSession(exchange)));
    if (isTrusted && 'uploadBytes' in bounds && getFormType(request) === MULTIPART) {
      const acquireSlot = () => this.#limits.uploads.acquire(clientId);
      exchange.form = receiveUpload(request, response, bounds, acquireSlot);
      // Read the fields now and the files later. The route reports an error in the form.
      await exchange.form.catch(() => undefined);
    } else {
      const bytes = isTrusted ? bounds.bytes : FORM.bytes;
      exchange.body = await readForm(request, response, { ...bounds, bytes });
    }
  }

  /** Sends a file of this build, of an earlier one, of a published entry or of the panel. */
  async #sendFile(exchange: Exchange): Promise<boolean> {
    const { request, response, path } = exchange;
    return (
      (await this.#files.serve(path, request, response)) ||
      (await this.#archive?.serve(path, request, response)) ||
      (await serveEntryFile(path, request, response)) ||
      (await servePreviewCard(path, request, response)) ||
      serveMedia(path, request, response, () => isSignedIn(exchange))
    );
  }

  /** Redirects an address with capitals, if its lower-case address has a page (ledger R-7). */
  async #redirectToLowerCase(exchange: Exchange): Promise<boolean> {
    const { response, url, path, clientId } = exchange;
    const lowerCasePath = toLowerCasePath(path);
    if (lowerCasePath === path) return false;
    const route = this.#findRoute(lowerCasePath);
    if (route.isUnknown) return false;
    const page = await this.#getPublicPage(new URL(lowerCasePath, url), route, clientId);
    if (page && page.status !== 200) return false;
    redirect(response, lowerCasePath + url.search);
    return true;
  }

  /** Sends an admin the page with all drafts (PB-2). Visitors get the published page. */
  async #sendPreview(exchange: Exchange): Promise<boolean> {
    const { response, url, route } = exchange;
    if (!url.searchParams.has(PREVIEW) || route.isPrivate) return false;
    if (!(await isSignedIn(exchange))) return false;
    const content = await readPreview();
    const page = await runInPreview(content, () => this.#respond(exchange));
    await sendRouterResponse(response, page);
    return true;
  }

  async #sendPublicPage(exchange: Exchange): Promise<boolean> {
    const { request, response, url, route, clientId } = exchange;
    const page = await this.#getPublicPage(url, route, clientId);
    if (!page) return false;
    sendCached(page, request, response);
    logResponse(exchange, page.status);
    return true;
  }

  /** Returns null for an address that responds to each visitor differently. */
  async #getPublicPage(
    url: URL,
    route: RouteInfo,
    clientId: string,
  ): Promise<CachedResponse | null> {
    const key = route.access === 'everyone' ? getCacheKey(url) : undefined;
    if (key === undefined) return null;
    const render = () => this.#router.render(key);
    // Monitors must reach the health check of a busy site.
    if (key === HEALTH_PATH) return this.#pages.get(key, render);
    return this.#pages.get(key, () => this.#limits.pages.run(clientId, render));
  }

  async #sendVisitorResponse(exchange: Exchange): Promise<void> {
    const { request, response, form } = exchange;
    try {
      const rendered = await this.#respond(exchange);
      await sendRouterResponse(response, rendered);
      // The router responds 500 to a client that has left; the client never receives it.
      logResponse(exchange, response.headersSent ? rendered.status : CLIENT_LEFT);
    } finally {
      if (form) discardRest(request);
    }
  }

  /** Forms wait for services, files and delays (AL-4), so they take no slot that a page needs. */
  #respond(exchange: Exchange): Promise<Response> {
    const { request, route, clientId } = exchange;
    const { pages, forms, delayedResponses } = this.#limits;
    const formLimiter = route.isDelayed ? delayedResponses : forms;
    const limiter = request.method === 'POST' ? formLimiter : pages;
    return limiter.run(clientId, () => this.#router.respond(exchange));
  }
}

const PREVIEW = 'preview';
// The status that nginx logs when a client closes its connection before the response.
const CLIENT_LEFT = 499;

/** Redirects a path with a fragment too: browsers never send one. */
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
  const token = await readSessionToken(exchange);
  return (await readSession(token).catch(() => null)) !== null;
}

/** An admin's form is stored until the next sign-in if its session has ended (DK-6). */
async function hasKnownSession(exchange: Exchange): Promise<boolean> {
  if (await isSignedIn(exchange)) return true;
  const token = await readSessionToken(exchange);
  return (await readSessionEnd(token).catch(() => null)) !== null;
}

function readSessionToken({ url, request }: Exchange): Promise<string | null> {
  const headers = { cookie: request.headers.cookie ?? '' };
  return readSessionCookie(new Request(url, { headers }));
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
