import { Refusal } from '#app/http/response/refusal.server.ts';

/** How many at once, and how many of them for one address; the rest stays free for others. */
export interface ConcurrencyBounds {
  all: number;
  perAddress: number;
}

/** Requests that may wait for the router or be at work at once: more would only hold memory. */
export const SLOTS: ConcurrencyBounds = { all: 128, perAddress: 96 };
/** Logins and the like: their answers are held back, each some kilobytes for a second (AL-4). */
export const LATE_ANSWERS: ConcurrencyBounds = { all: 512, perAddress: 32 };

/** Counts the requests at work. What comes on top is told to come back, at next to no cost. */
export class ConcurrencyLimit {
  readonly #slots: ConcurrencyBounds;
  readonly #byAddress = new Map<string, number>();
  #taken = 0;

  constructor(slots = SLOTS) {
    this.#slots = slots;
  }

  get taken(): number {
    return this.#taken;
  }

  /**
   * Does the work in a slot of this address (an IPv6 /64 is one: addressGroup); throws a Refusal
   * (503) when there is none.
   */
  async run<T>(address: string, work: () => Promise<T>): Promise<T> {
    const own = this.#byAddress.get(address) ?? 0;
    if (this.#taken >= this.#slots.all || own >= this.#slots.perAddress) throw tooBusy();
    this.#taken++;
    this.#byAddress.set(address, own + 1);
    try {
      return await work();
    } finally {
      this.#taken--;
      const left = this.#byAddress.get(address)! - 1;
      if (left > 0) this.#byAddress.set(address, left);
      else this.#byAddress.delete(address);
    }
  }
}

function tooBusy(): Refusal {
  return new Refusal(503, 'Very many visitors are here just now. Please try again in a moment.', {
    'retry-after': '2',
  });
}
