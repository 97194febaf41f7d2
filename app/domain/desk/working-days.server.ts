import { companyFacts } from '#app/content/company.server.ts';
import { fromContent } from '#app/content/site-content.server.ts';
import { addDays, fromAthensClock, toAthensClock, toAthensDay } from '#app/domain/clock.server.ts';
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

// A calendar does not change: the numbers ask the same days again and again.
const holidaysOf = remember((year: string) => {
  const easter = getOrthodoxEaster(Number(year));
  const moving = MOVING_HOLIDAYS.map((days) => addDays(easter, days));
  return new Set([...FIXED_HOLIDAYS.map((day) => `${year}-${day}`), ...moving]);
});

/**
 * Whether nobody is there, whatever the hours: on a holiday, or a day that the company names (PB-7). A first
 * of May that a ministry moves to another day cannot be computed: it stays on its date.
 */
export function isDayOff(day: string): boolean {
  const { closedDays } = companyFacts();
  return (
    holidaysOf(day.slice(0, 4)).has(day) ||
    closedDays.some(({ from, to }) => from <= day && day <= to)
  );
}

const MONDAY_TO_FRIDAY = [1, 2, 3, 4, 5];

const workingWeekdays = fromContent(() => {
  const open = companyFacts().hours.flatMap(({ spans }, index) =>
    spans.length > 0 ? [index] : [],
  );
  return open.length > 0 ? open.map((fromMonday) => (fromMonday + 1) % 7) : MONDAY_TO_FRIDAY;
});

export function isWorkingDay(day: string): boolean {
  return workingWeekdays().includes(new Date(day).getUTCDay()) && !isDayOff(day);
}

/** The day as many working days before or after an ISO day, which counts as the next working one. */
function promisedDay(today: string, step: 1 | -1): string {
  let day = today;
  while (!isWorkingDay(day)) day = addDays(day);
  for (let left: number = DESK.overdueWorkingDays; left > 0;) {
    day = addDays(day, step);
    if (isWorkingDay(day)) left -= 1;
  }
  return day;
}

const lastPromisedDay = fromContent(() => remember((today) => promisedDay(today, -1)));

/** The ISO day in Athens by which what comes in now is to be answered. */
export function getPromisedDay(now: number): string {
  return promisedDay(toAthensDay(new Date(now)), 1);
}

/**
 * What comes in on a holiday starts to wait with the next working day. The promise to visitors, the
 * digest and the numbers all ask here.
 */
export function getOverdueLimit(now: Date): Date {
  const [day = '', time = ''] = toAthensClock(now).split('T');
  return fromAthensClock(`${lastPromisedDay()(day)}T${isWorkingDay(day) ? time : '00:00:00'}`);
}

function remember<T>(work: (of: string) => T): (of: string) => T {
  const known = new Map<string, T>();
  return (of) => known.get(of) ?? known.set(of, work(of)).get(of)!;
}
