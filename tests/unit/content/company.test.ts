import { navigation } from '#app/content/pages.server.ts';
import { expect, test } from 'vitest';
import { claims, legalIdentity } from '#app/content/words/company.server.ts';
import { company } from '#app/content/words/company.ts';
import { privacyText } from '#app/content/words/privacy.server.ts';
import { terms } from '#app/content/words/terms.server.ts';

test('P-13 the sample company is DRYS, with an address that can reach nobody', () => {
  expect(company.name).toBe('DRYS Woodworking');
  expect(company.phone).toBe('+30 22950 00000');
  expect(company.email).toMatch(/@drys\.example$/);
});

test('P-2 the claims name 5,000 m² and 10 years', () => {
  expect(claims.en[0]).toMatchObject({ value: '5,000', unit: 'm²' });
  expect(claims.en[1]).toMatchObject({ value: '10', unit: '+' });
});

test('SH-2 the navigation leads to projects, about and contact', () => {
  expect(navigation.en.map(({ label, to }) => `${label} ${to}`)).toEqual([
    'PROJECTS /projects',
    'ABOUT /about',
    'CONTACT /contact',
  ]);
});

test('SH-6 Instagram, LinkedIn and Twitter lead to their sites', () => {
  expect(company.social.map(({ name }) => name)).toEqual(['Instagram', 'LinkedIn', 'Twitter']);
  for (const { href } of company.social) expect(href).toMatch(/^https:\/\/\S+\.com\/./);
});

test('P-14 name, legal form, seat, GEMI and VAT numbers are given, sample numbers marked', () => {
  const identity = legalIdentity.en;
  expect(identity.map(({ label }) => label)).toEqual([
    'Company',
    'Legal form',
    'Registered seat',
    'GEMI No.',
    'VAT No.',
  ]);
  expect(identity.filter(({ value }) => value.endsWith(' (sample)'))).toHaveLength(3);
});

const privacy = (retentionMonths: number, turnstile = false) =>
  JSON.stringify(privacyText.en({ retentionMonths, turnstile }));

test('L-1 the privacy text names the months an enquiry is kept', () => {
  expect(privacy(24)).toContain('kept for 24 months');
  expect(privacy(6)).toContain('kept for 6 months');
  expect(privacy(0)).not.toContain('kept for 0');
});

test('L-1 the privacy text names Cloudflare when Turnstile is used, and only then', () => {
  expect(privacy(24)).not.toContain('Cloudflare');
  expect(privacy(24)).toContain('proof of work');
  expect(privacy(24, true)).toContain('Cloudflare');
});

test('L-1 both legal texts have the sections of the ledger', () => {
  const sections = privacyText.en({ retentionMonths: 24, turnstile: false }).sections;
  expect(sections.map(({ heading }) => heading)).toEqual([
    'Introduction',
    'Data we collect',
    'How we use it',
    'Sharing',
    'Your rights',
    'Contact',
  ]);
  expect(terms.en.sections.map(({ heading }) => heading)).toEqual([
    'Introduction',
    'Use of Site',
    'Intellectual Property',
    'Limitation of Liability',
    'Governing Law',
    'Contact',
  ]);
});
