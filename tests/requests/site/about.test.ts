import { SITE } from '#app/components/site-limits.ts';
import { beforeAll, expect, test } from 'vitest';
import { about } from '#app/content/words/about.server.ts';
import { company } from '#app/content/words/company.ts';
import { attribute, elements, PlainBrowser, textOf } from '../../support/reading/browser.ts';
import { startSite } from '../../support/servers/site.ts';

let browser: PlainBrowser;
let html: string;
let text: string;
beforeAll(async () => {
  browser = new PlainBrowser(await startSite());
  ({ html } = await browser.get('/about'));
  text = textOf(elements(html, 'main')[0]!);
});

const headings = (name: 'h2' | 'h3') => elements(html, name).map(textOf);

test('A-1 the title is About and the company name, with its subtitle', () => {
  expect(textOf(elements(html, 'h1')[0]!)).toBe(`About ${company.name}`);
  expect(text).toContain('State-of-the-art wood factory');
});

test('A-2 a few words about us: the factory and its six stations', () => {
  expect(headings('h2')).toContain('A Few Words About Us');
  expect(text).toContain('5,000 square metres in Avlona');
  const stations =
    'design team, CNC cutting, painting chamber, assembly, quality control, logistics';
  for (const station of stations.split(', ')) {
    expect(text.toLowerCase()).toContain(station.toLowerCase());
  }
});

test('A-3 six pictures, each opens the viewer without JavaScript', async () => {
  const photos = elements(html, 'a').filter((a) => attribute(a, 'href')?.includes('photo='));
  expect(photos).toHaveLength(SITE.facilityPictures);
  const page = await browser.get('/about?photo=2');
  const viewer = elements(page.html, 'dialog').find(
    (dialog) => attribute(dialog, 'open') !== undefined,
  )!;
  expect(textOf(viewer)).toContain('2 / 6');
  expect(page.html).toContain('/pictures/facility-2-960.jpg');
});

test.each(['0', '7', '-1', '1.5', 'x', ''])('A-3 ?photo=%s opens no viewer', async (photo) => {
  const page = await browser.get(`/about?photo=${photo}`);
  expect(page.status).toBe(200);
  expect(page.html).not.toContain('viewer__count');
});

test('A-3 the viewer wraps at both ends and closes to the page', async () => {
  const steps = async (photo: number) => {
    const page = await browser.get(`/about?photo=${photo}`);
    const named = (name: string) =>
      attribute(
        elements(page.html, 'a').find((a) => attribute(a, 'aria-label') === name)!,
        'href',
      );
    return [named('Previous picture'), named('Next picture'), named('Close')];
  };
  expect(await steps(1)).toEqual(['/about?photo=6', '/about?photo=2', '/about']);
  expect(await steps(6)).toEqual(['/about?photo=5', '/about?photo=1', '/about']);
});

test('A-4 mission, philosophy with 3 items, values with 6', () => {
  expect(headings('h2')).toEqual(
    expect.arrayContaining(['Our Mission', 'Our Philosophy', 'Our Values']),
  );
  expect(about.en.philosophy.items).toHaveLength(3);
  for (const { title } of about.en.philosophy.items) expect(headings('h3')).toContain(title);
  for (const value of [
    'Uncompromising Quality',
    'Customization',
    'Innovation',
    'Collaboration',
    'Sustainability',
    'Inclusion & Equality',
  ]) {
    expect(headings('h3')).toContain(value);
  }
});

test('A-5 the six procedures in their order, in a numbered list', () => {
  const list = elements(html, 'ol').find((ol) => attribute(ol, 'class')?.startsWith('steps '))!;
  const titles = elements(html, 'h3')
    .filter((h3) => textOf(list).includes(textOf(h3)))
    .map(textOf);
  expect(titles).toEqual([
    'Industrial Design',
    'Project Assessment',
    'Project Management',
    'Production Line',
    'Quality Control',
    'Transportation & Installation',
  ]);
});

test('A-6 two certificates as PDF files, FSC to come', async () => {
  expect(text).toContain('FSC accreditation');
  expect(text).toContain('Coming Soon');
  for (const name of ['TUV EN ISO 9001:2015', 'TUV EN ISO 14001:2015']) {
    const link = elements(html, 'a').find((a) => textOf(a).startsWith(name))!;
    const file = await browser.get(attribute(link, 'href')!);
    expect(file.headers.get('content-type')).toBe('application/pdf');
  }
});

test('A-7 Why Us has three cards', () => {
  expect(headings('h2')).toContain('/ Why Us');
  expect(about.en.why.items).toHaveLength(3);
  for (const { title } of about.en.why.items) expect(headings('h3')).toContain(title);
});

test('A-8 the sections stand in reading order, in a part that can be focused and scrolled', () => {
  const scroller = elements(html, 'div').find(
    (div) => attribute(div, 'role') === 'region' && attribute(div, 'tabindex') !== undefined,
  )!;
  expect(attribute(scroller, 'tabindex')).toBe('0');
  const order = ['Mission', 'Philosophy', 'Values', 'Procedures', 'Certificates'];
  const positions = order.map((name) => textOf(scroller).indexOf(`Our ${name}`));
  expect(positions).toEqual([...positions].sort((one, other) => one - other));
  expect(Math.min(...positions)).toBeGreaterThanOrEqual(0);
  for (const name of order) expect(html).toContain(`href="#${name.toLowerCase()}"`);
});

test('R-4 the insights are linked', () => {
  expect(html).toContain('href="/insights/our-philosophy"');
  expect(html).toContain('href="/insights/sustainable-design"');
});
