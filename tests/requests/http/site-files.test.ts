import { expect, test, vi } from 'vitest';
import { eventually } from '../../support/reading/eventually.ts';
import { projects } from '#app/content/catalogue/projects.server.ts';
import { terms } from '#app/content/words/terms.server.ts';
import { ORIGIN, startSite } from '../../support/servers/site.ts';

const site = await startSite();

async function linesOf(path: string): Promise<string[]> {
  const response = await fetch(site + path);
  expect(response.status).toBe(200);
  expect(response.headers.get('set-cookie')).toBeNull();
  return (await response.text()).split('\n');
}

test('L-2 sitemap.xml lists every public page, and each one answers', async () => {
  const lines = await linesOf('/sitemap.xml');
  const urls = lines.flatMap((line) => /<loc>(.+)<\/loc>/.exec(line)?.[1] ?? []);
  expect(new Set(urls).size).toBe(urls.length);
  expect(urls.length).toBeGreaterThan(22 + 10);
  for (const url of urls) {
    expect(url.startsWith(ORIGIN)).toBe(true);
    const response = await fetch(url.replace(ORIGIN, site), { redirect: 'manual' });
    expect([url, response.status]).toEqual([url, 200]);
    expect(await response.text()).toContain(`<link rel="canonical" href="${url}"`);
  }
});

test('SE-1 sitemap.xml says of each page on which day it last changed', async () => {
  const lines = await linesOf('/sitemap.xml');
  const found = lines.flatMap((line) => {
    const [, path, day] =
      /<loc>https?:\/\/[^/]+(\/.*)<\/loc><lastmod>(.+)<\/lastmod>/.exec(line) ?? [];
    return path && day ? [[path, day] as const] : [];
  });
  const days = new Map(found);
  expect(found.length).toBe(lines.filter((line) => line.includes('<loc>')).length);
  for (const [path, day] of days) expect(day, path).toMatch(/^20\d\d-\d\d-\d\d$/);
  expect(days.get('/insights/sustainable-design')).toBe('2022-09-05');
  expect(days.get('/privacy')).toBe(terms.en.updated);
  for (const { slug, dateModified } of projects.en) {
    expect(days.get(`/projects/${slug}`)).toBe(dateModified);
    expect(days.get('/projects')! >= dateModified).toBe(true);
  }
});

test('robots.txt keeps the desk out and names the sitemap', async () => {
  const lines = await linesOf('/robots.txt');
  expect(lines).toContain('Disallow: /admin');
  expect(lines).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
});

test('security.txt says whom to tell, for half a year from now', async () => {
  const lines = await linesOf('/.well-known/security.txt');
  expect(lines[0]).toMatch(/^Contact: mailto:.+@/);
  const expires = Date.parse(lines.find((line) => line.startsWith('Expires: '))!.slice(9));
  const days = (expires - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(170);
  expect(days).toBeLessThan(190);
});

test('R-2 a path that leads nowhere is logged, without its query', async () => {
  const write = vi.spyOn(process.stdout, 'write');
  await fetch(`${site}/no-such-page?email=someone%40home.example`);
  await eventually(() => {
    const lines = write.mock.calls.map(([line]) => String(line));
    const line = lines.find((entry) => entry.includes('"not-found"'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({ event: 'not-found', path: '/no-such-page' });
    expect(line).not.toContain('someone');
  });
  write.mockRestore();
});
