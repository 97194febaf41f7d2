import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerBuild } from 'react-router';
import { runInPreview } from '#app/content/site-content.server.ts';
import { authenticateSession, readSessionEnd } from '#app/domain/accounts/sessions.server.ts';
import { getIpAddressGroup } from '#app/domain/keys.server.ts';
import { readContentWithDrafts } from '#app/domain/site/published.server.ts';
import type { AssetArchive } from '#app/http/asset-archive.server.ts';
import { readSessionCookie } from '#app/http/cookies.server.ts';
import { hasRoomForFiles } from '#app/http/form-parser.server.ts';
import { discardRemainingBody, getFormBounds, receiveForm } from '#app/http/forms.server.ts';
import {
  getClientIpAddress,
  HEALTH_PATH,
  parseRequestTarget,
  requireFormOfThisSite,
  requireMethodAndHost,
  toOriginForm,
} from '#app/http/guard.server.ts';
import { addSecurityHeadersOnSend } from '#app/http/headers.server.ts';
import {
  DELAYED_RESPONSE_LIMITS,
  FORM_LIMITS,
  Limiter,
  PAGE_LIMITS,
  UPLOAD_LIMITS,
} from '#app/http/limiter.server.ts';
import {
  getCacheKey,
  PageCache,
  toCanonicalPath,
  toLowerCasePath,
} from '#app/http/page-cache.server.ts';
import {
  sendCachedResponse,
  sendErrorResponse,
  sendRouterResponse,
  type CachedResponse,
} from '#app/http/responses.server.ts';
import { createRouteFinder, type RouteInfo } from '#app/http/route-facts.server.ts';
import { Router, type Exchange } from '#app/http/router.server.ts';
import {
  serveEntryFile,
  serveMediaFile,
  servePreviewPicture,
  type StaticFiles,
} from '#app/http/static-files.server.ts';
import { log } from '#app/log.server.ts';

export type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Returns the function that responds to all requests, and starts to render the home page into the cache. An error in a
 * request ends only its own response.
 */
export function createRequestListener(
  build: ServerBuild,
  files: StaticFiles,
  archive?: AssetArchive,
): Listener {
  const handler = new RequestHandler(build, files, archive);
  handler.cacheHomePage();
  return (request, response) => {
    const requestId = randomUUID().replaceAll('-', '').slice(-16);
    handler
      .handle(request, response, requestId)
      .catch((error: unknown) => sendErrorResponse(request, response, error, requestId))
      .finally(() => discardRemainingBody(request));
  };
}

/** Takes each request through the steps between socket and router (security model 1.1). */
class RequestHandler {
  readonly #files: StaticFiles;
  readonly #archive: AssetArchive | undefined;
  readonly #router: Router;
  readonly #findRoute: (path: string) => RouteInfo;
  readonly #pages = new PageCache();
  readonly #limits = {
    pages: new Limiter(PAGE_LIMITS),
    forms: new Limiter(FORM_LIMITS),
    delayedResponses: new Limiter(DELAYED_RESPONSE_LIMITS),
    uploads: new Limiter(UPLOAD_LIMITS),
  };

  constructor(build: ServerBuild, files: StaticFiles, archive?: AssetArchive) {
    this.#files = files;
    this.#archive = archive;
    this.#router = new Router(build);
    this.#findRoute = createRouteFinder(build);
  }

  /** Renders the home page before the first visitor comes. */
  cacheHomePage(): void {
    const home = this.#pages.getOrRender('/', () => this.#router.renderPublicPage('/'));
    home.catch(() => log('not-warm', { path: '/' }));
  }

  /** Passes a request from step to step until one responds. A step throws a Refusal to end it. */
  async handle(
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
  ): Promise<void> {
    requireMethodAndHost(request);
    request.url = toOriginForm(request);
    if (request.method === 'POST') requireFormOfThisSite(request);
    if (this.#sendPageFromMemory(request, response)) return;

    const exchange = this.#createExchange(request, response, requestId);
    if (request.method === 'POST') {
      await this.#receiveForm(exchange);
      await this.#sendVisitorResponse(exchange);
      return;
    }

    if (isPathCanonical(exchange) && (await this.#sendFile(exchange))) return;
    if (await this.#redirectToCanonicalPath(exchange)) return;
    if (await this.#sendPreview(exchange)) return;
    if (await this.#sendPublicPage(exchange)) return;
    await this.#sendVisitorResponse(exchange);
  }

  /** Most requests end here. The key of a cached page is a canonical URL, so it needs no parsing. */
  #sendPageFromMemory(request: IncomingMessage, response: ServerResponse): boolean {
    const page = request.method === 'POST' ? undefined : this.#pages.find(request.url!);
    if (page) sendCachedResponse(page, request, response);
    return page !== undefined;
  }

  #createExchange(request: IncomingMessage, response: ServerResponse, requestId: string): Exchange {
    const startedAtMs = performance.now();
    const url = parseRequestTarget(request.url!);
    const path = toCanonicalPath(url.pathname);
    const route = this.#findRoute(path);
    const ipAddress = getClientIpAddress(request);
    const clientId = getIpAddressGroup(ipAddress);

    // A cache must not serve an admin's preview to visitors, or a visitor's page as a preview.
    const isPrivate = route.isPrivate || url.searchParams.has(PREVIEW);
    addSecurityHeadersOnSend(response, requestId, { path, isPrivate });
    return { request, response, url, path, route, ipAddress, clientId, requestId, startedAtMs };
  }

  /** The limit is 64 KB, except for the files of an enquiry and for forms of the desk with a known session. */
  async #receiveForm(exchange: Exchange): Promise<void> {
    const { request, response, url, path, route, clientId } = exchange;
    // A redirect would lose the form, so handle the POST at the path to which a GET would be redirected.
    url.pathname = route.isUnknown ? path : toLowerCasePath(path);

    const { access, body = 'form' } = route;
    const isLargeFormOfDesk = access === 'admin' && body !== 'form';
    const isSessionMissing = isLargeFormOfDesk && !(await hasKnownSession(exchange));
    const bounds = getFormBounds(request, body, isSessionMissing);

    const acquireSlot = () => this.#limits.uploads.acquire(clientId, request.signal);
    exchange.form = receiveForm(request, response, bounds, acquireSlot);

    // Read the fields now and the files later. The route shows an error in a form that may have files.
    const isErrorForRoute = hasRoomForFiles(bounds);
    await exchange.form.catch((error: unknown) => {
      if (!isErrorForRoute) throw error;
    });
  }

  /** Sends a file of this build, of an earlier one, of a published entry or of the media library. */
  async #sendFile(exchange: Exchange): Promise<boolean> {
    return (
      (await this.#files.serve(exchange)) ||
      (await this.#archive?.serve(exchange)) ||
      (await serveEntryFile(exchange)) ||
      (await servePreviewPicture(exchange)) ||
      serveMediaFile(exchange, () => isSignedIn(exchange))
    );
  }

  /** Redirects to the canonical path, which is in lower case if that has a page. */
  async #redirectToCanonicalPath(exchange: Exchange): Promise<boolean> {
    const { response, url, path } = exchange;
    const lowerCasePath = toLowerCasePath(path);
    if (isPathCanonical(exchange)) {
      const isLowered = lowerCasePath !== path && (await this.#hasPage(lowerCasePath, exchange));
      if (!isLowered) return false;
    }

    const isUnknown = this.#findRoute(lowerCasePath).isUnknown;
    const location = (isUnknown ? path : lowerCasePath) + url.search;
    response.writeHead(301, { location, 'content-length': 0 }).end();
    return true;
  }

  async #hasPage(path: string, { url, clientId }: Exchange): Promise<boolean> {
    const route = this.#findRoute(path);
    if (route.isUnknown) return false;
    // Without a page that is the same for all visitors, the redirect lets the route decide.
    const page = await this.#getPublicPage(new URL(path, url), route, clientId);
    return page === null || page.status === 200;
  }

  /** Sends an admin the page with all drafts (PB-2). Visitors get the published page. */
  async #sendPreview(exchange: Exchange): Promise<boolean> {
    const { response, url, route } = exchange;
    if (!url.searchParams.has(PREVIEW) || route.isPrivate) return false;
    if (!(await isSignedIn(exchange))) return false;

    const content = await readContentWithDrafts();
    const page = await runInPreview(content, () => this.#respond(exchange));
    await sendRouterResponse(response, page);
    return true;
  }

  async #sendPublicPage(exchange: Exchange): Promise<boolean> {
    const { request, response, url, route, clientId } = exchange;
    const page = await this.#getPublicPage(url, route, clientId);
    if (!page) return false;
    sendCachedResponse(page, request, response);
    logResponse(exchange, page.status);
    return true;
  }

  /** Returns null if the response differs between visitors. */
  async #getPublicPage(
    url: URL,
    route: RouteInfo,
    clientId: string,
  ): Promise<CachedResponse | null> {
    const key = route.access === 'everyone' ? getCacheKey(url) : undefined;
    if (key === undefined) return null;
    const render = () => this.#router.renderPublicPage(key);
    // Monitors must reach the health check of a busy site.
    if (key === HEALTH_PATH) return this.#pages.getOrRender(key, render);
    return this.#pages.getOrRender(key, () => this.#limits.pages.run(clientId, render));
  }

  async #sendVisitorResponse(exchange: Exchange): Promise<void> {
    const { response } = exchange;
    const rendered = await this.#respond(exchange);
    await sendRouterResponse(response, rendered);
    // The router responds 500 to a client that has left; the client never receives it.
    logResponse(exchange, response.headersSent ? rendered.status : CLIENT_LEFT);
  }

  /** Forms wait for services, files and delays (AL-4), so they have slots of their own. */
  #respond(exchange: Exchange): Promise<Response> {
    const { request, route, clientId } = exchange;
    const { pages, forms, delayedResponses } = this.#limits;
    const formLimiter = route.isDelayed ? delayedResponses : forms;
    const limiter = request.method === 'POST' ? formLimiter : pages;
    const respond = () => this.#router.respond(exchange);
    return limiter.run(clientId, respond, request.signal);
  }
}

const PREVIEW = 'preview';
// The status that nginx logs when a client closes its connection before the response.
const CLIENT_LEFT = 499;

/** A fragment is no part of the path; browsers keep it, but some clients send it. */
const isPathCanonical = ({ request, path }: Exchange): boolean =>
  path === request.url!.split(/[?#]/)[0];

/** Counts as use of the session. Returns false if the database fails. */
async function isSignedIn(exchange: Exchange): Promise<boolean> {
  const token = await readSessionToken(exchange);
  return (await authenticateSession(token).catch(() => null)) !== null;
}

/** Returns true for an ended session too: its form gets back all that was typed (DK-6). */
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
