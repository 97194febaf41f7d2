import type { ContentOf } from './kinds.server.ts';
import { locales, type Bilingual, type InAllLanguages, type Language } from './language.ts';
import { readSampleContent } from './sample.server.ts';
import { memoizeByContent } from './site-content.server.ts';

type Company = ContentOf<'company'>;

/** Parses coordinates as maps copy them: "38.2513, 23.6961". Returns null for anything else. */
export function getMapPoint(text: string): { latitude: number; longitude: number } | null {
  const [, latitude = '', longitude = ''] =
    /^(-?\d{1,2}(?:\.\d+)?)[\s,;]+(-?\d{1,3}(?:\.\d+)?)$/.exec(text.trim()) ?? [];
  const isOnEarth = latitude !== '' && Math.abs(+latitude) <= 90 && Math.abs(+longitude) <= 180;
  return isOnEarth ? { latitude: +latitude, longitude: +longitude } : null;
}

/** Times in Athens on a 24-hour clock ("09:00"), or ISO days. */
interface Span {
  from: string;
  to: string;
}

const SPAN = /^(\d{1,2})(?:[:.](\d\d))?\s*\p{Pd}\s*(\d{1,2})(?:[:.](\d\d))?$/u;

/**
 * Parses the hours of one day: "9-17" or "09:00–14:00, 17:00–20:30"; empty means closed. Returns null
 * for hours that are invalid or out of order.
 */
export function parseOpeningHours(text: string): Span[] | null {
  const spans: Span[] = [];
  for (const part of text.split(/[,;]/).map((each) => each.trim())) {
    if (part === '') continue;
    const [, hour = '', minute = '00', endHour = '', endMinute = '00'] = SPAN.exec(part) ?? [];
    const [from, to] = [
      `${hour.padStart(2, '0')}:${minute}`,
      `${endHour.padStart(2, '0')}:${endMinute}`,
    ];
    const isInOrder = (spans.at(-1)?.to ?? '00:00') <= from && from < to && to <= '24:00';
    if (endHour === '' || !isInOrder || minute > '59' || endMinute > '59') return null;
    spans.push({ from, to });
  }
  return spans;
}

const DAY = String.raw`(\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[/.]\d{1,2}[/.]\d{4})`;
const DAYS = new RegExp(String.raw`^${DAY}(?:\s*(?:\p{Pd}|to|έως|ως)\s*${DAY})?$`, 'u');
const MAX_RANGE_DAYS = 366;

/**
 * Parses one day ("2026-12-24", "24/12/2026") or range of at most a year on each line. Returns null
 * when a line is invalid.
 */
export function parseClosedDays(text: string): Span[] | null {
  const ranges: Span[] = [];
  for (const line of splitLines(text)) {
    const [, first = '', last = first] = DAYS.exec(line) ?? [];
    const [from, to] = [toIsoDay(first), toIsoDay(last)];
    if (!from || !to || to < from) return null;
    if ((Date.parse(to) - Date.parse(from)) / 86_400_000 > MAX_RANGE_DAYS) return null;
    ranges.push({ from, to });
  }
  return ranges;
}

function toIsoDay(text: string): string | null {
  const parts = text.split(/[-/.]/);
  const [year = '', month = '', day = ''] = text.includes('-') ? parts : parts.toReversed();
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const instant = Date.parse(iso);
  // Date.parse reads 31 June as 1 July.
  return new Date(instant || 0).toISOString().startsWith(iso) ? iso : null;
}

/** Parses a name and an https URL on each line. Returns null when a line is invalid. */
export function parseLinks(text: string): { name: string; href: string }[] | null {
  const links = splitLines(text).map((line) => {
    const [, name = '', href = ''] = /^(\S.*?)[\s:]+(https:\/\/\S+)$/.exec(line) ?? [];
    return { name, href: URL.canParse(href) ? href : '' };
  });
  return links.every(({ href }) => href !== '') ? links : null;
}

const splitLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

/** Returns the parsed company entry. In a preview a draft may have empty or invalid fields. */
export const getCompanyFacts = memoizeByContent(({ company: [publishedEntry] }) => {
  const published: Company = (publishedEntry ?? readSampleContent().company[0]!).content;
  const days = published.hours.map((text) => parseOpeningHours(text) ?? []);
  return {
    ...published,
    hours: WEEKDAYS.map((weekday, index) => ({ weekday, spans: days[index] ?? [] })),
    closedDays: parseClosedDays(published.closedDays) ?? [],
    social: parseLinks(published.social) ?? [],
  };
});

/** Returns a function that builds a value from the published content once per content and language. */
export function memoizeByLanguage<Value>(
  build: (language: Language) => Value,
): (language: Language) => Value {
  const getValues = memoizeByContent(() => new Map<Language, Value>());
  return (language) => {
    const values = getValues();
    if (!values.has(language)) values.set(language, build(language));
    return values.get(language)!;
  };
}

/** Returns a function that gives the messages of a language, with placeholders such as {company} filled in. */
export const defineMessages = <InOne>(messages: InAllLanguages<InOne>) =>
  memoizeByLanguage((language) => fillPlaceholders<InOne>(messages[language], language));

/** Defines path and description of each staff page; their titles are in the messages of each page. */
export function definePageHeads<Page extends string>(
  heads: Readonly<Record<Page, InAllLanguages<string> & { path: string }>>,
) {
  return memoizeByLanguage((language) => {
    const pages = Object.entries<InAllLanguages<string> & { path: string }>(heads);
    return Object.fromEntries(
      pages.map(([page, { path, ...descriptions }]) => [
        page,
        { path, description: fillPlaceholders(descriptions[language], language) },
      ]),
    ) as Record<Page, { path: string; description: string }>;
  });
}

const getPlaceholderValues = memoizeByLanguage((language): Record<string, string> => {
  const { title, brand, tagline, intro, email, phone, place, where, ofRegion, area, experience } =
    getCompanyFacts();
  const inRegion = ofRegion[language] && regionAfter[language] + ofRegion[language];
  return {
    company: title[language],
    brand,
    tagline: tagline[language],
    intro: intro[language],
    email,
    phone,
    place: place[language] + inRegion,
    where: where[language],
    whereInRegion: where[language] + inRegion,
    area: Number(area).toLocaleString(locales[language]),
    experience,
  };
});

export const formatEnquiryNumber = (id: number | string) => `${getCompanyFacts().brand}-${id}`;

export const regionAfter: Bilingual<string> = { en: ', ', el: ' ' };

/** Fills the placeholders of all nested texts. An unknown placeholder stays as it is. */
export function fillPlaceholders<Messages>(messages: Messages, language: Language): Messages {
  const valuesByName = getPlaceholderValues(language);
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string') {
      return value.replace(
        /\{(\w+)\}/g,
        (placeholder, name: string) => valuesByName[name] ?? placeholder,
      );
    }
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, fill(part)]));
  };
  return fill(messages) as Messages;
}
