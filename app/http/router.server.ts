import type { IncomingMessage } from 'node:http';
import { RouterContextProvider, type ServerBuild, createRequestHandler } from 'react-router';
import { config } from '#app/config.server.ts';
import { wholePage } from '#app/http/response/fetch-answer.server.ts';
import { NO_STORE } from '#app/http/response/cache-control.server.ts';
import { newNonce } from '#app/http/response/nonce.server.ts';
import { contentSecurityPolicy } from '#app/http/response/security-headers.server.ts';
import { requestContext } from './request-context.server.ts';

export type Router = ReturnType<typeof createRequestHandler>;

/** What the front door read from a request before the router sees it. */
export interface IncomingRequest {
  url: URL;
  /** A form as it was read; one with files arrives while the router works on it. */
  body: Buffer | ReadableStream<Uint8Array> | undefined;
  address: string;
  requestId: string;
  /** The route's wish: not to be answered before this (performance.now()). */
  notBefore?: number;
}

/** The router of a build. The gate has judged the origin of every post, resource routes included. */
export function createRouter(build: ServerBuild): Router {
  // The router's own check knows one origin only and would refuse the site under its other names
  // (127.0.0.1, a test port).
  const route = createRequestHandler({ ...build, allowedActionOrigins: ['**'] }, 'production');
  return async (request, context) => completed(await route(request, context));
}

/** A public page as anybody would get it: no cookie goes in and no nonce comes out. */
export function renderPage(route: Router, address: string): Promise<Response> {
  const request = new Request(config().publicUrl + address, { headers: { accept: 'text/html' } });
  return route(request, new RouterContextProvider());
}

/** The router's answer to this visitor alone, with a nonce of its own. */
export async function answerVisitor(
  route: Router,
  request: IncomingMessage,
  arrival: IncomingRequest,
  gone: AbortSignal,
): Promise<Response> {
  const { requestId, address, url } = arrival;
  const nonce = newNonce();
  const context = new RouterContextProvider();
  const hold = (until: number) => (arrival.notBefore = until);
  context.set(requestContext, { nonce, requestId, address, hold });
  const answered = await wholePage(await route(fetchRequest(request, arrival, gone), context));
  const headers = new Headers(answered.headers);
  // It may hold the nonce, a token or a cookie of this visitor.
  if (!headers.has('cache-control')) headers.set('cache-control', NO_STORE);
  if (!headers.has('content-security-policy')) {
    const policy = contentSecurityPolicy([`'nonce-${nonce}'`], url.pathname);
    headers.set('content-security-policy', policy + sandboxOf(headers));
  }
  return new Response(answered.body, { status: answered.status, headers });
}

/** A file to be kept is no page of ours, should a browser open it as one (security model 1.2). */
function sandboxOf(headers: Headers): string {
  return headers.get('content-disposition')?.startsWith('attachment') ? '; sandbox' : '';
}

/** What the router leaves out: the charset of a page's data, and when to come back after a 503. */
function completed(answered: Response): Response {
  const { headers, status } = answered;
  if (headers.get('content-type') === 'text/x-script') {
    headers.set('content-type', 'text/x-script; charset=utf-8');
  }
  if (status === 503 && !headers.has('retry-after')) headers.set('retry-after', '5');
  return answered;
}

function fetchRequest(
  request: IncomingMessage,
  { url, body }: IncomingRequest,
  gone: AbortSignal,
): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    // Of a form that is still arriving it says what is to be expected.
    const isTrue = name !== 'content-length' || body instanceof ReadableStream;
    if (value !== undefined && isTrue) {
      headers.set(name, Array.isArray(value) ? value.join(', ') : value);
    }
  }
  return new Request(url, {
    // The router drops the body of an answer to HEAD without ending it: it gets a GET.
    method: body ? 'POST' : 'GET',
    headers,
    signal: gone,
    ...(body ? bodyOf(body) : {}),
  });
}

function bodyOf(body: Buffer | ReadableStream<Uint8Array>): RequestInit & { duplex?: 'half' } {
  return body instanceof ReadableStream ? { body, duplex: 'half' } : { body: new Uint8Array(body) };
}
