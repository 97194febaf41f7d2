import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createHeaders } from '@remix-run/node-fetch-server';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { config } from '#app/config.server.ts';
import { buildContentSecurityPolicy, NO_STORE } from '#app/http/headers.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { createClientLeftSignal } from '#app/http/responses.server.ts';
import type { RouteInfo } from '#app/http/route-facts.server.ts';
import type { UploadedForm } from '#app/http/uploads.server.ts';

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
  body?: Buffer;
  /** A form with files, instead of a body. */
  form?: Promise<UploadedForm>;
}

/** Calls React Router with a Request that is built from an exchange. */
export class Router {
  readonly #handle: ReturnType<typeof createRequestHandler>;

  constructor(build: ServerBuild) {
    // The guard has checked the origin of every POST. The router's own check knows only one origin and
    // would refuse the site's other names (127.0.0.1, a test port).
    this.#handle = createRequestHandler({ ...build, allowedActionOrigins: ['**'] }, 'production');
  }

  /** Renders a public page for everybody: the request has no cookie, and the page no nonce. */
  render(address: string): Promise<Response> {
    const request = new Request(config().publicUrl + address, { headers: { accept: 'text/html' } });
    return this.#route(request, new RouterContextProvider());
  }

  /** Returns the response for one visitor. No cache may store it unless its route sets Cache-Control. */
  async respond(exchange: Exchange): Promise<Response> {
    const { request, response, url, route, body, form, ipAddress: address, requestId } = exchange;
    // The router would answer a POST to an unknown address with 405, as if a GET found a page there.
    const isPost = request.method === 'POST' && !route.isUnknown;
    const isHead = request.method === 'HEAD';
    const nonce = randomBytes(18).toString('base64');
    const context = new RouterContextProvider();
    context.set(requestContext, { address, requestId, isHead, form, nonce });
    const routed = new Request(url, {
      // The router drops the body of a response to HEAD without ending it: it gets a GET.
      method: isPost ? 'POST' : 'GET',
      headers: createHeaders(request),
      // Finish a fully received POST even if the client leaves: its effects cannot be rolled back.
      signal: body ? null : createClientLeftSignal(response),
      ...(isPost && body && { body: new Uint8Array(body) }),
    });
    const rendered = await this.#route(routed, context);
    const { headers } = rendered;
    setDefault(headers, 'cache-control', NO_STORE);
    // A download runs nothing if a browser opens it as a page (security model 1.2).
    const isDownload = headers.get('content-disposition')?.startsWith('attachment');
    const policy = buildContentSecurityPolicy([`'nonce-${nonce}'`], url.pathname);
    setDefault(headers, 'content-security-policy', policy + (isDownload ? '; sandbox' : ''));
    return rendered;
  }

  async #route(request: Request, context: RouterContextProvider): Promise<Response> {
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

function setDefault(headers: Headers, name: string, value: string): void {
  if (!headers.has(name)) headers.set(name, value);
}
