import { getPhoneHref } from '#app/content/phone-href.server.ts';
import {
  defineTexts,
  getCompanyFacts,
  memoizeByContentAndLanguage,
  parseMapPoint,
  regionAfter,
} from '../company.server.ts';
import { bilingual, locales, type Language } from '../language.ts';

const texts = bilingual({
  en: {
    factory: 'Factory',
    offices: 'Head Offices',
    country: 'Greece',
    hours: 'Working Hours',
    openStatus: { now: 'We are open now.', notNow: 'We are closed at the moment.' },
    sample: {
      mark: ' (sample)',
      line: 'Sample content: the company, its people, projects, clients and documents are invented.',
    },
    legal: {
      name: 'Company',
      form: 'Legal form',
      seat: 'Registered seat',
      gemi: 'GEMI No.',
      vat: 'VAT No.',
      vatPrefix: 'EL',
    },
  },
  el: {
    factory: 'Εργοστάσιο',
    offices: 'Κεντρικά γραφεία',
    country: 'Ελλάδα',
    hours: 'Ώρες λειτουργίας',
    openStatus: {
      now: 'Αυτή την ώρα είμαστε ανοιχτά.',
      notNow: 'Αυτή την ώρα είμαστε κλειστά.',
    },
    sample: {
      mark: ' (δείγμα)',
      line: 'Ενδεικτικό περιεχόμενο: η εταιρεία, οι άνθρωποί της, τα έργα, οι πελάτες και τα έγγραφα είναι φανταστικά.',
    },
    legal: {
      name: 'Επωνυμία',
      form: 'Νομική μορφή',
      seat: 'Έδρα',
      gemi: 'Αρ. ΓΕΜΗ',
      vat: 'ΑΦΜ',
      vatPrefix: '',
    },
  },
});

/** Returns the company as pages show it. Offices without an address are null, and so is `sample` once it is real. */
export const getCompanyTexts = memoizeByContentAndLanguage((language) => {
  const { title, brand, tagline, email, phone, social, sample, ...facts } = getCompanyFacts();
  const { hours, openStatus, sample: sampleTexts } = texts[language];
  const lines = listOpeningHours(language);
  return {
    brand,
    name: title[language],
    tagline: tagline[language],
    email,
    phone,
    phoneHref: getPhoneHref(phone),
    social,
    factory: getPlace(language, 'factory'),
    offices: facts.officesStreet[language] === '' ? null : getPlace(language, 'offices'),
    hours: {
      label: hours,
      lines,
      // A semicolon is the Greek question mark.
      text: lines
        .map(({ days, time }) => `${days}, ${time}`)
        .join(language === 'el' ? ' · ' : '; '),
    },
    openStatus,
    legal: {
      name: facts.legalName[language],
      form: facts.legalForm[language],
      seat: facts.legalSeat[language],
      gemi: facts.gemi,
      taxNumber: facts.vat,
    },
    sample: sample ? sampleTexts : null,
  };
});

export type Place = NonNullable<ReturnType<typeof getPlace>>;

function getPlace(language: Language, location: 'factory' | 'offices') {
  const facts = getCompanyFacts();
  const point = parseMapPoint(facts[`${location}Place`]);
  const map =
    point &&
    `https://www.openstreetmap.org/?mlat=${point.latitude}&mlon=${point.longitude}&zoom=16`;

  const street = facts[`${location}Street`][language];
  const postalCode = facts[`${location}Code`];
  const town = facts[`${location}Town`][language];
  const ofRegion = facts.ofRegion[language];
  const region = ofRegion && regionAfter[language] + ofRegion;

  const lines = [street, `${postalCode} ${town}${region}`.trim(), texts[language].country];
  return { label: texts[language][location], map, lines };
}

/** Returns the address of the factory or the head offices as a node of structured data. */
export function buildPostalAddress(
  language: Language,
  location: 'factory' | 'offices',
): Record<string, string> & { '@type': string } {
  const facts = getCompanyFacts();
  return {
    '@type': 'PostalAddress',
    streetAddress: facts[`${location}Street`][language],
    postalCode: facts[`${location}Code`],
    addressLocality: facts[`${location}Town`][language],
    addressRegion: facts.region[language],
    addressCountry: 'GR',
  };
}

const hourTexts = bilingual({
  en: { dayRange: '{first} to {last}', two: '{first} and {last}', and: ' and ' },
  el: { dayRange: '{first} έως {last}', two: '{first} και {last}', and: ' και ' },
});

/** Returns the opening hours, one line for successive days with the same hours. Closed days are left out. */
function listOpeningHours(language: Language): { days: string; time: string }[] {
  const runs: { first: number; last: number; time: string }[] = [];
  for (const [day, { spans }] of getCompanyFacts().hours.entries()) {
    const times = spans.map(({ from, to }) => formatTimeRange(language, from, to));
    const time = times.join(hourTexts[language].and);
    const lastRun = runs.at(-1);
    if (lastRun?.time === time) lastRun.last = day;
    else runs.push({ first: day, last: day, time });
  }
  return runs
    .filter(({ time }) => time !== '')
    .map(({ first, last, time }) => ({ days: formatDayRange(language, first, last), time }));
}

function formatDayRange(language: Language, first: number, last: number): string {
  const firstName = getWeekdayName(first, language);
  if (last === first) return firstName;
  const { dayRange, two } = hourTexts[language];
  const pattern = last === first + 1 ? two : dayRange;
  return pattern.replace('{first}', firstName).replace('{last}', getWeekdayName(last, language));
}

/** Returns the name of a weekday, of 0 (Monday) to 6. */
export function getWeekdayName(daysAfterMonday: number, language: Language): string {
  const monday = Date.UTC(2024, 0, 1);
  const style = { weekday: 'long', timeZone: 'UTC' } as const;
  const day = new Date(monday + daysAfterMonday * 86_400_000);
  return day.toLocaleDateString(locales[language], style);
}

function formatTimeRange(language: Language, from: string, to: string): string {
  if (language === 'el') return `${from}–${to}`;
  const [opens, closes] = [from, to].map((time) => {
    const hour = Number(time.slice(0, 2));
    return `${hour % 12 || 12}${time.slice(2)} ${hour % 24 < 12 ? 'AM' : 'PM'}`;
  });
  return `${opens} to ${closes}`;
}

/** Returns the facts that law 4919/2022, art. 22, requires on the site. The name and numbers of the sample company are marked. */
export const getLegalIdentity = memoizeByContentAndLanguage((language) => {
  const { legal, sample } = getCompanyTexts(language);
  const { legal: labels } = texts[language];
  const sampleSuffix = sample?.mark ?? '';
  return [
    { label: labels.name, value: `${legal.name}${sampleSuffix}` },
    { label: labels.form, value: legal.form },
    { label: labels.seat, value: legal.seat },
    { label: labels.gemi, value: `${legal.gemi}${sampleSuffix}` },
    // The prefix "EL" is for VIES; Greek texts show the number without it.
    { label: labels.vat, value: `${labels.vatPrefix}${legal.taxNumber}${sampleSuffix}` },
  ];
});

export const getClaims = defineTexts({
  en: [
    { value: '{area}', unit: 'm²', label: 'factory {whereInRegion}' },
    { value: '{experience}', unit: '+', label: 'years of experience' },
  ],
  el: [
    { value: '{area}', unit: 'τ.μ.', label: 'εγκαταστάσεις {whereInRegion}' },
    { value: '{experience}', unit: '+', label: 'χρόνια εμπειρίας' },
  ],
});
