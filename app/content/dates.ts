const timeZone = 'UTC';

/** A day (YYYY-MM-DD) in words: 12 May 2025. */
export function dayInWords(day: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone });
  return format.format(new Date(day));
}

/** The month of a day (YYYY-MM-DD) in words: June 2022. */
export function monthInWords(day: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone });
  return format.format(new Date(day));
}
