import { type Language, bilingual, inEachLanguage, LANGUAGES } from '../language.ts';
import { company } from './company.ts';
import { ContentError } from '../read-content.server.ts';

/** What is said of the company; company.ts has what needs no language. */
const words = bilingual({
  en: {
    greek: 'δρυς',
    gloss: 'oak',
    tagline:
      'A state-of-the-art woodworking factory making custom furniture for commercial and private spaces.',
    factory: {
      label: 'Factory',
      lines: ['Avlona Industrial Area', '190 11 Avlonas, Attica', 'Greece'],
    },
    offices: {
      label: 'Head Offices',
      lines: ['Athens-Lamia National Road', '144 52 Metamorphosi, Attica', 'Greece'],
    },
    hours: { label: 'Working Hours', days: 'Monday to Friday', time: '9:00 AM to 5:00 PM' },
    legal: {
      name: 'DRYS Woodworking S.A.',
      form: 'Société anonyme (A.E.)',
      seat: 'Metamorphosi, Attica',
    },
    sample: ' (sample)',
    legalLabels: {
      name: 'Company',
      form: 'Legal form',
      seat: 'Registered seat',
      gemi: 'GEMI No.',
      vat: 'VAT No.',
    },
  },
  el: {
    greek: 'δρυς',
    gloss: 'βελανιδιά',
    tagline:
      'Ένα υπερσύγχρονο εργοστάσιο ξυλουργικής που φτιάχνει έπιπλα κατά παραγγελία για επαγγελματικούς και ιδιωτικούς χώρους.',
    factory: {
      label: 'Εργοστάσιο',
      lines: ['Βιομηχανική Περιοχή Αυλώνα', '190 11 Αυλώνας, Αττική', 'Ελλάδα'],
    },
    offices: {
      label: 'Κεντρικά γραφεία',
      lines: ['Εθνική Οδός Αθηνών-Λαμίας', '144 52 Μεταμόρφωση, Αττική', 'Ελλάδα'],
    },
    hours: {
      label: 'Ώρες λειτουργίας',
      days: 'Δευτέρα έως Παρασκευή',
      time: '9:00 π.μ. έως 5:00 μ.μ.',
    },
    legal: {
      name: 'DRYS Woodworking Α.Ε.',
      form: 'Ανώνυμη εταιρεία (Α.Ε.)',
      seat: 'Μεταμόρφωση, Αττική',
    },
    sample: ' (δείγμα)',
    legalLabels: {
      name: 'Εταιρεία',
      form: 'Νομική μορφή',
      seat: 'Έδρα',
      gemi: 'Αρ. ΓΕΜΗ',
      vat: 'ΑΦΜ',
    },
  },
});

/** The company in each language: its facts, and what is said of them. */
export const companyWords = inEachLanguage((language) => {
  const said = words[language];
  return {
    ...company,
    ...said,
    factory: { ...said.factory, ...company.factory },
    offices: { ...said.offices, ...company.offices },
    legal: { ...said.legal, ...company.legal },
  };
});

/** The company's legal identity (Law 4919/2022, art. 22), ready to print; sample values say so. */
export const legalIdentity = inEachLanguage((language) => {
  const { legal, legalLabels: labels } = companyWords[language];
  const mark = company.legal.sample ? words[language].sample : '';
  return [
    { label: labels.name, value: `${legal.name}${mark}` },
    { label: labels.form, value: legal.form },
    { label: labels.seat, value: legal.seat },
    { label: labels.gemi, value: `${legal.gemi}${mark}` },
    { label: labels.vat, value: `${legal.vat}${mark}` },
  ];
});

/** The main navigation (ledger SH-2). */
export const navigation = bilingual({
  en: [
    { label: 'PROJECTS', to: '/projects' },
    { label: 'ABOUT', to: '/about' },
    { label: 'CONTACT', to: '/contact' },
  ],
  el: [
    { label: 'ΕΡΓΑ', to: '/projects' },
    { label: 'ΕΤΑΙΡΕΙΑ', to: '/about' },
    { label: 'ΕΠΙΚΟΙΝΩΝΙΑ', to: '/contact' },
  ],
});

/** The claims shown on the site (ledger P-2). */
export const claims = bilingual({
  en: [
    { value: '5,000', unit: 'm²', label: 'of facilities in Avlona, Attica' },
    { value: '10', unit: '+', label: 'years of experience' },
    { value: '22', unit: '', label: 'projects shown here, residential, commercial and cultural' },
  ],
  el: [
    { value: '5.000', unit: 'τ.μ.', label: 'εγκαταστάσεις στον Αυλώνα Αττικής' },
    { value: '10', unit: '+', label: 'χρόνια εμπειρίας' },
    { value: '22', unit: '', label: 'έργα εδώ: κατοικίες, επαγγελματικοί και πολιτιστικοί χώροι' },
  ],
});

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

/** What is said above in words, for machines. They cannot disagree: that fails the build. */
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
    `app/content/words/company.server.ts: ${place}: is "${said}", but its facts have "${known}"`,
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
