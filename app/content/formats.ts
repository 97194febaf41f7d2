import { locales, type Language } from './language.ts';

const timeZone = 'UTC';

export function formatDay(day: string, language: Language): string {
  const format = new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone });
  return format.format(new Date(day));
}

/** Returns a day such as "Wednesday 25 November 2026". */
export function formatWeekday(day: string, language: Language): string {
  const format = new Intl.DateTimeFormat(locales[language], { dateStyle: 'full', timeZone });
  return format.format(new Date(day)).replace(',', '');
}

export function formatMonth(day: string, language: Language): string {
  const style = { month: 'long', year: 'numeric', timeZone } as const;
  return new Intl.DateTimeFormat(locales[language], style).format(new Date(day));
}

/** Returns "2024-2025" as a Greek would set it, with an en dash; the catalogue and English have a hyphen. */
export function formatYears(years: string, language: Language): string {
  return language === 'el' ? years.replace('-', '–') : years;
}

/** Whether the text is an existing day as YYYY-MM-DD. Drafts, which previews show, may hold other text. */
export function isDay(text: string): boolean {
  const timeMs = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(timeMs) && new Date(timeMs).toISOString().startsWith(`${text}T`);
}

/**
 * Returns the path of a word-mark whose file is named after its client. Loader data contains the paths of
 * all other word-marks.
 */
export const markNamed = (client: string) =>
  `/clients/${client.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.svg`;
