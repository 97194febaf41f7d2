import type { Locator } from '@playwright/test';
import { fillDesk, openDesk, row } from './support/desk.ts';
import { expect, test } from './support/journey.ts';

// Faults that only an eye sees: letters that touch, words that leave their column, boxes out of
// line.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const box = async (locator: Locator) => (await locator.boundingBox())!;

/** The height of a line as a share of the size of its letters. */
const readLeading = (heading: Locator) =>
  heading.evaluate((element) => {
    const { lineHeight, fontSize } = getComputedStyle(element);
    return parseFloat(lineHeight) / parseFloat(fontSize);
  });

test('H-1 keeps the lines of the largest headings apart, and the Greek heading of the clients on one', async ({
  page,
}) => {
  for (const path of ['/', '/el']) {
    await page.goto(path);
    expect(await readLeading(page.locator('h1')), path).toBeGreaterThanOrEqual(0.999);
    for (const heading of await page.locator('h2.text-display').all())
      expect(await readLeading(heading), path).toBeGreaterThanOrEqual(1.019);
  }

  const clients = page.locator('#clients');
  const fontSizePx = await clients.evaluate((element) =>
    parseFloat(getComputedStyle(element).fontSize),
  );
  expect((await box(clients)).height).toBeLessThan(fontSizePx * 1.5);
});

test('CF-1 keeps the heading of the contact page out of its sketch', async ({ page }) => {
  for (const path of ['/contact', '/el/contact']) {
    await page.goto(path);
    for (const width of [1024, 1060, 1100, 1280, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const right = await page.locator('h1').evaluate((heading) => {
        const range = document.createRange();
        range.selectNodeContents(heading);
        return Math.max(...[...range.getClientRects()].map((line) => line.right));
      });
      const sketch = await box(page.locator('main section').first().locator('img'));
      expect(right, `${path} at ${width} px`).toBeLessThanOrEqual(sketch.x);
    }
  }
});

test('H-1 PR-1 PD-1 shows a third of the first picture of Home, the projects and a project in a low window', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 780 });
  for (const path of ['/', '/el', '/projects', '/projects/roche', '/el/projects/roche']) {
    await page.goto(path);
    const { y, height } = await box(page.locator('main .frame').first());
    expect((780 - y) / height, path).toBeGreaterThan(1 / 3);
  }
});

test('VP-8 shows a wood of Materials in the whole width of the window and at the same size', async ({
  page,
}) => {
  await page.goto('/page/materials');
  const bands = page.locator('figure').filter({ has: page.locator('a[href$="about=sample"]') });
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 800 });
    const board = bands.nth(2).locator('.frame');
    expect(await box(board)).toMatchObject({ x: 0, width, height: 340 });
    // As high as the picture itself: cropped at its sides, and never scaled.
    await expect(board.locator('img')).toHaveAttribute('height', '340');
  }
});

test('R-4 PD-1 A-2 L-4 sets its texts in ink, 18 to 20 px large, with at most 65 letters a line', async ({
  page,
}) => {
  for (const path of [
    '/page/how-we-work',
    '/insights/our-philosophy',
    '/projects/roche',
    '/about',
  ]) {
    await page.goto(path);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const text = page.locator('main .prose:visible').first();
      const { color, fontSize, inlineSize } = await text.evaluate((element) => {
        const { color, fontSize, inlineSize } = getComputedStyle(element);
        return { color, fontSize: parseFloat(fontSize), inlineSize: parseFloat(inlineSize) };
      });
      expect(color, path).toBe('rgb(20, 24, 31)');
      expect(fontSize, path).toBeGreaterThanOrEqual(18);
      expect(fontSize, path).toBeLessThanOrEqual(20);
      // 65 letters of the font take 30 times its size.
      expect(inlineSize / fontSize, path).toBeLessThanOrEqual(30);
    }
  }
});

test('H-1 H-2 keeps the button of the hero on one line, and shows the factory in the whole width of Home', async ({
  page,
}) => {
  for (const path of ['/', '/el']) {
    await page.goto(path);
    for (const width of [1440, 1024, 390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      const button = await box(page.locator('h1 ~ div a.board'));
      expect(button.height, `${path} at ${width} px`).toBeLessThan(60);
      const film = await box(page.locator('[data-film]'));
      const isBeside = film.y < button.y + button.height && film.y + film.height > button.y;
      if (isBeside) expect(button.x + button.width, path).toBeLessThanOrEqual(film.x);
      expect(await box(page.locator('[aria-labelledby=who] .frame'))).toMatchObject({
        x: 0,
        width,
      });
    }
  }
});

test('SH-6 keeps the footer low, its word-mark clear of other things and the addresses of Contact once', async ({
  page,
}) => {
  for (const path of ['/', '/el']) {
    await page.goto(path);
    for (const [width, highest] of [
      [1440, 640],
      [390, 900],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      const footer = page.locator('footer');
      expect((await box(footer)).height, `${path} at ${width} px`).toBeLessThanOrEqual(highest);
      const crossings = await footer.evaluate((element) => {
        const wordMark = element.querySelector('svg')!.getBoundingClientRect();
        return [...element.querySelectorAll('p, a, h2, dl, address, [data-footer-base]')].filter(
          (other) => {
            const { left, right, top, bottom } = other.getBoundingClientRect();
            const isBeside = right <= wordMark.left || left >= wordMark.right;
            return !isBeside && bottom > wordMark.top && top < wordMark.bottom;
          },
        ).length;
      });
      expect(crossings, `${path} at ${width} px`).toBe(0);
    }
  }

  await page.goto('/contact');
  await expect(page.locator('footer address')).toHaveCount(2);
  for (const address of await page.locator('footer address').all())
    await expect(address).toBeHidden();
});

test('PD-2 keeps Previous and Next within the sheet of a very wide window', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 900 });
  await page.goto('/projects/roche');
  const crumb = await box(page.locator('main .crumbs a').first());
  const previous = await box(page.locator('.neighbour[rel=prev] > span').first());
  expect(Math.abs(previous.x - crumb.x)).toBeLessThan(12);
});

test('SH-4 shows nearly no dark ground through the compact header', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => scrollTo(0, 2000));
  const bar = page.locator('header > div').first();
  await expect(bar).toHaveCSS('background-color', /, 0\.9[4-9]\d*\)$/);
});

test.describe('a phone that lies on its side', () => {
  test.use({ viewport: { width: 844, height: 390 } });

  test('DK-2 DK-3 PD-3 leaves the window to the enquiry and to the picture', async ({
    page,
    site,
  }) => {
    await openDesk(page, site, ({ ids }) => `?enquiry=${ids[0]}`);
    const readPosition = (locator: Locator) =>
      locator.evaluate((element) => getComputedStyle(element).position);
    expect(await readPosition(page.locator('header'))).toBe('static');
    const foot = page.getByRole('dialog').getByLabel('Update Status');
    await expect(foot).not.toBeInViewport();
    await foot.scrollIntoViewIfNeeded();
    await expect(foot).toBeInViewport();

    await page.goto('/projects/roche?photo=1');
    const picture = await box(page.locator('[data-viewer] .frame:visible'));
    expect(picture.height).toBeGreaterThan(350);
  });
});

test('D-2 keeps rows with long words low, whole words whole and boxes in the middle', async ({
  page,
  site,
}) => {
  const { word } = await openDesk(page, site);
  const company = 'Κατασκευαστική Εταιρεία Μελετών Επίπλων και Ξύλινων Κατασκευών Αιγαίου';
  const email = `${'konstantinos.'.repeat(4)}p@architektoniko-grafeio.example`;
  const full_name = `Longest ${word} ${'Papakonstantinou '.repeat(4)}`;
  await fillDesk(site, '', [{ full_name, email, company }]);
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    await page.reload();
    const longestRow = row(page, 'Longest');
    const { y, height } = await box(longestRow);
    expect(height, `${width} px`).toBeLessThan(110);
    const tick = await box(longestRow.getByRole('checkbox'));
    expect(Math.abs(tick.y + tick.height / 2 - y - height / 2)).toBeLessThan(2);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  const lines = await countLines(row(page, 'Longest').locator('[data-column=company] bdi'));
  expect(lines, 'the first word on one line').toBe(1);
});

/** On how many lines the first word of an element stands. */
function countLines(element: Locator): Promise<number> {
  return element.evaluate((node) => {
    const text = node.firstChild!;
    const range = document.createRange();
    range.setStart(text, 0);
    range.setEnd(text, text.textContent!.indexOf(' '));
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  });
}
