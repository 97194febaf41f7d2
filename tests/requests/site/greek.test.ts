import { publicPages } from '#app/content/pages.server.ts';
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { clients } from '#app/content/catalogue/clients.server.ts';
import { projects } from '#app/content/catalogue/projects.server.ts';
import { pathIn, plainPath } from '#app/content/language.ts';
import { contact, contactErrors } from '#app/content/words/contact.server.ts';
import { home } from '#app/content/words/home.server.ts';
import { database } from '#db/database.server.ts';
import { typed } from '../../support/people/enquiry.ts';
import { solveProof } from '../../support/people/proof.ts';
import { attribute, elements, forms, PlainBrowser, textOf } from '../../support/reading/browser.ts';
import { exchange } from '../../support/reading/exchange.ts';
import { latinIn } from '../../support/reading/latin.ts';
import { ORIGIN, startSite } from '../../support/servers/site.ts';

const site = await startSite();
const browser = new PlainBrowser(site);

/** Words that are the same in Greek: names, marks of standards, and what has no other name. */
const LATIN = `DRYS Woodworking Atom CNC Cloudflare Cookies DRYS EN English FSC GDPR ISO Instagram
  LinkedIn PDF JPEG PNG WebP HEIC DWG DXF MB TUV Twitter Email cookie cookies dpa drys email example gr info m www EL Sample Studio
  Photography`;
const names = [...projects.en, ...clients].map((named) =>
  'title' in named ? named.title : named.name,
);
const allowed = new Set([LATIN, ...names].join(' ').match(/[A-Za-z]+/g));

const greekPages = publicPages.filter(({ language }) => language === 'el');
const asked = [
  ...greekPages.map(({ path }) => path),
  '/el/nope',
  '/el/projects/nope',
  '/el/projects?category=school&year=2018',
  '/el/projects/roche?photo=2',
  '/el/about?photo=1',
  '/el/contact?about=roche',
  '/el/financial-data?tab=statements',
];

describe.each(asked)('%s', async (path) => {
  const { html } = await browser.get(path);

  test('EL-1 EL-3 is Greek, but for a short list of names', () => {
    expect(html).toContain('<html lang="el"');
    expect(latinIn(html).filter((word) => !allowed.has(word))).toEqual([]);
  });

  test('EL-2 leads to the English page with its query, from header, menu and footer', () => {
    const ways = elements(html, 'a').filter((link) => attribute(link, 'hreflang') === 'en');
    expect(ways).toHaveLength(3);
    for (const way of ways) {
      const [at = '', query] = path.split('?');
      expect(attribute(way, 'href')).toBe(plainPath(at) + (query ? `?${query}` : ''));
      expect([attribute(way, 'lang'), textOf(way)]).toEqual(['en', 'English']);
    }
  });

  test('EL-1 leads to Greek pages, but for the way to English and to files', () => {
    const stray = elements(html, 'a')
      .filter((link) => attribute(link, 'hreflang') === undefined)
      .map((link) => attribute(link, 'href') ?? '')
      .filter((href) => href.startsWith('/') && !/^\/el(\/|$)|\.pdf$/.test(href));
    expect(stray).toEqual([]);
    for (const { action } of forms(html)) expect(action).toMatch(/\/el\/contact$/);
  });
});

test('EL-1 EL-3 every English page has a Greek one of the same build', async () => {
  const shape = async (path: string) => {
    const { html } = await browser.get(path);
    const count = (tag: string) => elements(html, tag).length;
    return Object.fromEntries(
      'h1 h2 h3 h4 a img input select option textarea p li'
        .split(' ')
        .map((tag) => [tag, count(tag)]),
    );
  };
  const english = publicPages.filter(({ language }) => language === 'en');
  expect(greekPages.map(({ path }) => plainPath(path))).toEqual(english.map(({ path }) => path));
  for (const { path } of english) {
    expect([path, await shape(pathIn('el', path))]).toEqual([path, await shape(path)]);
  }
});

test('EL-2 English pages lead to the Greek ones, and nobody is sent there unasked', async () => {
  for (const path of ['/', '/projects?category=school', '/projects/roche?photo=3']) {
    const { status, text } = await exchange(site, { path, headers: { 'accept-language': 'el' } });
    expect([status, text.includes('<html lang="en"')]).toEqual([200, true]);
    const ways = elements(text, 'a').filter((link) => attribute(link, 'hreflang') === 'el');
    expect(ways.map((way) => attribute(way, 'href'))).toEqual(
      Array(3).fill(path === '/' ? '/el' : `/el${path}`),
    );
    expect(ways.map((way) => [attribute(way, 'lang'), textOf(way)])).toEqual(
      Array(3).fill(['el', 'Ελληνικά']),
    );
  }
});

test.each([
  ['/el/', 301, '/el'],
  ['/el/page/nope', 302, '/el/not-found'],
  ['/EL/About', 301, '/el/about'],
])('EL-1 %s leads to the Greek %i %s', async (path, status, location) => {
  const answer = await browser.get(path);
  expect([answer.status, answer.headers.get('location')]).toEqual([status, location]);
});

test('EL-2 an unknown address below /el is a Greek 404', async () => {
  for (const path of ['/el/anything', '/el/admin', '/el/projects/nope', '/el/media/nope']) {
    const { status, html } = await browser.get(path);
    expect([path, status, html.includes('<html lang="el"')]).toEqual([path, 404, true]);
  }
});

test('EL-1 the feed is Greek below /el, and says where its pages are', async () => {
  const { status, html: feed } = await browser.get('/el/insights/feed.xml');
  expect(status).toBe(200);
  expect(feed).toContain('xml:lang="el"');
  expect(feed).toContain('<title>Άρθρα της DRYS Woodworking</title>');
  expect(feed).toContain(`<id>${ORIGIN}/el/insights/feed.xml</id>`);
  expect(feed).toContain(`href="${ORIGIN}/el/insights/our-philosophy"`);
});

test('EL-1 the sitemap lists each page in both languages, and each names the other', async () => {
  const { html: xml } = await browser.get('/sitemap.xml');
  for (const { path } of publicPages) {
    const plain = plainPath(path);
    const [, entry = ''] = xml.split(`<loc>${ORIGIN}${path}</loc>`);
    const own = entry.slice(0, entry.indexOf('</url>'));
    expect(own).toContain(`hreflang="el" href="${ORIGIN}${pathIn('el', plain)}"`);
    expect(own).toContain(`hreflang="en" href="${ORIGIN}${plain}"`);
    expect(own).toContain(`hreflang="x-default" href="${ORIGIN}${plain}"`);
  }
});

test('EL-3 dates, numbers and quotation marks are set as in Greek', async () => {
  const terms = await browser.get('/el/terms');
  expect(textOf(terms.html)).toContain('20 Νοεμβρίου 2026');
  const insight = await browser.get('/el/insights/our-philosophy');
  expect(textOf(insight.html)).toContain('Ιούνιος 2022');
  expect(textOf(elements(insight.html, 'blockquote')[0]!)).toMatch(/^«[^»]+»$/);
  expect(textOf((await browser.get('/el')).html)).toContain('5.000 τ.μ.');
});

test('EL-3 a refused enquiry is told so in Greek, with what was typed', async () => {
  const visitor = new PlainBrowser(site);
  const page = await visitor.get('/el/contact');
  const refused = await visitor.submit(page, { full_name: '', email: 'nobody', phone: '210' });
  expect(refused.status).toBe(422);
  const said = textOf(refused.html);
  expect(said).toContain(contactErrors.el.email.message);
  expect(said).toContain('Ελέγξτε τα 2 παρακάτω πεδία.');
  expect(refused.html).toContain('value="nobody"');
});

test('EL-1 the Greek form is made for each visitor, and no other Greek page is', async () => {
  const answers = await Promise.all(['/el/contact', '/el'].map((path) => fetch(site + path)));
  const [form, home] = answers.map(({ headers }) => {
    return [headers.get('cache-control'), headers.getSetCookie().length];
  });
  expect(form).toEqual([expect.stringContaining('no-store'), 1]);
  expect(home).toEqual([expect.not.stringContaining('no-store'), 0]);
});

test('EL-4 an enquiry remembers its language, its project type is shown in it and stored as ever', async () => {
  const visitor = new PlainBrowser(site);
  const page = await visitor.get('/el/contact?about=roche');
  expect(forms(page.html)[0]!.fields['project']).toBe('Office Spaces');
  const options = elements(page.html, 'option');
  expect(options.map((option) => textOf(option))).toEqual(Object.values(contact.el.projectTypes));
  const sent = await visitor.submit(page, { ...typed, turnstileToken: await solveProof(site) });
  expect(sent.status).toBe(303);
  expect(sent.headers.get('location')).toMatch(/^\/el\/contact\?sent=.*#sent$/);
  expect(textOf((await visitor.follow(sent)).html)).toContain(contact.el.success.title);
  const row = await database()
    .selectFrom('contact_submissions')
    .select(['language', 'project', 'about_project'])
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ language: 'el', project: 'Office Spaces', about_project: 'roche' });
});

test('EL-4 what is set aside and proves to be an enquiry keeps its language', async () => {
  const visitor = new PlainBrowser(site);
  const page = await visitor.get('/el/contact');
  await visitor.submit(page, { ...typed, website: 'http://spam.example' });
  const row = database().selectFrom('quarantine').select('language');
  expect((await row.executeTakeFirstOrThrow()).language).toBe('el');
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
