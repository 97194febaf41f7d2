/**
 * Who the company is: the one place for its name, addresses, phone, hours and legal identity
 * (ledger P-13, P-14). Everything here is sample content until the real company's facts replace it.
 */
export const company = {
  brand: 'DRYS',
  name: 'DRYS Woodworking',
  email: 'info@drys.example',
  phone: '+30 22950 00000',
  factory: {
    postalCode: '190 11',
    map: 'https://www.openstreetmap.org/search?query=Avlonas%20Attica',
  },
  offices: {
    postalCode: '144 52',
    map: 'https://www.openstreetmap.org/search?query=Metamorphosi%20Attica',
  },
  /** For machines: the words say the same. Days by their English names, times of 24 hours. */
  hours: {
    dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
    opens: '09:00',
    closes: '17:00',
  },
  social: [
    { name: 'Instagram', href: 'https://www.instagram.com/drys.example' },
    { name: 'LinkedIn', href: 'https://www.linkedin.com/company/drys-example' },
    { name: 'Twitter', href: 'https://twitter.com/drys_example' },
  ],
  legal: { gemi: '000000000000', taxNumber: '000000000', sample: true },
};

/** By which a sender and the desk name an enquiry (ledger VP-1). */
export const enquiryNumber = (id: number | string) => `${company.brand}-${id}`;

export const phoneHref = `tel:${company.phone.replaceAll(' ', '')}`;

export const emailHref = `mailto:${company.email}`;
