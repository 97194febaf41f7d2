import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { log } from '#app/log.server.ts';

/** A proxy that keeps idle connections for two seconds has used or closed all of them by then. */
const PROXY_IDLE_MS = 3000;
/** For a form that is on its way when the server stops. */
const RECEIVE_MS = 4000;
/** Whoever takes longer to read an answer has to ask again. */
const LONGEST_MS = 6000;
/** A connection that is this young and has not said anything is about to. */
const SPEAK_MS = 500;
const LOOK_MS = 50;
/** Turns of the event loop without a new connection: the queue of the socket is empty. */
const QUIET_TURNS = 3;

interface Connection {
  openedAt: number;
  /** Requests whose answers are not written yet; pages from memory never are among them. */
  asked: Set<IncomingMessage>;
}

/** The connections of a server, and which of them wait for an answer. */
export class Connections {
  readonly #server: Server;
  readonly #behindProxy: boolean;
  readonly #open = new Map<Socket, Connection>();
  #opened = 0;
  #isDraining = false;

  constructor(server: Server, behindProxy: boolean) {
    this.#server = server;
    this.#behindProxy = behindProxy;
    server.on('connection', (socket) => {
      this.#opened++;
      this.#open.set(socket, { openedAt: performance.now(), asked: new Set() });
      socket.once('close', () => this.#open.delete(socket));
    });
  }

  /** Whether each answer is to be the last of its connection. */
  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** Notes a request that is answered later. */
  awaiting(request: IncomingMessage, response: ServerResponse): void {
    const asked = this.#open.get(request.socket)?.asked;
    asked?.add(request);
    response.once('close', () => asked?.delete(request));
  }

  /**
   * Takes no new connection and resolves when all are closed: idle ones and those without a whole
   * head of a request at once, forms that do not arrive after RECEIVE_MS, the others when they are
   * answered, all after LONGEST_MS. What has reached the socket before is answered; a proxy is given
   * the time to leave by itself, because it may be sending a form just as its connection is closed.
   * `onDeaf` is called when nobody new is heard.
   */
  async close(onDeaf: () => void): Promise<void> {
    const startedAt = performance.now();
    this.#isDraining = true;
    if (this.#behindProxy) await this.#lingerFor(PROXY_IDLE_MS, new Set(this.#open.keys()));
    await this.#emptyQueue();
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    onDeaf();
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
    for (const [socket, { openedAt, asked }] of this.#open) {
      const isAnswering = [...asked].some(({ complete }) => complete || awaitBodies);
      const isNew = socket.bytesRead === 0 && now - openedAt < SPEAK_MS;
      // What is written may still be on its way out.
      if (!isAnswering && !isNew && socket.writableLength === 0) socket.destroy();
    }
  }
}
