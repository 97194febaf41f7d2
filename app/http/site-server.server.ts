import { Server, type IncomingMessage, type ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTick, setTimeout as wait } from 'node:timers/promises';
import { config } from '#app/config.server.ts';
import { getIpAddressGroup } from '#app/domain/keys.server.ts';
import { ATTACHMENTS } from '#app/domain/limits.ts';
import { getSocketIpAddress } from '#app/http/guard.server.ts';
import { Refusal, refuseUnparsedRequest, sendErrorResponse } from '#app/http/responses.server.ts';
import { log } from '#app/log.server.ts';
import type { Listener } from './request-listener.server.ts';

const SECOND_MS = 1000;
// The listener gives an id to each request that it gets.
const NO_REQUEST_ID = '-';
// Must be longer than the idle time of a proxy in front, or the proxy uses closed connections.
const KEEP_ALIVE_BEHIND_PROXY_MS = 65 * SECOND_MS;
const KEEP_ALIVE_MS = 10 * SECOND_MS;
const SOCKET_TIMEOUT_MS = 60 * SECOND_MS;

// Connections above MAX_CONNECTIONS get 503; those above MAX_ACCEPTED_CONNECTIONS are closed.
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
// The listening socket is closed after this time without a new connection. A proxy sends them in bursts.
const QUIET_MS = 10;
const ACCEPT_TIMEOUT_MS = 500;
// During a longer tick of the event loop, connections may have arrived after it checked for them.
const SHORT_TICK_MS = 0.5;

interface Connection {
  clientId: string;
  /** It was above a limit when it was accepted: its requests get 503. */
  isCrowded: boolean;
  pending: Set<ServerResponse>;
}

/**
 * An HTTP server with timeouts. It limits connections, in all and for each IP address, unless a proxy in front
 * limits its clients.
 */
export class SiteServer extends Server {
  readonly #isBehindProxy = config().trustProxy > 0;
  readonly #open = new Map<Socket, Connection>();
  #acceptedAtMs = 0;
  #isDraining = false;
  /** Requests that wait until the listening socket is closed. */
  #heldRequests: (() => void)[] | undefined;

  constructor(listener: Listener) {
    super({
      headersTimeout: 10 * SECOND_MS,
      // For uploads (AT-4), and for bodies that no step reads. Other forms have less time (guard).
      requestTimeout: ATTACHMENTS.uploadMinutes * 60 * SECOND_MS,
      connectionsCheckingInterval: 2 * SECOND_MS,
      maxHeaderSize: 16 * 1024,
      // guard.server.ts refuses a request without it: unlike Node's, its response has all security headers.
      requireHostHeader: false,
    });

    this.keepAliveTimeout = this.#isBehindProxy ? KEEP_ALIVE_BEHIND_PROXY_MS : KEEP_ALIVE_MS;
    this.timeout = SOCKET_TIMEOUT_MS;
    this.maxConnections = MAX_ACCEPTED_CONNECTIONS;
    this.on('connection', (socket) => this.#add(socket));
    this.on('timeout', (socket) => this.#endOrKeep(socket));

    const handle: Listener = (request, response) => this.#handle(request, response, listener);
    this.on('request', handle);
    // The steps of the request decide whether the client may send its body (Expect: 100-continue).
    this.on('checkContinue', handle);
    this.on('checkExpectation', (request, response) =>
      sendErrorResponse(request, response, new Refusal(417, 'expectation'), NO_REQUEST_ID),
    );
    this.on('clientError', refuseUnparsedRequest);
  }

  /**
   * Stops accepting connections. Closes idle ones at once, those with an incomplete request after
   * BODY_TIMEOUT_MS, the others after their response, and all after DRAIN_TIMEOUT_MS. A proxy first gets
   * time to close its connections, because it may be sending a form on one of them.
   */
  async drain(): Promise<void> {
    const startedAtMs = performance.now();
    const isBefore = (ms: number) => performance.now() < startedAtMs + ms;

    this.#isDraining = true;
    const proxyMs = this.#isBehindProxy ? PROXY_IDLE_MS : 0;
    while (this.#open.size > 0 && isBefore(proxyMs)) await wait(CHECK_INTERVAL_MS);

    await this.#closeListener();
    const firstBytesDeadlineMs = performance.now() + FIRST_BYTE_TIMEOUT_MS;
    while (this.#open.size > 0 && isBefore(DRAIN_TIMEOUT_MS)) {
      await wait(CHECK_INTERVAL_MS);
      this.#closeIdle({
        isAwaitingFirstBytes: performance.now() < firstBytesDeadlineMs,
        isAwaitingBodies: isBefore(BODY_TIMEOUT_MS),
      });
    }

    if (this.#open.size === 0) return;
    log('drain-limit');
    this.closeAllConnections();
  }

  #handle(request: IncomingMessage, response: ServerResponse, listener: Listener): void {
    if (this.#isDraining) response.shouldKeepAlive = false;

    const connection = this.#open.get(request.socket);
    if (connection?.isCrowded) {
      const headers = { 'retry-after': '5', connection: 'close' };
      const tooMany = new Refusal(503, 'connections', { headers });
      return sendErrorResponse(request, response, tooMany, NO_REQUEST_ID);
    }

    connection?.pending.add(response);
    response.once('close', () => connection?.pending.delete(response));

    if (this.#heldRequests) this.#heldRequests.push(() => listener(request, response));
    else listener(request, response);
  }

  /**
   * Ends a connection without traffic for SOCKET_TIMEOUT_MS: its client neither sends nor reads. While the site works
   * on a complete request, the client waits for the site: many pictures take minutes (PB-5).
   */
  #endOrKeep(socket: Socket): void {
    const pending = [...(this.#open.get(socket)?.pending ?? [])];
    const isWorking = pending.some(({ req, headersSent }) => req.complete && !headersSent);
    if (isWorking) socket.setTimeout(this.timeout);
    else socket.destroy();
  }

  #add(socket: Socket): void {
    this.#acceptedAtMs = performance.now();
    const clientId = getIpAddressGroup(getSocketIpAddress(socket));
    // All clients of a proxy have its address.
    const connections = this.#isBehindProxy ? [] : [...this.#open.values()];
    const count = connections.filter((other) => other.clientId === clientId).length;
    if (count >= MAX_ACCEPTED_PER_CLIENT) {
      socket.destroy();
      return;
    }

    const isCrowded = this.#open.size >= MAX_CONNECTIONS || count >= MAX_CONNECTIONS_PER_CLIENT;
    this.#open.set(socket, { clientId, isCrowded, pending: new Set() });
    socket.once('close', () => this.#open.delete(socket));
    if (isCrowded) setTimeout(() => socket.destroy(), CROWDED_TIMEOUT_MS).unref();
  }

  async #closeListener(): Promise<void> {
    // While the site works on a request, it accepts nothing.
    const heldRequests: (() => void)[] = [];
    this.#heldRequests = heldRequests;

    // Closing the listening socket resets the connections that wait for it.
    await this.#acceptWaitingConnections();
    // The HTTP server's own close() also ends new connections whose first bytes are still on their way.
    NetServer.prototype.close.call(this);

    this.#heldRequests = undefined;
    for (const handle of heldRequests) handle();
  }

  async #acceptWaitingConnections(): Promise<void> {
    const deadlineMs = performance.now() + ACCEPT_TIMEOUT_MS;
    while (performance.now() < deadlineMs) {
      const startedAtMs = performance.now();
      await nextTick();

      const isQuiet = startedAtMs - this.#acceptedAtMs > QUIET_MS;
      const hasSeenAllArrivals = performance.now() - startedAtMs < SHORT_TICK_MS;
      if (isQuiet && hasSeenAllArrivals) return;
    }
  }

  #closeIdle(grace: Grace): void {
    for (const [socket, { pending }] of this.#open)
      if (!mustStayOpen(socket, pending, grace)) socket.destroy();
  }
}

interface Grace {
  isAwaitingFirstBytes: boolean;
  isAwaitingBodies: boolean;
}

function mustStayOpen(
  socket: Socket,
  pending: ReadonlySet<ServerResponse>,
  { isAwaitingFirstBytes, isAwaitingBodies }: Grace,
): boolean {
  const isUnused = socket.bytesRead === 0;
  if (isUnused && isAwaitingFirstBytes) return true;

  const requests = [...pending].map(({ req }) => req);
  if (requests.some(({ complete }) => complete)) return true;
  if (requests.length > 0 && isAwaitingBodies) return true;

  // Written bytes may still wait in the socket's buffer.
  return socket.writableLength > 0;
}
