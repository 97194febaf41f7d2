import type { RefusalReason } from '#app/content/words/failures.server.ts';
import { ATTACHMENTS } from '#app/domain/limits.ts';
import { Refusal } from '#app/http/responses.server.ts';

interface Share {
  all: number;
  perAddress: number;
}

export interface Bounds {
  present: Share;
  atWork?: Share;
  /** How many begin in one turn of the event loop; undefined where they are no work to speak of. */
  perTurn?: number;
  waitSeconds?: number;
  refusal: { reason: RefusalReason; retryAfterSeconds: number };
}

const crowded = { reason: 'crowded', retryAfterSeconds: 2 } as const;

/**
 * A turn of the event loop reads every request that has come and takes one new connection: after a
 * hundred pages in one, newcomers would be neither served nor told to come back.
 */
export const WORK: Bounds = {
  present: { all: 128, perAddress: 96 },
  perTurn: 4,
  refusal: crowded,
};

/** Logins and the like: their answers are held back, each some kilobytes for a second (AL-4). */
export const LATE_ANSWERS: Bounds = {
  present: { all: 512, perAddress: 32 },
  perTurn: 1,
  refusal: crowded,
};

const ELSEWHERE: Bounds = {
  present: { all: 512, perAddress: 32 },
  refusal: crowded,
};

const UPLOADS: Bounds = {
  present: { all: 64, perAddress: 8 },
  atWork: { all: ATTACHMENTS.uploads, perAddress: ATTACHMENTS.uploadsPerAddress },
  waitSeconds: ATTACHMENTS.uploadWaitSeconds,
  refusal: { reason: 'uploads', retryAfterSeconds: ATTACHMENTS.uploadWaitSeconds },
};

export function createLimits() {
  return {
    work: new Limiter(WORK),
    late: new Limiter(LATE_ANSWERS),
    elsewhere: new Limiter(ELSEWHERE),
    uploads: new Limiter(UPLOADS),
  };
}

interface Party {
  present: number;
  atWork: number;
  line: (() => void)[];
}

/**
 * Bounds what is done at once, of all and of one address (an IPv6 /64 is one: addressGroup). Who finds
 * no place waits for a turn, and addresses take turns: whoever sends a hundred waits for his own.
 */
export class Limiter {
  present = 0;
  readonly #bounds: Bounds;
  readonly #parties = new Map<string, Party>();
  #atWork = 0;
  #begun = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  async run<T>(address: string, work: () => Promise<T>, inTurn = true): Promise<T> {
    const leave = await this.enter(address, inTurn);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /**
   * Resolves when it is the turn of this address, to what gives the place back; throws a Refusal
   * (503). Without `inTurn` a place is enough: posts go on together, to share the wait for the disk.
   */
  async enter(address: string, inTurn = true): Promise<() => void> {
    const { all, perAddress } = this.#bounds.present;
    const own = this.#parties.get(address)?.present ?? 0;
    if (this.present >= all || own >= perAddress) throw this.#refusal();
    const party = this.#change(address, 1, 0);
    if (this.#hasPlace(party) && !(inTurn && this.#isTurnOver)) this.#begin(address, inTurn);
    else await this.#turn(address, party);
    return () => this.#leave(address);
  }

  async whileAway<T>(address: string, wait: () => Promise<T>): Promise<T> {
    this.#leave(address);
    try {
      return await wait();
    } finally {
      this.#change(address, 1, 1);
    }
  }

  #turn(address: string, party: Party): Promise<void> {
    return new Promise((resolve, reject) => {
      const { waitSeconds } = this.#bounds;
      const begin = () => {
        clearTimeout(late);
        this.#begin(address, true);
        resolve();
      };
      const giveUp = () => {
        party.line.splice(party.line.indexOf(begin), 1);
        this.#change(address, -1, 0);
        reject(this.#refusal());
      };
      const late = waitSeconds === undefined ? undefined : setTimeout(giveUp, waitSeconds * 1000);
      party.line.push(begin);
    });
  }

  #begin(address: string, inTurn: boolean): void {
    const party = this.#change(address, 0, 1);
    this.#parties.delete(address);
    this.#parties.set(address, party);
    if (!inTurn || this.#bounds.perTurn === undefined) return;
    if (this.#begun++ === 0) {
      setImmediate(() => {
        this.#begun = 0;
        this.#beginNext();
      });
    }
  }

  #leave(address: string): void {
    this.#change(address, -1, -1);
    this.#beginNext();
  }

  #beginNext(): void {
    while (this.present > this.#atWork && !this.#isTurnOver) {
      const parties = [...this.#parties.values()];
      const next = parties.find((one) => one.line.length > 0 && this.#hasPlace(one));
      if (!next) return;
      next.line.shift()!();
    }
  }

  #hasPlace({ atWork: own }: Party): boolean {
    const { all, perAddress } = this.#bounds.atWork ?? this.#bounds.present;
    return this.#atWork < all && own < perAddress;
  }

  get #isTurnOver(): boolean {
    return this.#begun >= (this.#bounds.perTurn ?? Infinity);
  }

  #change(address: string, present: number, atWork: number): Party {
    const party = this.#parties.get(address) ?? { present: 0, atWork: 0, line: [] };
    party.present += present;
    party.atWork += atWork;
    this.present += present;
    this.#atWork += atWork;
    if (party.present > 0) this.#parties.set(address, party);
    else this.#parties.delete(address);
    return party;
  }

  #refusal(): Refusal {
    const { reason, retryAfterSeconds } = this.#bounds.refusal;
    return new Refusal(503, reason, { headers: { 'retry-after': String(retryAfterSeconds) } });
  }
}
