import { beforeAll, expect, test } from 'vitest';
import { SITE } from '#app/components/site-limits.ts';
import { attribute, elements, PlainBrowser, textOf } from '../../support/reading/browser.ts';
import { startSite } from '../../support/servers/site.ts';

let site: string;
let browser: PlainBrowser;
beforeAll(async () => {
  site = await startSite();
  browser = new PlainBrowser(site);
});

const years = Array.from(
  { length: SITE.lastFinancialYear - SITE.firstFinancialYear + 1 },
  (_, step) => SITE.lastFinancialYear - step,
);

const lists = [
  { path: '/financial-data', name: 'balance-sheet', current: 'Balance sheets' },
  {
    path: '/financial-data?tab=statements',
    name: 'financial-statements',
    current: 'Financial statements',
  },
];

test.each(lists)('F-1 $path lists a PDF for each year, latest first', async (list) => {
  const { html, status } = await browser.get(list.path);
  expect(status).toBe(200);
  const documents = elements(html, 'a').filter((a) => attribute(a, 'href')?.endsWith('.pdf'));
  expect(documents.map((a) => attribute(a, 'href'))).toEqual(
    years.map((year) => `/financial-data/${year}/${list.name}-${year}.pdf`),
  );
  for (const link of documents) {
    expect(attribute(link, 'target')).toBe('_blank');
    expect(attribute(link, 'rel')).toBe('noopener');
  }
  const open = elements(html, 'a').filter(
    (a) => attribute(a, 'class')?.startsWith('tab ') && attribute(a, 'aria-current'),
  );
  expect(open.map(textOf)).toEqual([list.current]);
});

test('F-1 title, Greek heading and range', async () => {
  const { html } = await browser.get('/financial-data');
  const heading = elements(html, 'h1')[0]!;
  expect(textOf(heading)).toContain('Financial Data');
  expect(textOf(heading)).toContain('2016-2024');
  expect(html).toMatch(/<span lang="el">Οικονομικά Στοιχεία<\/span>/);
});

test('F-1 an unknown tab shows the first', async () => {
  const { html, status } = await browser.get('/financial-data?tab=other');
  expect(status).toBe(200);
  expect(html).toContain('balance-sheet-2024.pdf');
});

test.each(lists)('P-11 R-8 every PDF of $name is a real file', async ({ name }) => {
  for (const year of years) {
    const response = await fetch(`${site}/financial-data/${year}/${name}-${year}.pdf`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(
      Buffer.from(await response.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  }
});

test('R-8 the folder of a year is neither listed nor redirected', async () => {
  expect((await browser.get('/financial-data/2024')).status).toBe(404);
  expect((await browser.get('/financial-data')).headers.get('location')).toBeNull();
});
