import { setTimeout as wait } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import type { Schema } from '#db/schema.ts';
import { isBusy, isStoreError } from '#db/store-error.ts';
import { LOCK_TIMEOUT_MS, RETRY_INTERVAL_MS } from './connection.ts';

type Tx = Transaction<Schema>;
type BeginTransaction = (work: (tx: Tx) => Promise<void>) => Promise<void>;

interface PendingWork {
  /** Runs the work; the function it returns resolves the caller's promise, after the commit. */
  run: (tx: Tx) => Promise<() => void>;
  reject: (error: unknown) => void;
  /** When to stop waiting for another process's lock, as a time of performance.now(). */
  deadline: number;
}

const MAX_GROUP_SIZE = 64;

/**
 * Runs concurrent transactions as one, so that they share the wait for the disk (decision 002). No
 * caller sees success before the group is committed. When one piece of work throws, the group is
 * rolled back and each piece runs again alone: work may therefore run twice, and does nothing but
 * queries and log lines. (A savepoint per piece would make the search index merge a segment for each.)
 */
export class GroupCommit {
  readonly #begin: BeginTransaction;
  readonly #queue: PendingWork[] = [];
  #isRunning = false;
  /** When the store last refused a group, as a time of performance.now(). */
  lastErrorAt = -Infinity;

  constructor(beginTransaction: BeginTransaction) {
    this.#begin = beginTransaction;
  }

  run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const run = async (tx: Tx) => {
        const result = await work(tx);
        return () => resolve(result);
      };
      this.#queue.push({ run, reject, deadline: performance.now() + LOCK_TIMEOUT_MS });
      if (this.#isRunning) return;
      this.#isRunning = true;
      // Work that is queued in this turn of the event loop joins the group.
      setImmediate(() => void this.#writeGroups());
    });
  }

  async #writeGroups(): Promise<void> {
    while (this.#queue.length > 0) {
      const group = this.#queue.splice(0, MAX_GROUP_SIZE);
      await this.#write(group);
      const isRequeued = group.some((work) => this.#queue.includes(work));
      if (isRequeued) await wait(RETRY_INTERVAL_MS);
    }
    this.#isRunning = false;
  }

  async #write(group: PendingWork[]): Promise<void> {
    try {
      const resolvers: (() => void)[] = [];
      await this.#begin(async (tx) => {
        for (const { run } of group) resolvers.push(await run(tx));
      });
      for (const resolve of resolvers) resolve();
    } catch (error) {
      if (isBusy(error)) return this.#requeue(group, error);
      if (isStoreError(error)) this.lastErrorAt = performance.now();
      // A failing store would fail again for each piece of work.
      if (group.length === 1 || isStoreError(error)) {
        for (const { reject } of group) reject(error);
      } else for (const work of group) await this.#write([work]);
    }
  }

  #requeue(group: PendingWork[], error: unknown): void {
    const nowMs = performance.now();
    this.#queue.unshift(...group.filter(({ deadline }) => deadline > nowMs));
    for (const { reject, deadline } of group) if (deadline <= nowMs) reject(error);
  }
}
