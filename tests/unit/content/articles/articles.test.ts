import { expect, test } from 'vitest';
import { blocks } from '#app/content/articles/blocks.server.ts';
import { findInsight, insights } from '#app/content/articles/insights.server.ts';
import {
  findMediaArticle,
  mediaArticles,
  mediaSchema,
} from '#app/content/articles/media.server.ts';
import { findPage } from '#app/content/articles/pages.server.ts';
import { checkContent, ContentError, readContent } from '#app/content/read-content.server.ts';
import fixture from '../../../support/media-fixture.json' with { type: 'json' };

test('P-7 two insights exist, found by slug, created in June and August 2022', () => {
  expect(insights.map(({ slug, createdAt }) => [slug, createdAt.slice(0, 7)])).toEqual([
    ['our-philosophy', '2022-06'],
    ['sustainable-design', '2022-08'],
  ]);
  expect(findInsight('sustainable-design')).toBe(insights[1]);
  expect(findInsight('roche')).toBeUndefined();
  const kinds = insights.flatMap(({ content }) => content.map(({ type }) => type));
  expect(new Set(kinds)).toEqual(new Set(['text', 'quote', 'image']));
});

test('P-8 no media article exists, and those of the fixture would be accepted', () => {
  expect(mediaArticles).toEqual([]);
  expect(findMediaArticle('open-factory-day')).toBeUndefined();
  const articles = checkContent('media.json', fixture, mediaSchema);
  expect(articles.map(({ slug }) => slug)).toContain('open-factory-day');
});

test('P-8 two media articles with one slug are refused', () => {
  expect(() => checkContent('media.json', [...fixture, fixture[0]], mediaSchema)).toThrow(
    'media.json: [3]: has the address "open-factory-day", which entry [0] has already',
  );
});

test('R-5 a page is found by its slug, an insight too, whose home is under /insights', () => {
  expect(findPage('materials')).toMatchObject({ title: 'Materials', path: '/page/materials' });
  expect(findPage('our-philosophy')?.path).toBe('/insights/our-philosophy');
  expect(findPage('our-philosophy')?.content).toBe(insights[0]?.content);
  expect(findPage('constructor')).toBeUndefined();
});

const badBlocks = [
  [{ type: 'video', id: 'a' }, '[0].type: '],
  [{ type: 'text', id: 'a', content: '' }, '[0].content: is empty'],
  [{ type: 'image', id: 'a', src: '//evil.example/x.png', alt: '' }, '[0].src: names no picture'],
] as const;

test.each(badBlocks)('P-9 the block %j is refused', (block, reason) => {
  expect(() => checkContent('page.json', [block], blocks)).toThrow(`page.json: ${reason}`);
});

test('P-9 a quote may have no author and an image no caption', () => {
  const plain = [
    { type: 'quote', id: 'q', quote: 'Measure once more.' },
    { type: 'image', id: 'i', src: 'texture-oak', alt: '' },
  ];
  expect(checkContent('page.json', plain, blocks)).toEqual(plain);
});

test('P-9 a file that is missing fails in one line with its name', () => {
  const read = () => readContent('pages/missing.json', blocks);
  expect(read).toThrow(ContentError);
  expect(read).toThrow(/^app\/content\/pages\/missing\.json: [^\n]+$/);
});
