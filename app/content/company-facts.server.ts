import { LANGUAGES, type Language, inEachLanguage } from './language.ts';
import { ContentError } from './read-content.server.ts';
import { companyWords } from './texts/company-words.server.ts';

/** An address in the parts that machines tell apart (schema.org PostalAddress). */
export interface PostalAddress {
  streetAddress: string;
  postalCode: string;
  addressLocality: string;
  addressRegion: string;
  /** ISO 3166-1. */
  addressCountry: string;
}

const places = {
  en: {
    factory: {
      streetAddress: 'Avlona Industrial Area',
      postalCode: '190 11',
      addressLocality: 'Avlonas',
      addressRegion: 'Attica',
      addressCountry: 'GR',
    },
    offices: {
      streetAddress: 'Athens-Lamia National Road',
      postalCode: '144 52',
      addressLocality: 'Metamorphosi',
      addressRegion: 'Attica',
      addressCountry: 'GR',
    },
  },
  el: {
    factory: {
      streetAddress: 'Βιομηχανική Περιοχή Αυλώνα',
      postalCode: '190 11',
      addressLocality: 'Αυλώνας',
      addressRegion: 'Αττική',
      addressCountry: 'GR',
    },
    offices: {
      streetAddress: 'Εθνική Οδός Αθηνών-Λαμίας',
      postalCode: '144 52',
      addressLocality: 'Μεταμόρφωση',
      addressRegion: 'Αττική',
      addressCountry: 'GR',
    },
  },
} satisfies Record<Language, Record<string, PostalAddress>>;

/** Days by their English names, times on the clock of 24 hours. */
const hours = {
  days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
  opens: '09:00',
  closes: '17:00',
};

/** What texts/company.server.ts says in words, for machines. They cannot disagree: that fails the build. */
export const companyFacts = inEachLanguage((language) => ({ ...places[language], hours }));

const spans = { en: 'to', el: 'έως' };

for (const language of LANGUAGES) {
  const { factory, offices, hours: said } = companyWords[language];
  const { opens, closes, days } = hours;
  const known = places[language];
  const span = (from: string, to: string) => `${from} ${spans[language]} ${to}`;
  requireSame('factory.lines', factory.lines.join(', '), addressLine(known.factory, language));
  requireSame('offices.lines', offices.lines.join(', '), addressLine(known.offices, language));
  const first = weekday(days[0]!, language);
  requireSame('hours.days', said.days, span(first, weekday(days.at(-1)!, language)));
  requireSame('hours.time', said.time, span(onClock(opens, language), onClock(closes, language)));
}

function requireSame(place: string, said: string, known: string): void {
  if (said === known) return;
  throw new ContentError(
    `app/content/texts/company-words.server.ts: ${place}: is "${said}", but company-facts.server.ts has "${known}"`,
  );
}

function addressLine(address: PostalAddress, language: Language): string {
  const { streetAddress, postalCode, addressLocality, addressRegion, addressCountry } = address;
  const country = new Intl.DisplayNames(language, { type: 'region' }).of(addressCountry);
  return `${streetAddress}, ${postalCode} ${addressLocality}, ${addressRegion}, ${country}`;
}

/** A day by its English name in the words of a language. */
function weekday(day: string, language: Language): string {
  const format = (locale: string, date: Date) =>
    new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(date);
  const week = [1, 2, 3, 4, 5, 6, 7].map((date) => new Date(Date.UTC(2024, 0, date)));
  return format(
    language,
    week.find((date) => format('en', date) === day)!,
  );
}

function onClock(time: string, language: Language): string {
  const locale = language === 'en' ? 'en-US' : language;
  const format = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' });
  // Newer ICU puts a narrow no-break space before AM and PM.
  return format.format(new Date(`2000-01-01T${time}Z`)).replace(/\s/g, ' ');
}
