import { locales, type Language } from './language.ts';

/** Returns an ISO day such as "25 November 2026". Throws a RangeError for another text, which a draft may have. */
export const formatDay = (isoDay: string, language: Language): string =>
  format(isoDay, language, { dateStyle: 'long' });

/** Returns an ISO day such as "Wednesday 25 November". */
export const formatDayWithWeekday = (isoDay: string, language: Language): string =>
  format(isoDay, language, { weekday: 'long', day: 'numeric', month: 'long' });

/** Returns an ISO day such as "Friday 4 December 2026". */
export const formatFullDay = (isoDay: string, language: Language): string =>
  `${format(isoDay, language, { weekday: 'long' })} ${formatDay(isoDay, language)}`;

/** Returns the month of an ISO day: "November 2026". */
export const formatMonth = (isoDay: string, language: Language): string =>
  format(isoDay, language, { month: 'long', year: 'numeric' });

function format(isoDay: string, language: Language, style: Intl.DateTimeFormatOptions): string {
  // Date parses an ISO day as midnight UTC: another zone could show the day before.
  const dayFormat = new Intl.DateTimeFormat(locales[language], { ...style, timeZone: 'UTC' });
  return dayFormat.format(new Date(isoDay));
}

/** Returns a year unchanged; a range such as "2024-2025" with an en dash in Greek. */
export function formatYears(years: string, language: Language): string {
  return language === 'el' ? years.replace('-', '–') : years;
}

/** Texts for no year, one year and several years. Placeholders: {first} and {last}. */
export type YearTexts = Readonly<Record<'zero' | 'one' | 'other', string>>;

/** Chooses the text for the number of different years, and fills in the first and the last. */
export function formatYearSpan(texts: YearTexts, years: readonly string[]): string {
  const [first, ...laterYears] = [...new Set(years)].filter(Boolean).sort();
  if (first === undefined) return texts.zero;
  const last = laterYears.at(-1) ?? first;
  const text = last === first ? texts.one : texts.other;
  return text.replace('{first}', first).replace('{last}', last);
}

/** Returns whether the text is an existing day as YYYY-MM-DD. */
export function isIsoDay(text: string): boolean {
  // Date.parse reads 31 June as 1 July.
  const timeMs = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(timeMs) && new Date(timeMs).toISOString().startsWith(`${text}T`);
}

/** Returns a client with the usual paths of its word-mark and project, which are built from its name. */
export function getDefaultClient(name: string) {
  const slug = name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return { name, mark: `/clients/${slug}.svg`, project: `/projects/${slug}` };
}
