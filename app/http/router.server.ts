import type { IncomingMessage, ServerResponse } from 'node:http';
import { RouterContextProvider, type ServerBuild, createRequestHandler } from 'react-router';
import { config } from '#app/config.server.ts';
import { newNonce } from './nonce.server.ts';
import { contentSecurityPolicy } from './security-headers.server.ts';
import { visitContext } from './visit.server.ts';

export type Router = ReturnType<typeof createRequestHandler>;

/** What the front door read from a request before the router sees it. */
export interface Arrival {
  url: URL;
  body: Buffer | undefined;
  address: string;
  requestId: string;
}

/** The router of a build. The gate has judged the origin of every post, resource routes included. */
export function createRouter(build: ServerBuild): Router {
  // The router's own check knows one origin only and would refuse the site under its other names
  // (127.0.0.1, a test port).
  return createRequestHandler({ ...build, allowedActionOrigins: ['**'] }, 'production');
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
  response: ServerResponse,
  { url, body, address, requestId }: Arrival,
): Promise<Response> {
  const nonce = newNonce();
  const context = new RouterContextProvider();
  context.set(visitContext, { nonce, requestId, address });
  const answered = await route(fetchRequest(request, response, url, body), context);
  const headers = new Headers(answered.headers);
  if (!headers.has('content-security-policy')) {
    headers.set(
      'content-security-policy',
      contentSecurityPolicy([`'nonce-${nonce}'`], url.pathname),
    );
  }
  if (answered.status === 503 && !headers.has('retry-after')) headers.set('retry-after', '5');
  return new Response(answered.body, { status: answered.status, headers });
}

function fetchRequest(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  body: Buffer | undefined,
): Request {
  const gone = new AbortController();
  // It may have closed while the request waited for its turn.
  if (response.destroyed) gone.abort();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && name !== 'content-length') {
      headers.set(name, Array.isArray(value) ? value.join(', ') : value);
    }
  }
  return new Request(url, {
    method: request.method ?? 'GET',
    headers,
    signal: gone.signal,
    ...(body ? { body: new Uint8Array(body) } : {}),
  });
}
