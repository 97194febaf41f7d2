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

/** Bounds how much runs at once, in all and for each client (security model 1.1). */
export class Limiter {
  readonly #limits: ConcurrencyLimits;
  /** In order of arrival. */
  #open: { clientId: string; isRunning: boolean; start: () => void }[] = [];

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits;
  }

  /** Releases the slot after `work`. Rejects with a Refusal (503) without a slot. */
  async run<T>(clientId: string, work: () => Promise<T>): Promise<T> {
    const release = await this.acquire(clientId);
    return work().finally(release);
  }

  /** Waits for a slot; the caller must call the returned function to release it. Rejects like `run`. */
  async acquire(clientId: string): Promise<() => void> {
    const { maxOpen, maxOpenPerClient, queueTimeoutSeconds, createRefusal } = this.#limits;
    const openOfClient = this.#open.filter((request) => request.clientId === clientId);
    if (this.#open.length >= maxOpen || openOfClient.length >= maxOpenPerClient)
      throw createRefusal();
    const { promise: started, resolve: start, reject } = Promise.withResolvers<void>();
    const request = { clientId, isRunning: false, start };
    const release = () => {
      this.#open = this.#open.filter((other) => other !== request);
      this.#startNext();
    };
    const giveUp = () => {
      release();
      reject(createRefusal());
    };
    this.#open.push(request);
    this.#startNext();
    const timer = queueTimeoutSeconds && setTimeout(giveUp, queueTimeoutSeconds * 1000);
    await started.finally(() => clearTimeout(timer));
    return release;
  }

  /** Starts the oldest waiting request of a client below its limit. */
  #startNext(): void {
    const { maxOpen, maxRunning = maxOpen, maxRunningPerClient = maxRunning } = this.#limits;
    const running = this.#open.filter(({ isRunning }) => isRunning);
    const next = this.#open.find(({ clientId, isRunning }) => {
      const runningOfClient = running.filter((request) => request.clientId === clientId);
      return !isRunning && runningOfClient.length < maxRunningPerClient;
    });
    if (!next || running.length >= maxRunning) return;
    next.isRunning = true;
    next.start();
  }
}
