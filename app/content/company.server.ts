import type { ContentOf } from './kinds.server.ts';
import {
  type Bilingual,
  type Language,
  type InAllLanguages,
  forEachLanguage,
  locales,
} from './language.ts';
import { readSampleContent } from './sample.server.ts';
import { fromContent } from './site-content.server.ts';

type Company = ContentOf<'company'>;

/** Two numbers, as maps copy them: "38.2513, 23.6961". Null for what is no place on a map. */
export function getMapPoint(written: string): { latitude: number; longitude: number } | null {
  const [, latitude = '', longitude = ''] =
    /^(-?\d{1,2}(?:\.\d+)?)[\s,;]+(-?\d{1,3}(?:\.\d+)?)$/.exec(written.trim()) ?? [];
  const isThere = latitude !== '' && Math.abs(+latitude) <= 90 && Math.abs(+longitude) <= 180;
  return isThere ? { latitude: +latitude, longitude: +longitude } : null;
}

/** Times of 24 hours, in Athens. */
interface Span {
  from: string;
  to: string;
}

const SPAN = /^(\d{1,2})(?:[:.](\d\d))?\s*\p{Pd}\s*(\d{1,2})(?:[:.](\d\d))?$/u;

/** "9-17" and "09:00–14:00, 17:00–20:30", none for ''. Null for what is none of a day. */
export function spansOf(written: string): Span[] | null {
  const spans: Span[] = [];
  for (const part of written.split(/[,;]/).map((each) => each.trim())) {
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
const DAYS_OF_A_RANGE = 366;

/** A line for each day ("2026-12-24", "24/12/2026") or range of at most a year. Null for what is none. */
export function closedDaysOf(written: string): Span[] | null {
  const found: Span[] = [];
  for (const line of linesOf(written)) {
    const [, first = '', last = first] = DAYS.exec(line) ?? [];
    const [from, to] = [isoDay(first), isoDay(last)];
    if (!from || !to || to < from) return null;
    if ((Date.parse(to) - Date.parse(from)) / 86_400_000 > DAYS_OF_A_RANGE) return null;
    found.push({ from, to });
  }
  return found;
}

function isoDay(written: string): string | null {
  const parts = written.split(/[-/.]/);
  const [year = '', month = '', day = ''] = written.includes('-') ? parts : parts.toReversed();
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const instant = Date.parse(iso);
  // The 31st of June would be the 1st of July.
  return new Date(instant || 0).toISOString().startsWith(iso) ? iso : null;
}

/** A line for each: its name and its address. Null for what is none. */
export function linksOf(written: string): { name: string; href: string }[] | null {
  const found = linesOf(written).map((line) => {
    const [, name = '', href = ''] = /^(\S.*?)[\s:]+(https:\/\/\S+)$/.exec(line) ?? [];
    return { name, href: URL.canParse(href) ? href : '' };
  });
  return found.every(({ href }) => href !== '') ? found : null;
}

const linesOf = (text: string) =>
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

/** What is published of the company, read; a draft in a preview may lack any of it. */
export const companyFacts = fromContent(({ company: [own] }) => {
  const published: Company = (own ?? readSampleContent().company[0]!).content;
  const days = published.hours.map((written) => spansOf(written) ?? []);
  return {
    ...published,
    hours: WEEKDAYS.map((weekday, index) => ({ weekday, spans: days[index] ?? [] })),
    closedDays: closedDaysOf(published.closedDays) ?? [],
    social: linksOf(published.social) ?? [],
  };
});

/**
 * Made of what is published, once for each content, and asked for anew each time that a language of it is
 * read: a module must not keep what it reads there.
 */
export function ofCompany<Made>(make: (language: Language) => Made): Bilingual<Made> {
  const made = fromContent(() => forEachLanguage(make));
  const all = forEachLanguage((language) => ({ get: () => made()[language], enumerable: true }));
  return Object.defineProperties({}, all) as Bilingual<Made>;
}

/** Words in which {company}, {where} and the like stand for what is published. */
export const ofCompanyWords = <InOne>(words: InAllLanguages<InOne>): Bilingual<InOne> =>
  ofCompany((language) => filled<InOne>(words[language], language));

/** Of pages for staff, whose titles are among their words. */
export function headsOf<Page extends string>(
  heads: Readonly<Record<Page, InAllLanguages<string> & { path: string }>>,
) {
  return ofCompany((language) => {
    const pages = Object.entries<InAllLanguages<string> & { path: string }>(heads);
    return Object.fromEntries(
      pages.map(([page, { path, ...of }]) => [
        page,
        { path, description: filled(of[language], language) },
      ]),
    ) as Record<Page, { path: string; description: string }>;
  });
}

const values = ofCompany((language): Record<string, string> => {
  const { title, brand, tagline, intro, email, phone, place, where, ofRegion, area, experience } =
    companyFacts();
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

export const formatEnquiryNumber = (id: number | string) => `${companyFacts().brand}-${id}`;

export const regionAfter: Bilingual<string> = { en: ', ', el: ' ' };

/** Deeply; what stands for nothing that is known stays. */
export function filled<Words>(words: Words, language: Language): Words {
  const known = values[language];
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string') {
      return value.replace(/\{(\w+)\}/g, (place, name: string) => known[name] ?? place);
    }
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, fill(part)]));
  };
  return fill(words) as Words;
}
