import { randomBytes } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { sendResponse } from '@remix-run/node-fetch-server';
import { RouterContextProvider, type ServerBuild, createRequestHandler } from 'react-router';
import { config } from '#app/config.server.ts';
import { clientAddress } from './client-address.server.ts';
import { log, logFault } from './log.server.ts';
import { Refusal } from './refusal.server.ts';
import { readForm } from './request-body.server.ts';
import { passGate } from './request-gate.server.ts';
import { contentSecurityPolicy, securityHeaders } from './security-headers.server.ts';
import type { StaticFiles } from './static-files.server.ts';
import { type Visit, visitContext } from './visit.server.ts';

export type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Everything between the socket and the router, in the order of the security model 1.1:
 * headers on every answer, gate, body, static files, router, last resort.
 */
export function createFrontDoor(build: ServerBuild, files: StaticFiles): Listener {
  const route = createRequestHandler(withOwnOriginCheck(build), 'production');

  return async function listen(request, response) {
    const requestId = randomBytes(8).toString('hex');
    keepHeaders(request, response, requestId);
    try {
      const url = passGate(request);
      const body = request.method === 'POST' ? await readForm(request) : undefined;
      if (!body && (await files.serve(url, request, response))) return;
      await answer(route, request, response, url, body, requestId);
    } catch (error) {
      refuse(request, response, error, requestId);
    }
  };
}

// The gate has judged the origin of every post, resource routes included; the router's own check
// knows one origin only and would refuse the site under its other names (127.0.0.1, a test port).
function withOwnOriginCheck(build: ServerBuild): ServerBuild {
  return { ...build, allowedActionOrigins: ['**'] };
}

async function answer(
  route: ReturnType<typeof createRequestHandler>,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  body: Buffer | undefined,
  requestId: string,
): Promise<void> {
  const nonce = randomBytes(18).toString('base64');
  const context = new RouterContextProvider();
  context.set(visitContext, visitOf(request, nonce, requestId));
  const answered = await route(fetchRequest(request, response, url, body), context);
  answered.headers.set('content-security-policy', policyFor(answered, nonce, url));
  if (answered.status === 404) log('not-found', { path: url.pathname, requestId });
  await sendResponse(response, answered);
}

function policyFor(answered: Response, nonce: string, url: URL): string {
  const own = answered.headers.get('content-security-policy');
  return own ?? contentSecurityPolicy([`'nonce-${nonce}'`], url.pathname);
}

function visitOf(request: IncomingMessage, nonce: string, requestId: string): Visit {
  const forwarded = String(request.headers['x-forwarded-for'] ?? '');
  const socket = request.socket.remoteAddress ?? '';
  return { nonce, requestId, address: clientAddress(socket, forwarded, config().trustProxy) };
}

function fetchRequest(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  body: Buffer | undefined,
): Request {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && name !== 'content-length' && !name.startsWith(':')) {
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

/** Each security header exactly once on whatever is sent, at the moment it is sent. */
function keepHeaders(request: IncomingMessage, response: ServerResponse, requestId: string): void {
  const path = (request.url ?? '').split('?')[0]!;
  const writeHead = response.writeHead.bind(response) as (
    status: number,
    headers?: OutgoingHttpHeaders,
  ) => ServerResponse;
  response.writeHead = ((status: number, ...rest: unknown[]) => {
    const given = rest.findLast((part) => typeof part === 'object') as OutgoingHttpHeaders;
    const own = { ...response.getHeaders(), ...headersOf(given) };
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    return writeHead(status, {
      ...own,
      ...securityHeaders(path, own),
      'x-request-id': requestId,
    });
  }) as typeof response.writeHead;
}

/** Header names in lower case; raw pairs, as some writers pass them, become lists where repeated. */
function headersOf(given: OutgoingHttpHeaders | unknown[] | undefined): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {};
  if (!Array.isArray(given)) {
    for (const [name, value] of Object.entries(given ?? {})) headers[name.toLowerCase()] = value;
    return headers;
  }
  const pairs = Array.isArray(given[0])
    ? (given as [string, string][])
    : given.flatMap((name, i) => (i % 2 ? [] : [[String(name), String(given[i + 1])] as const]));
  for (const [name, value] of pairs) {
    const key = name.toLowerCase();
    const before = headers[key];
    headers[key] = before === undefined ? value : [before, value].flat().map(String);
  }
  return headers;
}

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
  requestId: string,
): void {
  const refusal = error instanceof Refusal ? error : new Refusal(500, 'Something went wrong here.');
  if (!(error instanceof Refusal)) {
    logFault('unhandled', { requestId, reason: (error as Error).message });
  }
  if (response.headersSent) return void response.destroy();
  const text = `${refusal.message}\n`;
  response.writeHead(refusal.status, {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    ...refusal.headers,
  });
  response.end(request.method === 'HEAD' ? undefined : text);
}
