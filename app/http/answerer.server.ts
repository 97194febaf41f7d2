import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { ServerBuild } from 'react-router';
import { addressGroup } from '#app/domain/address-group.server.ts';
import { goneSignal, sendAnswer } from '#app/http/response/fetch-answer.server.ts';
import { type CachedResponse, sendCached } from '#app/http/response/cached-response.server.ts';
import { log } from '#app/log.server.ts';
import { PageCache } from '#app/http/cache/page-cache.server.ts';
import { isVital, publicAddress } from '#app/http/cache/cache-key.server.ts';
import type { Destination } from './route-table.server.ts';
import {
  type IncomingRequest,
  type Router,
  answerVisitor,
  createRouter,
  renderPage,
} from './router.server.ts';
import { FairQueue } from '#app/http/overload/fair-queue.server.ts';
import { LATE_ANSWERS, ConcurrencyLimit } from '#app/http/overload/concurrency-limit.server.ts';

const PAGES_A_TURN = 4;
const LATE_A_TURN = 1;

/** Answers from memory or by the router, which does so much at once and no more. */
export class Answerer {
  readonly #route: Router;
  readonly #pages = new PageCache();
  readonly #slots = new ConcurrencyLimit();
  readonly #late = new ConcurrencyLimit(LATE_ANSWERS);
  readonly #gate = new FairQueue(PAGES_A_TURN);
  readonly #lateGate = new FairQueue(LATE_A_TURN);

  constructor(build: ServerBuild) {
    this.#route = createRouter(build);
    // The page most visitors see first is there before the first of them.
    const first = this.#pages.get('/', () => renderPage(this.#route, '/'));
    first.catch(() => log('not-warm', { path: '/' }));
  }

  /** Sends a page that is kept. Its address is clean by construction: it needs no parsing. */
  fromMemory(request: IncomingMessage, response: ServerResponse): boolean {
    const kept = request.method === 'POST' ? undefined : this.#pages.find(request.url!);
    if (kept) sendCached(kept, request, response);
    return kept !== undefined;
  }

  /** What everybody is answered at an address; null where each visitor is answered alone. */
  async forEverybody({ url, address }: IncomingRequest): Promise<CachedResponse | null> {
    const page = publicAddress(url);
    if (page === undefined) return null;
    // Whoever asks whether the site lives must be told so above all when it is crowded.
    if (isVital(page)) return this.#pages.get(page, () => renderPage(this.#route, page));
    const group = addressGroup(address);
    return this.#pages.get(page, () =>
      this.#slots.run(group, async () => {
        await this.#gate.pass(group);
        return renderPage(this.#route, page);
      }),
    );
  }

  /** Returns the status it answered with. */
  async byRouter(
    request: IncomingMessage,
    response: ServerResponse,
    arrival: IncomingRequest,
    { isPrivate, answersLate }: Destination,
  ): Promise<number> {
    const isForAll = !arrival.body && !isPrivate;
    const kept = isForAll ? await this.forEverybody(arrival) : null;
    if (kept) {
      sendCached(kept, request, response);
      return kept.status;
    }
    const gone = goneSignal(response);
    const answered =
      arrival.body && answersLate
        ? await this.#answerLate(request, arrival, gone)
        : await this.#answer(request, arrival, gone);
    await sendAnswer(request, response, answered);
    return answered.status;
  }

  /** The slot is free again once the answer is made: nobody's slow line keeps work from others. */
  #answer(
    request: IncomingMessage,
    arrival: IncomingRequest,
    gone: AbortSignal,
  ): Promise<Response> {
    const group = addressGroup(arrival.address);
    return this.#slots.run(group, async () => {
      // Posts go on together: they share the wait for the disk.
      if (!arrival.body) await this.#gate.pass(group);
      return answerVisitor(this.#route, request, arrival, gone);
    });
  }

  /**
   * Logins and the like: they wait for passwords to be hashed and for their time to come, so they
   * take no slot that a page needs, and their turn comes after four pages.
   */
  #answerLate(
    request: IncomingMessage,
    arrival: IncomingRequest,
    gone: AbortSignal,
  ): Promise<Response> {
    const group = addressGroup(arrival.address);
    return this.#late.run(group, async () => {
      await this.#lateGate.pass(group);
      try {
        return await answerVisitor(this.#route, request, arrival, gone);
      } finally {
        const left = (arrival.notBefore ?? 0) - performance.now();
        if (left > 0) await wait(left, undefined, { signal: gone }).catch(() => undefined);
      }
    });
  }
}
