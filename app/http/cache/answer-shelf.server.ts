import { type CachedResponse, sizeOf } from '#app/http/response/cached-response.server.ts';

/** Kept answers by address within a bound of bytes; what was not asked for longest goes first. */
export class AnswerShelf {
  readonly #limitBytes: number;
  readonly #answers = new Map<string, CachedResponse>();
  #bytes = 0;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  find(address: string): CachedResponse | undefined {
    const answer = this.#answers.get(address);
    if (answer && this.#bytes > this.#limitBytes / 2) {
      // Only a shelf that fills up needs to know what was asked for last.
      this.#answers.delete(address);
      this.#answers.set(address, answer);
    }
    return answer;
  }

  put(address: string, answer: CachedResponse): void {
    const size = sizeOf(answer);
    if (size > this.#limitBytes) return;
    this.#remove(address);
    this.#answers.set(address, answer);
    this.#bytes += size;
    for (const oldest of this.#answers.keys()) {
      if (this.#bytes <= this.#limitBytes) return;
      this.#remove(oldest);
    }
  }

  #remove(address: string): void {
    const answer = this.#answers.get(address);
    if (answer && this.#answers.delete(address)) this.#bytes -= sizeOf(answer);
  }
}
