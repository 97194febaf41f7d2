import { z } from 'zod';
import { addDays, DAY, getAthensMidnight, HOUR, toAthensDay } from '#app/domain/clock.server.ts';
import { dayParameter } from '#app/domain/desk/desk-filter.server.ts';
import { getOverdueCutoff } from '#app/domain/desk/working-days.server.ts';
import { DESK, NUMBERS } from '#app/domain/limits.ts';
import { getDatabase } from '#db/database.server.ts';
import { listEnquiriesWithAnswerTime, type EnquiryWithAnswerTime } from '#db/desk-enquiries.ts';

interface DayRange {
  from: string;
  to: string;
}

export interface Week extends DayRange {
  total: number;
  /** All seven days are in the range and have ended. */
  isWhole: boolean;
}

export interface Statistics {
  total: number;
  weeks: Week[];
  projects: Map<string, number>;
  languages: Map<string, number>;
  promise: PromiseCounts;
  answeredCount: number;
  /** Hours until the first answer; null if no enquiry was answered. */
  medianHours: number | null;
}

/**
 * Counts the enquiries of the days from `range.from` to `range.to` (ISO, in Athens). Those that needed no answer (DK-8)
 * count in the total, by week, by project and by language, and not in the figures of answers.
 */
export async function readStatistics(range: DayRange, now = new Date()): Promise<Statistics> {
  const start = getDayStart(range.from);
  const end = getDayStart(addDays(range.to, 1));
  const enquiries = await listEnquiriesWithAnswerTime(getDatabase(), start, end);

  const answerable = enquiries.filter(({ answer_channel: channel }) => channel !== 'none');
  const hours = answerable.map(getHoursToAnswer).filter((count) => count !== null);

  return {
    total: enquiries.length,
    weeks: countByWeek(range, enquiries, toAthensDay(now)),
    projects: countByName(enquiries.map(({ project }) => project)),
    languages: countByName(enquiries.map(({ language }) => language)),
    promise: countPromises(answerable, now),
    answeredCount: hours.length,
    medianHours: getMedian(hours),
  };
}

const rangeSchema = z.object({ from: dayParameter, to: dayParameter });

/**
 * Returns the days of a query. Replaces a missing or invalid end by today, and start by the first Monday of
 * NUMBERS.weeks weeks. Invalid are days after today, an end before the start, and a start more than
 * NUMBERS.longestWeeks weeks before the end.
 */
export function parseStatisticsRange(params: URLSearchParams, today: string): DayRange {
  const requested = rangeSchema.parse(Object.fromEntries(params));
  const isUntilToday = (day: string) => day !== '' && day <= today;
  const start = isUntilToday(requested.from) ? requested.from : null;
  const end = isUntilToday(requested.to) ? requested.to : null;

  const isEndBeforeStart = start !== null && end !== null && end < start;
  const to = isEndBeforeStart ? today : (end ?? today);
  const earliestStart = getFirstMonday(to, NUMBERS.longestWeeks);
  const hasValidStart = start !== null && start >= earliestStart;
  return { from: hasValidStart ? start : getFirstMonday(to, NUMBERS.weeks), to };
}

/** Returns the Monday of the first of `weekCount` weeks that end with the week of `lastDay`. */
export function getFirstMonday(lastDay: string, weekCount: number): string {
  const { dayOfWeek } = Temporal.PlainDate.from(lastDay);
  return addDays(lastDay, 1 - dayOfWeek - 7 * (weekCount - 1));
}

/** Returns the middle number, of an even count the mean of the two middle ones; null without numbers. */
export function getMedian(numbers: readonly number[]): number | null {
  if (numbers.length === 0) return null;
  const sorted = numbers.toSorted((a, b) => a - b);
  const lowerMiddle = sorted[Math.ceil(sorted.length / 2) - 1]!;
  const upperMiddle = sorted[Math.floor(sorted.length / 2)]!;
  return (lowerMiddle + upperMiddle) / 2;
}

/** Returns when a day begins in Athens (UTC), without a zone, as listEnquiriesWithAnswerTime needs it. */
function getDayStart(day: string): string {
  return getAthensMidnight(day).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length);
}

function countByWeek(
  range: DayRange,
  enquiries: readonly EnquiryWithAnswerTime[],
  today: string,
): Week[] {
  const weeks: Week[] = [];
  let monday = getFirstMonday(range.from, 1);

  // The enquiries are sorted by time: those of a week follow those of the week before.
  let index = 0;
  while (monday <= range.to) {
    const sunday = addDays(monday, 6);
    const from = monday < range.from ? range.from : monday;
    const to = sunday > range.to ? range.to : sunday;

    const firstIndex = index;
    const end = getDayStart(addDays(to, 1));
    while (index < enquiries.length && enquiries[index]!.created_at < end) index += 1;

    const isWhole = from === monday && to === sunday && sunday < today;
    weeks.push({ from, to, total: index - firstIndex, isWhole });
    monday = addDays(monday, 7);
  }

  return weeks;
}

function countByName(names: readonly string[]): Map<string, number> {
  const totals = new Map<string, number>();
  for (const name of names) totals.set(name, (totals.get(name) ?? 0) + 1);
  return totals;
}

// The shortest time that the promised working days can take (the hour is for the change to summer time). A
// faster answer is in time on any calendar.
const SHORTEST_PROMISE_MS = DESK.overdueWorkingDays * DAY - HOUR;

interface PromiseCounts {
  dueCount: number;
  inTimeCount: number;
}

function countPromises(enquiries: readonly EnquiryWithAnswerTime[], now: Date): PromiseCounts {
  const limitMs = getOverdueCutoff(now).getTime();
  const dueEnquiries = enquiries.filter(({ created_at }) => Date.parse(created_at) < limitMs);
  return { dueCount: dueEnquiries.length, inTimeCount: dueEnquiries.filter(isInTime).length };
}

function isInTime({ created_at, answered_at }: EnquiryWithAnswerTime): boolean {
  if (answered_at === null) return false;

  const createdMs = Date.parse(created_at);
  const answeredMs = Date.parse(answered_at);
  if (answeredMs - createdMs < SHORTEST_PROMISE_MS) return true;
  return createdMs >= getOverdueCutoff(new Date(answeredMs)).getTime();
}

/** Returns null for an unanswered enquiry, and for an invalid time. */
function getHoursToAnswer({ created_at, answered_at }: EnquiryWithAnswerTime): number | null {
  if (answered_at === null) return null;
  const hours = Math.round((Date.parse(answered_at) - Date.parse(created_at)) / HOUR);
  return Number.isNaN(hours) ? null : Math.max(0, hours);
}
