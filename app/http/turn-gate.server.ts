/**
 * Lets so many pass in each turn of the event loop, first come first. A turn reads every request
 * that has come and takes one new connection: it must not last for a hundred pages, or newcomers
 * are neither served nor told to come back.
 */
export class TurnGate {
  readonly #perTurn: number;
  readonly #waiting: (() => void)[] = [];
  #passed = 0;

  constructor(perTurn: number) {
    this.#perTurn = perTurn;
  }

  /** Resolves when it is this caller's turn. */
  pass(): Promise<void> {
    if (this.#passed >= this.#perTurn) {
      return new Promise((resolve) => this.#waiting.push(resolve));
    }
    if (this.#passed++ === 0) setImmediate(() => this.#nextTurn());
    return Promise.resolve();
  }

  #nextTurn(): void {
    const next = this.#waiting.splice(0, this.#perTurn);
    this.#passed = next.length;
    if (next.length > 0) setImmediate(() => this.#nextTurn());
    for (const go of next) go();
  }
}
