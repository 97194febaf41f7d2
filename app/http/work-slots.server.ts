import { Refusal } from './refusal.server.ts';

/** Requests that may wait for the router or be at work at once: more would only hold memory. */
export const SLOTS = 128;
/** One visitor may take this many of them; the rest stays free for everybody else. */
export const SLOTS_PER_ADDRESS = 96;
/** Counts the requests at work. What comes on top is told to come back, at next to no cost. */
export class WorkSlots {
  readonly #byAddress = new Map<string, number>();
  #taken = 0;

  get taken(): number {
    return this.#taken;
  }

  /** Does the work in a slot of this address; throws a Refusal (503) when there is none. */
  async run<T>(address: string, work: () => Promise<T>): Promise<T> {
    const own = this.#byAddress.get(address) ?? 0;
    if (this.#taken >= SLOTS || own >= SLOTS_PER_ADDRESS) throw tooBusy();
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
