import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { config } from '#app/config.server.ts';
import { ATTACHMENTS } from '#app/domain/limits.ts';
import { Refusal, refuse, refuseUnparsed } from '#app/http/responses.server.ts';
import type { Listener } from './front-door.server.ts';
import { addressGroup } from '#app/domain/keys.server.ts';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { clientAddress } from '#app/http/guard.server.ts';
import { log } from '#app/log.server.ts';

const SECOND_MS = 1000;
// Must outlast the idle time of a proxy in front, or that one meets closed connections.
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
    // Forms have bounds of their own (guard, uploads); this is for bodies nobody asked for.
    requestTimeout: ATTACHMENTS.uploadMinutes * 60 * SECOND_MS,
    keepAliveTimeout: behindProxy ? KEEP_ALIVE_BEHIND_PROXY_MS : KEEP_ALIVE_MS,
    connectionsCheckingInterval: 2 * SECOND_MS,
    maxHeaderSize: 16 * 1024,
    // The guard asks for it, and answers with all headers.
    requireHostHeader: false,
  });
  const connections = new Connections(server, behindProxy);
  const answer: Listener = (request, response) => {
    // A server that is closing answers what it has and lets each connection go.
    if (connections.isDraining) response.shouldKeepAlive = false;
    if (connections.isCrowded(request.socket)) {
      const headers = { 'retry-after': '5', connection: 'close' };
      const tooMany = new Refusal(503, 'connections', { headers });
      return refuse(request, response, tooMany, '-');
    }
    listener(request, response);
    // What the system has taken whole, as it takes a page from memory, needs no watch.
    if (!response.writableEnded || request.socket.writableLength > 0) {
      connections.awaiting(request, response);
    }
  };
  server.on('request', answer);
  // Whether a body may come is told after all that can be judged without it.
  server.on('checkContinue', answer);
  server.on('checkExpectation', (request, response) =>
    refuse(request, response, new Refusal(417, 'expectation'), '-'),
  );
  server.on('clientError', refuseUnparsed);
  return Object.assign(server, {
    drain: (onStopAccepting: () => void) => connections.close(onStopAccepting),
  });
}

// At once, of all and (a quarter) of one address; a little more are accepted, to be told so.
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
// Turns of the event loop without a new connection: the queue of the socket is empty.
const QUIET_TURNS = 3;

interface Connection {
  openedAt: number;
  isCrowded: boolean;
  pending: Set<IncomingMessage>;
}

/** Shared out fairly among addresses; a proxy (`behindProxy`) is one, and does so itself. */
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
    server.on('connection', (socket) => this.#welcome(socket));
  }

  isCrowded(socket: Socket): boolean {
    return this.#crowded > 0 && this.#open.get(socket)?.isCrowded === true;
  }

  awaiting(request: IncomingMessage, response: ServerResponse): void {
    const pending = this.#open.get(request.socket)?.pending;
    pending?.add(request);
    response.once('close', () => pending?.delete(request));
    request.socket.setTimeout(SILENCE_MS);
  }

  /**
   * Idle connections close at once, forms that do not arrive after RECEIVE_MS, the others when they
   * are answered, all after LONGEST_MS. What has reached the socket before is answered; a proxy is given
   * time to leave by itself: it may be sending a form just as its connection is closed.
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

  #welcome(socket: Socket): void {
    this.#opened++;
    const address = addressGroup(clientAddress(socket.remoteAddress ?? '', '', 0));
    const own = (this.#byAddress.get(address) ?? 0) + 1;
    if (!this.#behindProxy && own > MAX_ACCEPTED_PER_ADDRESS) return void socket.destroy();
    const isCrowded =
      this.#open.size >= MAX_SERVED || (!this.#behindProxy && own > MAX_SERVED_PER_ADDRESS);
    this.#byAddress.set(address, own);
    this.#open.set(socket, { openedAt: performance.now(), isCrowded, pending: new Set() });
    if (isCrowded) {
      this.#crowded++;
      setTimeout(() => socket.destroy(), CROWDED_LIFE_MS).unref();
    }
    socket.once('close', () => {
      if (isCrowded) this.#crowded--;
      this.#open.delete(socket);
      const left = this.#byAddress.get(address)! - 1;
      if (left > 0) this.#byAddress.set(address, left);
      else this.#byAddress.delete(address);
    });
  }

  async #lingerFor(ms: number, connected: ReadonlySet<Socket>): Promise<void> {
    const until = performance.now() + ms;
    const isHere = (socket: Socket) => this.#open.has(socket);
    while (performance.now() < until && [...connected].some(isHere)) await wait(LOOK_MS);
  }

  /** A socket that is closed forgets who waits to be accepted: closed right after, it has nobody. */
  async #emptyQueue(): Promise<void> {
    for (let quiet = 0, before = this.#opened; quiet < QUIET_TURNS; before = this.#opened) {
      await nextTurn();
      quiet = this.#opened === before ? quiet + 1 : 0;
    }
  }

  #endIdle(awaitBodies: boolean): void {
    const now = performance.now();
    for (const [socket, { openedAt, pending }] of this.#open) {
      const isAnswering = [...pending].some(({ complete }) => complete || awaitBodies);
      const isNew = socket.bytesRead === 0 && now - openedAt < FIRST_BYTE_GRACE_MS;
      // What is written may still be on its way out.
      if (!isAnswering && !isNew && socket.writableLength === 0) socket.destroy();
    }
  }
}
