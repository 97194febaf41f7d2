import { beforeAll, expect, test, vi } from 'vitest';
import { attribute, elements, PlainBrowser, textOf } from '../../support/reading/browser.ts';
import { startSite } from '../../support/servers/site.ts';

let browser: PlainBrowser;
beforeAll(async () => {
  browser = new PlainBrowser(await startSite());
});

test.each(['/nowhere', '/about/us', '/not-found', '/privacy/x/y'])(
  'R-2 L-3 %s is the 404 page inside the shell',
  async (path) => {
    const page = await browser.get(path);
    expect(page.status).toBe(404);
    const text = textOf(elements(page.html, 'main')[0]!);
    expect(text).toContain('404');
    expect(text).toContain('The page was not found. It may have been removed or renamed.');
    const home = elements(page.html, 'a').find((a) => textOf(a) === 'Return Home')!;
    expect(attribute(home, 'href')).toBe('/');
    expect(elements(page.html, 'header')).toHaveLength(1);
    expect(elements(page.html, 'footer')).toHaveLength(1);
  },
);

test('R-2 the server logs it', async () => {
  const lines: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
    lines.push(String(line));
    return true;
  });
  await browser.get('/never-there');
  write.mockRestore();
  expect(lines.join('')).toContain('"path":"/never-there"');
});

test('R-2 a page that is not there asks not to be indexed and has no canonical URL', async () => {
  const { html } = await browser.get('/nowhere');
  expect(html).toContain('<meta name="robots" content="noindex"/>');
  expect(html).not.toContain('rel="canonical"');
});
