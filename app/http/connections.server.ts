import { addressGroup } from '#app/domain/keys.server.ts';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { clientAddress } from '#app/http/guard.server.ts';
import { log } from '#app/log.server.ts';

/** Connections served at once; a little more are accepted, to be told so. */
const MAX_SERVED = 1000;
/** And those of one address: a quarter, so that nobody can take them all. */
export const MAX_SERVED_PER_ADDRESS = 256;
/** What is beyond this is closed unheard. */
const MAX_ACCEPTED = 1500;
const MAX_ACCEPTED_PER_ADDRESS = 512;
const CROWDED_LIFE_MS = 2000;

/** A proxy that keeps idle connections for two seconds has used or closed all of them by then. */
const PROXY_IDLE_MS = 3000;
/** For a form that is on its way when the server stops. */
const RECEIVE_MS = 4000;
/** Whoever takes longer to read an answer has to ask again. */
const LONGEST_MS = 6000;
/** A connection that is this young and has not said anything is about to. */
const FIRST_BYTE_GRACE_MS = 500;
const LOOK_MS = 50;
/** Turns of the event loop without a new connection: the queue of the socket is empty. */
const QUIET_TURNS = 3;

interface Connection {
  openedAt: number;
  /** One more than this server shares out: what it asks is refused. */
  isCrowded: boolean;
  /** Requests whose answers are not written yet; pages from memory never are among them. */
  pending: Set<IncomingMessage>;
}

/**
 * The connections of a server: shared out fairly among addresses, and closed in good order.
 * `behindProxy` when they all come from one address, which then keeps that order itself.
 */
export class Connections {
  readonly #server: Server;
  readonly #behindProxy: boolean;
  readonly #open = new Map<Socket, Connection>();
  readonly #byAddress = new Map<string, number>();
  #opened = 0;
  #crowded = 0;
  #isDraining = false;

  constructor(server: Server, behindProxy: boolean) {
    this.#server = server;
    this.#behindProxy = behindProxy;
    server.maxConnections = MAX_ACCEPTED;
    server.on('connection', (socket) => this.#welcome(socket));
  }

  get isDraining(): boolean {
    return this.#isDraining;
  }

  isCrowded(socket: Socket): boolean {
    return this.#crowded > 0 && this.#open.get(socket)?.isCrowded === true;
  }

  awaiting(request: IncomingMessage, response: ServerResponse): void {
    const pending = this.#open.get(request.socket)?.pending;
    pending?.add(request);
    response.once('close', () => pending?.delete(request));
  }

  /**
   * Takes no new connection and resolves when all are closed: idle ones and those without a whole
   * head of a request at once, forms that do not arrive after RECEIVE_MS, the others when they are
   * answered, all after LONGEST_MS. What has reached the socket before is answered; a proxy is given
   * the time to leave by itself, because it may be sending a form just as its connection is closed.
   */
  async close(onStopAccepting: () => void): Promise<void> {
    const startedAt = performance.now();
    this.#isDraining = true;
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

  /** Waits until those who were connected are gone: each is answered once more, or closes. */
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
