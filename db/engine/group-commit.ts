import { setTimeout as wait } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { log } from '#app/log.server.ts';
import type { Schema } from '#db/schema.ts';
import { isBusyError, isStoreError } from '#db/store-error.ts';
import { LOCK_TIMEOUT_MS, RETRY_INTERVAL_MS } from './connection.ts';

type Tx = Transaction<Schema>;
type BeginTransaction = (work: (tx: Tx) => Promise<void>) => Promise<void>;

interface PendingWork {
  work: (tx: Tx) => Promise<unknown>;
  resolve(result: unknown): void;
  reject(error: unknown): void;
  /** When to stop waiting for another process's lock, as a time of performance.now(). */
  deadlineMs: number;
}

interface Line {
  event: string;
  details: Record<string, unknown>;
}

const MAX_GROUP_SIZE = 64;

const linesByTransaction = new WeakMap<object, Line[]>();

/** Logs a line once the transaction is committed, and never if it is rolled back. Without one, logs it now. */
export function logAfterCommit(db: object, event: string, details: Record<string, unknown>): void {
  const lines = linesByTransaction.get(db);
  if (lines) lines.push({ event, details });
  else log(event, details);
}

/**
 * Runs concurrent transactions as one, so that they share the wait for the disk (decision 002). No caller sees
 * success before the group is committed. When one piece of work throws, the group is rolled back and each piece runs
 * again alone. (A savepoint per piece would make the search index merge a segment for each.) While another process
 * holds the lock of the database, the group waits at the head of the queue.
 */
export class GroupCommit {
  readonly #begin: BeginTransaction;
  readonly #queue: PendingWork[] = [];
  #isRunning = false;
  /** When the store last refused a group, as a time of performance.now(). */
  lastErrorMs = -Infinity;

  constructor(beginTransaction: BeginTransaction) {
    this.#begin = beginTransaction;
  }

  /** Resolves when the group of the work has been committed. */
  run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const deadlineMs = performance.now() + LOCK_TIMEOUT_MS;
      this.#queue.push({ work, resolve, reject, deadlineMs });
      if (this.#isRunning) return;
      this.#isRunning = true;
      // Work that is queued in this turn of the event loop joins the group.
      setImmediate(() => void this.#writeGroups());
    });
  }

  async #writeGroups(): Promise<void> {
    while (this.#queue.length > 0) {
      const group = this.#queue.splice(0, MAX_GROUP_SIZE);
      const outcome = await this.#write(group);
      if (outcome === 'busy') await wait(RETRY_INTERVAL_MS);
    }
    this.#isRunning = false;
  }

  /** Settles each piece of work. If another process holds the lock, puts those that may still wait back instead. */
  async #write(group: PendingWork[]): Promise<'settled' | 'busy'> {
    try {
      const results: unknown[] = [];
      const lines: Line[] = [];
      await this.#begin(async (tx) => {
        linesByTransaction.set(tx, lines);
        for (const { work } of group) results.push(await work(tx));
      });

      for (const { event, details } of lines) log(event, details);
      for (const [index, { resolve }] of group.entries()) resolve(results[index]);
      return 'settled';
    } catch (error) {
      if (isBusyError(error)) {
        this.#requeue(group, error);
        return 'busy';
      }
      if (isStoreError(error)) this.lastErrorMs = performance.now();

      // A failing store would fail again for each piece of work.
      if (group.length === 1 || isStoreError(error)) {
        for (const { reject } of group) reject(error);
        return 'settled';
      }

      for (const pendingWork of group) await this.#write([pendingWork]);
      return 'settled';
    }
  }

  #requeue(group: PendingWork[], error: unknown): void {
    const nowMs = performance.now();
    this.#queue.unshift(...group.filter(({ deadlineMs }) => deadlineMs > nowMs));
    for (const { reject, deadlineMs } of group) if (deadlineMs <= nowMs) reject(error);
  }
}
