import { z } from 'zod';
import { addDays, DAY, HOUR, parseAthensClock, toAthensDay } from '#app/domain/clock.server.ts';
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

/** Counts the enquiries of the days from `range.from` to `range.to` (ISO, in Athens). */
export async function readNumbers(range: DayRange, now = new Date()) {
  const end = getDayStart(addDays(range.to));
  const enquiries = await readCountedEnquiries(database(), getDayStart(range.from), end);
  const hours = enquiries.flatMap(getHoursToAnswer);
  return {
    total: enquiries.length,
    weeks: countByWeek(range, enquiries, toAthensDay(now)),
    projects: countByName(enquiries.map(({ project }) => project)),
    languages: countByName(enquiries.map(({ language }) => language)),
    promise: countPromises(enquiries, now),
    answeredCount: hours.length,
    medianHours: getMedian(hours),
  };
}

const rangeSchema = z.object({ from: dayParameter, to: dayParameter });

/** Returns the range of a URL; the default for a range that is invalid or too long is NUMBERS.weeks weeks. */
export function readNumbersRange(params: URLSearchParams, today: string): DayRange {
  const requested = rangeSchema.parse(Object.fromEntries(params));
  const from = requested.from <= today ? requested.from : '';
  const isValidEnd = requested.to && requested.to < today && requested.to >= from;
  const to = isValidEnd ? requested.to : today;
  const isTooLong = from < getMonday(to, NUMBERS.longestWeeks);
  return { from: isTooLong ? getMonday(to, NUMBERS.weeks) : from, to };
}

/** Returns the Monday that begins the last `weeks` weeks up to a day. */
export function getMonday(day: string, weeks = 1): string {
  const { dayOfWeek } = Temporal.PlainDate.from(day);
  return addDays(day, 1 - dayOfWeek - 7 * (weeks - 1));
}

export function getMedian(numbers: readonly number[]): number | null {
  if (numbers.length === 0) return null;
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2;
}

/** Returns the instant at which a day begins in Athens, as `readCountedEnquiries` needs it. */
function getDayStart(day: string): string {
  return parseAthensClock(`${day}T00:00:00`).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length);
}

function countByWeek(range: DayRange, enquiries: readonly CountedEnquiry[], today: string): Week[] {
  const weeks: Week[] = [];
  let index = 0;
  for (let monday = getMonday(range.from); monday <= range.to; monday = addDays(monday, 7)) {
    const sunday = addDays(monday, 6);
    const from = monday < range.from ? range.from : monday;
    const to = sunday > range.to ? range.to : sunday;
    const firstIndex = index;
    const end = getDayStart(addDays(to));
    while (index < enquiries.length && enquiries[index]!.created_at < end) index += 1;
    const isWhole = from === monday && to === sunday && sunday < today;
    weeks.push({ from, to, total: index - firstIndex, isWhole });
  }
  return weeks;
}

function countByName(names: readonly string[]): Map<string, number> {
  const totals = new Map<string, number>();
  for (const name of names) totals.set(name, (totals.get(name) ?? 0) + 1);
  return totals;
}

// The shortest that as many working days can take: an earlier answer needs no look at the calendar.
const SHORTEST_PROMISE_MS = DESK.overdueWorkingDays * DAY - HOUR;

/** Counts the enquiries with a due answer, and how many of them were answered in time. */
function countPromises(enquiries: readonly CountedEnquiry[], now: Date) {
  const limitMs = getOverdueLimit(now).getTime();
  const dueEnquiries = enquiries.filter(({ created_at }) => Date.parse(created_at) < limitMs);
  return { dueCount: dueEnquiries.length, inTimeCount: dueEnquiries.filter(isInTime).length };
}

function isInTime({ created_at, answered_at }: CountedEnquiry): boolean {
  if (answered_at === null) return false;
  const [createdMs, answeredMs] = [Date.parse(created_at), Date.parse(answered_at)];
  return (
    answeredMs - createdMs < SHORTEST_PROMISE_MS ||
    createdMs >= getOverdueLimit(new Date(answeredMs)).getTime()
  );
}

function getHoursToAnswer({ created_at, answered_at }: CountedEnquiry): number[] {
  if (answered_at === null) return [];
  const hours = Math.round((Date.parse(answered_at) - Date.parse(created_at)) / HOUR);
  return Number.isNaN(hours) ? [] : [Math.max(0, hours)];
}
