import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { backUp, checkBackup } from '#app/domain/backup.server.ts';
import { DAY, addDays, athensDay } from '#app/domain/clock.server.ts';
import { exportContent, importContent } from '#app/domain/site/content-files.server.ts';
import { sweepPictures } from '#app/domain/site/pictures.server.ts';
import { staff } from '#db/seed/people.ts';
import { makeAdmin, signedIn } from '../../support/people/admins.ts';
import { wordsOf } from '../../support/people/desk.ts';
import { entryForm, faultsOn, press, pressWith } from '../../support/people/site-editor.ts';
import {
  type Page,
  PlainBrowser,
  attribute,
  elements,
  forms,
  headOf,
  texts,
  values,
} from '../../support/reading/browser.ts';
import { startSite } from '../../support/servers/site.ts';
import { column } from '../../support/servers/store.ts';

const site = await startSite();
await makeAdmin(staff.anna.email);
const anna = await signedIn(site, staff.anna.email);
const visitor = new PlainBrowser(site);
const media = join(process.env['DATA_DIR']!, 'media');
const outside = mkdtempSync(join(tmpdir(), 'drys-documents-'));
afterAll(() => rmSync(outside, { recursive: true }));

const SITE_DESK = '/admin/dashboard/site';
type Kind = 'documents' | 'certificates' | 'clients' | 'categories';
const blank = (kind: Kind) => anna.get(`${SITE_DESK}/${kind}/new`);
const open = (kind: Kind, slug: string) => {
  const [id] = column('SELECT id FROM site_entries WHERE kind = ? AND slug = ?', kind, slug);
  return anna.get(`${SITE_DESK}/${kind}/${id}`);
};

let made = 0;
/** No two alike. */
const pdf = (inside: string | Buffer = '', name = 'sheet.pdf') => {
  const head = Buffer.from(`%PDF-1.7\n% ${++made}\n`);
  const foot = Buffer.from('\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n');
  const bytes = Buffer.concat([head, Buffer.from(inside), foot]);
  return new File([bytes], name, { type: 'application/pdf' });
};
const svg = (inside: string, viewBox = 'viewBox="0 0 30 10"') =>
  new File([`<svg xmlns="http://www.w3.org/2000/svg" ${viewBox}>${inside}</svg>`], 'mark.svg');

const sheet = { list: 'balance-sheets', year: '2025' };

async function published(
  page: Page,
  fields: Record<string, string>,
  files: Parameters<typeof pressWith>[2] = [],
): Promise<Page> {
  const answer = await pressWith(anna, page, files, { ...fields, do: 'publish' });
  if (answer.status !== 303) throw new Error(`not published: ${faultsOn(answer).join(' ')}`);
  return anna.follow(answer);
}

const statusOf = async (path: string) => (await visitor.get(path)).status;
const NEW_SHEET = '/financial-data/2025/balance-sheet-2025.pdf';

test('PB-1 PB-7 the desk lists documents, certificates and clients, filled with the sample', async () => {
  const words = wordsOf((await anna.get(SITE_DESK)).html);
  expect(words).toMatch(/Documents 18 entries .* Certificates 3 entries .* Clients 17 entries/);
  const names = Object.keys(entryForm(await open('documents', 'balance-sheet-2019')));
  expect(names).toEqual(
    expect.arrayContaining(['title_en', 'title_el', 'list', 'year', 'kept_file']),
  );
});

test('PB-7 F-1 this year’s balance sheet is a form with a file: page, range, order and texts follow', async () => {
  const lastmod = async () => {
    const { html } = await visitor.get('/sitemap.xml');
    return /\/financial-data<\/loc><lastmod>([^<]+)/.exec(html)![1];
  };
  expect(await lastmod()).toBe('2026-11-22');
  expect(await statusOf(NEW_SHEET)).toBe(404);
  const file = pdf();
  await published(await blank('documents'), sheet, [['file', file]]);
  const page = await visitor.get('/financial-data');
  const cards = elements(page.html, 'a').filter((a) => attribute(a, 'href')?.endsWith('.pdf'));
  expect(cards.map((a) => attribute(a, 'href')).slice(0, 2)).toEqual([
    NEW_SHEET,
    '/financial-data/2024/balance-sheet-2024.pdf',
  ]);
  expect(wordsOf(page.html)).toContain('Balance sheet 2025');
  expect(texts(page.html, 'h1')[0]).toContain('2016-2025');
  expect(headOf(page.html).get('description')).toContain('of the years 2016 to 2025');
  expect(page.html).toMatch(/application\/ld\+json[^]*of the years 2016 to 2025/);
  const greek = await visitor.get('/el/financial-data');
  expect(wordsOf(greek.html)).toContain('Ισολογισμός 2025');
  expect(headOf(greek.html).get('description')).toContain('2016 έως 2025');
  expect(
    values((await visitor.get('/financial-data?tab=statements')).html, 'a', 'href'),
  ).not.toContain(NEW_SHEET);
  expect(await lastmod()).toBe(athensDay(new Date()));
  const served = await fetch(site + NEW_SHEET);
  expect([served.status, served.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(Buffer.from(await served.arrayBuffer())).toEqual(Buffer.from(await file.arrayBuffer()));
});

test('PB-7 R-8 another file is there under the same address at once; who has the old one asks and learns of it', async () => {
  const before = await fetch(site + NEW_SHEET);
  expect(before.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
  const condition = { headers: { 'if-none-match': before.headers.get('etag')! } };
  expect((await fetch(site + NEW_SHEET, condition)).status).toBe(304);
  const page = await open('documents', 'balance-sheet-2025');
  // Large ones are not read to be told apart.
  const large = pdf(Buffer.alloc(200_000, ' '));
  await published(page, {}, [['file', large]]);
  const after = await fetch(site + NEW_SHEET, condition);
  expect([after.status, (await after.arrayBuffer()).byteLength]).toEqual([200, large.size]);
  const again = { headers: { 'if-none-match': after.headers.get('etag')! } };
  expect((await fetch(site + NEW_SHEET, again)).status).toBe(304);
  const next = pdf(Buffer.alloc(200_000, ' '));
  await published(await open('documents', 'balance-sheet-2025'), {}, [['file', next]]);
  expect((await fetch(site + NEW_SHEET, again)).status).toBe(200);
  const part = await fetch(site + NEW_SHEET, { headers: { range: 'bytes=0-4' } });
  expect([part.status, await part.text()]).toEqual([206, '%PDF-']);
  const head = await fetch(site + NEW_SHEET, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(next.size)]);
});

test('PB-7 two of one list and year are refused; a year that was wrong leads on; a title of its own is shown', async () => {
  const twin = await pressWith(anna, await blank('documents'), [['file', pdf()]], {
    ...sheet,
    do: 'publish',
  });
  expect([twin.status, faultsOn(twin)]).toEqual([422, ['year']]);
  expect(wordsOf(twin.html)).toContain('this list already has a document of that year');
  // What came is kept with the draft.
  const draft = { ...twin, url: `${SITE_DESK}/documents/new` };
  await published(draft, { year: '2031', title_en: 'Revised balance', title_el: 'Αναθεωρημένος' });
  expect(wordsOf((await visitor.get('/financial-data')).html)).toContain('Revised balance');
  await published(await open('documents', 'balance-sheet-2031'), { year: '2026' });
  const moved = await visitor.get('/financial-data/2031/balance-sheet-2031.pdf');
  const place = '/financial-data/2026/balance-sheet-2026.pdf';
  expect([moved.status, moved.headers.get('location')]).toEqual([301, place]);
  expect(await statusOf(place)).toBe(200);
  await press(anna, await open('documents', 'balance-sheet-2026'), 'delete');
  expect([
    await statusOf(place),
    await statusOf('/financial-data/2031/balance-sheet-2031.pdf'),
  ]).toEqual([404, 404]);
});

test('PB-2 PB-7 a document’s faults are named; a stale save is refused', async () => {
  const refused = await press(anna, await blank('documents'), 'publish', { year: '20x5' });
  expect([refused.status, faultsOn(refused).toSorted()]).toEqual([422, ['file', 'list', 'year']]);
  const mine = await open('documents', 'balance-sheet-2025');
  await press(anna, await open('documents', 'balance-sheet-2025'), 'save', { title_en: 'Other' });
  expect((await press(anna, mine, 'publish', { title_en: 'Mine' })).status).toBe(409);
  await press(anna, await open('documents', 'balance-sheet-2025'), 'save', { title_en: '' });
});

test('PB-7 what the sample has is served no more once its entry is offline, deleted or has another file', async () => {
  const old = '/financial-data/2019/balance-sheet-2019.pdf';
  const sample = await (await fetch(site + old)).text();
  await published(await open('documents', 'balance-sheet-2019'), {}, [['file', pdf()]]);
  expect(await (await fetch(site + old)).text()).not.toBe(sample);
  const gone = '/financial-data/2018/balance-sheet-2018.pdf';
  const page = await open('documents', 'balance-sheet-2018');
  const offline = await anna.follow(await press(anna, page, 'offline'));
  expect(await statusOf(gone)).toBe(404);
  expect(wordsOf((await visitor.get('/financial-data')).html)).not.toContain('Balance sheet 2018');
  await press(anna, offline, 'publish');
  expect(await statusOf(gone)).toBe(200);
  await press(anna, await open('documents', 'balance-sheet-2018'), 'delete');
  expect(await statusOf(gone)).toBe(404);
  expect(await statusOf('/clients/lapin.svg')).toBe(200);
  await press(anna, await open('clients', 'lapin'), 'offline');
  expect(await statusOf('/clients/lapin.svg')).toBe(404);
  expect((await visitor.get('/')).html).not.toContain('Lapin');
  for (const name of ['balance-sheet-2018.pdf', 'lapin.svg'])
    expect([name, await statusOf(`/media-files/${name}`)]).toEqual([name, 404]);
});

test('PB-2 PB-7 a draft’s PDF is nobody’s but the desk’s, in its form and its preview', async () => {
  const fields = { ...sheet, list: 'statements' };
  const saved = await pressWith(anna, await blank('documents'), [['file', pdf()]], fields);
  const page = await anna.follow(saved);
  const [file] = values(page.html, 'a', 'href').filter((to) => to.startsWith('/media-files/'));
  const mine = await anna.get(file!);
  expect([mine.status, mine.headers.get('cache-control')]).toEqual([
    200,
    expect.stringContaining('no-store'),
  ]);
  expect(await statusOf(file!)).toBe(404);
  expect(await statusOf('/financial-data/2025/financial-statements-2025.pdf')).toBe(404);
  const preview = await press(anna, page, 'preview');
  expect(preview.headers.get('location')).toBe('/financial-data?tab=statements&preview');
  expect(values((await anna.follow(preview)).html, 'a', 'href')).toContain(file);
});

const stream = (dictionary: string, bytes: Buffer) =>
  Buffer.concat([
    Buffer.from(`1 0 obj\n<< ${dictionary} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream\nendobj\n'),
  ]);
const hidden = deflateSync('<< /S /JavaScript /JS (app.alert(1)) >>');

test.each([
  ['a picture', new File(['\x89PNG\r\n\x1a\n%PDF-1.7 %%EOF'], 'a.pdf'), 'is not a PDF'],
  ['a page', new File(['<html>%PDF-1.7 %%EOF'], 'a.pdf'), 'is not a PDF'],
  ['one that breaks off', new File(['%PDF-1.7\n1 0 obj'], 'a.pdf'), 'is not a PDF, or not a whole'],
  ['a locked one', pdf('trailer << /Encrypt 5 0 R >>', 'a.pdf'), 'is protected by a password'],
  ['one with a script', pdf('<< /S /JavaScript >>', 'a.pdf'), 'runs a script'],
  ['a script by another spelling', pdf('<< /S /J#61va#53cript >>', 'a.pdf'), 'runs a script'],
  [
    'one that starts a program',
    pdf('<< /S /Launch >>', 'a.pdf'),
    'runs a script or starts a program',
  ],
  [
    'a script in compressed objects',
    pdf(stream('/Type /ObjStm /Filter /FlateDecode', hidden), 'a.pdf'),
    'runs a script',
  ],
  [
    'objects that nobody can read',
    pdf(stream('/Type /ObjStm /Filter /Other', Buffer.from('x')), 'a.pdf'),
    'is not a PDF',
  ],
  ['one too large', pdf(Buffer.alloc(26 * 1024 * 1024), 'a.pdf'), 'is larger than 25 MB'],
])('PB-7 PB-10 %s is refused by name; what was there stays', async (_, file, why) => {
  const before = readdirSync(media).length;
  const shown = await (await fetch(site + NEW_SHEET)).arrayBuffer();
  const page = await open('documents', 'balance-sheet-2025');
  const answer = await pressWith(anna, page, [['file', file]], { do: 'publish' });
  expect([answer.status, faultsOn(answer)]).toEqual([422, ['file']]);
  expect(wordsOf(answer.html)).toContain(`a.pdf ${why}`);
  expect(entryForm(answer)['kept_file']).toMatch(/^[0-9a-f]{64}$/);
  expect(readdirSync(media)).toHaveLength(before);
  expect(await (await fetch(site + NEW_SHEET)).arrayBuffer()).toEqual(shown);
});

test('PB-7 A-6 a certificate says what it certifies and until when; its address stays', async () => {
  const until = addDays(athensDay(new Date()), 20);
  const fields = {
    title_en: 'ISO 45001',
    title_el: 'ISO 45001',
    says_en: 'Safety',
    says_el: 'Ασφάλεια',
  };
  const wrong = await press(anna, await blank('certificates'), 'publish', {
    ...fields,
    until: '31/12',
  });
  expect([wrong.status, faultsOn(wrong)]).toEqual([422, ['until']]);
  // Without a file it is still to come.
  const page = await published(await blank('certificates'), { ...fields, until });
  const about = async (path = '/about') => {
    const { html } = await visitor.get(path);
    return wordsOf(html.slice(html.indexOf('id="certificates"')));
  };
  expect(await about()).toMatch(/^.*ISO 45001 Coming Soon Safety. Valid until \d/);
  expect(await about('/el/about')).toMatch(/ISO 45001 Αναμένεται Ασφάλεια. Ισχύει έως \d/);
  const whole = await published(page, { title_en: 'ISO 45001:2026' }, [['file', pdf()]]);
  expect(await statusOf('/certificates/iso-45001.pdf')).toBe(200);
  expect(values((await visitor.get('/about')).html, 'a', 'href')).toContain(
    '/certificates/iso-45001.pdf',
  );
  const list = await anna.get(`${SITE_DESK}/certificates`);
  expect(texts(list.html, 'strong')).toEqual([expect.stringMatching(/^Ends on \d/)]);
  await published(whole, { until: '2026-01-31' });
  const later = await anna.get(`${SITE_DESK}/certificates`);
  expect(texts(later.html, 'strong')).toEqual(['Ended on 31 Jan 2026']);
  expect(await statusOf('/certificates/iso-9001-2015.pdf')).toBe(200);
  await press(anna, await open('certificates', 'iso-9001-2015'), 'offline');
  expect(await statusOf('/certificates/iso-9001-2015.pdf')).toBe(404);
  expect((await visitor.get('/about')).html).not.toContain('ISO 9001');
});

test('PB-7 P-12 a client is a name set in type, or a word-mark that is made safe; in the order of the desk', async () => {
  const page = await published(await blank('clients'), { title: 'Acme', title_el: 'Άκμε' });
  const names = async (path: string) => texts((await visitor.get(path)).html, 'span');
  expect(await names('/')).toContain('Acme');
  expect(await names('/el')).toContain('Άκμε');
  const hostile = `<title>A &amp; &lt;b></title><script>alert(1)</script><style>*{}</style>
    <g onclick="x()" style="fill: url(https://evil.example); stroke: #fff">
    <path d="M0 0h9" fill="url(#a)" href="https://evil.example"/><use href="#a"/>
    <image href="https://evil.example/x.png"/><foreignObject><iframe src="/"/></foreignObject></g>
    <animate attributeName="href"/><a href="javascript:x()"><rect width="2"/></a>`;
  await published(page, {}, [['mark', svg(hostile, 'onload="x()" viewBox="0 0 30 10" id="a"')]]);
  const shown = elements((await visitor.get('/')).html, 'img')[0] ?? null;
  const [mark] = values((await visitor.get('/')).html, 'img', 'src').filter((src) =>
    src.startsWith('/media-files/'),
  );
  expect(shown).not.toBeNull();
  const { headers, html } = await visitor.get(mark!);
  expect(html).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 10" width="240" height="80">' +
      '<title>A &#38; &#60;b&#62;</title><g stroke="#fff"><path d="M0 0h9"/></g></svg>\n',
  );
  expect(headers.get('content-type')).toBe('image/svg+xml');
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  expect(headers.get('cache-control')).toContain('immutable');
  const logos = elements((await visitor.get('/')).html, 'img').filter((image) =>
    /^\/(clients|media-files)\//.test(attribute(image, 'src') ?? ''),
  );
  expect(logos.map((logo) => attribute(logo, 'alt')).slice(0, 2)).toEqual([
    'Acme',
    'Ellinogermaniki Agogi',
  ]);
  const list = await anna.get(`${SITE_DESK}/clients`);
  const down = forms(list.html).findIndex(({ fields }) => fields['to'] === '1');
  await anna.submit({ ...list, url: `${SITE_DESK}/clients` }, {}, down);
  const [first] = values((await visitor.get('/')).html, 'img', 'src').filter((src) =>
    /^\/(clients|media-files)\//.test(src),
  );
  expect(first).toBe('/clients/ellinogermaniki-agogi.svg');
});

test.each([
  ['no SVG', new File(['%PDF-'], 'mark.svg'), 'cannot be used as a word-mark'],
  ['one without a viewBox', svg('<path d="M0 0"/>', ''), 'cannot be used as a word-mark'],
  ['one with letters alone', svg('<text>Acme</text>'), 'cannot be used as a word-mark'],
  ['one too large', svg(`<path d="${'M0 0'.repeat(20_000)}"/>`), 'is larger than 64 KB'],
  ['one too deep', svg(`${'<g>'.repeat(9000)}<path d="M0 0"/>`), 'cannot be used as a word-mark'],
])('PB-7 PB-10 as a word-mark %s is refused', async (_, file, why) => {
  const answer = await pressWith(anna, await blank('clients'), [['mark', file]], {
    title: 'Refused',
    do: 'publish',
  });
  expect([answer.status, faultsOn(answer)]).toEqual([422, ['mark']]);
  expect(wordsOf(answer.html)).toContain(`mark.svg ${why}`);
});

test('PB-4 PB-7 a category is renamed in both languages wherever it stands', async () => {
  const page = await open('categories', 'hospital');
  await published(page, { title_en: 'Health care', title_el: 'Υγεία' });
  const [own] = values((await visitor.get('/projects?category=hospital')).html, 'a', 'href').filter(
    (to) => /^\/projects\/[^?]+$/.test(to),
  );
  for (const [prefix, now, before] of [
    ['', 'Health care', 'Hospital'],
    ['/el', 'Υγεία', 'Νοσοκομεία'],
  ]) {
    for (const path of ['/projects', '/projects?category=hospital', own!, '/sitemap']) {
      const words = wordsOf((await visitor.get(prefix + path)).html);
      if (path !== '/sitemap') expect([path, words.includes(now!)]).toEqual([path, true]);
      expect([path, words.includes(before!)]).toEqual([path, false]);
    }
  }
  const project = await anna.get(`${SITE_DESK}/projects/new`);
  expect(texts(project.html, 'option')).toContain('Health care');
});

test('PB-9 PDFs and word-marks go with an export, a backup and an import, which takes none that is not harmless', async () => {
  const folder = join(outside, 'exported');
  await exportContent(folder);
  const files = readdirSync(join(folder, 'media'));
  for (const ending of ['.pdf', '.svg'])
    expect(files.filter((file) => file.endsWith(ending)).length).toBeGreaterThan(0);
  const kept = readdirSync(media).filter((file) => /\.(pdf|svg)$/.test(file));
  const backup = join(outside, 'backup.sqlite');
  await backUp(backup);
  expect(await checkBackup(backup)).toMatchObject({ files: kept.length });
  rmSync(media, { recursive: true });
  expect(await statusOf(NEW_SHEET)).toBe(404);
  await importContent(folder);
  expect(await statusOf(NEW_SHEET)).toBe(200);
  const mark = join(
    folder,
    'media',
    files.find((file) => file.endsWith('.svg'))!,
  );
  writeFileSync(mark, readFileSync(mark, 'utf8').replace('<g', '<script>x()</script><g'));
  await expect(importContent(folder)).rejects.toThrow(/is none that the desk would take/);
});

test('PB-5 PB-7 a PDF that no entry, draft or bin has is swept after 30 days', async () => {
  const later = (days: number) => Date.now() + days * DAY;
  await sweepPictures();
  const unused = () =>
    column(`SELECT name FROM site_media WHERE name NOT IN (
      SELECT atom FROM site_entries, json_tree(coalesce(draft, '{}')) WHERE atom IS NOT NULL UNION
      SELECT atom FROM site_entries, json_tree(coalesce(published, '{}')) WHERE atom IS NOT NULL)`);
  const before = unused();
  expect(before.length).toBeGreaterThan(0);
  await sweepPictures(later(29));
  expect(unused()).toEqual(before);
  await sweepPictures(later(31));
  expect(unused()).toEqual([]);
  expect(await statusOf(NEW_SHEET)).toBe(200);
});
