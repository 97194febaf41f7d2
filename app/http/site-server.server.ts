import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTick, setTimeout as wait } from 'node:timers/promises';
import { config } from '#app/config.server.ts';
import { addressGroup } from '#app/domain/keys.server.ts';
import { ATTACHMENTS } from '#app/domain/limits.ts';
import { getForwardedIpAddress } from '#app/http/guard.server.ts';
import { Refusal, refuse, refuseUnparsed } from '#app/http/responses.server.ts';
import { log } from '#app/log.server.ts';
import type { Listener } from './request-listener.server.ts';

const SECOND_MS = 1000;
// Must be longer than the idle time of a proxy in front, or the proxy uses closed connections.
const KEEP_ALIVE_BEHIND_PROXY_MS = 65 * SECOND_MS;
const KEEP_ALIVE_MS = 10 * SECOND_MS;
const SOCKET_TIMEOUT_MS = 60 * SECOND_MS;

export interface SiteServer extends Server {
  drain(onStopAccepting: () => void): Promise<void>;
}

export function createSiteServer(listener: Listener): SiteServer {
  const isBehindProxy = config().trustProxy > 0;
  const server = createServer({
    headersTimeout: 10 * SECOND_MS,
    // Forms have shorter timeouts (guard, uploads); this one is for bodies that no step reads.
    requestTimeout: ATTACHMENTS.uploadMinutes * 60 * SECOND_MS,
    keepAliveTimeout: isBehindProxy ? KEEP_ALIVE_BEHIND_PROXY_MS : KEEP_ALIVE_MS,
    connectionsCheckingInterval: 2 * SECOND_MS,
    maxHeaderSize: 16 * 1024,
    // The guard requires it, and refuses with all security headers.
    requireHostHeader: false,
  });
  const connections = new Connections(server, isBehindProxy);
  const handle: Listener = (request, response) => {
    if (connections.isDraining) response.shouldKeepAlive = false;
    if (connections.isCrowded(request.socket)) {
      const headers = { 'retry-after': '5', connection: 'close' };
      const tooMany = new Refusal(503, 'connections', { headers });
      return refuse(request, response, tooMany, '-');
    }
    listener(request, response);
    // The kernel has already taken most pages from memory; they need no timeout.
    if (!response.writableEnded || request.socket.writableLength > 0) {
      connections.addPending(request, response);
    }
  };
  server.on('request', handle);
  // The steps of the request decide whether the client may send its body (Expect: 100-continue).
  server.on('checkContinue', handle);
  server.on('checkExpectation', (request, response) =>
    refuse(request, response, new Refusal(417, 'expectation'), '-'),
  );
  server.on('clientError', refuseUnparsed);
  return Object.assign(server, {
    drain: (onStopAccepting: () => void) => connections.close(onStopAccepting),
  });
}

// More connections, up to the accepted number, get 503; beyond it they are closed.
const MAX_CONNECTIONS = 1000;
export const MAX_CONNECTIONS_PER_CLIENT = 256;
const MAX_ACCEPTED_CONNECTIONS = 1500;
const MAX_ACCEPTED_PER_CLIENT = 512;
const CROWDED_TIMEOUT_MS = 2000;

// A proxy that keeps idle connections for two seconds has used or closed all of them by then.
const PROXY_IDLE_MS = 3000;
const BODY_TIMEOUT_MS = 4000;
const DRAIN_TIMEOUT_MS = 6000;
const FIRST_BYTE_TIMEOUT_MS = 500;
const CHECK_INTERVAL_MS = 50;
// After this many event-loop ticks without a new connection the socket's queue is empty.
const QUIET_TICKS = 3;

interface Connection {
  clientId: string;
  openedAtMs: number;
  isCrowded: boolean;
  pending: Set<IncomingMessage>;
}

/** Limits connections, in all and for each IP address, unless a proxy in front limits its clients. */
class Connections {
  isDraining = false;
  readonly #server: Server;
  readonly #isBehindProxy: boolean;
  readonly #open = new Map<Socket, Connection>();
  #acceptedCount = 0;

  constructor(server: Server, isBehindProxy: boolean) {
    this.#server = server;
    this.#isBehindProxy = isBehindProxy;
    server.maxConnections = MAX_ACCEPTED_CONNECTIONS;
    server.on('connection', (socket) => this.#add(socket));
  }

  isCrowded(socket: Socket): boolean {
    return this.#open.get(socket)?.isCrowded === true;
  }

  addPending(request: IncomingMessage, response: ServerResponse): void {
    const pending = this.#open.get(request.socket)?.pending;
    pending?.add(request);
    response.once('close', () => pending?.delete(request));
    request.socket.setTimeout(SOCKET_TIMEOUT_MS);
  }

  /**
   * Stops accepting connections. Closes idle ones at once, those with an incomplete request after
   * BODY_TIMEOUT_MS, the others after their response, and all after DRAIN_TIMEOUT_MS. A proxy first gets
   * time to close its connections, because it may be sending a form on one of them.
   */
  async close(onStopAccepting: () => void): Promise<void> {
    const startedAtMs = performance.now();
    this.isDraining = true;
    if (this.#isBehindProxy) await this.#waitForProxy(new Set(this.#open.keys()));
    await this.#acceptQueue();
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    onStopAccepting();
    const closeIdle = () => this.#closeIdle(performance.now() - startedAtMs < BODY_TIMEOUT_MS);
    const interval = setInterval(closeIdle, CHECK_INTERVAL_MS);
    const timer = setTimeout(
      () => {
        log('drain-limit');
        this.#server.closeAllConnections();
      },
      DRAIN_TIMEOUT_MS - (performance.now() - startedAtMs),
    );
    await closed;
    clearInterval(interval);
    clearTimeout(timer);
  }

  #add(socket: Socket): void {
    this.#acceptedCount++;
    const clientId = addressGroup(getForwardedIpAddress(socket.remoteAddress ?? '', '', 0));
    const count = this.#isBehindProxy ? 0 : this.#countConnections(clientId);
    if (count >= MAX_ACCEPTED_PER_CLIENT) return void socket.destroy();
    const isCrowded = this.#open.size >= MAX_CONNECTIONS || count >= MAX_CONNECTIONS_PER_CLIENT;
    const pending = new Set<IncomingMessage>();
    this.#open.set(socket, { clientId, openedAtMs: performance.now(), isCrowded, pending });
    socket.once('close', () => this.#open.delete(socket));
    if (isCrowded) setTimeout(() => socket.destroy(), CROWDED_TIMEOUT_MS).unref();
  }

  #countConnections(clientId: string): number {
    let count = 0;
    for (const connection of this.#open.values()) if (connection.clientId === clientId) count++;
    return count;
  }

  async #waitForProxy(connected: ReadonlySet<Socket>): Promise<void> {
    const deadline = performance.now() + PROXY_IDLE_MS;
    const isOpen = (socket: Socket) => this.#open.has(socket);
    while (performance.now() < deadline && [...connected].some(isOpen))
      await wait(CHECK_INTERVAL_MS);
  }

  /** Accepts all connections that are waiting: closing the listening socket would reset them. */
  async #acceptQueue(): Promise<void> {
    let quietTicks = 0;
    while (quietTicks < QUIET_TICKS) {
      const count = this.#acceptedCount;
      await nextTick();
      quietTicks = this.#acceptedCount === count ? quietTicks + 1 : 0;
    }
  }

  #closeIdle(isWaitingForBodies: boolean): void {
    const nowMs = performance.now();
    for (const [socket, { openedAtMs, pending }] of this.#open) {
      const isActive = [...pending].some(({ complete }) => complete || isWaitingForBodies);
      const isNew = socket.bytesRead === 0 && nowMs - openedAtMs < FIRST_BYTE_TIMEOUT_MS;
      // Written bytes may still wait in the socket's buffer.
      if (!isActive && !isNew && socket.writableLength === 0) socket.destroy();
    }
  }
}
