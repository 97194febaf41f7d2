import { z } from 'zod';
import { addDays, DAY, fromAthensClock, HOUR, toAthensDay } from '#app/domain/clock.server.ts';
import { dayParameter } from '#app/domain/desk/desk-filter.server.ts';
import { getOverdueLimit } from '#app/domain/desk/working-days.server.ts';
import { DESK, NUMBERS } from '#app/domain/limits.ts';
import { database } from '#db/database.server.ts';
import { readCountedEnquiries } from '#db/desk-enquiries.ts';

interface DayRange {
  from: string;
  to: string;
}

type CountedEnquiry = Awaited<ReturnType<typeof readCountedEnquiries>>[number];

export interface Week extends DayRange {
  total: number;
  isWhole: boolean;
}

export type Numbers = Awaited<ReturnType<typeof readNumbers>>;

export async function readNumbers(range: DayRange, now = new Date()) {
  const until = startOf(addDays(range.to));
  const enquiries = await readCountedEnquiries(database(), startOf(range.from), until);
  const waits = enquiries.flatMap(hoursWaited);
  return {
    total: enquiries.length,
    weeks: weeksOf(range, enquiries, toAthensDay(now)),
    projects: tally(enquiries.map(({ project }) => project)),
    languages: tally(enquiries.map(({ language }) => language)),
    promise: promiseOf(enquiries, now),
    answered: waits.length,
    medianHours: medianOf(waits),
  };
}

const address = z.object({ from: dayParameter, to: dayParameter });

/** `from` begins NUMBERS.weeks weeks where it is not given, cannot be, or lies too far back. */
export function readNumbersRange(params: URLSearchParams, today: string): DayRange {
  const given = address.parse(Object.fromEntries(params));
  const from = given.from <= today ? given.from : '';
  const to = given.to && given.to < today && given.to >= from ? given.to : today;
  const isTooLong = from < getMonday(to, NUMBERS.longestWeeks);
  return { from: isTooLong ? getMonday(to, NUMBERS.weeks) : from, to };
}

export function getMonday(day: string, weeks = 1): string {
  const { dayOfWeek } = Temporal.PlainDate.from(day);
  return addDays(day, 1 - dayOfWeek - 7 * (weeks - 1));
}

export function medianOf(numbers: readonly number[]): number | null {
  if (numbers.length === 0) return null;
  const sorted = numbers.toSorted((a, b) => a - b);
  const at = (place: number) => sorted[Math.floor(place)]!;
  return (at((sorted.length - 1) / 2) + at(sorted.length / 2)) / 2;
}

function startOf(day: string): string {
  return fromAthensClock(`${day}T00:00:00`).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length);
}

function weeksOf(range: DayRange, enquiries: readonly CountedEnquiry[], today: string): Week[] {
  const weeks: Week[] = [];
  let counted = 0;
  for (let monday = getMonday(range.from); monday <= range.to; monday = addDays(monday, 7)) {
    const sunday = addDays(monday, 6);
    const from = monday < range.from ? range.from : monday;
    const to = sunday > range.to ? range.to : sunday;
    const before = counted;
    const until = startOf(addDays(to));
    while (counted < enquiries.length && enquiries[counted]!.created_at < until) counted += 1;
    const isWhole = from === monday && to === sunday && sunday < today;
    weeks.push({ from, to, total: counted - before, isWhole });
  }
  return weeks;
}

function tally(names: readonly string[]): Map<string, number> {
  const totals = new Map<string, number>();
  for (const name of names) totals.set(name, (totals.get(name) ?? 0) + 1);
  return totals;
}

// No two working days are shorter: who is answered sooner needs no calendar.
const SHORTEST_PROMISE = DESK.overdueWorkingDays * DAY - HOUR;

function promiseOf(enquiries: readonly CountedEnquiry[], now: Date) {
  const due = getOverdueLimit(now).getTime();
  const asked = enquiries.filter(({ created_at }) => Date.parse(created_at) < due);
  const kept = asked.filter(({ created_at, answered_at }) => {
    if (answered_at === null) return false;
    const [at, answered] = [Date.parse(created_at), Date.parse(answered_at)];
    return answered - at < SHORTEST_PROMISE || at >= getOverdueLimit(new Date(answered)).getTime();
  });
  return { asked: asked.length, kept: kept.length };
}

function hoursWaited({ created_at, answered_at }: CountedEnquiry): number[] {
  if (answered_at === null) return [];
  const hours = Math.round((Date.parse(answered_at) - Date.parse(created_at)) / HOUR);
  return Number.isNaN(hours) ? [] : [Math.max(0, hours)];
}
