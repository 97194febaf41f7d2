import type { RefusalReason } from '#app/content/messages/failures.server.ts';
import { ATTACHMENTS } from '#app/domain/limits.ts';
import { Refusal } from '#app/http/responses.server.ts';

/** Open requests run or wait in the queue. One client is one IP address (an IPv6 /64: addressGroup). */
export interface ConcurrencyLimits {
  maxOpen: number;
  maxOpenPerClient: number;
  /** Without these limits all open requests run at once. */
  maxRunning?: number;
  maxRunningPerClient?: number;
  queueTimeoutSeconds?: number;
  refusal: { reason: RefusalReason; retryAfterSeconds: number };
}

const busy = { reason: 'crowded', retryAfterSeconds: 2 } as const;

/** Rendering keeps the processor busy: more pages at once would only delay new connections. */
export const PAGES: ConcurrencyLimits = {
  maxOpen: 128,
  maxOpenPerClient: 64,
  maxRunning: 4,
  maxRunningPerClient: 2,
  refusal: busy,
};

/** Forms mostly wait: for the disk, Turnstile, a scanner or their files. */
export const FORMS: ConcurrencyLimits = { maxOpen: 512, maxOpenPerClient: 96, refusal: busy };

/** Logins and requests for a new password: their responses take up to a second (AL-4). */
export const DELAYED_RESPONSES: ConcurrencyLimits = {
  maxOpen: 512,
  maxOpenPerClient: 32,
  refusal: busy,
};

export const UPLOADS: ConcurrencyLimits = {
  maxOpen: 64,
  maxOpenPerClient: 8,
  maxRunning: ATTACHMENTS.uploads,
  maxRunningPerClient: ATTACHMENTS.uploadsPerAddress,
  queueTimeoutSeconds: ATTACHMENTS.uploadWaitSeconds,
  refusal: { reason: 'uploads', retryAfterSeconds: ATTACHMENTS.uploadWaitSeconds },
};

interface Client {
  id: string;
  openCount: number;
  runningCount: number;
}

/**
 * Bounds how much runs at once, in all and for each client (security model 1.1). The queue skips a
 * client at its limit.
 */
export class Limiter {
  openCount = 0;
  readonly #limits: ConcurrencyLimits;
  readonly #clients = new Map<string, Client>();
  readonly #queue: { client: Client; start: () => void }[] = [];
  #runningCount = 0;

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits;
  }

  async run<T>(clientId: string, work: () => Promise<T>): Promise<T> {
    const release = await this.acquire(clientId);
    return work().finally(release);
  }

  /** Resolves to the function that releases the slot. Rejects with a Refusal (503) without a slot. */
  acquire(clientId: string): Promise<() => void> {
    const { maxOpen, maxOpenPerClient, queueTimeoutSeconds, refusal } = this.#limits;
    const { reason, retryAfterSeconds } = refusal;
    const headers = { 'retry-after': String(retryAfterSeconds) };
    const client = this.#clients.get(clientId) ?? { id: clientId, openCount: 0, runningCount: 0 };
    return new Promise((resolve, reject) => {
      const refuse = () => reject(new Refusal(503, reason, { headers }));
      if (this.openCount >= maxOpen || client.openCount >= maxOpenPerClient) return refuse();
      const start = () => {
        clearTimeout(timer);
        this.#count(client, 0, 1);
        resolve(() => {
          this.#count(client, -1, -1);
          this.#startNext();
        });
      };
      const waiter = { client, start };
      const giveUp = () => {
        this.#queue.splice(this.#queue.indexOf(waiter), 1);
        this.#count(client, -1, 0);
        refuse();
      };
      const timer = queueTimeoutSeconds && setTimeout(giveUp, queueTimeoutSeconds * 1000);
      this.#count(client, 1, 0);
      this.#queue.push(waiter);
      this.#startNext();
    });
  }

  #startNext(): void {
    const { maxOpen, maxRunning = maxOpen, maxRunningPerClient = maxRunning } = this.#limits;
    if (this.#runningCount >= maxRunning) return;
    const index = this.#queue.findIndex(({ client }) => client.runningCount < maxRunningPerClient);
    const [waiter] = index < 0 ? [] : this.#queue.splice(index, 1);
    waiter?.start();
  }

  #count(client: Client, open: number, running: number): void {
    client.openCount += open;
    client.runningCount += running;
    this.openCount += open;
    this.#runningCount += running;
    if (client.openCount > 0) this.#clients.set(client.id, client);
    else this.#clients.delete(client.id);
  }
}
