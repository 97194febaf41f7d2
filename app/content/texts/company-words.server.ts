import { bilingual, inEachLanguage } from '../language.ts';
import { company } from './company.ts';

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
