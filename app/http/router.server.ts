import type { IncomingMessage } from 'node:http';
import { createHeaders } from '@remix-run/node-fetch-server';
import {
  type RouteObject,
  RouterContextProvider,
  type ServerBuild,
  createRequestHandler,
  matchRoutes,
} from 'react-router';
import { config } from '#app/config.server.ts';
import { contentSecurityPolicy, newNonce, NO_STORE } from '#app/http/headers.server.ts';
import { wholePage } from '#app/http/responses.server.ts';
import { type RequestContext, requestContext } from './request-context.server.ts';

/** Below these, answers are for one person alone; the 404 page of an unknown path tells no secrets. */
const PRIVATE_AREA = /^\/(admin|reset-password)/i;
const REMEMBERED = 500;
const REMEMBERED_CHARACTERS = 100;

/** What a path leads to, told by the router's own matching, however the path is spelled. */
export interface Destination {
  /** Not for caches, search engines or referrers (security model 1.2). */
  isPrivate: boolean;
  /** Its posts are answered late on purpose (ledger AL-4): the route's `handle.answersLate`. */
  answersLate: boolean;
  /** Its form may bring files: the route's `handle.takesFiles`. */
  takesFiles: boolean;
  isUnknown: boolean;
  /** Which entry of a list it is, the path says: whether there is such a one, the route. */
  isOneOfMany: boolean;
}

export class Router {
  readonly #handle: ReturnType<typeof createRequestHandler>;
  readonly #routes: RouteObject[];
  readonly #remembered = new Map<string, Destination>();

  constructor(build: ServerBuild) {
    // The guard has judged the origin of every post, resource routes included. The router's own check
    // knows one origin only and would refuse the site under its other names (127.0.0.1, a test port).
    const lenient = { ...build, allowedActionOrigins: ['**'] };
    this.#handle = createRequestHandler(lenient, 'production');
    this.#routes = routesBelow(build, undefined);
  }

  /** `path` is a URL's pathname, `.data` addresses included. */
  destinationOf(path: string): Destination {
    const known = this.#remembered.get(path);
    if (known) return known;
    const found = destinationIn(this.#routes, path.replace(/(?<=\/)_\.data$|\.data$/, ''));
    if (this.#remembered.size >= REMEMBERED) this.#remembered.clear();
    if (path.length <= REMEMBERED_CHARACTERS) this.#remembered.set(path, found);
    return found;
  }

  /** A public page as anybody would get it: no cookie goes in and no nonce comes out. */
  render(address: string): Promise<Response> {
    const request = new Request(config().publicUrl + address, { headers: { accept: 'text/html' } });
    return this.#route(request, new RouterContextProvider());
  }

  /** The answer to this visitor alone, with a nonce of its own. `body` is what a post has brought. */
  async answer(
    incoming: IncomingMessage,
    url: URL,
    body: Buffer | undefined,
    gone: AbortSignal,
    known: Omit<RequestContext, 'nonce'>,
  ): Promise<Response> {
    const nonce = newNonce();
    const context = new RouterContextProvider();
    context.set(requestContext, { ...known, nonce });
    const request = new Request(url, {
      // The router drops the body of an answer to HEAD without ending it: it gets a GET.
      method: incoming.method === 'POST' ? 'POST' : 'GET',
      headers: createHeaders(incoming),
      signal: gone,
      ...(body && { body: new Uint8Array(body) }),
    });
    const answered = await wholePage(await this.#route(request, context));
    const headers = new Headers(answered.headers);
    // It may hold the nonce, a token or a cookie of this visitor.
    if (!headers.has('cache-control')) headers.set('cache-control', NO_STORE);
    if (!headers.has('content-security-policy')) {
      const policy = contentSecurityPolicy([`'nonce-${nonce}'`], url.pathname);
      headers.set('content-security-policy', policy + sandboxOf(headers));
    }
    return new Response(answered.body, { status: answered.status, headers });
  }

  /** With what the router leaves out: the charset of a page's data, and when to come after a 503. */
  async #route(request: Request, context: RouterContextProvider): Promise<Response> {
    const answered = await this.#handle(request, context);
    const { headers, status } = answered;
    if (headers.get('content-type') === 'text/x-script') {
      headers.set('content-type', 'text/x-script; charset=utf-8');
    }
    if (status === 503 && !headers.has('retry-after')) headers.set('retry-after', '5');
    return answered;
  }
}

/** A file to be kept is no page of ours, should a browser open it as one (security model 1.2). */
function sandboxOf(headers: Headers): string {
  return headers.get('content-disposition')?.startsWith('attachment') ? '; sandbox' : '';
}

function destinationIn(routes: RouteObject[], path: string): Destination {
  const matches = matchRoutes(routes, path) ?? [];
  const paths = matches.map(({ route }) => route.path ?? '');
  const says = (what: string) => matches.some(({ route }) => Object(route.handle)[what] === true);
  return {
    isPrivate: PRIVATE_AREA.test(decodeURIComponent(path)),
    answersLate: says('answersLate'),
    takesFiles: says('takesFiles'),
    isUnknown: matches.length === 0 || paths.some((part) => part.endsWith('*')),
    isOneOfMany: paths.some((part) => part.includes(':')),
  };
}

function routesBelow({ routes }: ServerBuild, parentId: string | undefined): RouteObject[] {
  return Object.values(routes).flatMap((route) => {
    if (!route || route.parentId !== parentId) return [];
    const { id, path, index, module } = route;
    const own = { id, path, handle: module.handle };
    if (index) return { ...own, index };
    return { ...own, children: routesBelow({ routes } as ServerBuild, id) };
  });
}
