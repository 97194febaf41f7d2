import { expect, test } from 'vitest';
import { blocks } from '#app/content/articles/rich-text.server.ts';
import {
  findInsight,
  findMediaArticle,
  findPage,
  insights,
  mediaArticles,
  mediaSchema,
} from '#app/content/articles/articles.server.ts';
import { checkContent, ContentError, readContent } from '#app/content/read-content.server.ts';
import fixture from '../../../support/media-fixture.json' with { type: 'json' };

test('P-7 two insights exist, found by slug, created in June and August 2022', () => {
  expect(insights.en.map(({ slug, createdAt }) => [slug, createdAt.slice(0, 7)])).toEqual([
    ['our-philosophy', '2022-06'],
    ['sustainable-design', '2022-08'],
  ]);
  expect(findInsight('sustainable-design', 'en')).toBe(insights.en[1]);
  expect(findInsight('roche', 'en')).toBeUndefined();
  const kinds = insights.en.flatMap(({ content }) => content.map(({ type }) => type));
  expect(new Set(kinds)).toEqual(new Set(['text', 'quote', 'image']));
});

test('P-8 no media article exists, and those of the fixture would be accepted', () => {
  expect(mediaArticles.en).toEqual([]);
  expect(findMediaArticle('open-factory-day', 'en')).toBeUndefined();
  const articles = checkContent('media.json', fixture, mediaSchema);
  expect(articles.map(({ slug }) => slug)).toContain('open-factory-day');
});

test('P-8 two media articles with one slug are refused', () => {
  expect(() => checkContent('media.json', [...fixture, fixture[0]], mediaSchema)).toThrow(
    'media.json: 3: has the address "open-factory-day", which entry [0] has already',
  );
});

test('R-5 a page is found by its slug, an insight too, whose home is under /insights', () => {
  expect(findPage('materials', 'en')).toMatchObject({
    title: 'Materials',
    path: '/page/materials',
  });
  expect(findPage('our-philosophy', 'en')?.path).toBe('/insights/our-philosophy');
  expect(findPage('our-philosophy', 'en')?.content).toBe(insights.en[0]?.content);
  expect(findPage('constructor', 'en')).toBeUndefined();
});

const alt = { en: '', el: '' };
const badBlocks = [
  [{ type: 'video', id: 'a' }, '0.type: '],
  [{ type: 'text', id: 'a', content: { en: '', el: '' } }, '0.content.en: is empty'],
  [{ type: 'image', id: 'a', src: '//evil.example/x.png', alt }, '0.src: names no picture'],
] as const;

test.each(badBlocks)('P-9 the block %j is refused', (block, reason) => {
  expect(() => checkContent('page.json', [block], blocks)).toThrow(`page.json: ${reason}`);
});

test('P-9 a quote may have no author and an image no caption', () => {
  const plain = [
    { type: 'quote', id: 'q', quote: { en: 'Measure once more.', el: 'Μέτρα μία φορά ακόμη.' } },
    { type: 'image', id: 'i', src: 'texture-oak', alt },
  ];
  expect(checkContent('page.json', plain, blocks)).toEqual(plain);
});

test('P-9 a file that is missing fails in one line with its name', () => {
  const read = () => readContent('pages/missing.json', blocks);
  expect(read).toThrow(ContentError);
  expect(read).toThrow(/^app\/content\/pages\/missing\.json: [^\n]+$/);
});
