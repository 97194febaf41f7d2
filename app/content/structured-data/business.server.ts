import { companyFacts } from '../company-facts.server.ts';
import type { PostalAddress } from '../company-facts.server.ts';
import { company } from '#app/content/texts/company.ts';
import { type GraphNode, pointer } from './graph-node.server.ts';

/** The `@id`s of the things that are the same on every page. */
export function ids(origin: string) {
  return {
    business: `${origin}/#business`,
    website: `${origin}/#website`,
    factory: `${origin}/#factory`,
    offices: `${origin}/#head-offices`,
    seat: `${origin}/#head-offices-address`,
  };
}

/** The business as every page names it. */
export function namedBusiness(origin: string): GraphNode {
  return {
    '@type': 'Organization',
    '@id': ids(origin).business,
    name: company.name,
    url: `${origin}/`,
  };
}

/** The business with all that is known of it, and its two places (ledger SE-3). */
export function wholeBusiness(origin: string): GraphNode[] {
  const { legal, social } = company;
  const { factory, offices, seat } = ids(origin);
  const business = {
    ...namedBusiness(origin),
    legalName: legal.name,
    alternateName: company.brand,
    slogan: company.tagline,
    vatID: legal.vat,
    identifier: { '@type': 'PropertyValue', propertyID: 'GEMI', value: legal.gemi },
    logo: `${origin}/icon-512.png`,
    telephone: company.phone,
    email: company.email,
    address: pointer(seat),
    location: [pointer(factory), pointer(offices)],
    sameAs: social.map(({ href }) => href),
  };
  return [
    business,
    place(factory, company.factory, postalAddress(companyFacts.factory)),
    place(offices, company.offices, { ...postalAddress(companyFacts.offices), '@id': seat }),
  ];
}

/** The site itself, of which every page is a part. */
export function website(origin: string): GraphNode {
  const { business, website } = ids(origin);
  return {
    '@type': 'WebSite',
    '@id': website,
    url: `${origin}/`,
    name: company.name,
    inLanguage: 'en',
    publisher: pointer(business),
  };
}

function place(id: string, at: { label: string; map: string }, address: GraphNode): GraphNode {
  const { days, opens, closes } = companyFacts.hours;
  return {
    '@type': 'Place',
    '@id': id,
    name: `${company.name}, ${at.label}`,
    address,
    hasMap: at.map,
    openingHoursSpecification: {
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: days,
      opens,
      closes,
    },
  };
}

function postalAddress(address: PostalAddress): GraphNode {
  return { '@type': 'PostalAddress', ...address };
}
