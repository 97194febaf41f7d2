import { logError } from '#app/log.server.ts';
import { type Language, inEachLanguage, locales } from '#app/content/language.ts';

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

/** Never twice at once. The result stops it and waits for what is under way. */
export function repeat(
  event: string,
  seconds: number,
  work: (stop: AbortSignal) => Promise<unknown>,
): () => Promise<void> {
  const stopping = new AbortController();
  let running: Promise<unknown> | undefined;
  const tick = () => {
    running ??= work(stopping.signal)
      .catch((error: Error) => logError(event, { reason: error.message }))
      .finally(() => (running = undefined));
  };
  const timer = setInterval(tick, seconds * SECOND).unref();
  tick();
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await running;
  };
}

const ATHENS = 'Europe/Athens';
const perLanguage = (style: Intl.DateTimeFormatOptions) =>
  inEachLanguage((language) => new Intl.DateTimeFormat(locales[language], style));
const day = { day: '2-digit', month: 'short', year: 'numeric' } as const;
const minute = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const shown = perLanguage({ ...day, ...minute, timeZone: ATHENS });
const shownDay = perLanguage({ ...day, timeZone: 'UTC' });

export function athensClock(instant: Date): string {
  return inAthens(instant).toPlainDateTime().toString({ smallestUnit: 'second' });
}

export function athensDay(instant: Date): string {
  return inAthens(instant).toPlainDate().toString();
}

export function athensText(instant: string, language: Language): string {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? instant : shown[language].format(date).replace(',', '');
}

export function dayText(isoDay: string, language: Language): string {
  return shownDay[language].format(Date.parse(isoDay));
}

/** Of an hour that a change of the clocks repeats the first; in one that it skips, as much later. */
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
