import type { AuditCount } from '#db/schema.ts';
import { AUDIT } from './limits.ts';

/** The address of all those beyond the first AUDIT.addressesAMinute. */
export const OTHERS = 'others';

/** What was counted, without its number. `minute` is its beginning as ISO 8601 UTC. */
export type Tallied = Omit<AuditCount, 'count'>;

interface Entry extends AuditCount {
  stored: number;
}

/**
 * Counts in memory until they are stored. Bounded whatever comes: each event of a minute has room
 * for so many addresses, all others are one; and a store that is away for hours is waited for with
 * AUDIT.heldCounts rows at the most: what comes then is added to the last minute that had room.
 */
export class EventTally {
  readonly #entries = new Map<string, Entry>();
  readonly #named = new Map<string, number>();
  #minute = '';

  /** Counts one; true when it is the first of its row. */
  add(event: string, adminId: number, address: string, at: Date): boolean {
    this.#turnTo(`${at.toISOString().slice(0, 16)}:00.000Z`);
    const minute = this.#minute;
    const key = { minute, event, admin_id: adminId, address };
    if (this.#entries.has(idOf(key))) return this.#count(key);
    const named = this.#named.get(event) ?? 0;
    if (named >= AUDIT.addressesAMinute) return this.#count({ ...key, address: OTHERS });
    this.#named.set(event, named + 1);
    return this.#count(key);
  }

  /** Gives what is not stored yet to `store`; what it throws leaves all as it was. */
  async store(store: (rows: AuditCount[]) => Promise<void>): Promise<void> {
    const taken = [...this.#entries.values()]
      .filter(({ count, stored }) => count > stored)
      .map((entry) => ({ entry, upTo: entry.count }));
    if (taken.length === 0) return;
    await store(taken.map(({ entry, upTo }) => rowOf(entry, upTo - entry.stored)));
    for (const { entry, upTo } of taken) entry.stored = upTo;
  }

  /** Takes out what is stored of the minutes before an instant, or of all: final numbers. */
  close(before?: Date): AuditCount[] {
    const current = before && `${before.toISOString().slice(0, 16)}:00.000Z`;
    const closed = [...this.#entries].filter(
      ([, { minute, count, stored }]) => count === stored && (!current || minute < current),
    );
    for (const [id] of closed) this.#entries.delete(id);
    return closed.map(([, entry]) => rowOf(entry, entry.count));
  }

  get isEmpty(): boolean {
    return this.#entries.size === 0;
  }

  #turnTo(minute: string): void {
    if (minute === this.#minute || this.#entries.size >= AUDIT.heldCounts) return;
    this.#minute = minute;
    this.#named.clear();
  }

  #count(key: Tallied): boolean {
    const id = idOf(key);
    const entry = this.#entries.get(id);
    if (entry) entry.count += 1;
    else this.#entries.set(id, { ...key, count: 1, stored: 0 });
    return entry === undefined;
  }
}

function idOf({ minute, event, admin_id, address }: Tallied): string {
  return `${minute} ${event} ${admin_id} ${address}`;
}

function rowOf({ minute, event, admin_id, address }: Tallied, count: number): AuditCount {
  return { minute, event, admin_id, address, count };
}
