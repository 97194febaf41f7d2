import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTick, setTimeout as wait } from 'node:timers/promises';
import { config } from '#app/config.server.ts';
import { getIpAddressGroup } from '#app/domain/keys.server.ts';
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
    // For uploads (AT-4), and for bodies that no step reads. Other forms have less time (guard).
    requestTimeout: ATTACHMENTS.uploadMinutes * 60 * SECOND_MS,
    keepAliveTimeout: isBehindProxy ? KEEP_ALIVE_BEHIND_PROXY_MS : KEEP_ALIVE_MS,
    connectionsCheckingInterval: 2 * SECOND_MS,
    maxHeaderSize: 16 * 1024,
    // The guard requires it, and refuses with all security headers.
    requireHostHeader: false,
  });
  // Also ends a response that its client has stopped reading.
  server.timeout = SOCKET_TIMEOUT_MS;
  const connections = new Connections(server, isBehindProxy);
  const handle: Listener = (request, response) => {
    if (connections.isDraining) response.shouldKeepAlive = false;
    if (connections.isCrowded(request.socket)) {
      const headers = { 'retry-after': '5', connection: 'close' };
      const tooMany = new Refusal(503, 'connections', { headers });
      return refuse(request, response, tooMany, '-');
    }
    connections.addPending(request, response);
    listener(request, response);
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
  }

  /**
   * Stops accepting connections. Closes idle ones at once, those with an incomplete request after
   * BODY_TIMEOUT_MS, the others after their response, and all after DRAIN_TIMEOUT_MS. A proxy first gets
   * time to close its connections, because it may be sending a form on one of them.
   */
  async close(onStopAccepting: () => void): Promise<void> {
    const startedAtMs = performance.now();
    const isBefore = (ms: number) => performance.now() - startedAtMs < ms;
    this.isDraining = true;
    const proxyMs = this.#isBehindProxy ? PROXY_IDLE_MS : 0;
    while (this.#open.size > 0 && isBefore(proxyMs)) await wait(CHECK_INTERVAL_MS);
    await this.#acceptQueue();
    let isClosed = false;
    this.#server.close(() => (isClosed = true));
    onStopAccepting();
    const closedAtMs = performance.now();
    while (!isClosed && isBefore(DRAIN_TIMEOUT_MS)) {
      await wait(CHECK_INTERVAL_MS);
      const isNew = performance.now() - closedAtMs < FIRST_BYTE_TIMEOUT_MS;
      this.#closeIdle(isNew, isBefore(BODY_TIMEOUT_MS));
    }
    if (isClosed) return;
    log('drain-limit');
    this.#server.closeAllConnections();
  }

  #add(socket: Socket): void {
    this.#acceptedCount++;
    const clientId = getIpAddressGroup(getForwardedIpAddress(socket.remoteAddress ?? '', '', 0));
    const connections = this.#isBehindProxy ? [] : [...this.#open.values()];
    const count = connections.filter((other) => other.clientId === clientId).length;
    if (count >= MAX_ACCEPTED_PER_CLIENT) return void socket.destroy();
    const isCrowded = this.#open.size >= MAX_CONNECTIONS || count >= MAX_CONNECTIONS_PER_CLIENT;
    this.#open.set(socket, { clientId, isCrowded, pending: new Set() });
    socket.once('close', () => this.#open.delete(socket));
    if (isCrowded) setTimeout(() => socket.destroy(), CROWDED_TIMEOUT_MS).unref();
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

  #closeIdle(isAwaitingFirstBytes: boolean, isAwaitingBodies: boolean): void {
    for (const [socket, { pending }] of this.#open) {
      const isNew = socket.bytesRead === 0 && isAwaitingFirstBytes;
      const isActive = [...pending].some(({ complete }) => complete || isAwaitingBodies);
      // Written bytes may still wait in the socket's buffer.
      if (!isNew && !isActive && socket.writableLength === 0) socket.destroy();
    }
  }
}
