import { type Language, locales } from './language.ts';

const timeZone = 'UTC';

export function formatDay(day: string, language: Language): string {
  const format = new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone });
  return format.format(new Date(day));
}

/** "Wednesday 25 November 2026". */
export function formatWeekday(day: string, language: Language): string {
  const format = new Intl.DateTimeFormat(locales[language], { dateStyle: 'full', timeZone });
  return format.format(new Date(day)).replace(',', '');
}

export function formatMonth(day: string, language: Language): string {
  const style = { month: 'long', year: 'numeric', timeZone } as const;
  return new Intl.DateTimeFormat(locales[language], style).format(new Date(day));
}

/** YYYY-MM-DD, and there is such a day. A draft, which is seen in a preview, may say anything. */
export function isDay(text: string): boolean {
  const timeMs = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(timeMs) && new Date(timeMs).toISOString().startsWith(`${text}T`);
}

/** The address of a word-mark that is named like its client; another's is sent with its data. */
export const markNamed = (client: string) =>
  `/clients/${client.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.svg`;
