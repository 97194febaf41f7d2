import { getCompanyFacts } from '#app/content/company.server.ts';
import { memoizeByContent } from '#app/content/site-content.server.ts';
import {
  addDays,
  parseAthensDateTime,
  toAthensDateTime,
  toAthensDay,
} from '#app/domain/clock.server.ts';
import { DESK } from '#app/domain/limits.ts';

const FIXED_HOLIDAYS = ['01-01', '01-06', '03-25', '05-01', '08-15', '10-28', '12-25', '12-26'];
// Days after Easter Sunday: Clean Monday, Good Friday, Easter Monday, Whit Monday.
const MOVING_HOLIDAYS = [-48, -2, 1, 50];
// The Julian calendar is 13 days behind until 2099.
const JULIAN_LAG_DAYS = 13;

/** Returns Orthodox Easter Sunday of a year from 1900 to 2099, as an ISO day (Meeus, Julian rule). */
export function getOrthodoxEaster(year: number): string {
  // From 21 March (Julian) to the Paschal full moon, and from there to the next Sunday.
  const daysToFullMoon = (19 * (year % 19) + 15) % 30;
  const daysToSunday = 1 + ((2 * (year % 4) + 4 * (year % 7) - daysToFullMoon + 34) % 7);
  return addDays(`${year}-03-21`, daysToFullMoon + daysToSunday + JULIAN_LAG_DAYS);
}

// Memoized: the statistics ask for the same years thousands of times.
const getHolidays = memoize((year: string) => {
  const easter = getOrthodoxEaster(Number(year));
  const moving = MOVING_HOLIDAYS.map((days) => addDays(easter, days));
  return new Set([...FIXED_HOLIDAYS.map((day) => `${year}-${day}`), ...moving]);
});

/**
 * Returns whether an ISO day is a Greek public holiday or a closed day of the company (PB-7); weekends are not checked.
 * Ignores that a ministry may move 1 May.
 */
export function isHolidayOrClosedDay(day: string): boolean {
  const year = day.slice(0, 'yyyy'.length);
  const isHoliday = getHolidays(year).has(day);
  const { closedDays } = getCompanyFacts();
  return isHoliday || closedDays.some(({ from, to }) => from <= day && day <= to);
}

const MONDAY_TO_FRIDAY = [1, 2, 3, 4, 5];

const getWorkingWeekdays = memoizeByContent(() => {
  const openWeekdays = getCompanyFacts().hours.flatMap(({ spans }, index) =>
    // Hours start on Monday, and getUTCDay() counts from Sunday.
    spans.length > 0 ? [(index + 1) % 7] : [],
  );
  return openWeekdays.length > 0 ? openWeekdays : MONDAY_TO_FRIDAY;
});

/** Returns whether the company is open on this ISO day: by its weekly hours, and no day off. */
export function isWorkingDay(day: string): boolean {
  const weekday = new Date(day).getUTCDay();
  return getWorkingWeekdays().includes(weekday) && !isHolidayOrClosedDay(day);
}

/** Counts the promised working days forwards or backwards; a day off counts as the next working day. */
function addPromisedDays(today: string, step: 1 | -1): string {
  let day = today;
  while (!isWorkingDay(day)) day = addDays(day, 1);

  let remainingDays: number = DESK.overdueWorkingDays;
  while (remainingDays > 0) {
    day = addDays(day, step);
    if (isWorkingDay(day)) remainingDays -= 1;
  }
  return day;
}

// A change of the company's hours or closed days starts a new memo, in which each day is computed once.
const getArrivalDayMemo = memoizeByContent(() => memoize((today) => addPromisedDays(today, -1)));

/** Returns the ISO day by which an enquiry that arrives now must be answered. */
export function getPromisedAnswerDay(nowMs: number): string {
  return addPromisedDays(toAthensDay(new Date(nowMs)), 1);
}

/**
 * Returns the instant DESK.overdueWorkingDays working days ago: an enquiry that arrived before it is overdue if it is
 * unanswered. One that arrives on a day off counts from the next working day, so on a day off the cutoff is midnight.
 * Receipts, digests and numbers all use this calendar.
 */
export function getOverdueCutoff(now: Date): Date {
  const [day = '', time = ''] = toAthensDateTime(now).split('T');
  const cutoffTime = isWorkingDay(day) ? time : '00:00:00';
  // The last day of arrival for which the answers are due today.
  const arrivalDay = getArrivalDayMemo()(day);
  return parseAthensDateTime(`${arrivalDay}T${cutoffTime}`);
}

function memoize<Value>(compute: (key: string) => Value): (key: string) => Value {
  const values = new Map<string, Value>();
  return (key) => values.getOrInsertComputed(key, compute);
}
