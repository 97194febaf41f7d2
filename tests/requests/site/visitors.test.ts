import { expect, test, describe } from 'vitest';
import { companyWords } from '#app/content/words/company.server.ts';
import { LANGUAGES, pathIn } from '#app/content/language.ts';
import {
  attribute,
  elements,
  textOf,
  values,
  PlainBrowser,
  texts,
} from '../../support/reading/browser.ts';
import { startSite } from '../../support/servers/site.ts';
import { contentPagesIn, showBlocks } from '#app/content/articles/articles.server.ts';

const browser = new PlainBrowser(await startSite());
const open = async (path: string) => (await browser.get(path)).html;

test.each(LANGUAGES)(
  'VP-2 the phone and its hours stand in the menu and above the form (%s)',
  async (language) => {
    const html = await open(pathIn(language, '/contact'));
    const { phone, hours } = companyWords[language];
    const menu = elements(html, 'div').find((div) => attribute(div, 'popover') !== undefined)!;
    for (const [place, text] of [
      ['menu', textOf(menu)],
      ['page', /<main[\s\S]*?<form/.exec(html)![0].replace(/<[^>]*>/g, '')],
    ]) {
      expect(text, place).toContain(phone);
      expect(text, place).toContain(hours.text);
    }
    for (const part of [menu, elements(html, 'main')[0]!]) {
      expect(values(part, 'a', 'href')).toContain('tel:+302295000000');
    }
  },
);

test('VP-2 map links lead to the coordinates of the two places', async () => {
  const hrefs = values(await open('/contact'), 'a', 'href').filter((href) => href.includes('map'));
  const [factory, offices] = hrefs.filter((href) => href.startsWith('https:'));
  expect(factory).toMatch(/^https:.*\bmlat=38\.25\d+&mlon=23\.69\d+\b/);
  expect(offices).toMatch(/^https:.*\bmlat=38\.06\d+&mlon=23\.76\d+\b/);
});

describe.each(LANGUAGES)('VP-3 in %s', (language) => {
  const page = contentPagesIn(language).find(({ slug }) => slug === 'how-we-work')!;

  async function linksOn(path: string, element: string): Promise<(string | undefined)[]> {
    const { html } = await browser.get(pathIn(language, path));
    const parts = elements(html, element);
    return parts.flatMap((part) => elements(part, 'a').map((link) => attribute(link, 'href')));
  }

  test('VP-3 how we work has its steps with their times, and questions that open without a script', async () => {
    const { html, status } = await browser.get(pathIn(language, '/page/how-we-work'));
    expect(status).toBe(200);
    const blocks = showBlocks(page.blocks, language);
    const items = (type: 'steps' | 'questions') =>
      blocks.flatMap((block) => ('items' in block && block.type === type ? [...block.items] : []));
    const steps = elements(html, 'main').flatMap((main) => elements(main, 'ol'));
    expect(items('steps')).toHaveLength(7);
    for (const { title, time, nodes } of items('steps')) {
      const [text] = nodes.map((node) => (typeof node === 'string' ? node : node.children[0]));
      expect(textOf(steps[0]!)).toContain([time, title, text].join(''));
    }
    expect(texts(html, 'summary').map((said) => said.replace(/^[+−\s]+/, ''))).toEqual(
      items('questions').map(({ title }) => title),
    );
    expect(textOf(html)).toContain(language === 'en' ? 'are sample values' : '(δείγμα)');
  });

  test('VP-3 it is linked from home, contact and the footer; materials from it, projects and the footer', async () => {
    const [work, materials, media] = ['/page/how-we-work', '/page/materials', '/media'].map(
      (path) => pathIn(language, path),
    );
    for (const path of ['/', '/contact']) expect(await linksOn(path, 'main')).toContain(work);
    expect(await linksOn('/', 'footer')).toEqual(expect.arrayContaining([work, materials, media]));
    const fromWork = await linksOn('/page/how-we-work', 'main');
    expect(fromWork).toEqual(expect.arrayContaining([materials, media]));
    expect(await linksOn('/projects', 'main')).toContain(materials);
  });
});
