import type { Language } from './language.ts';

const timeZone = 'UTC';
const locales = { en: 'en-GB', el: 'el-GR' } as const;

/** A day (YYYY-MM-DD) in words: 12 May 2025, 12 Μαΐου 2025. */
export function dayInWords(day: string, language: Language): string {
  const format = new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone });
  return format.format(new Date(day));
}

/** The month of a day (YYYY-MM-DD) in words: June 2022, Ιούνιος 2022. */
export function monthInWords(day: string, language: Language): string {
  const style = { month: 'long', year: 'numeric', timeZone } as const;
  return new Intl.DateTimeFormat(locales[language], style).format(new Date(day));
}
