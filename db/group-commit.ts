import { CompiledQuery, type Transaction } from 'kysely';
import type { Schema } from './schema.ts';
import { isStoreFault } from './store-fault.ts';

type Tx = Transaction<Schema>;
type Begin = (work: (tx: Tx) => Promise<void>) => Promise<void>;

interface Entry {
  run: (tx: Tx) => Promise<unknown>;
  resolve: (result: never) => void;
  reject: (error: unknown) => void;
}

/** How a piece of work went, to be told once the whole group is on the disk. */
type Outcome = () => void;

const LARGEST_GROUP = 64;
const SAVE = CompiledQuery.raw('savepoint work');
const KEEP = CompiledQuery.raw('release work');
const TAKE_BACK = CompiledQuery.raw('rollback to work');

/**
 * Runs transactions that come at the same time as one, so that they share the wait for the disk:
 * what was asked for while one group is written makes up the next. Each piece of work stands in a
 * savepoint of its own, so that one that throws takes back only what it did itself; nobody hears
 * of success before the group is committed.
 */
export class GroupCommit {
  readonly #begin: Begin;
  readonly #waiting: Entry[] = [];
  #running = false;

  /** `begin` runs work in one transaction and commits it. */
  constructor(begin: Begin) {
    this.#begin = begin;
  }

  run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ run: work, resolve, reject });
      if (this.#running) return;
      this.#running = true;
      // Whoever comes in this turn of the event loop goes along.
      setImmediate(() => void this.#writeGroups());
    });
  }

  async #writeGroups(): Promise<void> {
    while (this.#waiting.length > 0) await this.#write(this.#waiting.splice(0, LARGEST_GROUP));
    this.#running = false;
  }

  async #write(group: Entry[]): Promise<void> {
    const outcomes: Outcome[] = [];
    try {
      await this.#begin(async (tx) => {
        for (const entry of group) outcomes.push(await attempt(entry, tx));
      });
      for (const tell of outcomes) tell();
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
}

/** Throws when the store failed: SQLite may then have taken back the whole transaction. */
async function attempt({ run, resolve, reject }: Entry, tx: Tx): Promise<Outcome> {
  await tx.executeQuery(SAVE);
  try {
    const result = await run(tx);
    await tx.executeQuery(KEEP);
    return () => resolve(result as never);
  } catch (error) {
    if (isStoreFault(error)) throw error;
    await tx.executeQuery(TAKE_BACK);
    await tx.executeQuery(KEEP);
    return () => reject(error);
  }
}
