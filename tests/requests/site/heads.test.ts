import { publicPages } from '#app/content/pages.server.ts';
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { languageOf, pathIn, plainPath } from '#app/content/language.ts';
import { staff } from '#db/seed/people.ts';
import { makeAdmin, signedIn } from '../../support/people/admins.ts';
import { attribute, elements, PlainBrowser } from '../../support/reading/browser.ts';
import { entriesOf, idsIn, nodesOf } from '../../support/reading/graph.ts';
import { ORIGIN, startSite } from '../../support/servers/site.ts';

const site = await startSite({ TRUST_PROXY: '1' });
const browser = new PlainBrowser(site);

let admin: PlainBrowser;
beforeAll(async () => {
  await makeAdmin(staff.anna.email);
  admin = await signedIn(site, staff.anna.email);
});

/** What a head says, by name; a name that comes twice is an error. */
function headOf(html: string): Map<string, string> {
  const head = elements(html, 'head')[0]!;
  const title = elements(head, 'title').map((element) => {
    return ['title', element.childNodes.map((n) => ('value' in n ? n.value : '')).join('')];
  });
  const metas = elements(head, 'meta').map((element) => [
    attribute(element, 'name') ?? attribute(element, 'property') ?? 'charset',
    attribute(element, 'content') ?? '',
  ]);
  const links = elements(head, 'link')
    .filter((element) => attribute(element, 'rel') === 'canonical')
    .map((element) => ['canonical', attribute(element, 'href') ?? '']);
  const said = new Map<string, string>();
  for (const [name = '', content = ''] of [...title, ...metas, ...links]) {
    if (said.has(name)) throw new Error(`${name} comes twice`);
    said.set(name, content);
  }
  return said;
}

function graphsOf(html: string): string[] {
  return elements(html, 'script')
    .filter((element) => attribute(element, 'type') === 'application/ld+json')
    .map((element) => element.childNodes.map((n) => ('value' in n ? n.value : '')).join(''));
}

async function expectWholeHead(html: string, path: string): Promise<Map<string, string>> {
  const head = headOf(html);
  expect(head.get('title')).toMatch(/\S.* DRYS|^DRYS|^About DRYS|^Contact DRYS/);
  expect(head.get('description')?.length).toBeGreaterThan(20);
  expect(head.get('canonical')).toBe(ORIGIN + path);
  expect(head.get('og:url')).toBe(ORIGIN + path);
  for (const card of ['og', 'twitter']) {
    expect(head.get(`${card}:title`)).toBe(head.get('title'));
    expect(head.get(`${card}:description`)).toBe(head.get('description'));
    expect(head.get(`${card}:image`)).toBe(head.get('og:image'));
    expect(head.get(`${card}:image:alt`)?.length).toBeGreaterThan(20);
  }
  expect(head.get('og:type')).toMatch(/^(website|article)$/);
  expect([head.get('og:image:width'), head.get('og:image:height')]).toEqual(['1200', '630']);
  expect(head.get('twitter:card')).toBe('summary_large_image');
  const picture = await fetch(head.get('og:image')!.replace(ORIGIN, site));
  expect(picture.status).toBe(200);
  const bytes = Buffer.from(await picture.arrayBuffer());
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630 });
  return head;
}

describe.each(publicPages)('$path', async ({ path, title }) => {
  const { html, headers } = await browser.get(path);

  test('R-1 SE-2 EL-1 has a whole head, a preview of its own, and names itself in both languages', async () => {
    const head = await expectWholeHead(html, path);
    expect(head.has('robots')).toBe(false);
    const name = path === '/' ? '/home' : path;
    const plain = plainPath(path);
    expect(alternatesIn(html)).toEqual([
      ['en', ORIGIN + plain],
      ['el', ORIGIN + pathIn('el', plain)],
      ['x-default', ORIGIN + plain],
    ]);
    expect(head.get('og:image')).toBe(`${ORIGIN}/og${name}.jpg`);
  });

  test('SE-3 has one graph, whole and without an empty value', () => {
    const [json, ...others] = graphsOf(html);
    expect(others).toEqual([]);
    const graph = nodesOf(json!);
    const { defined, pointed } = idsIn(graph);
    expect(new Set(defined).size).toBe(defined.length);
    expect(pointed.filter((id) => !defined.includes(id))).toEqual([]);
    expect(pointed.length).toBeGreaterThan(0);
    for (const [key, value] of entriesOf(graph)) {
      expect(['', '-', null, undefined], key).not.toContain(value);
    }
  });

  test('SE-3 its breadcrumbs lead from the home page to it', () => {
    const list = nodesOf(graphsOf(html)[0]!).find((node) => node['@type'] === 'BreadcrumbList');
    const language = languageOf(path);
    const home = pathIn(language, '/');
    if (path === home) return expect(list).toBeUndefined();
    const steps = list?.['itemListElement'] as { position: number; name: string; item: string }[];
    expect(steps.map(({ position }) => position)).toEqual(steps.map((_, index) => index + 1));
    expect(steps[0]).toMatchObject({
      name: language === 'en' ? 'Home' : 'Αρχική',
      item: ORIGIN + home,
    });
    expect(steps.at(-1)).toMatchObject({ name: title, item: ORIGIN + path });
    for (const { name, item } of steps.slice(1)) {
      const page = publicPages.find((entry) => ORIGIN + entry.path === item);
      expect(page?.title).toBe(name);
    }
  });

  test('SE-3 the graph rides neither in the data of the page nor in its policy', async () => {
    const data = await (await fetch(`${site}${path === '/' ? '/_' : path}.data`)).text();
    expect(data).not.toContain('schema.org');
    const hash = createHash('sha256').update(graphsOf(html)[0]!).digest('base64');
    expect(headers.get('content-security-policy')).not.toContain(hash);
  });
});

test.each(['/admin', '/admin?forgot', '/reset-password'])(
  'SE-2 %s has a whole head too, and is not to be indexed',
  async (path) => {
    const { html } = await browser.get(path);
    const head = await expectWholeHead(html, path.split('?')[0]!);
    expect(head.get('robots')).toBe('noindex');
    expect(graphsOf(html)).toEqual([]);
  },
);

test.each([
  '/admin/dashboard',
  '/admin/dashboard/account',
  '/admin/dashboard/account/password',
  '/admin/dashboard/account/two-step',
  '/admin/dashboard/quarantine',
  '/admin/dashboard/person',
])('R-1 %s has a whole head', async (path) => {
  const { html } = await admin.get(path);
  expect((await expectWholeHead(html, path)).get('robots')).toBe('noindex');
});

test.each([
  ['/insights/nope', 'Page not found | DRYS Woodworking'],
  ['/media/nope', 'Page not found | DRYS Woodworking'],
  ['/projects/nope', 'Project not found | DRYS Woodworking'],
  ['/nope', 'Page not found | DRYS Woodworking'],
  ['/not-found', 'Page not found | DRYS Woodworking'],
  ['/page/nope/deeper', 'Page not found | DRYS Woodworking'],
])('R-2 R-6 %s has a head of its own, and is not to be indexed', async (path, title) => {
  const { html, status } = await browser.get(path);
  expect(status).toBe(404);
  const head = headOf(html);
  expect(head.get('title')).toBe(title);
  expect(head.get('description')?.length).toBeGreaterThan(20);
  expect(head.get('robots')).toBe('noindex');
  expect(head.has('canonical')).toBe(false);
  expect(head.get('og:image')).toBe(`${ORIGIN}/og/home.jpg`);
  expect(graphsOf(html)).toEqual([]);
});

test('SE-5 the feed is announced on the insights and nowhere else', async () => {
  for (const { path } of publicPages) {
    const { html } = await browser.get(path);
    const feeds = elements(elements(html, 'head')[0]!, 'link').filter(
      (link) => attribute(link, 'type') === 'application/atom+xml',
    );
    const hrefs = feeds.map((link) => [attribute(link, 'rel'), attribute(link, 'href')]);
    const announced = plainPath(path).startsWith('/insights');
    const feed = pathIn(languageOf(path), '/insights/feed.xml');
    expect(hrefs, path).toEqual(announced ? [['alternate', feed]] : []);
  }
});

/** The languages in which a page says that it is there, and where. */
function alternatesIn(html: string): (string | undefined)[][] {
  return elements(elements(html, 'head')[0]!, 'link')
    .filter((link) => attribute(link, 'hreflang') !== undefined)
    .map((link) => [attribute(link, 'hreflang'), attribute(link, 'href')]);
}
