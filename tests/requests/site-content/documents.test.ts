import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { KINDS } from '#app/content/kinds.server.ts';
import { addDays, toAthensDay } from '#app/domain/clock.server.ts';
import { refreshPublishedContent } from '#app/domain/site/published.server.ts';
import { getFieldError, readText } from '../../support/people/desk.ts';
import { startSiteDesk } from '../../support/people/site-desk.ts';
import {
  both,
  entryForm,
  listInvalidFields,
  pdf,
  photo,
  press,
  publish,
  SITE,
  svg,
} from '../../support/people/site-editor.ts';
import {
  attribute,
  elements,
  forms,
  headOf,
  textOf,
  type Page,
} from '../../support/reading/browser.ts';
import { run } from '../../support/servers/store.ts';

const { site, anna, visitor, open, statusOf } = await startSiteDesk();
const blank = (kind: string) => anna.get(`${SITE}/${kind}/new`);
const linksOn = async (path: string) => (await visitor.get(path)).values('a', 'href');
const wordsOn = async (path: string) => readText((await visitor.get(path)).html);
const sheet = { list: 'balance-sheets', year: '2025' };
const NEW_SHEET = '/financial-data/2025/balance-sheet-2025.pdf';
const SAMPLE_SHEET = NEW_SHEET.replaceAll('2025', '2024');

test('PB-7 F-1 publishes a balance sheet from one form with a file: page, range of years, order and texts follow', async () => {
  const lastmod = async () => {
    const { html } = await visitor.get('/sitemap.xml');
    return /\/financial-data<\/loc><lastmod>([^<]+)/.exec(html)![1];
  };
  expect([await lastmod(), await statusOf(NEW_SHEET)]).toEqual(['2026-11-24', 404]);
  const empty = await press(anna, await blank('documents'), 'publish');
  expect(empty.status).toBe(422);
  expect(listInvalidFields(empty).toSorted()).toEqual(['file', 'list', 'year']);
  const file = pdf();
  await publish(anna, 'documents', sheet, [['file', file]]);
  const { html } = await visitor.get('/financial-data');
  const links = (await linksOn('/financial-data')).filter((to) => to.endsWith('.pdf'));
  expect(links.slice(0, 2)).toEqual([NEW_SHEET, SAMPLE_SHEET]);
  expect(readText(html)).toContain('Balance sheet 2025');
  expect(readText(html)).toContain('2016-2025');
  expect(headOf(html).get('description')).toContain('for 2016 to 2025');
  expect(html).toMatch(/application\/ld\+json[^]*for 2016 to 2025/);
  const greek = await visitor.get('/el/financial-data');
  expect(readText(greek.html)).toContain('Ισολογισμός 2025');
  expect(headOf(greek.html).get('description')).toContain('2016 έως 2025');
  expect(await linksOn('/financial-data?tab=statements')).not.toContain(NEW_SHEET);
  expect(await lastmod()).toBe(toAthensDay(new Date()));
  const served = await fetch(site + NEW_SHEET);
  expect([served.status, served.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(await served.bytes()).toEqual(await file.bytes());
});

test('PB-7 R-8 serves a replaced file at the same URL at once; revalidation tells caches about it', async () => {
  const ask = (headers: Record<string, string> = {}) => fetch(site + SAMPLE_SHEET, { headers });
  const conditionOf = ({ headers }: Response) => ({ 'if-none-match': headers.get('etag')! });
  const change = async (file: File) =>
    publish(anna, await open('documents', 'balance-sheet-2024'), {}, [['file', file]]);
  const firstResponse = await ask();
  expect(firstResponse.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
  expect((await ask(conditionOf(firstResponse))).status).toBe(304);
  // Large ones are not read to be told apart.
  const [large, next] = [pdf(Buffer.alloc(200_000, ' ')), pdf(Buffer.alloc(200_000, ' '))];
  await change(large);
  const changedResponse = await ask(conditionOf(firstResponse));
  expect(changedResponse.status).toBe(200);
  expect((await changedResponse.bytes()).length).toBe(large.size);
  expect((await ask(conditionOf(changedResponse))).status).toBe(304);
  await change(next);
  expect((await ask(conditionOf(changedResponse))).status).toBe(200);
  const part = await ask({ range: 'bytes=0-4' });
  expect([part.status, await part.text()]).toEqual([206, '%PDF-']);
  const head = await fetch(site + SAMPLE_SHEET, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(next.size)]);
});

test('PB-7 PB-10 names each refused PDF or word-mark and keeps the stored file', async () => {
  const media = join(process.env['DATA_DIR']!, 'media');
  const readStored = async () => [
    readdirSync(media),
    await (await fetch(site + SAMPLE_SHEET)).text(),
  ];
  const storedBefore = await readStored();
  const cutPdf = new File(['%PDF-1.7 cut'], 'cut.pdf');
  for (const [kind, slug, field, file, why] of [
    ['documents', 'balance-sheet-2024', 'file', cutPdf, 'is not a complete PDF'],
    ['documents', 'balance-sheet-2024', 'file', pdf(Buffer.alloc(27e6)), 'is larger than 25 MB'],
    ['clients', 'lapin', 'mark', svg('<text>Acme</text>'), 'cannot be used as a logo'],
    ['clients', 'lapin', 'mark', svg(`<path d="${'M0'.repeat(4e4)}"/>`), 'is larger than 64 KB'],
  ] as const) {
    const page = await open(kind, slug);
    const answer = await press(anna, page, 'publish', {}, [[field, file]]);
    expect([answer.status, listInvalidFields(answer)]).toEqual([422, [field]]);
    expect(readText(answer.html)).toContain(`${file.name} ${why}`);
    const input = answer.all(`input[type=file][name=${field}]`)[0]!;
    expect(attribute(input, 'aria-describedby')).toBe(`${field}-error ${field}-note`);
    expect(getFieldError(answer, field)).toContain(why);
    expect(entryForm(answer)[`kept_${field}`]).toBe(entryForm(page)[`kept_${field}`]);
  }
  expect(await readStored()).toEqual(storedBefore);
});

test('PB-7 refuses two documents of one list and year; redirects from a corrected year; shows an own title', async () => {
  const existing = { list: 'balance-sheets', year: '2024' };
  const twin = await press(anna, await blank('documents'), 'publish', existing, [['file', pdf()]]);
  expect([twin.status, listInvalidFields(twin)]).toEqual([422, ['year']]);
  expect(readText(twin.html)).toContain('this list already has a document for that year');
  // The draft keeps the file of the refused form.
  const title = { title_en: 'Revised balance', title_el: 'Αναθεωρημένος' };
  await publish(anna, twin, { ...title, year: '2031' });
  expect(await wordsOn('/financial-data')).toContain('Revised balance');
  await publish(anna, await open('documents', 'balance-sheet-2031'), { year: '2026' });
  const [oldPath, newPath] = ['2031', '2026'].map((year) => NEW_SHEET.replaceAll('2025', year));
  expect((await visitor.get(oldPath!)).outcome).toBe(`301 ${newPath}`);
  expect(await statusOf(newPath!)).toBe(200);
  await press(anna, await open('documents', 'balance-sheet-2026'), 'delete');
  expect([await statusOf(newPath!), await statusOf(oldPath!)]).toEqual([404, 404]);
});

test('PB-7 serves the files of entries with the Greek slugs of earlier versions', async () => {
  run(`UPDATE site_entries SET slug = 'λάπιν' WHERE kind = 'clients' AND slug = 'lapin'`);
  await refreshPublishedContent();
  const [path] = /\/clients\/%CE%BB[^")\s]+\.svg/.exec((await visitor.get('/')).html) ?? [];
  const response = await fetch(site + path!);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
});

test('PB-7 stops serving a sample file once its entry is offline or deleted', async () => {
  const hiddenPath = NEW_SHEET.replaceAll('2025', '2018');
  const page = await open('documents', 'balance-sheet-2018');
  const offline = await anna.follow(await press(anna, page, 'offline'));
  expect(await statusOf(hiddenPath)).toBe(404);
  expect(await wordsOn('/financial-data')).not.toContain('Balance sheet 2018');
  const republished = await publish(anna, offline, {});
  expect(await statusOf(hiddenPath)).toBe(200);
  await press(anna, republished, 'delete');
  expect(await statusOf(hiddenPath)).toBe(404);
  for (const [kind, slug, file, about] of [
    ['clients', 'lapin', '/clients/lapin.svg', '/'],
    ['certificates', 'iso-9001-2015', '/certificates/iso-9001-2015.pdf', '/about'],
  ] as const) {
    expect(await statusOf(file)).toBe(200);
    expect((await visitor.get(about)).html).toContain(file);
    await press(anna, await open(kind, slug), 'offline');
    expect(await statusOf(file)).toBe(404);
    expect((await visitor.get(about)).html).not.toContain(file);
  }
});

test('PB-2 PB-7 serves the PDF of a draft only to the desk, in its form and its preview', async () => {
  const fields = { ...sheet, list: 'statements' };
  const saved = await press(anna, await blank('documents'), 'save', fields, [['file', pdf()]]);
  const page = await anna.follow(saved);
  const file = page.values('a', 'href').find((to) => to.startsWith('/media-files/'))!;
  const response = await anna.get(file);
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toContain('no-store');
  expect(await statusOf(file)).toBe(404);
  expect(await statusOf('/financial-data/2025/financial-statements-2025.pdf')).toBe(404);
  const preview = await press(anna, page, 'preview');
  expect(preview.location).toBe('/financial-data?tab=statements&preview');
  expect((await anna.follow(preview)).values('a', 'href')).toContain(file);
});

test('PB-7 A-6 shows the standard and expiry day of a certificate, and keeps its URL', async () => {
  const expiryDay = addDays(toAthensDay(new Date()), 20);
  const title = { title_en: 'ISO 45001', title_el: 'ISO 45001' };
  // Without a file it is still to come.
  const standard = { says_en: 'Safety', says_el: 'Ασφάλεια.', until: expiryDay };
  const page = await publish(anna, 'certificates', { ...title, ...standard });
  expect(await wordsOn('/about')).toMatch(/ISO 45001 Coming Soon Safety\. Valid until \d/);
  expect(await wordsOn('/el/about')).toMatch(/ISO 45001 Αναμένεται Ασφάλεια\. Ισχύει έως \d/);
  const newTitle = { title_en: 'ISO 45001:2026' };
  const publishedPage = await publish(anna, page, newTitle, [['file', pdf()]]);
  const address = '/certificates/iso-45001.pdf';
  expect(await statusOf(address)).toBe(200);
  expect(await linksOn('/about')).toContain(address);
  const marked = async () => (await anna.get(`${SITE}/certificates`)).texts('strong');
  expect(await marked()).toEqual([expect.stringMatching(/^Expires on \d/)]);
  await publish(anna, publishedPage, { until: '2026-01-31' });
  expect(await marked()).toEqual(['Expired on 31 Jan 2026']);
});

test('VP-7 shows the published people in the order of the desk, with a picture where there is one', async () => {
  const fields = {
    ...both('title', 'Nikos Ilias'),
    ...both('role', 'Surveys'),
    languages: 'Ελληνικά',
    phone: '+30 22950 00099',
  };
  const invalid = { ...fields, role_el: '', phone: 'call me' };
  const incomplete = await press(anna, await blank('people'), 'publish', invalid);
  expect(listInvalidFields(incomplete)).toEqual(['role_el', 'phone']);
  const picture = await photo('nikos.jpg', 1200, 300);
  const page = await publish(anna, 'people', fields, [['pictures', picture]]);
  const paths = ['/contact', '/el/contact', '/page/how-we-work', '/el/page/how-we-work'];
  for (const path of paths) {
    const { text, html } = await visitor.get(path);
    expect(text, path).toMatch(/Nikos Ilias.*(Eleni Kosta|Ελένη Κώστα)/);
    expect(html).toContain('alt="Nikos Ilias');
    expect(html).toContain('href="tel:+302295000099"');
  }
  const { html: sitemap } = await visitor.get('/sitemap.xml');
  expect(/\/page\/how-we-work<\/loc><lastmod>([^<]+)/.exec(sitemap)![1]).toBe(
    toAthensDay(new Date()),
  );

  await press(anna, page, 'offline');
  for (const path of paths) expect((await visitor.get(path)).text, path).not.toContain('Nikos');
  run(`UPDATE site_entries SET live = 0 WHERE kind = 'people'`);
  await refreshPublishedContent();
  for (const path of paths)
    expect((await visitor.get(path)).text, path).not.toMatch(/Who answers|Ποιος απαντά/);
  run(`UPDATE site_entries SET live = 1 WHERE kind = 'people' AND sample = 1`);
  await refreshPublishedContent();
});

test('PB-7 P-12 shows a client as a name or as a sanitized word-mark, in the order of the desk', async () => {
  const page = await publish(anna, 'clients', { title: 'Acme', title_el: 'Άκμε' });
  for (const [path, name] of [
    ['/', 'Acme'],
    ['/el', 'Άκμε'],
  ] as const)
    expect((await visitor.get(path)).texts('span')).toContain(name);
  const drawnLogo = svg('<script>alert(1)</script><path d="M0 0h9"/>');
  await publish(anna, page, {}, [['mark', drawnLogo]]);
  const marks = async () =>
    (await visitor.get('/'))
      .all('img')
      .map((image) => [attribute(image, 'alt')!, attribute(image, 'src')!] as const)
      .filter(([, src]) => src.startsWith('/clients/'));
  const [[name, mark], [next, itsMark]] = (await marks()) as [
    readonly [string, string],
    readonly [string, string],
  ];
  expect([name, next]).toEqual(['Acme', 'Ellinogermaniki Agogi']);
  const { headers, html } = await visitor.get(mark);
  expect(html).toMatch(/^<svg [^>]+><path d="M0 0h9"\/><\/svg>\n$/);
  expect(headers.get('content-type')).toBe('image/svg+xml');
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  expect(mark).toBe('/clients/acme.svg');
  expect(headers.get('cache-control')).toBe('public, max-age=60, stale-while-revalidate=86400');
  const list = await anna.get(`${SITE}/clients`);
  const firstMoveForm = forms(list.html).findIndex(({ fields }) => 'id' in fields);
  await anna.submit(list, { to: '1' }, firstMoveForm);
  expect((await marks())[0]![1]).toBe(itsMark);
});

/** The controls of a page that neither a label with a text nor aria-label names. */
function unnamedControls(page: Page): string[] {
  const labels = page.all('label').filter((label) => textOf(label) !== '');
  const namedIds = new Set(labels.map((label) => attribute(label, 'for')));
  const wrapped = new Set(labels.flatMap((label) => elements(label, CONTROLS)));
  return (
    page
      .all(CONTROLS)
      .filter((control) => attribute(control, 'type') !== 'hidden')
      // The button that Enter presses.
      .filter((control) => !attribute(control, 'aria-hidden'))
      .filter((control) => !wrapped.has(control) && !namedIds.has(attribute(control, 'id') ?? '-'))
      .filter((control) => !attribute(control, 'aria-label') && textOf(control) === '')
      .map((control) => `${page.url}: ${control.tagName} ${attribute(control, 'name')}`)
  );
}

const CONTROLS = 'input, select, textarea, button';

test('PB-1 PB-7 SH-7 names every control of every form of the site, with all files in place', async () => {
  const pages = [await open('projects', 'roche'), await open('clients', 'lapin')];
  expect(pages.map((page) => page.values('input', 'name').filter(isKeptFile))).toEqual([
    ['kept_drawing'],
    ['kept_mark'],
  ]);
  pages.push(await open('documents', 'balance-sheet-2020'));
  for (const kind of KINDS) pages.push(await blank(kind), await anna.get(`${SITE}/${kind}`));
  expect(pages.filter(({ html }) => html.includes('<main')).flatMap(unnamedControls)).toEqual([]);
});

const isKeptFile = (name: string) => name.startsWith('kept_');
