import { companyFacts } from '../company-facts.server.ts';
import type { PostalAddress } from '../company-facts.server.ts';
import { companyWords } from '#app/content/texts/company-words.server.ts';
import { company } from '#app/content/texts/company.ts';
import { type Language, pathIn } from '../language.ts';
import { type GraphNode, pointer } from './graph-node.server.ts';

/** The site whose pages are described, as one language has it. */
export interface SiteOf {
  origin: string;
  language: Language;
}

/** The `@id`s of the things that are the same on every page. */
export function ids(origin: string) {
  return {
    business: `${origin}/#business`,
    factory: `${origin}/#factory`,
    offices: `${origin}/#head-offices`,
    seat: `${origin}/#head-offices-address`,
  };
}

/** The business as every page names it. */
export function namedBusiness({ origin, language }: SiteOf): GraphNode {
  return {
    '@type': 'Organization',
    '@id': ids(origin).business,
    name: company.name,
    url: homeOf({ origin, language }),
  };
}

/** The business with all that is known of it, and its two places (ledger SE-3). */
export function wholeBusiness(site: SiteOf): GraphNode[] {
  const { origin, language } = site;
  const said = companyWords[language];
  const facts = companyFacts[language];
  const { legal, social } = said;
  const { factory, offices, seat } = ids(origin);
  const business = {
    ...namedBusiness(site),
    legalName: legal.name,
    alternateName: said.brand,
    slogan: said.tagline,
    vatID: legal.vat,
    identifier: { '@type': 'PropertyValue', propertyID: 'GEMI', value: legal.gemi },
    logo: `${origin}/icon-512.png`,
    telephone: said.phone,
    email: said.email,
    address: pointer(seat),
    location: [pointer(factory), pointer(offices)],
    sameAs: social.map(({ href }) => href),
  };
  return [
    business,
    place(factory, said, said.factory, postalAddress(facts.factory)),
    place(offices, said, said.offices, { ...postalAddress(facts.offices), '@id': seat }),
  ];
}

/** The site itself, of which every page is a part. */
export function website(site: SiteOf): GraphNode {
  const { origin, language } = site;
  return {
    '@type': 'WebSite',
    '@id': websiteId(site),
    url: homeOf(site),
    name: company.name,
    inLanguage: language,
    publisher: pointer(ids(origin).business),
  };
}

/** The `@id` of the site in a language. */
export function websiteId(site: SiteOf): string {
  return `${homeOf(site)}#website`;
}

function homeOf({ origin, language }: SiteOf): string {
  return origin + pathIn(language, '/');
}

function place(
  id: string,
  { name }: { name: string },
  at: { label: string; map: string },
  address: GraphNode,
): GraphNode {
  const { days, opens, closes } = companyFacts.en.hours;
  return {
    '@type': 'Place',
    '@id': id,
    name: `${name}, ${at.label}`,
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
