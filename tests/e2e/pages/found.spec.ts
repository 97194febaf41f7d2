import { goHydrated } from '../support/hydrated.ts';
import { expect, test } from '../support/journey.ts';

const GRAPH = 'script[type="application/ld+json"]';

for (const from of ['/', '/projects/roche', '/contact']) {
  test(`SE-3 the graph of ${from} outlives the start of its script, and not the page`, async ({
    page,
  }) => {
    await goHydrated(page, from);
    const json = await page.locator(GRAPH).textContent();
    expect(JSON.parse(json!)).toHaveProperty('@graph');
    await page.getByRole('banner').getByRole('link', { name: 'About' }).click();
    await expect(page).toHaveTitle(/^About/);
    await expect(page.locator(GRAPH)).toHaveCount(0);
    await page.goBack();
    await expect(page).not.toHaveTitle(/^About/);
    await expect(page.locator(GRAPH)).toHaveCount(0);
    await page.reload();
    await expect(page.locator(GRAPH)).toHaveCount(1);
  });
}

test('SE-3 a picture that is opened leaves the graph of its project in place', async ({ page }) => {
  await goHydrated(page, '/projects/roche');
  await page.locator('.project-gallery a').first().click();
  await expect(page).toHaveURL(/photo=1/);
  await expect(page.locator(GRAPH)).toHaveCount(1);
});

test('SE-2 the head of the page that is shown is the only one in the document', async ({
  page,
}) => {
  await goHydrated(page, '/');
  await page.getByRole('banner').getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveTitle(/^About/);
  for (const name of ['property="og:image:alt"', 'property="og:url"', 'name="twitter:title"']) {
    await expect(page.locator(`meta[${name}]`)).toHaveCount(1);
  }
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute('content', /og\/about/);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/about$/);
});

test('SE-5 the feed is well-formed XML and has what Atom asks of it', async ({ page }) => {
  await page.goto('/insights');
  const feed = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[type="application/atom+xml"]')!;
    const root = await new Promise<Element>((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.responseType = 'document';
      request.onload = () => {
        const read = request.responseXML?.documentElement;
        if (read) resolve(read);
        else reject(new Error('the feed is no XML'));
      };
      request.open('GET', link.href);
      request.send();
    });
    const atom = 'http://www.w3.org/2005/Atom';
    const own = (parent: Element, name: string) =>
      [...parent.children].filter((part) => part.localName === name && part.namespaceURI === atom);
    const needed = ['id', 'title', 'updated'];
    return {
      name: `${root.namespaceURI} ${root.localName}`,
      feed: [...needed, 'author'].map((name) => own(root, name).length),
      self: own(root, 'link').map((part) => part.getAttribute('rel')),
      entries: own(root, 'entry').map((entry) =>
        [...needed, 'published', 'summary', 'link', 'content'].map(
          (name) => own(entry, name).length,
        ),
      ),
      ids: own(root, 'entry').map((entry) => own(entry, 'id')[0]!.textContent),
      dates: [...root.getElementsByTagNameNS(atom, 'updated')].map((part) =>
        Date.parse(part.textContent!),
      ),
    };
  });
  expect(feed.name).toBe('http://www.w3.org/2005/Atom feed');
  expect(feed.feed).toEqual([1, 1, 1, 1]);
  expect(feed.self).toEqual(['self', 'alternate']);
  expect(feed.entries).toEqual([
    [1, 1, 1, 1, 1, 1, 1],
    [1, 1, 1, 1, 1, 1, 1],
  ]);
  expect(new Set(feed.ids).size).toBe(2);
  for (const date of feed.dates) expect(date).toBeGreaterThan(0);
});
