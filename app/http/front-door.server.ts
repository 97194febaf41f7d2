import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { type ServerBuild, createRequestHandler, RouterContextProvider } from 'react-router';
import { addressGroup } from '#app/domain/keys.server.ts';
import {
  canonicalPath,
  lowerCasePath,
  PageCache,
  publicAddress,
} from '#app/http/page-cache.server.ts';
import type { AssetArchive } from '#app/http/asset-archive.server.ts';
import { type StaticFiles, serveEntryFile, serveMedia } from '#app/http/static-files.server.ts';
import { readPreview } from '#app/domain/site/published.server.ts';
import { inPreview } from '#app/content/site-content.server.ts';
import { readSession, readSessionEnd } from '#app/domain/accounts/sessions.server.ts';
import { readSessionCookie } from '#app/http/sign-in-cookies.server.ts';
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
import { DELAYED_RESPONSES, FORMS, Limiter, PAGES, UPLOADS } from '#app/http/limiter.server.ts';
import { type RouteInfo, createRouteFinder } from '#app/http/route-facts.server.ts';
import {
  type CachedResponse,
  createClientLeftSignal,
  refuse,
  sendRouterResponse,
  sendCached,
  bufferPage,
} from '#app/http/responses.server.ts';
import { contentSecurityPolicy, finalHeaders, NO_STORE } from '#app/http/headers.server.ts';
import {
  Upload,
  type UploadedForm,
  readUploadedForm,
  uploadBounds,
} from '#app/http/uploads.server.ts';
import { log } from '#app/log.server.ts';
import { createHeaders } from '@remix-run/node-fetch-server';
import { config } from '#app/config.server.ts';
import { type RequestContext, requestContext } from './request-context.server.ts';

export type Listener = (request: IncomingMessage, response: ServerResponse) => void;

interface IncomingRequest {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  path: string;
  route: RouteInfo;
  address: string;
  group: string;
  requestId: string;
  body?: Buffer;
  form?: Promise<UploadedForm>;
  upload?: Upload;
}

/** All between socket and router (security model 1.1): what is thrown ends only its own answer. */
export class FrontDoor {
  readonly #files: StaticFiles;
  readonly #earlier: AssetArchive | undefined;
  readonly #router: Router;
  readonly #findRoute: (path: string) => RouteInfo;
  readonly #pages = new PageCache();
  readonly #limits = {
    pages: new Limiter(PAGES),
    forms: new Limiter(FORMS),
    delayedResponses: new Limiter(DELAYED_RESPONSES),
    uploads: new Limiter(UPLOADS),
  };

  constructor(build: ServerBuild, files: StaticFiles, earlier?: AssetArchive) {
    this.#files = files;
    this.#earlier = earlier;
    this.#router = new Router(build);
    this.#findRoute = createRouteFinder(build);
    // The page most visitors see first is there before the first of them.
    const home = this.#pages.get('/', () => this.#router.render('/'));
    home.catch(() => log('not-warm', { path: '/' }));
  }

  readonly listen: Listener = (request, response) => {
    let incoming: IncomingRequest;
    try {
      guardRequest(request);
      // Most requests end here. The address of a page that is kept is clean: it needs no parsing.
      const page = request.method === 'POST' ? undefined : this.#pages.find(request.url!);
      if (page) return sendCached(page, request, response);
      incoming = this.#identify(request, response);
    } catch (error) {
      return refuse(request, response, error, newRequestId());
    }
    this.#answer(incoming).catch((error: unknown) =>
      refuse(request, response, error, incoming.requestId),
    );
  };

  async #answer(incoming: IncomingRequest): Promise<void> {
    const { request, response, url, path } = incoming;
    const startedAt = performance.now();
    if (request.method === 'POST') {
      await this.#readBody(incoming);
    } else {
      // Nobody's browser sends a fragment: it is no part of the path.
      if (path !== request.url!.split(/[?#]/)[0]) return redirect(response, path + url.search);
      if (await this.#files.serve(url, request, response)) return;
      if (await this.#earlier?.serve(path, request, response)) return;
      if (await serveEntryFile(path, request, response)) return;
      if (await serveMedia(path, request, response, () => isSignedIn(incoming))) return;
      const lower = lowerCasePath(path);
      if (lower !== path && (await this.#isPage(lower, incoming))) {
        return redirect(response, lower + url.search);
      }
      const preview = await this.#previewFor(incoming);
      if (preview) return await sendRouterResponse(request, response, preview);
      const page = await this.#pageForEverybody(url, incoming);
      if (page) {
        sendCached(page, request, response);
        return logAnswer(incoming, page.status, startedAt);
      }
    }
    try {
      const answered = await this.#answerVisitor(incoming);
      await sendRouterResponse(request, response, answered);
      // What the router makes of a request whose visitor has left (a 500) is nobody's response.
      logAnswer(incoming, response.headersSent ? answered.status : CLIENT_LEFT, startedAt);
    } finally {
      incoming.upload?.discardRest();
    }
  }

  /**
   * Reads a form of at most 64 KB before any work is done for it. Only the files of an enquiry, and
   * forms of the desk whose session is known, may be larger.
   */
  async #readBody(incoming: IncomingRequest): Promise<void> {
    const { request, response, url, path, route, group } = incoming;
    // A form is not redirected for the spelling of its address: it goes where a GET would be led.
    url.pathname = route.isUnknown ? path : lowerCasePath(path);
    const { access, body: accepted = 'form' } = route;
    const isLarge = accepted.startsWith('large');
    const hasFiles = accepted.endsWith('with-files');
    const isTrusted =
      access !== 'admin' || ((isLarge || hasFiles) && (await hasKnownSession(incoming)));
    const fields = isLarge ? BIG_FORM.fields : FORM.fields;
    const bytes = isLarge && isTrusted ? BIG_FORM.bytes : FORM.bytes;
    if (!hasFiles || formTypeOf(request) !== MULTIPART) {
      const body = await readForm(request, response, { bytes, fields });
      if (hasFiles) incoming.form = Promise.resolve(formOf(body));
      else incoming.body = body;
    } else if (isTrusted) {
      const bounds = uploadBounds(isLarge);
      const acquireSlot = () => this.#limits.uploads.acquire(group);
      incoming.upload = new Upload(request, response, bounds, acquireSlot);
      incoming.form = incoming.upload.form;
      // Resolves before the files; the route responds to what is wrong with the form.
      await incoming.form.catch(() => undefined);
    } else {
      const body = new Uint8Array(await readBytes(request, response, FORM));
      const whole = new Request(url, { method: 'POST', headers: createHeaders(request), body });
      incoming.form = readUploadedForm(whole, uploadBounds(isLarge));
      await incoming.form.catch(() => undefined);
    }
  }

  /** The page as it would be, for who may write it (PB-2); anybody else gets what is there. */
  async #previewFor(incoming: IncomingRequest): Promise<Response | null> {
    const { url, route } = incoming;
    if (!url.searchParams.has(PREVIEW) || route.isPrivate) return null;
    if (!(await isSignedIn(incoming))) return null;
    const content = await readPreview();
    return inPreview(content, () => this.#answerVisitor(incoming));
  }

  async #pageForEverybody(
    url: URL,
    { group, route }: IncomingRequest,
  ): Promise<CachedResponse | null> {
    const page = route.access === 'everyone' ? publicAddress(url) : undefined;
    if (page === undefined) return null;
    const render = () => this.#router.render(page);
    // Whoever asks whether the site lives must be told so above all when it is crowded.
    return this.#pages.get(
      page,
      page === HEALTH_PATH ? render : () => this.#limits.pages.run(group, render),
    );
  }

  /**
   * Logins and the like wait for passwords to be hashed and for their time to come, and forms for
   * services and files: neither takes a slot that a page needs.
   */
  #answerVisitor(incoming: IncomingRequest): Promise<Response> {
    const { request, response, route, group } = incoming;
    const { pages, forms, delayedResponses } = this.#limits;
    const gone = createClientLeftSignal(response);
    if (request.method !== 'POST')
      return pages.run(group, () => this.#router.answer(incoming, gone));
    if (!route.isDelayed) {
      return forms.run(group, () => this.#router.answer(incoming, gone));
    }
    return delayedResponses.run(group, async () => {
      let notBefore = 0;
      const hold = (until: number) => void (notBefore = until);
      try {
        return await this.#router.answer(incoming, gone, { hold });
      } finally {
        const left = notBefore - performance.now();
        if (left > 0) await wait(left, undefined, { signal: gone }).catch(() => undefined);
      }
    });
  }

  /** Whether a path leads somewhere; of many, such as projects, the one is asked (null: it moved). */
  async #isPage(path: string, incoming: IncomingRequest): Promise<boolean> {
    const { isUnknown, hasParameter } = this.#findRoute(path);
    if (isUnknown || !hasParameter) return !isUnknown;
    const page = await this.#pageForEverybody(new URL(path, incoming.url), incoming);
    return page === null || page.status === 200;
  }

  #identify(request: IncomingMessage, response: ServerResponse): IncomingRequest {
    const url = readUrl(request.url!);
    const path = canonicalPath(url.pathname);
    const route = this.#findRoute(path);
    const address = addressOf(request);
    const requestId = newRequestId();
    // What a stranger gets at the address of a preview is not to be kept for who may see it.
    const isPrivate = route.isPrivate || url.searchParams.has(PREVIEW);
    finalHeaders(response, requestId, { path, isPrivate });
    const group = addressGroup(address);
    return { request, response, url, path, route, address, group, requestId };
  }
}

const PREVIEW = 'preview';

/** False too while the store cannot say. */
async function isSignedIn(incoming: IncomingRequest): Promise<boolean> {
  const token = await readSessionCookie(headOf(incoming));
  return (await readSession(token).catch(() => null)) !== null;
}

/** A form whose session has ended waits for the next sign-in, whole (DK-6). */
async function hasKnownSession(incoming: IncomingRequest): Promise<boolean> {
  if (await isSignedIn(incoming)) return true;
  const token = await readSessionCookie(headOf(incoming));
  return (await readSessionEnd(token).catch(() => null)) !== null;
}

function headOf({ url, request }: IncomingRequest): Request {
  return new Request(url, { headers: { cookie: request.headers.cookie ?? '' } });
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(301, { location, 'content-length': 0 }).end();
}

function logAnswer(incoming: IncomingRequest, status: number, startedAt: number): void {
  const { request, url, requestId } = incoming;
  const path = url.pathname;
  if (status === 404) log('not-found', { path, requestId });
  else if (status >= 400) {
    const ms = Math.round(performance.now() - startedAt);
    log('answered', { method: request.method, path, status, ms, requestId });
  }
}

const newRequestId = () => randomBytes(8).toString('hex');
const newNonce = () => randomBytes(18).toString('base64');

// The status that nginx writes into its log when a client closes its connection before the response.
const CLIENT_LEFT = 499;

class Router {
  readonly #handle: ReturnType<typeof createRequestHandler>;

  constructor(build: ServerBuild) {
    // The guard has judged the origin of every post, resource routes included. The router's own check
    // knows one origin only and would refuse the site under its other names (127.0.0.1, a test port).
    const lenient = { ...build, allowedActionOrigins: ['**'] };
    this.#handle = createRequestHandler(lenient, 'production');
  }

  /** A public page as anybody would get it: no cookie goes in and no nonce comes out. */
  render(address: string): Promise<Response> {
    const request = new Request(config().publicUrl + address, { headers: { accept: 'text/html' } });
    return this.#route(request, new RouterContextProvider());
  }
  async answer(
    incoming: IncomingRequest,
    gone: AbortSignal,
    waits: Pick<RequestContext, 'hold'> = {},
  ): Promise<Response> {
    const { request, url, body, form, address, requestId } = incoming;
    const nonce = newNonce();
    const context = new RouterContextProvider();
    const isHead = request.method === 'HEAD';
    context.set(requestContext, { address, requestId, isHead, form, nonce, ...waits });
    const answered = await this.#route(
      new Request(url, {
        // The router drops the body of an answer to HEAD without ending it: it gets a GET.
        method: request.method === 'POST' ? 'POST' : 'GET',
        headers: createHeaders(request),
        // What a post has brought whole is done, whoever has left: nothing would take it back.
        signal: incoming.upload || request.method !== 'POST' ? gone : null,
        ...(body && { body: new Uint8Array(body) }),
      }),
      context,
    );
    const { headers } = answered;
    // It may hold the nonce, a token or a cookie of this visitor.
    if (!headers.has('cache-control')) headers.set('cache-control', NO_STORE);
    if (!headers.has('content-security-policy')) {
      const policy = contentSecurityPolicy([`'nonce-${nonce}'`], url.pathname);
      // A file to be kept is no page of ours, should a browser open it as one (security model 1.2).
      const isFile = headers.get('content-disposition')?.startsWith('attachment');
      headers.set('content-security-policy', policy + (isFile ? '; sandbox' : ''));
    }
    return bufferPage(answered);
  }

  async #route(request: Request, context: RouterContextProvider): Promise<Response> {
    const answered = await this.#handle(request, context);
    const { headers, status } = answered;
    if (headers.get('content-type') === 'text/x-script') {
      headers.set('content-type', 'text/x-script; charset=utf-8');
    }
    if (status === 503 && !headers.has('retry-after')) headers.set('retry-after', '5');
    // The router refuses a POST to a route without an action, and names no method (RFC 9110, 15.5.6).
    if (status === 405 && !headers.has('allow')) headers.set('allow', 'GET, HEAD');
    return answered;
  }
}

/** Its fields as they were guarded: quicker than by a Request, which reads a stream for them. */
function formOf(body: Buffer): UploadedForm {
  const fields = new FormData();
  for (const [name, value] of new URLSearchParams(body.toString())) fields.set(name, value);
  return { fields, files: undefined };
}
