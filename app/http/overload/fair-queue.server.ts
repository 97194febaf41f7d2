/**
 * Lets so many pass in each turn of the event loop. A turn reads every request that has come and
 * takes one new connection: it must not last for a hundred pages, or newcomers are neither served
 * nor told to come back. Addresses take turns: whoever sends a hundred requests waits for his own.
 */
export class FairQueue {
  readonly #perTurn: number;
  /** Who waits, by address; the address whose turn comes next is first. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #passed = 0;

  constructor(perTurn: number) {
    this.#perTurn = perTurn;
  }

  /** Resolves when it is its turn. */
  pass(address: string): Promise<void> {
    if (this.#passed >= this.#perTurn) {
      return new Promise((resolve) => {
        const own = this.#waiting.get(address);
        if (own) own.push(resolve);
        else this.#waiting.set(address, [resolve]);
      });
    }
    if (this.#passed++ === 0) setImmediate(() => this.#nextTurn());
    return Promise.resolve();
  }

  #nextTurn(): void {
    const next: (() => void)[] = [];
    while (next.length < this.#perTurn && this.#waiting.size > 0) next.push(this.#takeNext());
    this.#passed = next.length;
    if (next.length > 0) setImmediate(() => this.#nextTurn());
    for (const go of next) go();
  }

  #takeNext(): () => void {
    const [address, own] = this.#waiting.entries().next().value!;
    const go = own.shift()!;
    this.#waiting.delete(address);
    if (own.length > 0) this.#waiting.set(address, own);
    return go;
  }
}
