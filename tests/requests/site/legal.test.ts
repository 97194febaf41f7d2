import { beforeAll, expect, test } from 'vitest';
import { attribute, elements, PlainBrowser, textOf } from '../../support/reading/browser.ts';
import { startSite } from '../../support/servers/site.ts';

const RETENTION = '7';
/** The projects that the ledger names (L-2). */
const TWELVE =
  'ellinogermaniki-agogi roche nestle technogym terra-nord pinakothiki s-catherine navarino shop-loriot shop-vilebrequin-gh medwood-expo lapin';
let browser: PlainBrowser;
beforeAll(async () => {
  browser = new PlainBrowser(await startSite({ RETENTION_MONTHS: RETENTION }));
});

const sections = (html: string) => elements(html, 'h2').map(textOf);

const homeLink = (html: string) =>
  elements(html, 'a').find((a) => textOf(a) === 'Back to Home' && attribute(a, 'href') === '/');

test('L-1 the privacy page has its sections and the way back', async () => {
  const { html } = await browser.get('/privacy');
  expect(sections(html).slice(0, 6)).toEqual([
    'Introduction',
    'Data we collect',
    'How we use it',
    'Sharing',
    'Your rights',
    'Contact',
  ]);
  expect(homeLink(html)).toBeDefined();
});

test('L-1 the privacy page tells the truth about this installation', async () => {
  const text = textOf((await browser.get('/privacy')).html);
  expect(text).toContain(`kept for ${RETENTION} months`);
  expect(text).toContain('proof of work');
  expect(text).not.toContain('Turnstile');
});

test('L-1 P-14 the terms have their sections, Greek law, the company and the way back', async () => {
  const { html } = await browser.get('/terms');
  expect(sections(html).slice(0, 6)).toEqual([
    'Introduction',
    'Use of Site',
    'Intellectual Property',
    'Limitation of Liability',
    'Governing Law',
    'Contact',
  ]);
  const text = textOf(elements(html, 'main')[0]!);
  expect(text).toContain('Greek law applies');
  expect(text).toContain('GEMI No.');
  expect(homeLink(html)).toBeDefined();
});

test('L-2 the sitemap page has exactly its three lists', async () => {
  const { html } = await browser.get('/sitemap');
  const lists = elements(elements(html, 'main')[0]!, 'ul').map((ul) => ul.childNodes.map(textOf));
  expect(lists).toHaveLength(3);
  expect(lists[0]).toEqual(['Home', 'About Us', 'Projects', 'Contact']);
  expect(lists[1]).toHaveLength(12);
  expect(lists[2]).toEqual(['Privacy', 'Terms', 'Sitemap']);
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '';
  expect(elements(main, 'a').map((a) => attribute(a, 'href'))).toEqual([
    '/',
    '/about',
    '/projects',
    '/contact',
    ...TWELVE.split(' ').map((slug) => `/projects/${slug}`),
    '/projects',
    '/privacy',
    '/terms',
    '/sitemap',
  ]);
});
