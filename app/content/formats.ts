import { normaliseUnicode } from '#app/unicode.ts';
import { type Language, locales } from './language.ts';

const timeZone = 'UTC';

export function dayInWords(day: string, language: Language): string {
  const format = new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone });
  return format.format(new Date(day));
}

/** "Wednesday 25 November 2026". */
export function weekdayInWords(day: string, language: Language): string {
  const format = new Intl.DateTimeFormat(locales[language], { dateStyle: 'full', timeZone });
  return format.format(new Date(day)).replace(',', '');
}

export function monthInWords(day: string, language: Language): string {
  const style = { month: 'long', year: 'numeric', timeZone } as const;
  return new Intl.DateTimeFormat(locales[language], style).format(new Date(day));
}

/** YYYY-MM-DD, and there is such a day. A draft, which is seen in a preview, may say anything. */
export function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(`${text}T`);
}

// What the store takes; some letters are longer in lower case.
const SLUG_MAX = 200;

/**
 * Ledger P-6. Letters of every alphabet count, so that a Greek title has an address too. Empty when
 * the title holds no letter and no digit.
 */
export function slugOf(title: string): string {
  return (
    normaliseUnicode(title, 'NFC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .slice(0, SLUG_MAX)
      // A letter of two halves may have been cut.
      .replace(/^-|-?[\ud800-\udbff]?$/g, '')
  );
}

export const markNamed = (client: string) => `/clients/${slugOf(client)}.svg`;
