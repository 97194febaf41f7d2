const parts = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Athens',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
/** Swedish writes dates as ISO does. */
const isoDay = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Athens',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});
const shown = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Athens',
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** What a clock on the wall in Athens shows at an instant, as ISO text without a zone. */
export function athensClock(instant: Date): string {
  const at = Object.fromEntries(
    parts.formatToParts(instant).map(({ type, value }) => [type, value]),
  );
  return `${at['year']?.padStart(4, '0')}-${at['month']}-${at['day']}T${at['hour']}:${at['minute']}:${at['second']}`;
}

/** The ISO day in Athens, such as 2026-11-20. */
export function athensDay(instant: Date): string {
  return isoDay.format(instant);
}

/** As the desk shows an instant (ISO 8601 UTC): `20 Nov 2026 16:42`. */
export function athensText(instant: string): string {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? instant : shown.format(date).replace(',', '');
}

/** The instant at which a clock in Athens shows this (`2026-11-20T00:00:00`). */
export function athensInstant(clock: string): Date {
  const asIfUtc = Date.parse(`${clock}Z`);
  // Twice, because the first guess may lie on the other side of a change of the clocks.
  let guess = asIfUtc;
  for (let i = 0; i < 2; i++) {
    guess -= Date.parse(`${athensClock(new Date(guess))}Z`) - asIfUtc;
  }
  return new Date(guess);
}

/** The day after (or `days` after) an ISO day. */
export function addDays(day: string, days = 1): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
