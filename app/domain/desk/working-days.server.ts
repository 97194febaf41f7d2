import { getCompanyFacts } from '#app/content/company.server.ts';
import { memoizeByContent } from '#app/content/site-content.server.ts';
import { addDays, parseAthensClock, toAthensClock, toAthensDay } from '#app/domain/clock.server.ts';
import { DESK } from '#app/domain/limits.ts';

const FIXED_HOLIDAYS = ['01-01', '01-06', '03-25', '05-01', '08-15', '10-28', '12-25', '12-26'];
// Days after Easter Sunday: Clean Monday, Good Friday, Easter Monday, Whit Monday.
const MOVING_HOLIDAYS = [-48, -2, 1, 50];
// The Julian calendar is 13 days behind until 2099.
const JULIAN_LAG_DAYS = 13;

/** Orthodox Easter Sunday of a year from 1900 to 2099, as an ISO day (Meeus, Julian rule). */
export function getOrthodoxEaster(year: number): string {
  const d = (19 * (year % 19) + 15) % 30;
  const e = (2 * (year % 4) + 4 * (year % 7) - d + 34) % 7;
  return addDays(`${year}-03-22`, d + e + JULIAN_LAG_DAYS);
}

// Memoized: the numbers ask for the same years thousands of times.
const getHolidays = memoize((year: string) => {
  const easter = getOrthodoxEaster(Number(year));
  const moving = MOVING_HOLIDAYS.map((days) => addDays(easter, days));
  return new Set([...FIXED_HOLIDAYS.map((day) => `${year}-${day}`), ...moving]);
});

/**
 * Returns true for public holidays and for the days on which the company is closed (PB-7). If a ministry
 * moves the first of May to another day, this still returns true for its date.
 */
export function isDayOff(day: string): boolean {
  const { closedDays } = getCompanyFacts();
  return (
    getHolidays(day.slice(0, 4)).has(day) ||
    closedDays.some(({ from, to }) => from <= day && day <= to)
  );
}

const MONDAY_TO_FRIDAY = [1, 2, 3, 4, 5];

const workingWeekdays = memoizeByContent(() => {
  const open = getCompanyFacts().hours.flatMap(({ spans }, index) =>
    spans.length > 0 ? [index] : [],
  );
  return open.length > 0 ? open.map((fromMonday) => (fromMonday + 1) % 7) : MONDAY_TO_FRIDAY;
});

export function isWorkingDay(day: string): boolean {
  return workingWeekdays().includes(new Date(day).getUTCDay()) && !isDayOff(day);
}

/** Counts the promised working days forwards or backwards; a day off counts as the next working day. */
function addPromisedDays(today: string, step: 1 | -1): string {
  let day = today;
  while (!isWorkingDay(day)) day = addDays(day);
  for (let remainingDays: number = DESK.overdueWorkingDays; remainingDays > 0;) {
    day = addDays(day, step);
    if (isWorkingDay(day)) remainingDays -= 1;
  }
  return day;
}

const getLastPromisedDay = memoizeByContent(() => memoize((today) => addPromisedDays(today, -1)));

/** Returns the ISO day in Athens by which an enquiry that arrives now is answered. */
export function getPromisedDay(nowMs: number): string {
  return addPromisedDays(toAthensDay(new Date(nowMs)), 1);
}

/**
 * Returns the instant before which an unanswered enquiry is overdue. An enquiry that arrives on a day off
 * counts from the next working day. Receipts, digests and numbers all use this calendar.
 */
export function getOverdueLimit(now: Date): Date {
  const [day = '', time = ''] = toAthensClock(now).split('T');
  const limitDay = getLastPromisedDay()(day);
  return parseAthensClock(`${limitDay}T${isWorkingDay(day) ? time : '00:00:00'}`);
}

function memoize<Value>(compute: (key: string) => Value): (key: string) => Value {
  const values = new Map<string, Value>();
  return (key) => values.get(key) ?? values.set(key, compute(key)).get(key)!;
}
