import { ATTACHMENTS } from '#app/domain/limits.ts';
import { Refusal } from '#app/http/responses.server.ts';

/** Open requests run or wait for their turn. One client is one IP address (an IPv6 /64: getIpAddressGroup). */
export interface ConcurrencyLimits {
  maxOpen: number;
  maxOpenPerClient: number;
  /** Without these limits all open requests run at once. */
  maxRunning?: number;
  maxRunningPerClient?: number;
  queueTimeoutSeconds?: number;
  createRefusal: () => Refusal;
}

const createRefusal = () => new Refusal(503, 'crowded', { headers: { 'retry-after': '2' } });
/** Rendering keeps the processor busy: more pages at once would only delay new connections. */
export const PAGE_LIMITS: ConcurrencyLimits = {
  maxOpen: 128,
  maxOpenPerClient: 64,
  maxRunning: 4,
  maxRunningPerClient: 2,
  createRefusal,
};
/** Forms mostly wait for the disk, Turnstile, a scanner or their files, so all may run at once. */
export const FORM_LIMITS: ConcurrencyLimits = { maxOpen: 512, maxOpenPerClient: 96, createRefusal };
/** Logins and requests for a new password: their responses take up to a second (AL-4). */
export const DELAYED_RESPONSE_LIMITS: ConcurrencyLimits = { ...FORM_LIMITS, maxOpenPerClient: 32 };

const retryAfterUpload = { 'retry-after': String(ATTACHMENTS.uploadWaitSeconds) };
export const UPLOAD_LIMITS: ConcurrencyLimits = {
  maxOpen: 64,
  maxOpenPerClient: 8,
  maxRunning: ATTACHMENTS.uploads,
  maxRunningPerClient: ATTACHMENTS.uploadsPerIpAddress,
  queueTimeoutSeconds: ATTACHMENTS.uploadWaitSeconds,
  createRefusal: () => new Refusal(503, 'uploads', { headers: retryAfterUpload }),
};

interface Client {
  id: string;
  runningCount: number;
  /** Its waiting requests, the oldest first. */
  queue: { start: () => void; refuse: () => void }[];
}

const countOpen = ({ runningCount, queue }: Client) => runningCount + queue.length;

/** Bounds how much runs at once, in all and for each client; clients take turns (security model 1.1). */
export class Limiter {
  readonly #limits: ConcurrencyLimits;
  /** The clients with open requests, in the order in which their last request started. */
  readonly #clients = new Map<string, Client>();
  #openCount = 0;
  #runningCount = 0;

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits;
  }

  /** Waits for a slot and runs `work` in it. Rejects with a Refusal (503) if too many requests wait already. */
  async run<T>(clientId: string, work: () => Promise<T>, clientLeft?: AbortSignal): Promise<T> {
    const release = await this.acquire(clientId, clientLeft);
    return work().finally(release);
  }

  /**
   * Waits for a slot; the caller must call the returned function to release it. Rejects like `run`, also for a
   * client that leaves while its request waits, and for a waiting request that makes room for another client.
   */
  async acquire(clientId: string, clientLeft?: AbortSignal): Promise<() => void> {
    const { maxOpenPerClient, createRefusal } = this.#limits;
    const client = this.#clients.get(clientId) ?? { id: clientId, runningCount: 0, queue: [] };
    const isClientFull = countOpen(client) >= maxOpenPerClient;
    if (clientLeft?.aborted || isClientFull || !this.#makeRoom(client)) throw createRefusal();

    await this.#waitForTurn(client, clientLeft);

    return () => {
      client.runningCount--;
      this.#runningCount--;
      this.#close(client);
      this.#startNext();
    };
  }

  /**
   * Returns whether there is a place for `client`. If all are taken, refuses the newest waiting request of the client
   * with most requests, so that a few clients with many of them cannot keep the others out.
   */
  #makeRoom(client: Client): boolean {
    if (this.#openCount < this.#limits.maxOpen) return true;

    const waitingClients = [...this.#clients.values()].filter(({ queue }) => queue.length > 0);
    const [largest] = waitingClients.toSorted((a, b) => countOpen(b) - countOpen(a));
    const isLarger = largest !== undefined && countOpen(largest) > countOpen(client) + 1;
    if (isLarger) largest.queue.at(-1)!.refuse();
    return isLarger;
  }

  async #waitForTurn(client: Client, clientLeft?: AbortSignal): Promise<void> {
    const { queueTimeoutSeconds, createRefusal } = this.#limits;
    const { promise: started, resolve: start, reject } = Promise.withResolvers<void>();

    this.#openCount++;
    const refuse = () => {
      const position = client.queue.indexOf(waitingRequest);
      const hasStarted = position === -1;
      if (hasStarted) return;

      client.queue.splice(position, 1);
      this.#close(client);
      reject(createRefusal());
    };

    const waitingRequest = { start, refuse };
    client.queue.push(waitingRequest);
    this.#clients.set(client.id, client);

    const timer = queueTimeoutSeconds && setTimeout(refuse, queueTimeoutSeconds * 1000);
    clientLeft?.addEventListener('abort', refuse);

    this.#startNext();
    await started.finally(() => {
      clearTimeout(timer);
      clientLeft?.removeEventListener('abort', refuse);
    });
  }

  #close(client: Client): void {
    this.#openCount--;
    if (countOpen(client) === 0) this.#clients.delete(client.id);
  }

  /** Starts the oldest request of the client that has waited longest for its turn, among those below their limit. */
  #startNext(): void {
    const { maxRunning = Infinity, maxRunningPerClient = Infinity } = this.#limits;
    if (this.#runningCount >= maxRunning) return;

    const mayStart = ({ queue, runningCount }: Client) =>
      queue.length > 0 && runningCount < maxRunningPerClient;
    const client = [...this.#clients.values()].find(mayStart);
    if (!client) return;

    // Its next turn comes after those of all other clients.
    this.#clients.delete(client.id);
    this.#clients.set(client.id, client);

    this.#runningCount++;
    client.runningCount++;
    client.queue.shift()!.start();
  }
}
