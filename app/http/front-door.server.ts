import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendResponse } from '@remix-run/node-fetch-server';
import type { ServerBuild } from 'react-router';
import { addressOf } from './client-address.server.ts';
import { finalHeaders } from './final-headers.server.ts';
import { sendKept } from './kept-answer.server.ts';
import { log } from './log.server.ts';
import { PageCache } from './page-cache.server.ts';
import { canonicalPath, publicAddress } from './page-rules.server.ts';
import { refuse } from './refusal.server.ts';
import { readForm } from './request-body.server.ts';
import { passGate, readUrl } from './request-gate.server.ts';
import { type Arrival, answerVisitor, createRouter, renderPage } from './router.server.ts';
import type { StaticFiles } from './static-files.server.ts';
import { TurnGate } from './turn-gate.server.ts';
import { WorkSlots } from './work-slots.server.ts';

const PAGES_A_TURN = 4;

export type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Everything between the socket and the router, in the order of the security model 1.1:
 * headers on every answer, gate, pages from memory, static files, router, last resort.
 */
export function createFrontDoor(build: ServerBuild, files: StaticFiles): Listener {
  const answer = createAnswerer(build);
  const nextRequestId = createRequestIds();
  return function listen(request, response) {
    try {
      passGate(request);
      // Most requests end here: nothing is made for them that they do not need.
      if (answer.fromMemory(request, response)) return;
    } catch (error) {
      return refuseFinally(request, response, error, nextRequestId());
    }
    const requestId = nextRequestId();
    finalHeaders(request, response, requestId);
    answerOthers(request, response, requestId).catch((error: unknown) =>
      refuseFinally(request, response, error, requestId),
    );
  };

  async function answerOthers(
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
  ): Promise<void> {
    const url = readUrl(request.url!);
    const isPost = request.method === 'POST';
    if (!isPost && redirectToCanonical(url, response)) return;
    if (!isPost && files.serve(url, request, response)) return;
    const startedAt = performance.now();
    const body = isPost ? await readForm(request) : undefined;
    const arrival = { url, body, address: addressOf(request), requestId };
    const status = await answer.byRouter(request, response, arrival);
    logAnswer(request, arrival, status, performance.now() - startedAt);
  }
}

function refuseFinally(
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
  requestId: string,
): void {
  finalHeaders(request, response, requestId);
  refuse(request, response, error, requestId);
}

// Drawing random bytes for each request would take a tenth of the time that a kept page takes.
function createRequestIds(): () => string {
  const prefix = randomBytes(4).toString('hex');
  let count = 0;
  return () => prefix + (++count).toString(16).padStart(8, '0');
}

function createAnswerer(build: ServerBuild) {
  const route = createRouter(build);
  const pages = new PageCache();
  const slots = new WorkSlots();
  const pageGate = new TurnGate(PAGES_A_TURN);
  // The page most visitors see first is there before the first of them.
  pages.get('/', () => renderPage(route, '/')).catch(() => log('not-warm', { path: '/' }));
  return {
    /** The address of a kept page is clean by construction: it needs no parsing. */
    fromMemory(request: IncomingMessage, response: ServerResponse): boolean {
      const kept = request.method === 'POST' ? undefined : pages.find(request.url!);
      if (kept) sendKept(kept, request, response);
      return kept !== undefined;
    },
    /** Returns the status it answered with. */
    async byRouter(request: IncomingMessage, response: ServerResponse, arrival: Arrival) {
      const { url, body, address } = arrival;
      const page = body ? undefined : publicAddress(url);
      const render = async (of: string) => {
        await pageGate.pass(address);
        return renderPage(route, of);
      };
      const kept =
        page !== undefined && (await pages.get(page, () => slots.run(address, () => render(page))));
      if (kept) {
        sendKept(kept, request, response);
        return kept.status;
      }
      return slots.run(address, async () => {
        // Posts go on together: they share the wait for the disk.
        if (!body) await pageGate.pass(address);
        const answered = await answerVisitor(route, request, response, arrival);
        await sendResponse(response, answered);
        return answered.status;
      });
    },
  };
}

/** One spelling for every page, by a permanent redirect (ledger R-7). */
function redirectToCanonical(url: URL, response: ServerResponse): boolean {
  const path = canonicalPath(url.pathname);
  if (path === url.pathname) return false;
  response.writeHead(301, { location: path + url.search, 'content-length': 0 }).end();
  return true;
}

/** What an operator may want to see: refusals, faults, and paths that lead nowhere (ledger R-2). */
function logAnswer(
  { method }: IncomingMessage,
  { url, requestId }: Arrival,
  status: number,
  tookMs: number,
): void {
  const path = url.pathname;
  if (status === 404) log('not-found', { path, requestId });
  else if (status >= 400) {
    log('answered', { method, path, status, ms: Math.round(tookMs), requestId });
  }
}
