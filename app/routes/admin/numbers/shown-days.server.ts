import type { Language } from '#app/content/language.ts';
import type { DayRange } from '#db/numbers/numbers.ts';

const LOCALES = { en: 'en-GB', el: 'el-GR' };
// An ISO day is read as midnight in UTC, and shown as it is there.
const timeZone = 'UTC';

/** A day as it is written, such as 18 May 2026. */
export function dayIn(language: Language, day: string): string {
  const style = { day: 'numeric', month: 'short', year: 'numeric', timeZone } as const;
  return new Intl.DateTimeFormat(LOCALES[language], style).format(new Date(day));
}

/** Some days as they are written, such as 2–8 Nov 2026. */
export function daysIn(language: Language, { from, to }: DayRange): string {
  const style = { day: 'numeric', month: 'short', year: 'numeric', timeZone } as const;
  const format = new Intl.DateTimeFormat(LOCALES[language], style);
  return format.formatRange(new Date(from), new Date(to));
}

/** A month as it is written, with its year where months are far apart. */
export function monthIn(language: Language, day: string, withYear: boolean): string {
  const style = { month: 'short', year: withYear ? '2-digit' : undefined, timeZone } as const;
  return new Intl.DateTimeFormat(LOCALES[language], style).format(new Date(day));
}

/** A number as it is written. */
export function numberIn(language: Language, value: number): string {
  return new Intl.NumberFormat(LOCALES[language]).format(value);
}

/** A share of something in hundredths. */
export function shareIn(language: Language, part: number, all: number): string {
  const format = new Intl.NumberFormat(LOCALES[language], { style: 'percent' });
  return format.format(all === 0 ? 0 : part / all);
}
