import { buildPerLanguage, locales, type Language } from '#app/content/language.ts';
import { logError } from '#app/log.server.ts';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Returns epoch ms that only move forward: setting the clock neither ends nor prolongs a lockout. */
export function getMonotonicNowMs(): number {
  return Math.round(performance.timeOrigin + performance.now());
}

/**
 * Runs `work` at once and then at every interval, unless the last run still continues; logs its errors. The
 * returned function stops the task, aborts the signal of `work` and waits for the current run.
 */
export function startPeriodicTask(
  errorEvent: string,
  intervalSeconds: number,
  work: (stop: AbortSignal) => Promise<unknown>,
): () => Promise<void> {
  const abortController = new AbortController();
  let running: Promise<unknown> | undefined;

  const tick = () => {
    running ??= work(abortController.signal)
      .catch((error: Error) => logError(errorEvent, { reason: error.message }))
      .finally(() => (running = undefined));
  };

  const timer = setInterval(tick, intervalSeconds * SECOND).unref();
  tick();

  return async () => {
    clearInterval(timer);
    abortController.abort();
    await running;
  };
}

const ATHENS = 'Europe/Athens';
const createFormats = (style: Intl.DateTimeFormatOptions) =>
  buildPerLanguage((language) => new Intl.DateTimeFormat(locales[language], style));
const DAY_STYLE = { day: '2-digit', month: 'short', year: 'numeric' } as const;
const MINUTE_STYLE = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const dateTimeFormats = createFormats({ ...DAY_STYLE, ...MINUTE_STYLE, timeZone: ATHENS });
const dayFormats = createFormats({ ...DAY_STYLE, timeZone: 'UTC' });

/** Returns the local time in Athens as YYYY-MM-DDTHH:MM:SS. */
export function toAthensDateTime(instant: Date): string {
  return inAthens(instant).toPlainDateTime().toString({ smallestUnit: 'second' });
}

/** Returns the day in Athens as YYYY-MM-DD. */
export function toAthensDay(instant: Date): string {
  return inAthens(instant).toPlainDate().toString();
}

/** Formats an instant in Athens, such as "05 Mar 2026 14:30". Returns a text that is not an ISO instant unchanged. */
export function formatAthensDateTime(isoInstant: string, language: Language): string {
  const date = new Date(isoInstant);
  return Number.isNaN(date.getTime())
    ? isoInstant
    : dateTimeFormats[language].format(date).replace(',', '');
}

/** Formats a day, such as "05 Mar 2026". */
export function formatShortDay(isoDay: string, language: Language): string {
  return dayFormats[language].format(Date.parse(isoDay));
}

/**
 * Returns the instant of a local time in Athens (YYYY-MM-DDTHH:MM). The end of summer time repeats an hour:
 * returns the first. Its start skips one: returns the time an hour later.
 */
export function parseAthensDateTime(localTime: string): Date {
  const { epochMilliseconds } = Temporal.PlainDateTime.from(localTime).toZonedDateTime(ATHENS);
  return new Date(epochMilliseconds);
}

/** Returns the instant at which a day (YYYY-MM-DD) begins in Athens. */
export function getAthensMidnight(isoDay: string): Date {
  return parseAthensDateTime(`${isoDay}T00:00`);
}

export function addDays(isoDay: string, days: number): string {
  return Temporal.PlainDate.from(isoDay).add({ days }).toString();
}

function inAthens(instant: Date): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(ATHENS);
}

/** Counts the calendar days from one ISO day to another; negative if the second is earlier. */
export function countDays(fromDay: string, toDay: string): number {
  return Temporal.PlainDate.from(fromDay).until(toDay).days;
}
