import { expect, test } from 'vitest';
import { insights } from '#app/content/articles/articles.server.ts';
import { attribute, elements, PlainBrowser, textOf } from '../../support/reading/browser.ts';
import { ORIGIN, startSite } from '../../support/servers/site.ts';

const browser = new PlainBrowser(await startSite());

function canonical(html: string): string | undefined {
  const found = elements(html, 'link').find((link) => attribute(link, 'rel') === 'canonical');
  return found && attribute(found, 'href');
}

test('R-4 the list of insights leads to each of them', async () => {
  const { status, html } = await browser.get('/insights');
  expect(status).toBe(200);
  const links = elements(html, 'article').flatMap((card) => elements(card, 'a'));
  expect(links.map((link) => attribute(link, 'href'))).toEqual([
    '/insights/our-philosophy',
    '/insights/sustainable-design',
  ]);
  expect(textOf(html)).toContain('June 2022');
  expect(textOf(html)).toContain('August 2022');
});

test.each(insights.en.map((insight) => [insight.slug, insight] as const))(
  'P-7 /insights/%s shows its text, quote and picture',
  async (slug, { title, subtitle, content }) => {
    const { status, html } = await browser.get(`/insights/${slug}`);
    expect(status).toBe(200);
    expect(elements(html, 'h1').map((head) => textOf(head))).toEqual([title]);
    expect(textOf(html)).toContain(subtitle);
    expect(canonical(html)).toBe(`${ORIGIN}/insights/${slug}`);
    const quotes = elements(html, 'blockquote').map((quote) => textOf(quote));
    const captions = elements(html, 'figcaption').map((caption) => textOf(caption));
    const alts = elements(html, 'img').map((image) => attribute(image, 'alt'));
    for (const block of content) {
      if (block.type === 'quote') expect(quotes).toContain(`“${block.quote}”`);
      if (block.type === 'image') expect(alts).toContain(block.alt);
      if (block.type === 'image' && block.caption) expect(captions).toContain(block.caption);
    }
    expect(elements(html, 'h2').length).toBeGreaterThan(1);
  },
);

test('L-4 /page/materials has title, subtitle and its blocks', async () => {
  const { status, html } = await browser.get('/page/materials');
  expect(status).toBe(200);
  expect(elements(html, 'h1').map((head) => textOf(head))).toEqual(['Materials']);
  const text = textOf(html);
  expect(text).toContain('The woods we keep in the store, and what each of them is good for');
  expect(text).toContain('Thirteen layers to 18 millimetres');
  expect(text).toContain('“Choose the tree for the job, then the board for the place.”');
  expect(canonical(html)).toBe(`${ORIGIN}/page/materials`);
});

test.each(['our-philosophy', 'sustainable-design'])(
  'R-5 /page/%s answers with the same blocks, its home under /insights',
  async (slug) => {
    const page = await browser.get(`/page/${slug}`);
    const insight = await browser.get(`/insights/${slug}`);
    expect(page.status).toBe(200);
    const prose = (html: string) =>
      elements(html, 'p')
        .map((paragraph) => textOf(paragraph))
        .filter((text) => text.length > 90);
    for (const paragraph of prose(page.html)) expect(prose(insight.html)).toContain(paragraph);
    expect(prose(page.html).length).toBeGreaterThan(3);
    expect(canonical(page.html)).toBe(`${ORIGIN}/insights/${slug}`);
  },
);

test.each(['nope', 'roche', 'constructor'])(
  'R-3 /page/%s redirects to the 404 page',
  async (slug) => {
    const answer = await browser.get(`/page/${slug}`);
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe('/not-found');
    const page = await browser.follow(answer);
    expect(page.status).toBe(404);
    expect(textOf(page.html)).toContain(
      'The page was not found. It may have been removed or renamed.',
    );
  },
);

test.each(['/insights/nope', '/insights/materials', '/media/nope', '/media/open-factory-day'])(
  'R-6 %s is the 404 page',
  async (path) => {
    const { status, html } = await browser.get(path);
    expect(status).toBe(404);
    expect(textOf(html)).toContain('The page was not found. It may have been removed or renamed.');
    expect(canonical(html)).toBeUndefined();
  },
);

test('M-1 without articles the media page says that the section is to come', async () => {
  const { status, html } = await browser.get('/media');
  expect(status).toBe(200);
  expect(elements(html, 'h1').map((head) => textOf(head))).toEqual(['Media']);
  expect(elements(html, 'h2').map((head) => textOf(head))).toContain('Coming Soon');
  expect(textOf(html)).toContain('The media section is under development.');
  expect(elements(html, 'article')).toEqual([]);
});
