import { expect, test } from 'vitest';
import { attribute, elements } from '../../support/reading/browser.ts';
import { exchange } from '../../support/reading/exchange.ts';
import { startSite } from '../../support/servers/site.ts';

const site = await startSite();

interface Crawled {
  status: number;
  html: string;
  ids: Set<string>;
}

/** Every page that links lead to from the home page, by path with query. */
async function crawl(): Promise<Map<string, Crawled>> {
  const pages = new Map<string, Crawled>();
  const waiting = ['/'];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (pages.has(path)) continue;
    const response = await fetch(site + path);
    const html = response.headers.get('content-type')?.startsWith('text/html')
      ? await response.text()
      : '';
    await response.body?.cancel().catch(() => undefined);
    pages.set(path, { status: response.status, html, ids: idsOf(html) });
    waiting.push(...linksOf(html, path).map(({ pathname, search }) => pathname + search));
  }
  return pages;
}

function linksOf(html: string, path: string): URL[] {
  return elements(html, 'a')
    .map((link) => new URL(attribute(link, 'href') ?? '#', new URL(path, site)))
    .filter((url) => url.origin === new URL(site).origin);
}

function idsOf(html: string): Set<string> {
  return new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!));
}

function filesOf(html: string): string[] {
  const sources = ['img', 'source', 'video', 'link', 'script'].flatMap((name) =>
    elements(html, name).flatMap((element) =>
      ['src', 'srcset', 'poster', 'href'].flatMap((key) => attribute(element, key) ?? []),
    ),
  );
  return sources
    .flatMap((value) => value.split(',').map((part) => part.trim().split(' ')[0]!))
    .filter((url) => url.startsWith('/'));
}

const pages = await crawl();

test('R-1 L-2 no link leads to a missing page, a missing part of a page or nowhere', () => {
  const broken: string[] = [];
  for (const [path, page] of pages) {
    if (page.status >= 400) broken.push(`${path}: ${page.status}`);
    for (const link of linksOf(page.html, path)) {
      const target = pages.get(link.pathname + link.search);
      const part = decodeURIComponent(link.hash.slice(1));
      if (link.href.endsWith('#')) broken.push(`${path}: a link to "#"`);
      if (part && target?.html && !target.ids.has(part)) broken.push(`${path}: ${link.href}`);
    }
  }
  expect([...new Set(broken)]).toEqual([]);
  expect(pages.size).toBeGreaterThan(120);
});

test('every picture, film, style and script that a page names is there', async () => {
  const files = new Set([...pages.values()].flatMap(({ html }) => filesOf(html)));
  const missing: string[] = [];
  for (const file of files) {
    // A connection each: one kept alive may have ended while the pages were read.
    const { status } = await exchange(site, { path: file, method: 'HEAD' });
    if (status !== 200) missing.push(`${file}: ${status}`);
  }
  expect(missing).toEqual([]);
  expect(files.size).toBeGreaterThan(300);
});

test('H-7 no page hides anything or carries a style attribute in its served HTML', () => {
  for (const [path, { html }] of pages) {
    expect(html.match(/<[^>]+ style="[^"]*"/g) ?? [], path).toEqual([]);
    expect(html, path).not.toContain('data-reveal="wait"');
  }
});

test('SH-7 every picture has width, height and an alt text', () => {
  for (const [path, { html }] of pages) {
    for (const image of elements(html, 'img')) {
      const has = ['width', 'height', 'alt'].filter((name) => attribute(image, name) === undefined);
      expect(has, `${path}: ${attribute(image, 'src')}`).toEqual([]);
    }
  }
});

test('R-1 every page has its own title, description and canonical address', () => {
  const seen = new Map<string, string>();
  for (const [path, { html, status }] of pages) {
    if (!html || status !== 200 || /[?]|^\/(admin|reset-password)/.test(path)) continue;
    const title = /<title>([^<]+)<\/title>/.exec(html)?.[1] ?? '';
    expect(title, path).not.toBe('');
    expect(html, path).toMatch(/<meta name="description" content="[^"]{20,}"/);
    expect(seen.get(title), `${path} has the title of another page`).toBeUndefined();
    if (/rel="canonical" href="[^"]*\/page\//.test(html) || !path.startsWith('/page/')) {
      seen.set(title, path);
    }
    expect(html, path).toMatch(/<link rel="canonical" href="http:\/\/localhost:4000\//);
  }
});

test('no page asks a third party for anything', () => {
  for (const [path, { html }] of pages) {
    const asked = ['img', 'source', 'video', 'script', 'iframe', 'link']
      .flatMap((name) => elements(html, name))
      .filter((element) => !/canonical|alternate/.test(attribute(element, 'rel') ?? ''))
      .flatMap((element) => attribute(element, 'src') ?? attribute(element, 'href') ?? []);
    expect(
      asked.filter((url) => !/^\/(?!\/)/.test(url)),
      path,
    ).toEqual([]);
  }
});
