/**
 * Who the company is: the one place for its name, addresses, phone, hours and legal identity
 * (ledger P-13, P-14). Everything here is sample content until the real company's facts replace it.
 */
export const company = {
  brand: 'DRYS',
  name: 'DRYS Woodworking',
  greek: 'δρυς',
  gloss: 'oak',
  tagline:
    'A state-of-the-art woodworking factory making custom furniture for commercial and private spaces.',
  email: 'info@drys.example',
  phone: '+30 22950 00000',
  factory: {
    label: 'Factory',
    lines: ['Avlona Industrial Area', '190 11 Avlonas, Attica', 'Greece'],
    map: 'https://www.openstreetmap.org/search?query=Avlonas%20Attica',
  },
  offices: {
    label: 'Head Offices',
    lines: ['Athens-Lamia National Road', '144 52 Metamorphosi, Attica', 'Greece'],
    map: 'https://www.openstreetmap.org/search?query=Metamorphosi%20Attica',
  },
  hours: {
    label: 'Working Hours',
    days: 'Monday to Friday',
    time: '9:00 AM to 5:00 PM',
  },
  social: [
    { name: 'Instagram', href: 'https://www.instagram.com/drys.example' },
    { name: 'LinkedIn', href: 'https://www.linkedin.com/company/drys-example' },
    { name: 'Twitter', href: 'https://twitter.com/drys_example' },
  ],
  legal: {
    name: 'DRYS Woodworking S.A.',
    form: 'Société anonyme (A.E.)',
    seat: 'Metamorphosi, Attica',
    gemi: '000000000000',
    vat: 'EL000000000',
    sample: true,
  },
} as const;

/** The phone number as a link target. */
export const phoneHref = `tel:${company.phone.replaceAll(' ', '')}`;

/** The e-mail address as a link target. */
export const emailHref = `mailto:${company.email}`;

/** The company's legal identity (Law 4919/2022, art. 22), ready to print; sample values say so. */
export function legalIdentity(): { label: string; value: string }[] {
  const { name, form, seat, gemi, vat, sample } = company.legal;
  const mark = sample ? ' (sample)' : '';
  return [
    { label: 'Company', value: `${name}${mark}` },
    { label: 'Legal form', value: form },
    { label: 'Registered seat', value: seat },
    { label: 'GEMI No.', value: `${gemi}${mark}` },
    { label: 'VAT No.', value: `${vat}${mark}` },
  ];
}

/** The main navigation (ledger SH-2). */
export const navigation = [
  { label: 'PROJECTS', to: '/projects' },
  { label: 'ABOUT', to: '/about' },
  { label: 'CONTACT', to: '/contact' },
] as const;

/** The claims shown on the site (ledger P-2). */
export const claims = [
  { value: '5,000', unit: 'm²', label: 'of facilities in Avlona, Attica' },
  { value: '10', unit: '+', label: 'years of experience' },
  { value: '22', unit: '', label: 'projects shown here, residential, commercial and cultural' },
] as const;
