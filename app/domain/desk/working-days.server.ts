import { addDays, athensClock, athensInstant } from '#app/domain/athens-time.server.ts';
import { DESK } from '#app/domain/limits.ts';

const FIXED_HOLIDAYS = new Set([
  '01-01',
  '01-06',
  '03-25',
  '05-01',
  '08-15',
  '10-28',
  '12-25',
  '12-26',
]);
const FRIDAY = 5;
/** Days after Easter Sunday: Clean Monday, Good Friday, Easter Monday, Whit Monday. */
const MOVING_HOLIDAYS = [-48, -2, 1, 50];
/** The Julian calendar is 13 days behind until 2099. */
const JULIAN_LAG_DAYS = 13;

/** Orthodox Easter Sunday of a year from 1900 to 2099, as an ISO day (Meeus, Julian rule). */
export function orthodoxEaster(year: number): string {
  const d = (19 * (year % 19) + 15) % 30;
  const e = (2 * (year % 4) + 4 * (year % 7) - d + 34) % 7;
  const month = Math.floor((d + e + 114) / 31);
  const day = ((d + e + 114) % 31) + 1;
  const julian = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return addDays(julian, JULIAN_LAG_DAYS);
}

/**
 * Whether people work on an ISO day in Greece: Monday to Friday but for the national holidays.
 * A first of May that a ministry moves to another day cannot be computed: it stays on its date.
 */
export function isWorkingDay(day: string): boolean {
  if (Temporal.PlainDate.from(day).dayOfWeek > FRIDAY) return false;
  if (FIXED_HOLIDAYS.has(day.slice(5))) return false;
  const easter = orthodoxEaster(Number(day.slice(0, 4)));
  return !MOVING_HOLIDAYS.some((days) => addDays(easter, days) === day);
}

/**
 * The instant before which a new enquiry must have come in to be overdue now: as many whole working
 * days in Greece ago as DESK.overdueWorkingDays. What comes in on a holiday starts to wait with the
 * next working day.
 */
export function overdueBefore(now: Date): Date {
  let [day = '', time = ''] = athensClock(now).split('T');
  while (!isWorkingDay(day)) {
    day = addDays(day);
    time = '00:00:00';
  }
  for (let left: number = DESK.overdueWorkingDays; left > 0;) {
    day = addDays(day, -1);
    if (isWorkingDay(day)) left -= 1;
  }
  return athensInstant(`${day}T${time}`);
}
