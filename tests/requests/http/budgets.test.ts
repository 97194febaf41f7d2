import { home } from '#app/content/words/home.server.ts';
import { contact } from '#app/content/words/contact.server.ts';
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { languageOf, plainPath } from '#app/content/language.ts';
import { DESK } from '#app/domain/limits.ts';
import { staff } from '#db/seed/people.ts';
import { makeAdmin, signedIn } from '../../support/people/admins.ts';
import { weighPage } from '../../support/reading/page-weight.ts';
import { startSite } from '../../support/servers/site.ts';
import { putMany } from '../../support/servers/store.ts';

const KB = 1024;
const site = await startSite();

/** React and router are 97 KB; what moves a page may add 25 to that, on the home page less. */
const scriptsLimit = (path: string) => (plainPath(path) === '/' ? 110 : 97 + 25) * KB;

const PAGES = ['/', '/about', '/projects', '/projects/roche', '/insights', '/media', '/privacy'];
/** In Greek the letters of Greek come on top. */
const fontsLimit = (path: string) => (languageOf(path) === 'en' ? 50 : 50 + 20) * KB;
/**
 * The form is made for each visitor and not compressed; its words stand in the page and in its data,
 * and Greek letters take two bytes each. Where the bytes of the home page come from, and why they
 * count: docs/performance.md.
 */
const htmlLimits: Record<string, number> = { '/': 10.5, '/contact': 33, '/el/contact': 39 };
const htmlLimit = (path: string) => (htmlLimits[path] ?? 30) * KB;
/** The sheet of the public pages; what is drawn on one page alone comes with it. */
const DRAWN = ['/about', '/contact', '/projects/roche'];
const stylesLimit = (path: string) => (DRAWN.includes(plainPath(path)) ? 14 : 12) * KB;
const GREEK = [
  '/el',
  '/el/about',
  '/el/projects',
  '/el/projects/roche',
  '/el/contact',
  '/el/privacy',
];
const MORE = ['/contact', '/terms', '/sitemap', '/insights/our-philosophy', '/financial-data'];

describe.each([...PAGES, ...MORE, '/page/materials', ...GREEK])(
  'EL-5 the bytes of %s',
  async (path) => {
    const weight = await weighPage(site, path);

    test(`scripts stay below ${scriptsLimit(path) / KB} KB`, () => {
      expect(weight.scripts).toBeGreaterThan(20 * KB);
      expect(weight.scripts).toBeLessThanOrEqual(scriptsLimit(path));
    });

    test(`styles stay below ${stylesLimit(path) / KB} KB`, () => {
      expect(weight.styles).toBeGreaterThan(KB);
      expect(weight.styles).toBeLessThanOrEqual(stylesLimit(path));
    });

    test(`fonts that are loaded at once stay below ${fontsLimit(path) / KB} KB`, () => {
      expect(weight.fonts).toBeGreaterThan(KB);
      expect(weight.fonts).toBeLessThanOrEqual(fontsLimit(path));
    });

    test(`the page itself stays below ${htmlLimit(path) / KB} KB`, () => {
      expect(weight.html).toBeLessThanOrEqual(htmlLimit(path));
    });

    test('nothing comes from elsewhere', () => {
      expect(weight.elsewhere).toEqual([]);
    });
  },
);

describe('the bytes of the desk', async () => {
  await makeAdmin(staff.anna.email);
  const anna = await signedIn(site, staff.anna.email);
  await putMany(DESK.pageRows * 2, 'new');
  const cookie = anna.cookie;
  const weight = await weighPage(site, '/admin/dashboard', { cookie });

  // Its styles and scripts are the site's and its own; a page of fifty rows is not compressed,
  // because it holds tokens beside what others have written.
  test.each([
    ['scripts', 118],
    ['styles', 15],
    ['fonts', 50],
    ['html', 68],
  ] as const)('%s stay below %i KB', (part, limit) => {
    expect(weight[part]).toBeGreaterThan(KB);
    expect(weight[part]).toBeLessThanOrEqual(limit * KB);
  });

  test('nothing comes from elsewhere', () => {
    expect(weight.elsewhere).toEqual([]);
  });
});

test('EL-5 no script holds the words of a page, in either language', () => {
  const folder = 'build/client/assets';
  const scripts = readdirSync(folder).filter((file) => file.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(20);
  const words = [home.en.about.text, home.en.hero.button, contact.en.intro, contact.en.button];
  for (const file of scripts) {
    const code = readFileSync(`${folder}/${file}`, 'utf8');
    expect(code.match(/\p{Script=Greek}{3,}/gu) ?? [], file).toEqual([]);
    for (const said of words) expect(code.includes(said), file).toBe(false);
  }
});
