import type { Page } from '@playwright/test';
import { pathIn } from '#app/content/language.ts';
import { openDesk, row } from './support/desk.ts';
import { expect, test } from './support/journey.ts';
import {
  axeFinds,
  beyondKeyboard,
  sideways,
  setLetters,
  smallTargets,
  watchShifts,
} from './support/measures.ts';
import { hydrated } from './support/page.ts';

// The one suite that walks all templates: each is loaded once in each language, and asked everything.

const SITE = [
  '/',
  '/about',
  '/projects',
  '/projects?category=offices',
  '/projects/shop-vilebrequin-gh',
  '/projects/roche?photo=2',
  '/projects/no-such-project',
  '/insights',
  '/insights/our-philosophy',
  '/insights/no-such-insight',
  '/media',
  '/page/how-we-work',
  '/contact?about=saronic-school-library',
  '/financial-data?tab=statements',
  '/privacy',
  '/terms',
  '/sitemap',
  '/not-found',
];
const SIGN_IN = ['/admin', '/admin?forgot', '/reset-password'];
const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 844 };

// A page for what is missing answers 404, which Chromium reports on the console; and a page that is
// made narrow or still in its midst does not show all that it has loaded beforehand.
test.use({ expectedErrors: [/status of 404|was preloaded using link preload/] });
// Much is asked of each page: on a busy machine it takes its time.
test.describe.configure({ timeout: 240_000 });

for (const path of SITE) {
  test(`SH-7 SE-2 SE-3 EL-1 EL-3 the template of ${path} in both languages`, async ({ page }) => {
    const shifted = await watchShifts(page);
    await page.setViewportSize(WIDE);
    await page.goto(path);
    await walk(page, shifted);
    await expectPublished(page, path);
    await expectUsable(page);
    await page.setViewportSize(NARROW);
    await page.goto(pathIn('el', path));
    await walk(page, shifted);
    await expectPublished(page, pathIn('el', path));
    await expectUsable(page);
  });
}

for (const path of SIGN_IN) {
  test(`AL-1 EL-6 the template of ${path} in both languages`, async ({ page }) => {
    const shifted = await watchShifts(page);
    for (const [language, size] of [
      ['en', WIDE],
      ['el', NARROW],
    ] as const) {
      await page.setViewportSize(size);
      await page.goto(`${path}${path.includes('?') ? '&' : '?'}language=${language}`);
      await walk(page, shifted);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expectUsable(page);
    }
  });
}

/** The desk's pages for one enquiry and nobody's else. */
const deskPages = (id: number) => [
  ['the list', `?q=Newest`],
  ['an empty list', '?q=nothing-of-the-kind'],
  ['an enquiry', `?enquiry=${id}`],
  ['a reply', `?enquiry=${id}&reply=1&template=1`],
  ['an enquiry that is not there', '?enquiry=999999'],
  ['what was set aside', '/quarantine'],
  ['a person', '/person?email=a.name.of.some.length@architects-of-athens.example'],
  ['the templates', '/templates?change=1'],
  ['the account', '/account'],
  ['the password', '/account/password'],
  ['the second step', '/account/two-step'],
  ['the numbers', '/numbers?from=2026-01-05&to=2026-07-05'],
  ['numbers of years', '/numbers?from=2022-01-03'],
];

for (const [language, size] of [
  ['en', WIDE],
  ['el', NARROW],
] as const) {
  test(`D-2 D-3 DA-5 EL-6 the templates of the desk in ${language}`, async ({ page, site }) => {
    const shifted = await watchShifts(page);
    const { ids, word } = await openDesk(page, site);
    await expect(row(page, `Newest ${word}`)).toBeVisible();
    if (language === 'el') {
      await page.goto('/admin/dashboard/account');
      await page.locator('select[name=language]').selectOption('el');
      await page.locator('form:has(select[name=language]) button').click();
      await expect(page.locator('html')).toHaveAttribute('lang', 'el');
    }
    for (const [name, path] of deskPages(ids[2]!)) {
      await test.step(name!, async () => {
        await page.setViewportSize(size);
        await page.goto(`/admin/dashboard${path}`);
        await walk(page, shifted);
        await expectUsable(page);
      });
    }
  });
}

/** Scrolls through a page whose motion is on: nothing shifts, from the first paint to the foot. */
async function walk(page: Page, shifted: () => Promise<number>): Promise<void> {
  await page.emulateMedia({ reducedMotion: null });
  await hydrated(page);
  await page.evaluate(async () => {
    // Nothing shifts while a browser that is short of time draws nothing: it is not waited for.
    const frame = () =>
      new Promise((resolve) => {
        requestAnimationFrame(resolve);
        setTimeout(resolve, 500);
      });
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
      scrollTo(0, y);
      await frame();
      await frame();
    }
    scrollTo(0, 0);
  });
  expect(await shifted(), `${page.url()}: shift`).toBeLessThanOrEqual(0.01);
}

/** One title, an address of its own, a graph that can be read, no link to nowhere; and its paper. */
async function expectPublished(page: Page, path: string): Promise<void> {
  const { titles, canonical, robots, graphs, links } = await page.evaluate(() => ({
    titles: document.querySelectorAll('head title, main h1').length,
    canonical: document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href,
    robots: document.querySelector<HTMLMetaElement>('meta[name=robots]')?.content ?? '',
    graphs: [...document.querySelectorAll('script[type="application/ld+json"]')].map(
      ({ textContent }) => Object.keys(JSON.parse(textContent) as object),
    ),
    links: [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].map(({ href }) => href),
  }));
  expect(titles, `${path}: titles`).toBe(2);
  if (!robots.includes('noindex')) {
    expect(new URL(canonical!).pathname).toBe(path.split('?')[0]);
    for (const graph of graphs) expect(graph, `${path}: graph`).toContain('@graph');
    await expectLinks(page, links);
  }
  await page.emulateMedia({ media: 'print' });
  const onPaper = page.locator(':is(header, main) :is(button, select, input, textarea):visible');
  await expect(onPaper, `${path}: on paper`).toHaveCount(0);
  await page.emulateMedia({ media: null });
}

const found = new Set<string>();

async function expectLinks(page: Page, links: readonly string[]): Promise<void> {
  const { origin } = new URL(page.url());
  for (const link of links) {
    const [address = ''] = link.split('#');
    if (!address.startsWith(origin) || found.has(address)) continue;
    expect((await page.request.head(address)).status(), address).toBeLessThan(400);
    found.add(address);
  }
}

/** A screen reader, keys and a finger; then 320 px, and letters of twice the size. */
async function expectUsable(page: Page): Promise<void> {
  const at = page.url();
  const fits = async (width: number, what: string) => {
    await page.setViewportSize({ width, height: 844 });
    await expect.poll(() => sideways(page), `${at}: sideways at ${width} px, ${what}`).toBe(0);
  };
  // Nothing waits to be revealed: what cannot be seen yet is not looked at.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await axeFinds(page), `${at}: axe`).toEqual([]);
  expect(await beyondKeyboard(page), `${at}: out of the keyboard's reach`).toEqual([]);
  await fits(NARROW.width, 'as it is');
  expect(await smallTargets(page), `${at}: too small to be hit`).toEqual([]);
  await fits(320, 'as it is');
  await setLetters(page, 32);
  await fits(320, 'large letters');
  await setLetters(page, 16);
}
