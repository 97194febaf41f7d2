import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { config } from '#app/config.server.ts';
import { addressGroup } from '#app/domain/keys.server.ts';
import { ATTACHMENTS } from '#app/domain/limits.ts';
import { getClientAddress } from '#app/http/guard.server.ts';
import { Refusal, refuse, refuseUnparsed } from '#app/http/responses.server.ts';
import { log } from '#app/log.server.ts';
import type { Listener } from './front-door.server.ts';

const SECOND_MS = 1000;
// Must be longer than the idle time of a proxy in front, or the proxy uses closed connections.
const KEEP_ALIVE_BEHIND_PROXY_MS = 65 * SECOND_MS;
const KEEP_ALIVE_MS = 10 * SECOND_MS;
const SILENCE_MS = 60 * SECOND_MS;

export interface SiteServer extends Server {
  drain(onStopAccepting: () => void): Promise<void>;
}

export function createSiteServer(listener: Listener): SiteServer {
  const behindProxy = config().trustProxy > 0;
  const server = createServer({
    headersTimeout: 10 * SECOND_MS,
    // Forms have bounds of their own (guard, uploads); this one is for bodies that no step reads.
    requestTimeout: ATTACHMENTS.uploadMinutes * 60 * SECOND_MS,
    keepAliveTimeout: behindProxy ? KEEP_ALIVE_BEHIND_PROXY_MS : KEEP_ALIVE_MS,
    connectionsCheckingInterval: 2 * SECOND_MS,
    maxHeaderSize: 16 * 1024,
    // The guard asks for it, and answers with all headers.
    requireHostHeader: false,
  });
  const connections = new Connections(server, behindProxy);
  const answer: Listener = (request, response) => {
    // A server that drains closes each connection after its response.
    if (connections.isDraining) response.shouldKeepAlive = false;
    if (connections.isCrowded(request.socket)) {
      const headers = { 'retry-after': '5', connection: 'close' };
      const tooMany = new Refusal(503, 'connections', { headers });
      return refuse(request, response, tooMany, '-');
    }
    listener(request, response);
    // A response that the kernel has taken whole, such as a page from memory, needs no timeout.
    if (!response.writableEnded || request.socket.writableLength > 0) {
      connections.addPending(request, response);
    }
  };
  server.on('request', answer);
  // The steps of the request decide whether the body may come (Expect: 100-continue).
  server.on('checkContinue', answer);
  server.on('checkExpectation', (request, response) =>
    refuse(request, response, new Refusal(417, 'expectation'), '-'),
  );
  server.on('clientError', refuseUnparsed);
  return Object.assign(server, {
    drain: (onStopAccepting: () => void) => connections.close(onStopAccepting),
  });
}

// Open at once, in all and (a quarter) from one address. A few more are accepted and answered 503.
const MAX_SERVED = 1000;
export const MAX_SERVED_PER_ADDRESS = 256;
const MAX_ACCEPTED = 1500;
const MAX_ACCEPTED_PER_ADDRESS = 512;
const CROWDED_LIFE_MS = 2000;

// A proxy that keeps idle connections for two seconds has used or closed all of them by then.
const PROXY_IDLE_MS = 3000;
const RECEIVE_MS = 4000;
const LONGEST_MS = 6000;
const FIRST_BYTE_GRACE_MS = 500;
const LOOK_MS = 50;
// After so many turns of the event loop without a new connection the socket's queue is empty.
const QUIET_TURNS = 3;

interface Connection {
  openedAt: number;
  isCrowded: boolean;
  pending: Set<IncomingMessage>;
}

/** Bounds connections, in all and of each address. A proxy is one address, and bounds its clients. */
class Connections {
  isDraining = false;
  readonly #server: Server;
  readonly #behindProxy: boolean;
  readonly #open = new Map<Socket, Connection>();
  readonly #byAddress = new Map<string, number>();
  #opened = 0;
  #crowded = 0;

  constructor(server: Server, behindProxy: boolean) {
    this.#server = server;
    this.#behindProxy = behindProxy;
    server.maxConnections = MAX_ACCEPTED;
    server.on('connection', (socket) => this.#add(socket));
  }

  isCrowded(socket: Socket): boolean {
    return this.#crowded > 0 && this.#open.get(socket)?.isCrowded === true;
  }

  addPending(request: IncomingMessage, response: ServerResponse): void {
    const pending = this.#open.get(request.socket)?.pending;
    pending?.add(request);
    response.once('close', () => pending?.delete(request));
    request.socket.setTimeout(SILENCE_MS);
  }

  /**
   * Closes idle connections at once, those of forms that do not arrive after RECEIVE_MS, the others
   * after their response, and all after LONGEST_MS. Requests that reached the socket before are served.
   * A proxy gets time to close its connections: it may be sending a form just when one is closed.
   */
  async close(onStopAccepting: () => void): Promise<void> {
    const startedAt = performance.now();
    this.isDraining = true;
    if (this.#behindProxy) await this.#lingerFor(PROXY_IDLE_MS, new Set(this.#open.keys()));
    await this.#emptyQueue();
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    onStopAccepting();
    const look = () => this.#endIdle(performance.now() - startedAt < RECEIVE_MS);
    const looking = setInterval(look, LOOK_MS);
    const limit = setTimeout(
      () => {
        log('drain-limit');
        this.#server.closeAllConnections();
      },
      LONGEST_MS - (performance.now() - startedAt),
    );
    await closed;
    clearInterval(looking);
    clearTimeout(limit);
  }

  #add(socket: Socket): void {
    this.#opened++;
    const address = addressGroup(getClientAddress(socket.remoteAddress ?? '', '', 0));
    const count = (this.#byAddress.get(address) ?? 0) + 1;
    if (!this.#behindProxy && count > MAX_ACCEPTED_PER_ADDRESS) return void socket.destroy();
    const isCrowded =
      this.#open.size >= MAX_SERVED || (!this.#behindProxy && count > MAX_SERVED_PER_ADDRESS);
    this.#byAddress.set(address, count);
    this.#open.set(socket, { openedAt: performance.now(), isCrowded, pending: new Set() });
    if (isCrowded) {
      this.#crowded++;
      setTimeout(() => socket.destroy(), CROWDED_LIFE_MS).unref();
    }
    socket.once('close', () => {
      if (isCrowded) this.#crowded--;
      this.#open.delete(socket);
      const remaining = this.#byAddress.get(address)! - 1;
      if (remaining > 0) this.#byAddress.set(address, remaining);
      else this.#byAddress.delete(address);
    });
  }

  async #lingerFor(ms: number, connected: ReadonlySet<Socket>): Promise<void> {
    const deadline = performance.now() + ms;
    const isOpen = (socket: Socket) => this.#open.has(socket);
    while (performance.now() < deadline && [...connected].some(isOpen)) await wait(LOOK_MS);
  }

  /** Accepts all connections that wait: closing the listening socket would drop them. */
  async #emptyQueue(): Promise<void> {
    for (let quiet = 0, before = this.#opened; quiet < QUIET_TURNS; before = this.#opened) {
      await nextTurn();
      quiet = this.#opened === before ? quiet + 1 : 0;
    }
  }

  #endIdle(awaitBodies: boolean): void {
    const nowMs = performance.now();
    for (const [socket, { openedAt, pending }] of this.#open) {
      const isAnswering = [...pending].some(({ complete }) => complete || awaitBodies);
      const isNew = socket.bytesRead === 0 && nowMs - openedAt < FIRST_BYTE_GRACE_MS;
      // Written bytes may still wait in the socket's buffer.
      if (!isAnswering && !isNew && socket.writableLength === 0) socket.destroy();
    }
  }
}
