import { company } from '#app/content/texts/company.ts';
import { ContentError } from './read-content.server.ts';

/** An address in the parts that machines tell apart (schema.org PostalAddress). */
export interface PostalAddress {
  streetAddress: string;
  postalCode: string;
  addressLocality: string;
  addressRegion: string;
  /** ISO 3166-1. */
  addressCountry: string;
}

const factory: PostalAddress = {
  streetAddress: 'Avlona Industrial Area',
  postalCode: '190 11',
  addressLocality: 'Avlonas',
  addressRegion: 'Attica',
  addressCountry: 'GR',
};

const offices: PostalAddress = {
  streetAddress: 'Athens-Lamia National Road',
  postalCode: '144 52',
  addressLocality: 'Metamorphosi',
  addressRegion: 'Attica',
  addressCountry: 'GR',
};

/** Days by their English names, times on the clock of 24 hours. */
const hours = {
  days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
  opens: '09:00',
  closes: '17:00',
};

/** What company.ts says in words, for machines. The two cannot disagree: that fails the build. */
export const companyFacts = { factory, offices, hours };

requireSame('factory.lines', company.factory.lines.join(', '), addressLine(factory));
requireSame('offices.lines', company.offices.lines.join(', '), addressLine(offices));
requireSame('hours.days', company.hours.days, `${hours.days[0]} to ${hours.days.at(-1)}`);
requireSame(
  'hours.time',
  company.hours.time,
  `${onClock(hours.opens)} to ${onClock(hours.closes)}`,
);

function requireSame(place: string, said: string, known: string): void {
  if (said === known) return;
  throw new ContentError(
    `app/content/texts/company.ts: ${place}: is "${said}", but company-facts.server.ts has "${known}"`,
  );
}

function addressLine(address: PostalAddress): string {
  const { streetAddress, postalCode, addressLocality, addressRegion, addressCountry } = address;
  const country = new Intl.DisplayNames('en', { type: 'region' }).of(addressCountry);
  return `${streetAddress}, ${postalCode} ${addressLocality}, ${addressRegion}, ${country}`;
}

function onClock(time: string): string {
  const format = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: 'UTC' });
  // Newer ICU puts a narrow no-break space before AM and PM.
  return format.format(new Date(`2000-01-01T${time}Z`)).replace(/\s/g, ' ');
}
