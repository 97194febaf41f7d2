import { expect, test } from 'vitest';
import { companyWords } from '#app/content/words/company.server.ts';
import { LANGUAGES, pathIn } from '#app/content/language.ts';
import { attribute, elements, textOf, values } from '../../support/reading/browser.ts';
import { startSite } from '../../support/servers/site.ts';

const site = await startSite();
const open = async (path: string) => (await fetch(site + path)).text();

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
