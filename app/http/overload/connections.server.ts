import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { log } from '#app/log.server.ts';

/** For a form that is on its way when the server stops. */
const RECEIVE_MS = 4000;
/** Whoever takes longer to read an answer has to ask again. */
const LONGEST_MS = 6000;
const LOOK_MS = 50;

/** The connections of a server, and which of them wait for an answer. */
export class Connections {
  readonly #server: Server;
  /** Requests whose answers are not written yet; pages from memory never are among them. */
  readonly #asked = new Map<Socket, Set<IncomingMessage>>();

  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket) => {
      this.#asked.set(socket, new Set());
      socket.once('close', () => this.#asked.delete(socket));
    });
  }

  /** Notes a request that is answered later. */
  awaiting(request: IncomingMessage, response: ServerResponse): void {
    const own = this.#asked.get(request.socket);
    own?.add(request);
    response.once('close', () => own?.delete(request));
  }

  /**
   * Takes no new connection and resolves when all are closed: idle ones and those without a whole
   * head of a request at once, forms that do not arrive after RECEIVE_MS, the others when they are
   * answered, all after LONGEST_MS.
   */
  async close(): Promise<void> {
    const startedAt = performance.now();
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    const look = () => this.#endIdle(performance.now() - startedAt < RECEIVE_MS);
    look();
    const looking = setInterval(look, LOOK_MS);
    const limit = setTimeout(() => {
      log('drain-limit');
      this.#server.closeAllConnections();
    }, LONGEST_MS);
    await closed;
    clearInterval(looking);
    clearTimeout(limit);
  }

  #endIdle(awaitBodies: boolean): void {
    for (const [socket, requests] of this.#asked) {
      const isAnswering = [...requests].some(({ complete }) => complete || awaitBodies);
      // What is written may still be on its way out.
      if (!isAnswering && socket.writableLength === 0) socket.destroy();
    }
  }
}
