import { ATTACHMENTS } from '#app/domain/limits.ts';
import { Refusal } from '#app/http/response/refusal.server.ts';

/** Somebody whose upload waits for its turn. */
interface Waiting {
  address: string;
  begin: () => void;
}

/**
 * Lets so many uploads run at a time, and so many of one address (AT-4). The next ones wait a
 * moment, whoever has fewest of his own at work first; then they are told to come back.
 */
export class UploadQueue {
  readonly #own = new Map<string, number>();
  readonly #waiting: Waiting[] = [];
  #running = 0;

  /** Does the work when it is its turn; throws a Refusal (503) when that does not come in time. */
  async run<T>(address: string, work: () => Promise<T>): Promise<T> {
    if (this.#mayBegin(address)) this.#begin(address);
    else await this.#turn(address);
    try {
      return await work();
    } finally {
      this.#end(address);
    }
  }

  #mayBegin(address: string): boolean {
    const own = this.#own.get(address) ?? 0;
    return this.#running < ATTACHMENTS.uploads && own < ATTACHMENTS.uploadsPerAddress;
  }

  #begin(address: string): void {
    this.#running++;
    this.#own.set(address, (this.#own.get(address) ?? 0) + 1);
  }

  #end(address: string): void {
    this.#running--;
    const left = this.#own.get(address)! - 1;
    if (left > 0) this.#own.set(address, left);
    else this.#own.delete(address);
    this.#next()?.begin();
  }

  /** Who comes next: of those that may, one whose address has fewest at work, the longest waiting. */
  #next(): Waiting | undefined {
    return this.#waiting
      .filter(({ address }) => this.#mayBegin(address))
      .toSorted((a, b) => (this.#own.get(a.address) ?? 0) - (this.#own.get(b.address) ?? 0))[0];
  }

  #turn(address: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(late);
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
      };
      const late = setTimeout(() => {
        leave();
        reject(tooManyUploads());
      }, ATTACHMENTS.uploadWaitSeconds * 1000);
      const begin = () => {
        leave();
        this.#begin(address);
        resolve();
      };
      const waiting = { address, begin };
      this.#waiting.push(waiting);
    });
  }
}

function tooManyUploads(): Refusal {
  return new Refusal(503, 'Many files are arriving just now. Please try again in a moment.', {
    'retry-after': String(ATTACHMENTS.uploadWaitSeconds),
  });
}
