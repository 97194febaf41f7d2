import type { Language } from '#app/content/language.ts';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/**
 * Milliseconds since 1970 that only move forward while the process lives: setting the machine's
 * clock neither opens a lock early nor keeps it shut.
 */
export function steadyNow(): number {
  return Math.round(performance.timeOrigin + performance.now());
}

const ATHENS = 'Europe/Athens';
const style = {
  timeZone: ATHENS,
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const;
const shown = {
  en: new Intl.DateTimeFormat('en-GB', style),
  el: new Intl.DateTimeFormat('el-GR', style),
};

const day = { day: '2-digit', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
const shownDay = {
  en: new Intl.DateTimeFormat('en-GB', day),
  el: new Intl.DateTimeFormat('el-GR', day),
};

/** What a clock on the wall in Athens shows at an instant, as ISO text without a zone. */
export function athensClock(instant: Date): string {
  return inAthens(instant).toPlainDateTime().toString({ smallestUnit: 'second' });
}

/** The ISO day in Athens, such as 2026-11-20. */
export function athensDay(instant: Date): string {
  return inAthens(instant).toPlainDate().toString();
}

/** As the desk shows an instant (ISO 8601 UTC): `20 Nov 2026 16:42`, `20 Νοε 2026 16:42`. */
export function athensText(instant: string, language: Language): string {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? instant : shown[language].format(date).replace(',', '');
}

/** As the desk shows an ISO day: `20 Nov 2026`, `20 Νοε 2026`. */
export function dayText(isoDay: string, language: Language): string {
  return shownDay[language].format(Date.parse(isoDay));
}

/**
 * The instant at which a clock in Athens shows this (`2026-11-20T00:00:00`); of an hour that a
 * change of the clocks repeats the first, in one that it skips as much later.
 */
export function athensInstant(clock: string): Date {
  const { epochMilliseconds } = Temporal.PlainDateTime.from(clock).toZonedDateTime(ATHENS);
  return new Date(epochMilliseconds);
}

export function addDays(day: string, days = 1): string {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}

function inAthens(instant: Date): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(ATHENS);
}
