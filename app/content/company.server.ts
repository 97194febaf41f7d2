import { isIsoDay } from './formats.ts';
import { locales, type Bilingual, type InAllLanguages, type Language } from './language.ts';
import { readSampleContent } from './sample.server.ts';
import { memoizeByContent } from './site-content.server.ts';

// Two decimal numbers, separated by spaces, a comma or a semicolon.
const MAP_POINT = /^(-?\d{1,2}(?:\.\d+)?)[\s,;]+(-?\d{1,3}(?:\.\d+)?)$/;

/** Parses coordinates as maps copy them: "38.2513, 23.6961". Returns null for anything else. */
export function parseMapPoint(text: string): { latitude: number; longitude: number } | null {
  const match = MAP_POINT.exec(text.trim());
  if (!match) return null;
  const [latitude, longitude] = [Number(match[1]), Number(match[2])];
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isOnEarth ? { latitude, longitude } : null;
}

/** Times in Athens on a 24-hour clock ("09:00"), or ISO days. */
interface Span {
  from: string;
  to: string;
}

// "9-17" or "09:00–17.30": minutes are optional, \p{Pd} is any dash.
const SPAN = /^(\d{1,2})(?:[:.](\d\d))?\s*\p{Pd}\s*(\d{1,2})(?:[:.](\d\d))?$/u;

/** Parses "9-17" or "09:00–14:00, 17:00–20:30"; empty means closed. Null if invalid or out of order. */
export function parseOpeningHours(text: string): Span[] | null {
  const spans: Span[] = [];
  for (const part of text.split(/[,;]/).map((each) => each.trim())) {
    if (part === '') continue;
    const match = SPAN.exec(part);
    if (!match) return null;
    const [, hour = '', minute = '00', endHour = '', endMinute = '00'] = match;
    const from = `${hour.padStart(2, '0')}:${minute}`;
    const to = `${endHour.padStart(2, '0')}:${endMinute}`;
    // Times of this form sort by their letters.
    const isTime = minute <= '59' && endMinute <= '59' && to <= '24:00';
    if (!isTime) return null;

    const previousEnd = spans.at(-1)?.to ?? '00:00';
    if (from < previousEnd || to <= from) return null;
    spans.push({ from, to });
  }
  return spans;
}

// "2026-12-24" or "24/12/2026"; a range has a dash or the word "to" between two days.
const DAY = String.raw`(\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[/.]\d{1,2}[/.]\d{4})`;
const DAYS = new RegExp(String.raw`^${DAY}(?:\s*(?:\p{Pd}|to|έως|ως)\s*${DAY})?$`, 'u');
const MAX_RANGE_DAYS = 366;

/** Parses a day ("2026-12-24", "24/12/2026") or range of at most a year per line; null if a line is invalid. */
export function parseClosedDays(text: string): Span[] | null {
  const ranges: Span[] = [];
  for (const line of splitLines(text)) {
    const match = DAYS.exec(line);
    if (!match) return null;
    const [, first = '', last = first] = match;
    const [from, to] = [toIsoDay(first), toIsoDay(last)];
    if (from === null || to === null || to < from) return null;

    const rangeDays = (Date.parse(to) - Date.parse(from)) / 86_400_000;
    if (rangeDays > MAX_RANGE_DAYS) return null;
    ranges.push({ from, to });
  }
  return ranges;
}

/** Takes "2026-12-24" or "24/12/2026". Returns null for a day that does not exist. */
function toIsoDay(text: string): string | null {
  const parts = text.split(/[-/.]/);
  const [year = '', month = '', day = ''] = text.includes('-') ? parts : parts.toReversed();
  const isoDay = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isIsoDay(isoDay) ? isoDay : null;
}

/** Parses a name and an https URL on each line. Returns null when a line is invalid. */
export function parseLinks(text: string): { name: string; href: string }[] | null {
  const links: { name: string; href: string }[] = [];
  for (const line of splitLines(text)) {
    const [, name = '', href = ''] = /^(\S.*?)[\s:]+(https:\/\/\S+)$/.exec(line) ?? [];
    if (!URL.canParse(href)) return null;
    links.push({ name, href });
  }
  return links;
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

/** Returns the published company, or the sample's, with hours, days and links parsed: [] for a draft's invalid ones. */
export const getCompanyFacts = memoizeByContent(({ company: [publishedEntry] }) => {
  const company = (publishedEntry ?? readSampleContent().company[0]!).content;
  return {
    ...company,
    hours: WEEKDAYS.map((weekday, index) => {
      const spans = parseOpeningHours(company.hours[index] ?? '') ?? [];
      return { weekday, spans };
    }),
    closedDays: parseClosedDays(company.closedDays) ?? [],
    social: parseLinks(company.social) ?? [],
  };
});

/** Returns a function that builds a value once for each language and each content, published or previewed. */
export function memoizeByContentAndLanguage<Value>(
  build: (language: Language) => Value,
): (language: Language) => Value {
  const getValues = memoizeByContent(() => new Map<Language, Value>());
  return (language) => getValues().getOrInsertComputed(language, build);
}

/** Returns a function that gives the texts of a language, with placeholders such as {company} filled in. */
export const defineTexts = <InOne>(texts: InAllLanguages<InOne>) =>
  memoizeByContentAndLanguage((language) =>
    fillCompanyPlaceholders<InOne>(texts[language], language),
  );

const getPlaceholderValues = memoizeByContentAndLanguage((language): Record<string, string> => {
  const { title, brand, tagline, intro, email, phone, place, where, ofRegion, area, experience } =
    getCompanyFacts();
  const inRegion = ofRegion[language] && regionAfter[language] + ofRegion[language];
  return {
    company: title[language],
    brand,
    tagline: tagline[language],
    intro: intro[language],
    email,
    phone: phone.replaceAll(' ', '\u00a0'),
    place: place[language] + inRegion,
    where: where[language],
    whereInRegion: where[language] + inRegion,
    area: Number(area).toLocaleString(locales[language]),
    experience,
  };
});

/** Returns the number of an enquiry as customers see it: "DRYS-123". */
export const formatEnquiryNumber = (id: number | string): string =>
  `${getCompanyFacts().brand}-${id}`;

/** The text between the name of a place and that of its region. */
export const regionAfter: Bilingual<string> = { en: ', ', el: ' ' };

/** Fills placeholders such as {company} in all nested texts with the company's facts. Unknown ones stay. */
export function fillCompanyPlaceholders<Texts>(texts: Texts, language: Language): Texts {
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
  return fill(texts) as Texts;
}
