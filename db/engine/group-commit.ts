import { setTimeout as wait } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import type { Schema } from '#db/schema.ts';
import { isBusy, isStoreError } from '#db/store-error.ts';
import { PATIENCE_MS, TRY_AGAIN_MS } from './connection.ts';

type Tx = Transaction<Schema>;
type Begin = (work: (tx: Tx) => Promise<void>) => Promise<void>;

interface Entry {
  run: (tx: Tx) => Promise<() => void>;
  reject: (error: unknown) => void;
  /** Until when it waits for a lock of another process (performance.now()). */
  until: number;
}

const LARGEST_GROUP = 64;

/**
 * Runs transactions that come at the same time as one, so that they share the wait for the disk:
 * what was asked for while one group is written makes up the next. Nobody hears of success before
 * the group is committed. While another process has the database locked they wait together, each as
 * long as its patience lasts. When one piece of work throws, the group is taken back and each piece is
 * run again on its own: work does nothing but queries and log lines, so that it can be run again.
 * (A savepoint for each would make the search index write and merge a segment for each.)
 */
export class GroupCommit {
  readonly #begin: Begin;
  readonly #waiting: Entry[] = [];
  #running = false;
  /** When the store last refused a group (performance.now()). */
  lastErrorAt = -Infinity;

  constructor(begin: Begin) {
    this.#begin = begin;
  }

  run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const run = async (tx: Tx) => {
        const result = await work(tx);
        return () => resolve(result);
      };
      this.#waiting.push({ run, reject, until: performance.now() + PATIENCE_MS });
      if (this.#running) return;
      this.#running = true;
      // Whoever comes in this turn of the event loop goes along.
      setImmediate(() => void this.#writeGroups());
    });
  }

  async #writeGroups(): Promise<void> {
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0, LARGEST_GROUP);
      await this.#write(group);
      if (group.some((entry) => this.#waiting.includes(entry))) await wait(TRY_AGAIN_MS);
    }
    this.#running = false;
  }

  async #write(group: Entry[]): Promise<void> {
    try {
      const tellers: (() => void)[] = [];
      await this.#begin(async (tx) => {
        for (const { run } of group) tellers.push(await run(tx));
      });
      for (const tell of tellers) tell();
    } catch (error) {
      if (isBusy(error)) return this.#putBack(group, error);
      if (isStoreError(error)) this.lastErrorAt = performance.now();
      // A store that fails would fail for each of them again.
      if (group.length === 1 || isStoreError(error)) {
        for (const { reject } of group) reject(error);
      } else for (const entry of group) await this.#write([entry]);
    }
  }

  #putBack(group: Entry[], error: unknown): void {
    const now = performance.now();
    this.#waiting.unshift(...group.filter(({ until }) => until > now));
    for (const { reject, until } of group) if (until <= now) reject(error);
  }
}
