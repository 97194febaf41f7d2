import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createHeaders } from '@remix-run/node-fetch-server';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { config } from '#app/config.server.ts';
import { formContext, type ReceivedForm } from '#app/http/forms.server.ts';
import { allowScriptsByHash, buildCsp, NO_STORE } from '#app/http/headers.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import type { RouteInfo } from '#app/http/route-facts.server.ts';

/** A request, its response, and the results of the steps before the router. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  path: string;
  route: RouteInfo;
  ipAddress: string;
  clientId: string;
  requestId: string;
  startedAtMs: number;
  form?: Promise<ReceivedForm>;
}

/** Builds a Request for React Router from an exchange. */
export class Router {
  readonly #handle: ReturnType<typeof createRequestHandler>;
  readonly #version: string;

  constructor(build: ServerBuild) {
    this.#version = build.assets.version;
    // The guard has checked the origin of every POST. The router's own check knows only one origin and
    // would refuse the site's other names (127.0.0.1, a test port).
    this.#handle = createRequestHandler({ ...build, allowedActionOrigins: ['**'] }, 'production');
  }

  /** Renders a page that is the same for all visitors: the request has no cookie, and the policy no nonce. */
  async renderPublicPage(pathAndQuery: string): Promise<Response> {
    const url = config().publicUrl + pathAndQuery;
    const request = new Request(url, { headers: { accept: 'text/html' } });
    const nonce = createNonce();
    const context = new RouterContextProvider();
    context.set(requestContext, { ipAddress: null, requestId: '-', nonce });
    const rendered = await this.#callRouter(request, context);
    const { headers, status } = rendered;
    if (!headers.get('content-type')?.startsWith('text/html')) return rendered;

    const { html, csp } = allowScriptsByHash(await rendered.text(), nonce, new URL(url).pathname);
    setDefault(headers, 'content-security-policy', csp);
    headers.set('content-length', String(Buffer.byteLength(html)));
    return new Response(html, { headers, status });
  }

  /** Runs a request of one visitor. No cache may store the response unless its route sets Cache-Control. */
  async respond(exchange: Exchange): Promise<Response> {
    const { request, url, route, form, ipAddress, requestId } = exchange;
    // The router would respond to a POST to an unknown path with 405, as if a GET found a page there.
    const isPost = request.method === 'POST' && !route.isUnknown;
    const nonce = createNonce();

    const context = new RouterContextProvider();
    context.set(requestContext, {
      ipAddress,
      requestId,
      build: this.#version,
      isHead: request.method === 'HEAD',
      nonce,
    });
    if (form) context.set(formContext, form);

    const routerRequest = new Request(url, {
      // The router drops the body of a response to HEAD without ending it: it gets a GET.
      method: isPost ? 'POST' : 'GET',
      headers: createHeaders(request),
      // Finish a fully received POST even if the client leaves: its effects cannot be rolled back.
      signal: isPost && request.complete ? null : request.signal,
    });

    const rendered = await this.#callRouter(routerRequest, context);
    const { headers } = rendered;
    setDefault(headers, 'cache-control', NO_STORE);
    // The sandbox stops scripts in a download that a browser opens as a page (security model 1.2).
    const isDownload = headers.get('content-disposition')?.startsWith('attachment');
    const policy = buildCsp([`'nonce-${nonce}'`], url.pathname);
    setDefault(headers, 'content-security-policy', policy + (isDownload ? '; sandbox' : ''));
    return rendered;
  }

  async #callRouter(request: Request, context: RouterContextProvider): Promise<Response> {
    const rendered = await this.#handle(request, context);
    const { headers, status } = rendered;
    if (headers.get('content-type') === 'text/x-script') {
      headers.set('content-type', 'text/x-script; charset=utf-8');
    }
    if (status === 503) setDefault(headers, 'retry-after', '5');
    // The router refuses a POST to a route without an action, and names no method (RFC 9110, 15.5.6).
    if (status === 405) setDefault(headers, 'allow', 'GET, HEAD');
    return rendered;
  }
}

const createNonce = () => randomBytes(18).toString('base64');

function setDefault(headers: Headers, name: string, value: string): void {
  if (!headers.has(name)) headers.set(name, value);
}
