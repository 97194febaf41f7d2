import { navigation } from '#app/content/pages.server.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { companyWords, legalIdentity } from '#app/content/words/company.server.ts';
import {
  attribute,
  elements,
  PlainBrowser,
  textOf,
  type Page,
} from '../../support/reading/browser.ts';
import { ORIGIN, startSite } from '../../support/servers/site.ts';

const pages = ['/', '/about', '/financial-data', '/privacy', '/terms', '/sitemap'];
let browser: PlainBrowser;
beforeAll(async () => {
  browser = new PlainBrowser(await startSite());
});

describe.each(pages)('the page %s', (path) => {
  let page: Page;
  beforeAll(async () => {
    page = await browser.get(path);
  });

  test('R-1 answers with its own title, description and canonical URL', () => {
    expect(page.status).toBe(200);
    expect(elements(page.html, 'title')).toHaveLength(1);
    expect(textOf(elements(page.html, 'title')[0]!)).toContain(companyWords.en.name);
    expect(meta(page, 'description')).toMatch(/\w{3,} \w/);
    expect(canonical(page)).toBe(ORIGIN + path);
  });

  test('R-1 has one main heading', () => {
    expect(elements(page.html, 'h1')).toHaveLength(1);
  });

  test('SH-1 begins with the skip link, then header, content, footer', () => {
    const first = elements(page.html, 'a')[0]!;
    expect(attribute(first, 'href')).toBe('#main');
    expect(page.html).toMatch(/<header[\s\S]*<main id="main"[\s\S]*<footer/);
  });

  test('SH-5 the menu opens without JavaScript', () => {
    const opener = elements(page.html, 'button').find((b) => attribute(b, 'popovertarget'))!;
    const menu = elements(page.html, 'div').find(
      (div) => attribute(div, 'id') === attribute(opener, 'popovertarget'),
    )!;
    expect(attribute(menu, 'popover')).toBeDefined();
    for (const { label } of navigation.en) expect(textOf(menu)).toContain(label);
  });

  test('SH-6 P-14 the footer says who and where the company is', () => {
    const footer = textOf(elements(page.html, 'footer')[0]!);
    const { factory, offices, phone, email, name } = companyWords.en;
    for (const line of [...factory.lines, ...offices.lines]) expect(footer).toContain(line);
    for (const text of [phone, email, 'Instagram', 'LinkedIn', 'Twitter']) {
      expect(footer).toContain(text);
    }
    expect(footer).toContain(`© ${new Date().getFullYear()} ${name}`);
    for (const { label, value } of legalIdentity.en) expect(footer).toContain(`${label} ${value}`);
    expect(hrefs(page, 'footer')).toEqual(
      expect.arrayContaining(['/insights', '/financial-data', '/privacy', '/terms', '/sitemap']),
    );
    for (const { href } of companyWords.en.social) expect(hrefs(page, 'footer')).toContain(href);
  });

  test('SH-7 every picture has its width and height', () => {
    for (const image of elements(page.html, 'img')) {
      expect(Number(attribute(image, 'width'))).toBeGreaterThan(0);
      expect(Number(attribute(image, 'height'))).toBeGreaterThan(0);
    }
  });

  test('R-1 is the same for everybody: sets no cookie and has no inline style', () => {
    expect(page.headers.getSetCookie()).toEqual([]);
    expect(page.html).not.toMatch(/\sstyle="/);
  });
});

test('R-1 titles and descriptions differ from page to page', async () => {
  const all = await Promise.all(pages.map((path) => browser.get(path)));
  expect(new Set(all.map(({ html }) => textOf(elements(html, 'title')[0]!))).size).toBe(
    pages.length,
  );
  expect(new Set(all.map((page) => meta(page, 'description'))).size).toBe(pages.length);
});

test('SH-2 the three links in order, the wordmark home, the current one marked', async () => {
  const page = await browser.get('/about');
  const header = elements(page.html, 'header')[0]!;
  expect(hrefs(page, 'header')).toEqual(['/', '/projects', '/about', '/contact', '/el/about']);
  expect(textOf(header)).toContain('PROJECTS ABOUT CONTACT'.replaceAll(' ', ''));
  const current = elements(page.html, 'a').filter((a) => attribute(a, 'aria-current') === 'page');
  expect(current.map((a) => attribute(a, 'href'))).toEqual(['/about', '/about']);
});

test('SH-2 no link is marked on the home page', async () => {
  const { html } = await browser.get('/');
  expect(html).not.toContain('aria-current');
});

function meta(page: Page, name: string): string | undefined {
  const found = elements(page.html, 'meta').find((entry) => attribute(entry, 'name') === name);
  return found && attribute(found, 'content');
}

function canonical(page: Page): string | undefined {
  const found = elements(page.html, 'link').find((link) => attribute(link, 'rel') === 'canonical');
  return found && attribute(found, 'href');
}

function hrefs({ html }: Page, part: 'header' | 'footer'): (string | undefined)[] {
  const piece = new RegExp(`<${part}[\\s\\S]*?</${part}>`).exec(html)?.[0] ?? '';
  return elements(piece, 'a').map((a) => attribute(a, 'href'));
}
