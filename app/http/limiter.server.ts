import { ATTACHMENTS } from '#app/domain/limits.ts';
import { Refusal } from '#app/http/responses.server.ts';

/** Open requests run or wait in the queue. One client is one IP address (an IPv6 /64: getIpAddressGroup). */
export interface ConcurrencyLimits {
  maxOpen: number;
  maxOpenPerClient: number;
  /** Without these limits all open requests run at once. */
  maxRunning?: number;
  maxRunningPerClient?: number;
  queueTimeoutSeconds?: number;
  refusal: { reason: 'crowded' | 'uploads'; retryAfterSeconds: number };
}

const refusal = { reason: 'crowded', retryAfterSeconds: 2 } as const;

/** Rendering keeps the processor busy: more pages at once would only delay new connections. */
export const PAGES: ConcurrencyLimits = {
  maxOpen: 128,
  maxOpenPerClient: 64,
  maxRunning: 4,
  maxRunningPerClient: 2,
  refusal,
};
/** Forms mostly wait: for the disk, Turnstile, a scanner or their files. */
export const FORMS: ConcurrencyLimits = { maxOpen: 512, maxOpenPerClient: 96, refusal };
/** Logins and requests for a new password: their responses take up to a second (AL-4). */
export const DELAYED_RESPONSES: ConcurrencyLimits = { ...FORMS, maxOpenPerClient: 32 };
export const UPLOADS: ConcurrencyLimits = {
  maxOpen: 64,
  maxOpenPerClient: 8,
  maxRunning: ATTACHMENTS.uploads,
  maxRunningPerClient: ATTACHMENTS.uploadsPerAddress,
  queueTimeoutSeconds: ATTACHMENTS.uploadWaitSeconds,
  refusal: { reason: 'uploads', retryAfterSeconds: ATTACHMENTS.uploadWaitSeconds },
};

interface OpenRequest {
  clientId: string;
  isRunning: boolean;
  start: () => void;
}

/** Bounds how much runs at once, in all and for each client (security model 1.1). */
export class Limiter {
  readonly #limits: ConcurrencyLimits;
  /** In order of arrival. */
  readonly #open = new Set<OpenRequest>();

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits;
  }

  get openCount(): number {
    return this.#open.size;
  }

  async run<T>(clientId: string, work: () => Promise<T>): Promise<T> {
    const release = await this.acquire(clientId);
    return work().finally(release);
  }

  /** Resolves to the function that releases the slot. Rejects with a Refusal (503) without a slot. */
  async acquire(clientId: string): Promise<() => void> {
    const { maxOpen, maxOpenPerClient, queueTimeoutSeconds, refusal } = this.#limits;
    const headers = { 'retry-after': String(refusal.retryAfterSeconds) };
    const createRefusal = () => new Refusal(503, refusal.reason, { headers });
    const open = [...this.#open];
    if (open.length >= maxOpen || countRequests(open, clientId) >= maxOpenPerClient)
      throw createRefusal();
    const { promise: started, resolve: start, reject } = Promise.withResolvers<void>();
    const request: OpenRequest = { clientId, isRunning: false, start };
    const release = () => {
      this.#open.delete(request);
      this.#startNext();
    };
    this.#open.add(request);
    this.#startNext();
    const giveUp = () => {
      release();
      reject(createRefusal());
    };
    const timer = queueTimeoutSeconds && setTimeout(giveUp, queueTimeoutSeconds * 1000);
    await started.finally(() => clearTimeout(timer));
    return release;
  }

  /** Skips clients at their limit. */
  #startNext(): void {
    const { maxOpen, maxRunning = maxOpen, maxRunningPerClient = maxRunning } = this.#limits;
    const open = [...this.#open];
    const running = open.filter(({ isRunning }) => isRunning);
    const hasFreeSlot = ({ clientId }: OpenRequest) =>
      countRequests(running, clientId) < maxRunningPerClient;
    const next = open.find((request) => !request.isRunning && hasFreeSlot(request));
    if (!next || running.length >= maxRunning) return;
    next.isRunning = true;
    next.start();
  }
}

function countRequests(requests: readonly OpenRequest[], clientId: string): number {
  return requests.filter((request) => request.clientId === clientId).length;
}
