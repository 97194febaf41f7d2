import { forEachLanguage, locales, type Language } from '#app/content/language.ts';
import { logError } from '#app/log.server.ts';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/**
 * Returns epoch milliseconds that only move forward while the process runs: setting the system clock
 * neither ends a lockout early nor prolongs it.
 */
export function getSteadyNow(): number {
  return Math.round(performance.timeOrigin + performance.now());
}

/**
 * Runs `work` now and every `seconds`, never concurrently. Returns a function that stops it and waits
 * for the current run.
 */
export function repeatTask(
  event: string,
  seconds: number,
  work: (stop: AbortSignal) => Promise<unknown>,
): () => Promise<void> {
  const abortController = new AbortController();
  let running: Promise<unknown> | undefined;
  const tick = () => {
    running ??= work(abortController.signal)
      .catch((error: Error) => logError(event, { reason: error.message }))
      .finally(() => (running = undefined));
  };
  const timer = setInterval(tick, seconds * SECOND).unref();
  tick();
  return async () => {
    clearInterval(timer);
    abortController.abort();
    await running;
  };
}

const ATHENS = 'Europe/Athens';
const createFormats = (style: Intl.DateTimeFormatOptions) =>
  forEachLanguage((language) => new Intl.DateTimeFormat(locales[language], style));
const DAY_STYLE = { day: '2-digit', month: 'short', year: 'numeric' } as const;
const MINUTE_STYLE = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const dateTimeFormats = createFormats({ ...DAY_STYLE, ...MINUTE_STYLE, timeZone: ATHENS });
const dayFormats = createFormats({ ...DAY_STYLE, timeZone: 'UTC' });

export function toAthensClock(instant: Date): string {
  return inAthens(instant).toPlainDateTime().toString({ smallestUnit: 'second' });
}

export function toAthensDay(instant: Date): string {
  return inAthens(instant).toPlainDate().toString();
}

export function formatAthensTime(instant: string, language: Language): string {
  const date = new Date(instant);
  return Number.isNaN(date.getTime())
    ? instant
    : dateTimeFormats[language].format(date).replace(',', '');
}

export function formatShortDay(isoDay: string, language: Language): string {
  return dayFormats[language].format(Date.parse(isoDay));
}

/**
 * Returns the instant of a local time in Athens: the first one of an hour that the end of summer time repeats,
 * and an hour later for a time that its start skips.
 */
export function parseAthensClock(clock: string): Date {
  const { epochMilliseconds } = Temporal.PlainDateTime.from(clock).toZonedDateTime(ATHENS);
  return new Date(epochMilliseconds);
}

export function addDays(day: string, days = 1): string {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}

function inAthens(instant: Date): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(ATHENS);
}
