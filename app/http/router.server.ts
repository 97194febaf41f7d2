import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createHeaders } from '@remix-run/node-fetch-server';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { config } from '#app/config.server.ts';
import { buildContentSecurityPolicy, NO_STORE } from '#app/http/headers.server.ts';
import { requestContext, type RequestContext } from '#app/http/request-context.server.ts';
import { bufferPage } from '#app/http/responses.server.ts';
import type { RouteInfo } from '#app/http/route-facts.server.ts';
import type { Upload, UploadedForm } from '#app/http/uploads.server.ts';

/** A request and its response, with what the steps before the router have found out. */
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
  form?: Promise<UploadedForm>;
  upload?: Upload;
}

/** Calls the router of the build with requests made from what the steps have read. */
export class Router {
  readonly #handle: ReturnType<typeof createRequestHandler>;

  constructor(build: ServerBuild) {
    // The guard has judged the origin of every POST. The router's own check knows one origin only and
    // would refuse the site under its other names (127.0.0.1, a test port).
    this.#handle = createRequestHandler({ ...build, allowedActionOrigins: ['**'] }, 'production');
  }

  /** Renders a public page for everybody: the request has no cookie, and the page no nonce. */
  render(address: string): Promise<Response> {
    const request = new Request(config().publicUrl + address, { headers: { accept: 'text/html' } });
    return this.#route(request, new RouterContextProvider());
  }

  /** Responds to one visitor. Unless the route says otherwise, nobody may store the response. */
  async respond(
    exchange: Exchange,
    clientLeft: AbortSignal,
    waits: Pick<RequestContext, 'hold'> = {},
  ): Promise<Response> {
    const { request, url, body, form, upload, ipAddress: address, requestId } = exchange;
    const isPost = request.method === 'POST';
    const nonce = randomBytes(18).toString('base64');
    const context = new RouterContextProvider();
    const isHead = request.method === 'HEAD';
    context.set(requestContext, { address, requestId, isHead, form, nonce, ...waits });
    const routed = new Request(url, {
      // The router drops the body of a response to HEAD without ending it: it gets a GET.
      method: isPost ? 'POST' : 'GET',
      headers: createHeaders(request),
      // Finish a fully received POST even if the client leaves: its effects cannot be rolled back.
      signal: upload || !isPost ? clientLeft : null,
      ...(body && { body: new Uint8Array(body) }),
    });
    const rendered = await this.#route(routed, context);
    const { headers } = rendered;
    if (!headers.has('cache-control')) headers.set('cache-control', NO_STORE);
    if (!headers.has('content-security-policy')) {
      const policy = buildContentSecurityPolicy([`'nonce-${nonce}'`], url.pathname);
      // A download runs nothing if a browser opens it as a page (security model 1.2).
      const isDownload = headers.get('content-disposition')?.startsWith('attachment');
      headers.set('content-security-policy', policy + (isDownload ? '; sandbox' : ''));
    }
    return bufferPage(rendered);
  }

  async #route(request: Request, context: RouterContextProvider): Promise<Response> {
    const rendered = await this.#handle(request, context);
    const { headers, status } = rendered;
    if (headers.get('content-type') === 'text/x-script') {
      headers.set('content-type', 'text/x-script; charset=utf-8');
    }
    if (status === 503 && !headers.has('retry-after')) headers.set('retry-after', '5');
    // The router refuses a POST to a route without an action, and names no method (RFC 9110, 15.5.6).
    if (status === 405 && !headers.has('allow')) headers.set('allow', 'GET, HEAD');
    return rendered;
  }
}
