import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { ServerBuild } from 'react-router';
import { addressGroup } from '#app/domain/keys.server.ts';
import {
  canonicalPath,
  isHealth,
  lowerCasePath,
  PageCache,
  publicAddress,
} from '#app/http/page-cache.server.ts';
import type { KeptAssets, StaticFiles } from '#app/http/static-files.server.ts';
import {
  addressOf,
  formTypeOf,
  guardRequest,
  MULTIPART,
  readForm,
  readUrl,
} from '#app/http/guard.server.ts';
import { createLimits } from '#app/http/limiter.server.ts';
import {
  type CachedResponse,
  goneSignal,
  refuse,
  sendAnswer,
  sendCached,
} from '#app/http/responses.server.ts';
import { finalHeaders } from '#app/http/headers.server.ts';
import { Upload } from '#app/http/uploads.server.ts';
import { log } from '#app/log.server.ts';
import { type Destination, Router } from './router.server.ts';

export type Listener = (request: IncomingMessage, response: ServerResponse) => void;

interface IncomingRequest {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  /** The path as it is properly spelled. */
  path: string;
  destination: Destination;
  address: string;
  /** Of the address: what limits count it by. */
  group: string;
  requestId: string;
  body?: Buffer;
  upload?: Upload;
}

/**
 * Everything between the socket and the router (security model 1.1): `#answer` is what a request
 * meets, from top to bottom. Nothing that is thrown on the way ends more than its own answer.
 */
export class FrontDoor {
  readonly #files: StaticFiles;
  readonly #earlier: KeptAssets | undefined;
  readonly #router: Router;
  readonly #pages = new PageCache();
  readonly #limits = createLimits();
  readonly #nextRequestId = createRequestIds();

  /** `earlier`: what pages of earlier builds are made of. */
  constructor(build: ServerBuild, files: StaticFiles, earlier?: KeptAssets) {
    this.#files = files;
    this.#earlier = earlier;
    this.#router = new Router(build);
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
      return refuse(request, response, error, this.#nextRequestId());
    }
    this.#answer(incoming).catch((error: unknown) =>
      refuse(request, response, error, incoming.requestId),
    );
  };

  async #answer(incoming: IncomingRequest): Promise<void> {
    const { request, response, url, path, destination, group } = incoming;
    const startedAt = performance.now();
    if (request.method === 'POST') {
      // A form is not sent back for how its address is spelled: it goes where a GET would be led.
      url.pathname = destination.isUnknown ? path : lowerCasePath(path);
      if (destination.takesFiles && formTypeOf(request) === MULTIPART) {
        incoming.upload = new Upload(request, response, () => this.#limits.uploads.enter(group));
        // All that stands before the files; what is wrong with it is for the route to say.
        await incoming.upload.form.catch(() => undefined);
      } else incoming.body = await readForm(request, response);
    } else {
      // Nobody's browser sends a fragment: it is no part of the path.
      if (path !== request.url!.split(/[?#]/)[0]) return redirect(response, path + url.search);
      if (this.#files.serve(url, request, response)) return;
      if (await this.#earlier?.serve(path, request, response)) return;
      const lower = lowerCasePath(path);
      if (lower !== path && (await this.#isPage(lower, incoming))) {
        return redirect(response, lower + url.search);
      }
      const page = await this.#pageForEverybody(url, incoming);
      if (page) {
        sendCached(page, request, response);
        return logAnswer(incoming, page.status, startedAt);
      }
    }
    try {
      const answered = await this.#answerVisitor(incoming);
      await sendAnswer(request, response, answered);
      logAnswer(incoming, answered.status, startedAt);
    } finally {
      incoming.upload?.linger();
    }
  }

  async #pageForEverybody(
    url: URL,
    { group, destination }: IncomingRequest,
  ): Promise<CachedResponse | null> {
    const page = destination.isPrivate ? undefined : publicAddress(url);
    if (page === undefined) return null;
    const render = () => this.#router.render(page);
    // Whoever asks whether the site lives must be told so above all when it is crowded.
    return this.#pages.get(
      page,
      isHealth(page) ? render : () => this.#limits.work.run(group, render),
    );
  }

  /**
   * The router's answer to this visitor. Its place is free again once the answer is made, and while
   * somebody else is waited for: neither a slow line nor a service keeps work from others.
   */
  async #answerVisitor(incoming: IncomingRequest): Promise<Response> {
    const { request, response, url, body, upload, address, group, requestId } = incoming;
    const gone = goneSignal(response);
    const isHead = request.method === 'HEAD';
    const known = { address, requestId, isHead, form: upload?.form };
    if (request.method !== 'POST' || !incoming.destination.answersLate) {
      // Posts go on together: they share the wait for the disk.
      const leave = await this.#limits.work.enter(group, request.method !== 'POST');
      const away = <T>(something: () => Promise<T>) =>
        this.#limits.work.whileAway(group, () => this.#limits.elsewhere.run(group, something));
      return this.#router
        .answer(request, url, body, gone, { ...known, elsewhere: away })
        .finally(leave);
    }
    // Logins and the like wait for passwords to be hashed and for their time to come: they take no
    // place that a page needs, and their turn comes after four pages.
    return this.#limits.late.run(group, async () => {
      let notBefore = 0;
      const hold = (until: number) => void (notBefore = until);
      try {
        return await this.#router.answer(request, url, body, gone, { ...known, hold });
      } finally {
        const left = notBefore - performance.now();
        if (left > 0) await wait(left, undefined, { signal: gone }).catch(() => undefined);
      }
    });
  }

  /** Whether a path leads somewhere; of many, such as projects, the one is asked (null: it moved). */
  async #isPage(path: string, incoming: IncomingRequest): Promise<boolean> {
    const { isUnknown, isOneOfMany } = this.#router.destinationOf(path);
    if (isUnknown || !isOneOfMany) return !isUnknown;
    const page = await this.#pageForEverybody(new URL(path, incoming.url), incoming);
    return page === null || page.status === 200;
  }

  #identify(request: IncomingMessage, response: ServerResponse): IncomingRequest {
    const url = readUrl(request.url!);
    const path = canonicalPath(url.pathname);
    const destination = this.#router.destinationOf(path);
    const address = addressOf(request);
    const requestId = this.#nextRequestId();
    finalHeaders(response, requestId, { path, isPrivate: destination.isPrivate });
    const group = addressGroup(address);
    return { request, response, url, path, destination, address, group, requestId };
  }
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(301, { location, 'content-length': 0 }).end();
}

/** What an operator may want to see: refusals, faults, and paths that lead nowhere (ledger R-2). */
function logAnswer(incoming: IncomingRequest, status: number, startedAt: number): void {
  const { request, url, requestId } = incoming;
  const path = url.pathname;
  if (status === 404) log('not-found', { path, requestId });
  else if (status >= 400) {
    const ms = Math.round(performance.now() - startedAt);
    log('answered', { method: request.method, path, status, ms, requestId });
  }
}

/**
 * Makes the ids of this process's requests. Drawing random bytes for each would take a tenth of the
 * time that a kept page takes.
 */
function createRequestIds(): () => string {
  const prefix = randomBytes(4).toString('hex');
  let count = 0;
  return () => prefix + (++count).toString(16).padStart(8, '0');
}
