/**
 * Who the company is: the one place for its name, addresses, phone, hours and legal identity
 * (ledger P-13, P-14). Everything here is sample content until the real company's facts replace it.
 */
export const company = {
  brand: 'DRYS',
  name: 'DRYS Woodworking',
  email: 'info@drys.example',
  phone: '+30 22950 00000',
  factory: { postalCode: '190 11', latitude: 38.2513, longitude: 23.6961 },
  offices: { postalCode: '144 52', latitude: 38.0631, longitude: 23.7602 },
  /** The words say the same. Times of 24 hours, in Athens; on holidays nobody is there. */
  hours: [
    { weekday: 'Monday', from: '09:00', to: '17:00' },
    { weekday: 'Tuesday', from: '09:00', to: '17:00' },
    { weekday: 'Wednesday', from: '09:00', to: '17:00' },
    { weekday: 'Thursday', from: '09:00', to: '17:00' },
    { weekday: 'Friday', from: '09:00', to: '17:00' },
  ],
  social: [
    { name: 'Instagram', href: 'https://www.instagram.com/drys.example' },
    { name: 'LinkedIn', href: 'https://www.linkedin.com/company/drys-example' },
    { name: 'Twitter', href: 'https://twitter.com/drys_example' },
  ],
  legal: { gemi: '000000000000', taxNumber: '000000000' },
  /** Until the real company's facts stand here, every page says that they are invented. */
  sample: true,
};

/** By which a sender and the desk name an enquiry (ledger VP-1). */
export const enquiryNumber = (id: number | string) => `${company.brand}-${id}`;

export const phoneHref = `tel:${company.phone.replaceAll(' ', '')}`;

export const emailHref = `mailto:${company.email}`;

/** `holidays`: ISO days. */
export function isOpenAt(now: Date, holidays: readonly string[]): boolean {
  const timeZone = 'Europe/Athens';
  const today = now.toLocaleDateString('en', { timeZone, weekday: 'long' });
  // In Sweden a day and a time are written as ISO has them.
  const [day = '', time = ''] = now.toLocaleString('sv', { timeZone }).split(' ');
  const isNow = company.hours.some(
    ({ weekday, from, to }) => weekday === today && from <= time && time < to,
  );
  return isNow && !holidays.includes(day);
}
