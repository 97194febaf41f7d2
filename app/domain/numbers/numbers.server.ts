import { addDays, athensDay, athensInstant } from '#app/domain/athens-time.server.ts';
import { overdueBefore } from '#app/domain/desk/working-days.server.ts';
import { type Db, database } from '#db/database.server.ts';
import {
  type DayRange,
  type Kept,
  countBy,
  countByDay,
  countKept,
  countKeptBetween,
  countWaits,
} from '#db/numbers/numbers.ts';
import { mondayOf } from './numbers-range.server.ts';

/** A week, or the part of it that lies in the range. */
export interface Week extends DayRange {
  total: number;
  /** All seven days of it lie in the range and have passed. */
  isWhole: boolean;
}

export type Numbers = Awaited<ReturnType<typeof readNumbers>>;

/**
 * Everything the numbers page shows of a range (DA-5), from counts by day: the same work however many
 * enquiries there are. Throws what the database throws.
 */
export async function readNumbers(range: DayRange, now = new Date()) {
  const db = database();
  const waits = await countWaits(db, range);
  const weeks = weeksOf(range, await countByDay(db, range), athensDay(now));
  return {
    total: weeks.reduce((sum, week) => sum + week.total, 0),
    weeks,
    projects: await countBy(db, 'project', range),
    languages: await countBy(db, 'language', range),
    promise: await readPromise(db, range, now),
    answered: waits.reduce((sum, { total }) => sum + total, 0),
    medianHours: medianOf(waits),
  };
}

/**
 * Of the enquiries of the range whose working days have passed by now, how many were answered within
 * them. The time that many working days ago parts one day: that one is looked at by itself.
 */
async function readPromise(db: Db, { from, to }: DayRange, now: Date): Promise<Kept> {
  const due = overdueBefore(now);
  const dueDay = athensDay(due);
  if (to < dueDay) return countKept(db, { from, to });
  const whole = await countKept(db, { from, to: addDays(dueDay, -1) });
  if (dueDay < from) return whole;
  const midnight = athensInstant(`${dueDay}T00:00:00`);
  const part = await countKeptBetween(db, midnight.toISOString(), due.toISOString());
  return { asked: whole.asked + part.asked, kept: whole.kept + part.kept };
}

/** The weeks of a range, Monday to Sunday, with the enquiries of each. */
function weeksOf(range: DayRange, days: { day: string; total: number }[], today: string): Week[] {
  const totals = new Map<string, number>();
  for (const { day, total } of days) {
    const monday = mondayOf(day);
    totals.set(monday, (totals.get(monday) ?? 0) + total);
  }
  const weeks: Week[] = [];
  for (let monday = mondayOf(range.from); monday <= range.to; monday = addDays(monday, 7)) {
    const sunday = addDays(monday, 6);
    const from = monday < range.from ? range.from : monday;
    const to = sunday > range.to ? range.to : sunday;
    const isWhole = from === monday && to === sunday && sunday < today;
    weeks.push({ from, to, total: totals.get(monday) ?? 0, isWhole });
  }
  return weeks;
}

/** The median of counted hours, the shortest first; null of none. */
export function medianOf(waits: readonly { hours: number; total: number }[]): number | null {
  const all = waits.reduce((sum, { total }) => sum + total, 0);
  if (all === 0) return null;
  const at = (place: number) => {
    let passed = 0;
    return waits.find(({ total }) => (passed += total) > place)!.hours;
  };
  return (at(Math.floor((all - 1) / 2)) + at(Math.floor(all / 2))) / 2;
}
