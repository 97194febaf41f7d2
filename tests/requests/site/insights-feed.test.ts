import { expect, test } from 'vitest';
import { insights } from '#app/content/articles/articles.server.ts';
import { exchange } from '../../support/reading/exchange.ts';
import { ORIGIN, startSite } from '../../support/servers/site.ts';

const site = await startSite();
const path = '/insights/feed.xml';

test('SE-5 the feed is served as Atom, compressed, and not again to those who have it', async () => {
  const { status, headers, text } = await exchange(site, { path });
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8');
  expect(text).toMatch(/^<\?xml version="1.0" encoding="utf-8"\?>\n<feed /);
  const known = { 'if-none-match': String(headers['etag']), 'accept-encoding': 'br' };
  const again = await exchange(site, { path, headers: known });
  expect(again.headers['content-encoding']).toBe('br');
  const tag = String(again.headers['etag']);
  const third = await exchange(site, { path, headers: { ...known, 'if-none-match': tag } });
  expect([third.status, third.text]).toEqual([304, '']);
});

test('SE-5 each insight is an entry with a name that a new title or slug does not change', async () => {
  const { text } = await exchange(site, { path });
  const entries = text.split('<entry>').slice(1);
  expect(entries).toHaveLength(insights.en.length);
  for (const [index, entry] of entries.entries()) {
    const { id, slug, createdAt, updatedAt } = insights.en.at(-1 - index)!;
    expect(entry).toContain(`<id>tag:localhost,${createdAt}:insights/${id}</id>`);
    expect(entry).toContain(`<published>${createdAt}T00:00:00Z</published>`);
    expect(entry).toContain(`<updated>${updatedAt}T00:00:00Z</updated>`);
    expect(entry).toContain(`href="${ORIGIN}/insights/${slug}"/>`);
  }
  expect(text).toContain('<updated>2022-09-05T00:00:00Z</updated>\n  <author>');
});
