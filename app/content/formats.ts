import { type Language, locales } from './language.ts';

const timeZone = 'UTC';

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

const KB = 1024;

/** The size of a file as people say it: whole kilobytes, or megabytes with one digit. */
export function sizeOf(bytes: number): string {
  if (bytes < KB * KB) return `${Math.ceil(bytes / KB)} KB`;
  return `${(bytes / KB / KB).toFixed(1)} MB`;
}

/**
 * The address of a title (ledger P-6): lower case, every run of characters that are neither letters
 * nor digits becomes one dash, none at the ends. Letters of every alphabet count, so that a Greek
 * title has an address too. Empty when the title holds no letter and no digit.
 */
export function slugOf(title: string): string {
  return title
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}
