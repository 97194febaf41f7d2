import type { Page } from '@playwright/test';
import { interpolate } from '#app/components/texts.ts';
import { getLocalizedPath } from '#app/content/language.ts';
import { DESK_PATHS, SIGN_IN_PATHS, SITE_PATHS } from '../support/reading/templates.ts';
import type { ServedSite } from '../support/servers/served-site.ts';
import { addThread, createDesk, setLanguage } from './support/desk.ts';
import { expect, test } from './support/journey.ts';
import {
  findAxeViolations,
  findFaintButtons,
  findSmallTargets,
  findUnreachableByKeyboard,
  listCutTexts,
  measureFontShift,
  measureOverflow,
  watchShifts,
  withFontSize,
} from './support/measures.ts';
import { waitForHydration } from './support/page.ts';

// The one suite that walks all templates: each is loaded once in each language, and asked everything. By its name it
// comes first: its tests take longest, and a worker that began one last would keep the others waiting.

const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 844 };

// Chromium reports the 404 of a missing page on the console. It also reports preloaded pictures
// that a page does not show, because the test has made the page narrow or turned its motion off.
test.use({ expectedErrors: [/status of 404|was preloaded using link preload/] });
// Each page has many checks, which take long on a busy machine.
test.describe.configure({ timeout: 240_000 });

/**
 * Returns the URL of a page in Greek. The pages of the sign-in have one URL with the language as
 * parameter.
 */
const greek = (path: string) =>
  SIGN_IN_PATHS.includes(path)
    ? `${path}${path.includes('?') ? '&' : '?'}language=el`
    : getLocalizedPath('el', path);

const entryOf = (site: ServedSite, kind: string) =>
  Number(site.one('SELECT min(id) FROM site_entries WHERE kind = ?', kind));

// The longest come first.
for (const [subject, paths] of Object.entries(DESK_PATHS)) {
  for (const [language, size] of [
    ['en', WIDE],
    ['el', NARROW],
  ] as const) {
    test(`D-2 D-3 DA-5 PB-2 EL-6 the desk ${subject} in ${language}`, async ({ page, site }) => {
      const shifted = await watchShifts(page);
      const { email, ids, word } = await createDesk(page, site);
      setLanguage(site, email, language);
      await addThread(site, ids[2]!);
      const params = {
        word: `Newest ${word}`,
        id: ids[2]!,
        page: entryOf(site, 'pages'),
        document: entryOf(site, 'documents'),
        company: entryOf(site, 'company'),
        client: entryOf(site, 'clients'),
      };
      for (const path of paths) {
        await test.step(path, async () => {
          await page.setViewportSize(size);
          await page.goto(`/admin/dashboard${interpolate(path, params)}`);
          await expect(page.locator('html')).toHaveAttribute('lang', language);
          await walk(page, shifted);
          await expectUsable(page, language);
        });
      }
    });
  }
}

// Pages of one test share the scripts that the browser has loaded.
for (const [ids, paths] of [
  ['SH-7 SH-9 EL-1 EL-3', SITE_PATHS.slice(0, 4)],
  ['SH-7 SH-9 EL-1 EL-3', SITE_PATHS.slice(4, 8)],
  ['SH-7 SH-9 EL-1 EL-3', SITE_PATHS.slice(8)],
  ['SH-7 AL-1 EL-6', SIGN_IN_PATHS],
] as const) {
  test(`${ids} the templates of ${paths.join(' ')} in both languages`, async ({ page }) => {
    const shifted = await watchShifts(page);
    const isOfSite = paths !== SIGN_IN_PATHS;
    for (const [language, size] of [
      ['en', WIDE],
      ['el', NARROW],
    ] as const) {
      for (const path of paths) {
        await test.step(`${path} in ${language}`, async () => {
          await page.setViewportSize(size);
          await page.goto(language === 'en' ? path : greek(path));
          await expect(page.locator('html')).toHaveAttribute('lang', language);
          await walk(page, shifted);
          await expectUsable(page, language);
          if (isOfSite) await expectRoomForLetters(page);
          if (isOfSite && language === 'en') await expectPlainPaper(page);
          await page.emulateMedia({ reducedMotion: null });
        });
      }
    }
  });
}

/**
 * Scrolls through a page with its motion on, and expects no layout shift from the first paint to
 * the end, even if the font arrives late.
 */
async function walk(page: Page, shifted: () => Promise<number>): Promise<void> {
  await page.emulateMedia({ reducedMotion: null });
  await waitForHydration(page);
  await page.evaluate(async () => {
    // Nothing shifts while a browser that is short of time draws nothing: it is not waited for.
    const frame = () =>
      new Promise((resolve) => {
        requestAnimationFrame(resolve);
        setTimeout(resolve, 500);
      });
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight) {
      scrollTo(0, y);
      await frame();
      await frame();
    }
    scrollTo(0, 0);
  });
  expect(await shifted(), `${page.url()}: shift`).toBeLessThanOrEqual(0.01);
  const fontShift = await measureFontShift(page, shifted);
  expect(fontShift, `${page.url()}: shift when the font arrives`).toBeLessThanOrEqual(0.01);
}

/**
 * Checks a page for screen readers, keys and fingers, then at 320 px, in Greek with letters of
 * twice the size.
 */
async function expectUsable(page: Page, language: 'en' | 'el'): Promise<void> {
  const url = page.url();
  const expectNoOverflow = async () => {
    const width = page.viewportSize()?.width;
    const message = `${url}: sideways at ${width} px`;
    await expect.poll(() => measureOverflow(page), { message, intervals: [20, 50, 100] }).toBe(0);
  };
  // Reduced motion shows everything at once: the checks skip hidden elements.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await findAxeViolations(page), `${url}: axe`).toEqual([]);
  // Elements and colours are the same in both languages: every-page.test.ts.
  if (language === 'en') {
    expect(await findFaintButtons(page), `${url}: faint`).toEqual([]);
    const unreachable = await findUnreachableByKeyboard(page);
    expect(unreachable, `${url}: out of the keyboard's reach`).toEqual([]);
  }
  await page.setViewportSize(NARROW);
  await expectNoOverflow();
  expect(await findSmallTargets(page), `${url}: too small to be hit`).toEqual([]);
  await page.setViewportSize({ width: 320, height: NARROW.height });
  // The words are longer in Greek.
  if (language === 'el') await withFontSize(page, 32, expectNoOverflow);
  else await expectNoOverflow();
}

/** Expects that letters of 200 % are not cut and do not run out of the window. */
async function expectRoomForLetters(page: Page): Promise<void> {
  await setLetters(page, '200%');
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const label = `${page.url()} at ${width} px`;
    await expect.poll(() => measureOverflow(page), label).toBe(0);
    await expect.poll(() => listCutTexts(page), label).toEqual([]);
  }
  await setLetters(page, '');
}

/** Enlarges the letters alone: the media queries of the page do not follow, as with a style sheet of the visitor. */
const setLetters = (page: Page, size: string) =>
  page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize;
  }, size);

/** Expects no controls on paper. */
async function expectPlainPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  const onPaper = page.locator(':is(header, main) :is(button, select, input, textarea):visible');
  await expect(onPaper, `${page.url()}: on paper`).toHaveCount(0);
  await page.emulateMedia({ media: null });
}
