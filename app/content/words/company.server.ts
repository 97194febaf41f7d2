import { type Language, bilingual, inEachLanguage } from '../language.ts';
import { company } from './company.ts';

const words = bilingual({
  en: {
    greek: 'δρυς',
    gloss: 'oak',
    tagline:
      'A state-of-the-art woodworking factory making custom furniture for commercial and private spaces.',
    factory: { label: 'Factory', street: 'Avlona Industrial Area', town: 'Avlonas' },
    offices: { label: 'Head Offices', street: 'Athens-Lamia National Road', town: 'Metamorphosi' },
    region: { name: 'Attica', afterTown: ', Attica' },
    country: 'Greece',
    hours: { label: 'Working Hours', days: 'Monday to Friday', time: '9:00 AM to 5:00 PM' },
    there: { now: 'We are open now.', notNow: 'We are closed at this time.' },
    legal: {
      name: 'DRYS Woodworking S.A.',
      form: 'Société anonyme (A.E.)',
      seat: 'Metamorphosi, Attica',
    },
    sample: {
      mark: ' (sample)',
      line: 'Sample content: the company, its projects, its clients and its documents are invented.',
    },
    legalLabels: {
      name: 'Company',
      form: 'Legal form',
      seat: 'Registered seat',
      gemi: 'GEMI No.',
      vat: 'VAT No.',
      vatPrefix: 'EL',
    },
  },
  el: {
    greek: 'δρυς',
    gloss: 'βελανιδιά',
    tagline:
      'Έπιπλα και ξύλινες κατασκευές κατά παραγγελία, για κατοικίες και επαγγελματικούς χώρους.',
    factory: { label: 'Εργοστάσιο', street: 'Βιομηχανική Περιοχή Αυλώνα', town: 'Αυλώνας' },
    offices: {
      label: 'Κεντρικά γραφεία',
      street: 'Ε.Ο. Αθηνών–Λαμίας',
      town: 'Μεταμόρφωση',
    },
    region: { name: 'Αττική', afterTown: ' Αττικής' },
    country: 'Ελλάδα',
    hours: {
      label: 'Ώρες λειτουργίας',
      days: 'Δευτέρα έως Παρασκευή',
      time: '09:00–17:00',
    },
    there: {
      now: 'Τώρα απαντάμε στο τηλέφωνο.',
      notNow: 'Αυτή την ώρα δεν είναι κανείς στο εργοστάσιο.',
    },
    legal: {
      name: 'DRYS Woodworking Α.Ε.',
      form: 'Ανώνυμη εταιρεία (Α.Ε.)',
      seat: 'Μεταμόρφωση Αττικής',
    },
    sample: {
      mark: ' (δείγμα)',
      line: 'Ενδεικτικό περιεχόμενο: η εταιρεία, τα έργα, οι πελάτες και τα έγγραφα είναι επινοημένα.',
    },
    legalLabels: {
      name: 'Επωνυμία',
      form: 'Νομική μορφή',
      seat: 'Έδρα',
      gemi: 'Αρ. ΓΕΜΗ',
      vat: 'ΑΦΜ',
      vatPrefix: '',
    },
  },
});

export const companyWords = inEachLanguage((language) => {
  const said = words[language];
  return {
    ...company,
    ...said,
    factory: placeOf(language, 'factory'),
    offices: placeOf(language, 'offices'),
    legal: { ...said.legal, ...company.legal },
    sample: company.sample ? said.sample : null,
  };
});

function placeOf(language: Language, which: 'factory' | 'offices') {
  const { region, country, [which]: said } = words[language];
  const { latitude, longitude, postalCode } = company[which];
  const map = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}&zoom=16`;
  const town = `${postalCode} ${said.town}${region.afterTown}`;
  return { label: said.label, map, lines: [said.street, town, country] };
}

export function postalAddress(language: Language, which: 'factory' | 'offices') {
  const { region, [which]: said } = words[language];
  return {
    '@type': 'PostalAddress',
    streetAddress: said.street,
    postalCode: company[which].postalCode,
    addressLocality: said.town,
    addressRegion: region.name,
    addressCountry: 'GR',
  };
}

/** Law 4919/2022, art. 22; sample values say so. */
export const legalIdentity = inEachLanguage((language) => {
  const { legal, legalLabels: labels, sample } = companyWords[language];
  const mark = sample?.mark ?? '';
  return [
    { label: labels.name, value: `${legal.name}${mark}` },
    { label: labels.form, value: legal.form },
    { label: labels.seat, value: legal.seat },
    { label: labels.gemi, value: `${legal.gemi}${mark}` },
    // The prefix belongs to VIES: in Greek the number stands alone.
    { label: labels.vat, value: `${labels.vatPrefix}${legal.taxNumber}${mark}` },
  ];
});

export const claims = bilingual({
  en: [
    { value: '5,000', unit: 'm²', label: 'of facilities in Avlona, Attica' },
    { value: '10', unit: '+', label: 'years of experience' },
  ],
  el: [
    { value: '5.000', unit: 'τ.μ.', label: 'εγκαταστάσεις στον Αυλώνα Αττικής' },
    { value: '10', unit: '+', label: 'χρόνια εμπειρίας' },
  ],
});
