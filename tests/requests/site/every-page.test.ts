import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { listClients } from '#app/content/catalogue/documents.server.ts';
import { listProjects } from '#app/content/catalogue/projects.server.ts';
import { getLocalizedPath, getPathLanguage, toPlainPath } from '#app/content/language.ts';
import { navigation } from '#app/content/navigation.server.ts';
import { listPublicPages, type PublicPage } from '#app/content/pages.server.ts';
import { getCompanyTexts, getLegalIdentity } from '#app/content/texts/company.server.ts';
import { staff } from '#db/seed/people.ts';
import { makeAdmin, signedIn } from '../../support/people/admins.ts';
import {
  attribute,
  elements,
  headOf,
  keepAllPagesParsed,
  textOf,
  texts,
  values,
} from '../../support/reading/browser.ts';
import { exchange } from '../../support/reading/exchange.ts';
import { collectIds, listEntries, parseGraph } from '../../support/reading/graph.ts';
import { findJoinedWords } from '../../support/reading/joined-words.ts';
import { expectGreekBut } from '../../support/reading/latin.ts';
import { ORIGIN, startSite } from '../../support/servers/site.ts';

const site = await startSite();
keepAllPagesParsed();

/** Loads a page with its links and files, which are parsed once because many tests look at them. */
async function load(path: string) {
  const response = await fetch(site + path, { redirect: 'manual' });
  const { status, headers } = response;
  const isPage = headers.get('content-type')?.startsWith('text/html');
  const html = isPage ? await response.text() : '';
  return { status, headers, html, links: linksOf(html, path), files: filesOf(html) };
}

type LoadedPage = Awaited<ReturnType<typeof load>>;

const linksOf = (html: string, path: string) =>
  elements(html, 'a')
    .map((link) => new URL(attribute(link, 'href') ?? '#', new URL(path, site)))
    .filter((url) => url.origin === new URL(site).origin);

const filesOf = (html: string) =>
  elements(html, 'img, source, video, link, script, iframe')
    .filter((element) => !/canonical|alternate/.test(attribute(element, 'rel') ?? ''))
    .flatMap((tag) =>
      ['src', 'srcset', 'poster', 'href'].flatMap((key) => attribute(tag, key) ?? []),
    )
    .flatMap((value) => value.split(',').map((part) => part.trim().split(' ')[0]!));

/** Every public page and everything that pages link to, by path with query. */
let pages: Map<string, LoadedPage>;
let listed: (PublicPage & LoadedPage)[];
let htmlPages: [string, LoadedPage][];
let greek: [string, LoadedPage][];

beforeAll(async () => {
  pages = await crawl(listPublicPages().map(({ path }) => new URL(path, site)));
  listed = listPublicPages().map((page) => ({ ...page, ...pages.get(page.path)! }));
  htmlPages = [...pages].filter(([, { html, status }]) => html && status === 200);
  greek = htmlPages.filter(([path]) => getPathLanguage(path.split('?')[0]!) === 'el');
});

/** Loads all linked pages, but only one of the URLs that differ in the values of their query. */
async function crawl(startUrls: URL[]): Promise<Map<string, LoadedPage>> {
  const loadedPages = new Map<string, LoadedPage>();
  const variants = new Set<string>();
  const isNewVariant = ({ pathname, searchParams }: URL) => {
    const variant = `${pathname}?${[...searchParams.keys()].join()}`;
    return !variants.has(variant) && variants.add(variant);
  };
  for (let pendingUrls = startUrls; pendingUrls.length > 0;) {
    const paths = pendingUrls.filter(isNewVariant).map((url) => url.pathname + url.search);
    const newPages = await mapInBatches(paths, load);
    for (const [index, page] of newPages.entries()) loadedPages.set(paths[index]!, page);
    pendingUrls = newPages.flatMap(({ links }) => links);
  }
  return loadedPages;
}

const BATCH_SIZE = 8;

async function mapInBatches<Item, Result>(
  items: Item[],
  convert: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += BATCH_SIZE) {
    const batch = items.slice(start, start + BATCH_SIZE);
    results.push(...(await Promise.all(batch.map(convert))));
  }
  return results;
}

test('R-1 L-2 links only to existing pages and fragments', () => {
  const broken: string[] = [];
  for (const [path, page] of pages) {
    if (page.status !== 200) broken.push(`${path}: ${page.status}`);
    for (const link of page.links) {
      const target = pages.get(link.pathname + link.search);
      const part = decodeURIComponent(link.hash.slice(1));
      if (link.href.endsWith('#')) broken.push(`${path}: a link to "#"`);
      if (part && target?.html && !target.html.includes(` id="${part}"`)) broken.push(link.href);
    }
  }
  expect(broken).toEqual([]);
  expect(pages.size).toBeGreaterThan(140);
});

test('serves every picture, film, style and script that a page refers to from its own host', async () => {
  const files = new Set<string>();
  for (const [path, page] of htmlPages) {
    const foreignUrls = page.files.filter((url) => !/^\/(?!\/)/.test(url));
    expect(foreignUrls, path).toEqual([]);
    for (const url of page.files) files.add(url);
  }
  // tests/unit/http/static-files.test.ts proves that the files of the build are served.
  const storedFiles = [...files].filter((path) => !existsSync(`build/client${path}`));
  expect(await listMissing(storedFiles)).toEqual([]);
  expect(files.size).toBeGreaterThan(200);
});

test('SE-2 serves the sharing preview of each kind of page in each language', async () => {
  const previews = htmlPages.map(([, { html }]) =>
    headOf(html).get('og:image')!.replace(ORIGIN, ''),
  );
  const sources = new Set(listPublicPages().map(({ preview }) => preview.src));
  expect([...new Set(previews)].filter((preview) => !sources.has(preview))).toEqual([]);
  // The server cuts each picture when it is first asked for, which takes about half a second.
  const previewsByFolder = new Map(previews.map((preview) => [dirname(preview), preview]));
  for (const preview of previewsByFolder.values()) {
    const { status, headers } = await fetch(site + preview);
    expect([preview, status, headers.get('content-type')]).toEqual([preview, 200, 'image/jpeg']);
  }
  expect(previewsByFolder.size).toBeGreaterThan(7);
});

async function listMissing(paths: string[]): Promise<string[]> {
  const statuses = await mapInBatches(paths, async (path) => {
    const { status } = await fetch(site + path, { method: 'HEAD' });
    return `${path}: ${status}`;
  });
  return statuses.filter((status) => !status.endsWith(': 200'));
}

test('R-1 H-7 SH-7 serves everybody the same page, with nothing hidden and pictures with their size', () => {
  for (const [path, { html, headers }] of htmlPages) {
    expect(html.match(/<[^>]+ style="[^"]*"/g) ?? [], path).toEqual([]);
    expect(html, path).not.toContain('data-reveal="wait"');
    expect(texts(html, 'h1'), path).toHaveLength(1);
    for (const image of elements(html, 'img')) {
      const attributes = ['width', 'height', 'alt'].map((name) => attribute(image, name));
      expect(attributes, `${path}: ${attribute(image, 'src')}`).not.toContain(undefined);
    }
    const isPrivate = /\/contact|^\/(admin|reset-password)/.test(path);
    if (!isPrivate) expect(headers.getSetCookie(), path).toEqual([]);
  }
});

test('EN-1 keeps words apart in a browser without style sheets', () => {
  const joined = new Set(htmlPages.flatMap(([, { html }]) => findJoinedWords(html)));
  expect([...joined]).toEqual([]);
});

test('SH-9 stops iOS from making telephone links of other numbers', () => {
  for (const [path, { html }] of htmlPages)
    expect(headOf(html).get('format-detection'), path).toBe('telephone=no');
});

/** What every page that may be shared says of itself. */
function expectWholeHead(html: string, path: string): Map<string, string> {
  const head = headOf(html);
  expect(head.get('title'), path).toMatch(/DRYS/);
  expect(head.get('description')?.length, path).toBeGreaterThan(20);
  expect([head.get('canonical'), head.get('og:url')]).toEqual([ORIGIN + path, ORIGIN + path]);
  for (const name of ['title', 'description'])
    expect(head.get(`og:${name}`), path).toBe(head.get(name));
  for (const card of ['og', 'twitter'])
    expect(head.get(`${card}:image:alt`)?.length, path).toBeGreaterThan(20);
  expect(head.get('og:type')).toMatch(/^(website|article)$/);
  expect([head.get('og:image:width'), head.get('og:image:height')]).toEqual(['1200', '630']);
  // A reader takes a structured property for one of the root before it.
  const properties = values(html, 'meta', 'property').filter((name) => name.startsWith('og:image'));
  expect(properties[0]).toBe('og:image');
  expect(head.get('twitter:card')).toBe('summary_large_image');
  return head;
}

test('R-1 SE-2 EL-1 gives each page a complete head, a preview of its own and links to both languages', () => {
  for (const { path, html } of listed) {
    const head = expectWholeHead(html, path);
    expect(head.has('robots'), path).toBe(false);
    expect(head.get('og:image')).toBe(`${ORIGIN}/og${path === '/' ? '/home' : path}.jpg`);
    const plain = toPlainPath(path);
    const links = elements(elements(html, 'head')[0]!, 'link');
    const alternates = links.filter((link) => attribute(link, 'hreflang') !== undefined);
    expect(
      alternates.map((link) => [attribute(link, 'hreflang'), attribute(link, 'href')]),
    ).toEqual([
      ['en', ORIGIN + plain],
      ['el', ORIGIN + getLocalizedPath('el', plain)],
      ['x-default', ORIGIN + plain],
    ]);
    // SE-5 the feed is announced on the insights and nowhere else.
    const feeds = links.filter((link) => attribute(link, 'type') === 'application/atom+xml');
    const feed = getLocalizedPath(getPathLanguage(path), '/insights/feed.xml');
    const announced = plain.startsWith('/insights') ? [feed] : [];
    const feedPaths = feeds.map((link) => attribute(link, 'href'));
    expect(feedPaths, path).toEqual(announced);
  }
  for (const name of ['title', 'description'])
    expect(new Set(listed.map(({ html }) => headOf(html).get(name))).size).toBe(listed.length);
});

const graphsOf = (html: string) =>
  elements(html, 'script[type="application/ld+json"]').map((element) =>
    element.childNodes.map((n) => ('value' in n ? n.value : '')).join(''),
  );

test('SE-3 gives each page one complete graph with breadcrumbs from the home page, in its HTML only', async () => {
  for (const path of ['/_', '/about', '/projects/roche', '/insights/our-philosophy', '/contact'])
    expect(await (await fetch(`${site}${path}.data`)).text(), path).not.toContain('schema.org');
  for (const { path, title, language, html, headers } of listed) {
    const [json = '', ...others] = graphsOf(html);
    expect(others, path).toEqual([]);
    const graph = parseGraph(json);
    const { defined, pointed } = collectIds(graph);
    expect(new Set(defined).size, path).toBe(defined.length);
    const dangling = pointed.filter((id) => !defined.includes(id));
    expect(dangling, path).toEqual([]);
    for (const [key, value] of listEntries(graph))
      expect(['', '-', null], key).not.toContain(value);
    const hash = createHash('sha256').update(json).digest('base64');
    expect(headers.get('content-security-policy'), path).not.toContain(hash);
    const crumbs = graph.find((node) => node['@type'] === 'BreadcrumbList');
    const home = getLocalizedPath(language, '/');
    if (path === home) expect(crumbs).toBeUndefined();
    else {
      type Step = { position: number; name: string; item: string };
      const steps = crumbs!['itemListElement'] as Step[];
      const first = { name: language === 'en' ? 'Home' : 'Αρχική', item: ORIGIN + home };
      expect(steps[0]).toMatchObject(first);
      expect(steps.at(-1)).toMatchObject({ name: title, item: ORIGIN + path });
      for (const [index, { position, name, item }] of steps.entries()) {
        expect(position).toBe(index + 1);
        const page = listed.find((entry) => ORIGIN + entry.path === item);
        if (index > 0) expect(page?.title, path).toBe(name);
      }
    }
  }
});

const part = (html: string, name: 'header' | 'footer') => elements(html, name)[0]!;

test('SH-1 SH-5 SH-6 P-13 P-14 VP-4 gives each page a skip link, header, menu, content and footer', () => {
  for (const { path, html, language } of listed) {
    expect(values(html, 'a', 'href')[0], path).toBe('#main');
    expect(html, path).toMatch(/<header[\s\S]*<main id="main"[\s\S]*<footer/);
    const [opener] = values(html, 'button', 'popovertarget');
    const menu = elements(html, `div[id="${opener}"]`)[0]!;
    expect(attribute(menu, 'popover'), path).toBeDefined();
    for (const { label } of navigation[language]) expect(textOf(menu)).toContain(label);
    const footer = textOf(part(html, 'footer'));
    const { factory, offices, phone, email, name, social, sample } = getCompanyTexts(language);
    const contact = [...factory.lines, ...offices!.lines, sample!.line, phone, email];
    const year = `© ${new Date().getFullYear()} ${name}`;
    for (const line of [...contact, 'Instagram', 'LinkedIn', 'Twitter', year])
      expect(footer, path).toContain(line);
    for (const { label, value } of getLegalIdentity(language))
      expect(footer).toContain(`${label} ${value}`);
    const footerPaths = ['/insights', '/financial-data', '/privacy', '/terms', '/sitemap'];
    expect(values(part(html, 'footer'), 'a', 'href'), path).toEqual(
      expect.arrayContaining([
        ...footerPaths.map((to) => getLocalizedPath(language, to)),
        ...social.map(({ href }) => href),
      ]),
    );
  }
});

test('SH-2 shows the wordmark and three links in order in the header, and marks the current one', () => {
  const { html } = pages.get('/about')!;
  const hrefs = ['/', '/projects', '/about', '/contact', '/el/about'];
  expect(values(part(html, 'header'), 'a', 'href')).toEqual(hrefs);
  expect(textOf(part(html, 'header'))).toContain('PROJECTSABOUTCONTACT');
  const current = elements(html, 'a[aria-current=page]');
  expect(current.map((a) => attribute(a, 'href'))).toEqual(['/about', '/about']);
  expect(pages.get('/')!.html).not.toContain('aria-current');
});

/** Words that are the same in Greek: names, standards, and terms without a Greek name. */
const LATIN = `DRYS Woodworking Atom CNC Cloudflare Cookies EN English FSC GDPR ISO Instagram LinkedIn
  PDF JPEG PNG WebP HEIC DWG DXF MB TUV Twitter Email cookie cookies dpa drys email example gr info m www
  EL pixel solid surface RAL NCS IP JavaScript`;
const names = [
  ...listProjects('el').map(({ title }) => title),
  ...listClients('en').map(({ name }) => name),
];
const expectGreek = expectGreekBut([LATIN, ...names, 'Nestlé', 'Deutsch'].join(' '));

test('EL-1 EL-2 EL-3 writes Greek pages in Greek, links to Greek pages, and to the English version with its query', () => {
  expect(greek.length).toBeGreaterThan(htmlPages.length / 3);
  for (const [path, { html }] of greek) {
    expectGreek({ html }, '', path);
    const links = elements(html, 'a');
    const languageLinks = links.filter((link) => attribute(link, 'hreflang') === 'en');
    const [at = '', query] = path.split('?');
    const expectedLink = [toPlainPath(at) + (query ? `?${query}` : ''), 'en', 'English'];
    expect(
      languageLinks.map((link) => [attribute(link, 'href'), attribute(link, 'lang'), textOf(link)]),
      path,
    ).toEqual([expectedLink, expectedLink, expectedLink]);
    const stray = links
      .filter((link) => attribute(link, 'hreflang') === undefined)
      .map((link) => attribute(link, 'href') ?? '')
      .filter((href) => href.startsWith('/') && !/^\/el(\/|$)|\.pdf$/.test(href));
    expect(stray, path).toEqual([]);
    for (const action of values(html, 'form', 'action'))
      expect(action).toMatch(/\/el\/contact(\?about=|$)/);
  }
});

test('EL-1 EL-3 has a Greek version of every English page with the same structure', () => {
  const tags = 'h1 h2 h3 h4 a img input select option textarea p li'.split(' ');
  const shape = ({ html }: { html: string }) =>
    tags.map((tag) => `${tag} ${elements(html, tag).length}`);
  const inEnglish = listed.filter(({ language }) => language === 'en');
  expect(listed).toHaveLength(2 * inEnglish.length);
  for (const page of inEnglish) {
    expect(shape(pages.get(getLocalizedPath('el', page.path))!), page.path).toEqual(shape(page));
  }
});

test('EL-2 links English pages to the Greek ones without redirecting anyone', async () => {
  for (const path of ['/', '/projects/roche?photo=3']) {
    const { status, text } = await exchange(site, { path, headers: { 'accept-language': 'el' } });
    expect(status, path).toBe(200);
    expect(text, path).toContain('<html lang="en"');
    const languageLinks = elements(text, 'a[hreflang=el]');
    const expectedLink = [path === '/' ? '/el' : `/el${path}`, 'el', 'Ελληνικά'];
    expect(
      languageLinks.map((link) => [attribute(link, 'href'), attribute(link, 'lang'), textOf(link)]),
    ).toEqual([expectedLink, expectedLink, expectedLink]);
  }
});

test.each([
  ['/nowhere', 'Page not found'],
  ['/about/us', 'Page not found'],
  ['/insights/nope', 'Page not found'],
  ['/media/nope', 'Page not found'],
  ['/page/nope/deeper', 'Page not found'],
  ['/projects/nope', 'Project not found'],
  ['/projects/__proto__', 'Project not found'],
  ['/projects/roche%20', 'Project not found'],
])('R-2 R-6 L-3 answers %s with 404, not to be indexed: %s', async (path, title) => {
  const { status, html } = await load(path);
  expect(status).toBe(404);
  const head = headOf(html);
  expect(head.get('title')).toBe(`${title} | DRYS Woodworking`);
  expect(head.get('robots')).toBe('noindex');
  expect(head.has('canonical')).toBe(false);
  expect(head.get('og:image')).toBe(`${ORIGIN}/og/home.jpg`);
  expect(graphsOf(html)).toEqual([]);
  const isProject = title.startsWith('Project');
  const main = elements(html, 'main')[0]!;
  if (isProject) expect(texts(html, 'h1')).toEqual([title]);
  else
    expect(textOf(main)).toMatch(
      /404.*The page was not found. It may have been removed or renamed/,
    );
  const [name, home] = isProject ? ['Return to projects', '/projects'] : ['Return Home', '/'];
  const returnLink = elements(main, 'a').find((link) => textOf(link) === name)!;
  expect(attribute(returnLink, 'href')).toBe(home);
  expect(texts(html, 'footer')).toHaveLength(1);
});

test.each(['/el/anything', '/el/admin', '/el/projects/nope'])(
  'EL-2 answers %s, an unknown path below /el, with a Greek 404',
  async (path) => {
    const { status, html } = await load(path);
    expect(status).toBe(404);
    expectGreek({ html }, '', path);
  },
);

test('R-1 SE-2 gives the pages of the desk complete heads and excludes them from indexing', async () => {
  await makeAdmin(staff.anna.email);
  const { cookie } = await signedIn(site, staff.anna.email);
  const account = ['account', 'account/password', 'account/two-step'];
  const pages = ['new', 'numbers', 'templates', 'quarantine', 'people', 'person', 'mail', 'site'];
  const deskPaths = ['', ...account, ...pages].map((name) => `/admin/dashboard/${name}`);
  for (const path of ['/admin', '/admin?forgot', '/reset-password', ...deskPaths]) {
    const headers: Record<string, string> = path.startsWith('/admin/') ? { cookie } : {};
    const { text } = await exchange(site, { path: path.replace(/\/$/, ''), headers });
    const head = expectWholeHead(text, path.replace(/\/$|\?.*/, ''));
    expect(head.get('robots')).toBe('noindex');
    expect(graphsOf(text)).toEqual([]);
  }
});

test('L-2 SE-1 EL-1 lists every public page with its day and its other languages in sitemap.xml', async () => {
  const xml = await (await fetch(`${site}/sitemap.xml`)).text();
  const entries = xml.split('<url>').slice(1);
  const days = entries.map((entry) =>
    /<loc>(.+)<\/loc><lastmod>(.+)<\/lastmod>/.exec(entry)!.slice(1),
  );
  expect(days).toEqual(
    listPublicPages().map(({ path, dateModified }) => [ORIGIN + path, dateModified]),
  );
  for (const [index, { path, dateModified }] of listPublicPages().entries()) {
    expect(dateModified, path).toMatch(/^20\d\d-\d\d-\d\d$/);
    const plain = toPlainPath(path);
    expect(entries[index]).toContain(
      `hreflang="el" href="${ORIGIN}${getLocalizedPath('el', plain)}"`,
    );
    for (const language of ['en', 'x-default'])
      expect(entries[index]).toContain(`hreflang="${language}" href="${ORIGIN}${plain}"`);
  }
});
