import { expect, test } from 'vitest';
import { checkContent, findBySlug, refuseTwinFiles } from '#app/content/read-content.server.ts';
import { mediaSchema } from '#app/content/articles/articles.server.ts';
import fixture from '../../support/media-fixture.json' with { type: 'json' };

const entries = [
  { slug: 'oak-hall', formerSlugs: ['oak-house', 'oak'] },
  { slug: 'elm', formerSlugs: [] },
];

test.each([
  ['oak-hall', 'oak-hall'],
  ['oak-house', 'oak-hall'],
  ['oak', 'oak-hall'],
  ['elm', 'elm'],
  ['ash', undefined],
])('SE-5 at %s is %s', (slug, found) => {
  expect(findBySlug(entries, slug)?.slug).toBe(found);
});

test.each([
  [['open-factory-day'], '1.formerSlugs.0: has the address "open-factory-day", which entry [0]'],
  [['news', 'news'], '1.formerSlugs.1: has the address "news", which entry [1]'],
])('SE-5 former slugs %j that are taken are refused', (formerSlugs, reason) => {
  const list = fixture.map((entry, index) => (index === 1 ? { ...entry, formerSlugs } : entry));
  expect(() => checkContent('media.json', list, mediaSchema)).toThrow(`media.json: ${reason}`);
});

test('SE-5 among entries that are files, the two files are named', () => {
  const taken = [entries[0]!, { slug: 'elm', formerSlugs: ['oak'] }];
  expect(() => refuseTwinFiles(taken, ['a.json', 'b.json'])).toThrow(
    'b.json: formerSlugs[0]: has the address "oak", which a.json has already',
  );
  expect(() => refuseTwinFiles(entries, ['a.json', 'b.json'])).not.toThrow();
});

test('SE-1 a media article that never changed was last changed when it was published', () => {
  const changed = { ...fixture[1], dateModified: '2025-03-01' };
  const [first, second] = checkContent('media.json', [fixture[0], changed], mediaSchema);
  expect([first?.dateModified, second?.dateModified]).toEqual(['2025-05-12', '2025-03-01']);
  const early = [{ ...fixture[0], dateModified: '2025-05-11' }];
  expect(() => checkContent('media.json', early, mediaSchema)).toThrow(
    '0.dateModified: is before publishedDate',
  );
});
