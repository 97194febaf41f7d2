import type { Page } from '@playwright/test';
import { MOTION } from '../../../app/components/site-limits.ts';
import { readSampleContent } from '../../../app/content/sample.server.ts';
import { getPageTexts } from '../../../app/content/texts/site.server.ts';
import { expect, test } from '../support/journey.ts';
import { goHydrated, phone, readRestingScroll, swipe, waitForFrames } from '../support/page.ts';

const saw = (page: Page) => page.getByRole('slider', { name: getPageTexts('en').project.saw });

/** Reads where the kerf crosses the middle of the picture, and how far its foot is from the slash of the thumb, in px. */
function readKerf(page: Page) {
  return page.evaluate(() => {
    const picture = document.querySelector<HTMLElement>('.cutaway')!;
    const input = document.querySelector<HTMLInputElement>('.saw input')!;
    const { width, height } = picture.getBoundingClientRect();
    const middle = new DOMMatrix(getComputedStyle(picture, '::after').transform).e;
    const run = (height / 2) * 0.437;
    const thumb = 22 + (Number(input.value) / 100) * (width - 44);
    const misfit = Math.abs(middle - run - 22 * 0.437 - thumb);
    return { share: middle / width, isOutside: middle < -run, misfit };
  });
}

const misfit = async (page: Page) => (await readKerf(page)).misfit;
const share = async (page: Page) => (await readKerf(page)).share;

async function getSawBox(page: Page) {
  await saw(page).scrollIntoViewIfNeeded();
  await readRestingScroll(page);
  return (await saw(page).boundingBox())!;
}

test('PD-1 opens the saw by a third, and moves it by keys and pointer', async ({ page }) => {
  await goHydrated(page, '/projects/roche');
  await expect(saw(page)).toHaveValue('33');
  await expect.poll(() => misfit(page)).toBeLessThan(2);
  const { width, height } = (await saw(page).boundingBox())!;
  expect([width > 44, height >= 44]).toEqual([true, true]);
  await saw(page).press('End');
  await waitForFrames(page, 10);
  await expect(saw(page)).toHaveValue('100');
  // Reduced motion does not apply to the kerf, because it only follows the hand.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(() => share(page)).toBeGreaterThan(1);
  await expect(saw(page)).toHaveAttribute('aria-valuetext', 'The whole drawing');
  await saw(page).press('ArrowLeft');
  await expect(saw(page)).toHaveAttribute('aria-valuetext', '99 per cent drawing');
  await saw(page).press('Home');
  await expect(saw(page)).toHaveAttribute('aria-valuetext', 'The whole picture');
  await expect.poll(async () => (await readKerf(page)).isOutside).toBe(true);

  const box = await getSawBox(page);
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + 22, y);
  await page.mouse.down();
  for (const position of [0.3, 0.8]) {
    await page.mouse.move(box.x + box.width * position, y);
    await expect.poll(() => share(page)).toBeGreaterThan(position);
    await expect.poll(() => misfit(page)).toBeLessThan(2);
  }
  await page.mouse.up();
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect.poll(() => misfit(page)).toBeLessThan(2);
});

const viewer = (page: Page) => page.locator('[data-viewer]');
const picker = (page: Page, photo: number) => page.locator(`#photo-${photo}`);
const counter = (page: Page) => viewer(page).locator('[aria-live]').first();
const scrollY = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

test('PD-3 opens the viewer in place, and returns to the picture', async ({ page }) => {
  const requests: string[] = [];
  await goHydrated(page, '/projects/roche');
  await picker(page, 2).scrollIntoViewIfNeeded();
  const scrolled = await readRestingScroll(page);
  page.on('request', (request) => requests.push(request.url()));
  const boxBefore = await picker(page, 2).boundingBox();
  expect(scrolled).toBeGreaterThan(0);
  await picker(page, 2).click();
  await expect(page.getByRole('dialog', { name: 'Roche, pictures' })).toBeVisible();
  await expect(page).toHaveURL(/projects\/roche\?photo=2$/);
  await expect(counter(page)).toHaveText('2 / 4');
  expect(await picker(page, 2).boundingBox()).toEqual(boxBefore);
  await page.mouse.wheel(0, 600);
  await page.keyboard.press('PageDown');
  expect(await readRestingScroll(page)).toBe(scrolled);
  expect(requests.filter((url) => url.includes('.data'))).toEqual([]);
  // The neighbours are loaded before they are asked for.
  const images = page.locator('[data-viewer] img');
  const loaded = () =>
    images.evaluateAll((all) => all.map((image) => (image as HTMLImageElement).naturalWidth > 0));
  await expect.poll(loaded).toEqual([true, true, true]);
  await expect(page.locator('[data-viewer] img:visible')).toHaveCount(1);

  const closed = async () => {
    await expect(viewer(page)).toHaveCount(0);
    await expect(page).toHaveURL(/\/projects\/roche$/);
    await expect(picker(page, 2)).toBeFocused();
    await expect.poll(() => scrollY(page)).toBe(scrolled);
  };
  await page.goBack();
  await closed();
  await page.keyboard.press('Enter');
  await expect(counter(page)).toHaveText('2 / 4');
  await page.keyboard.press('ArrowRight');
  await expect(counter(page)).toHaveText('3 / 4');
  // A screen reader reads what the picture shows, once.
  const shown = (await picker(page, 3).getByRole('img').getAttribute('alt'))!;
  await expect(viewer(page).locator('[aria-live=polite]')).toContainText(['3 / 4', shown]);
  await expect(viewer(page).getByRole('img')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await closed();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Close' }).click();
  await closed();

  await page
    .getByRole('link', { name: getPageTexts('en').project.enlarge })
    .first()
    .click();
  await expect(page).toHaveURL(/projects\/roche\?photo=1$/);
  await expect(counter(page)).toHaveText('1 / 4');
  await page.keyboard.press('Escape');
  await expect(picker(page, 1)).toBeFocused();
  // Closing went back each time: nothing of the viewer is left to go back to.
  await page.goBack();
  await expect(page).toHaveURL('about:blank');
});

test('PD-3 wraps the viewer at both ends, and keeps the focus in it', async ({ page }) => {
  await goHydrated(page, '/projects/roche?preview&photo=1');
  await expect(page.locator('[data-viewer]:modal')).toBeVisible();
  const focused = () => page.evaluate(() => document.activeElement?.ariaLabel);
  await expect.poll(focused).toBe('Close');
  for (const next of ['Previous picture', 'Next picture', 'Close']) {
    await page.keyboard.press('Tab');
    expect(await focused()).toBe(next);
  }
  await page.keyboard.press('Shift+Tab');
  expect(await focused()).toBe('Next picture');

  await page.keyboard.press('ArrowLeft');
  await expect(counter(page)).toHaveText('4 / 4');
  await expect(page).toHaveURL(/\?preview=&photo=4$/);
  await page.getByRole('link', { name: 'Next picture' }).click();
  await expect(counter(page)).toHaveText('1 / 4');
  await expect(page).toHaveURL(/\?preview=&photo=1$/);
  await page.getByRole('link', { name: 'Previous picture' }).click();
  await expect(counter(page)).toHaveText('4 / 4');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/projects\/roche\?preview=$/);
  await expect(picker(page, 1)).toBeFocused();
  await expect(picker(page, 1)).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?preview=&photo=1$/);
});

interface GalleryBox {
  number: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

test('PD-1 PD-3 numbers the gallery, and lays out 1 to 8 pictures flush', async ({ page }) => {
  for (const path of ['/projects/pinakothiki', '/projects/roche']) {
    await goHydrated(page, path);
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const boxes = await readGallery(page);
      expect(boxes.length).toBeGreaterThan(1);
      expect(boxes.map(({ number }) => number)).toEqual(boxes.map((_, index) => index + 2));
      // Each stands to the right of the one before it in the same row, or lower.
      for (const [index, { left, top }] of boxes.entries()) {
        const previousBox = boxes[index - 1];
        if (!previousBox) continue;
        const isBeside = left >= previousBox.right && Math.abs(top - previousBox.top) < 2;
        expect(isBeside || top > previousBox.top, `picture ${index + 2}, ${width} px`).toBe(true);
      }
    }
  }

  for (const width of [1920, 1440, 1024, 844, 480]) {
    await page.setViewportSize({ width, height: 900 });
    for (const count of [1, 2, 3, 4, 5, 6, 7, 8]) {
      await setGallerySize(page, count);
      const message = `${count} pictures at ${width} px`;
      const boxes = await readGallery(page);
      expect(boxes, message).toHaveLength(count);
      const gallery = (await page.locator('.project-gallery ul').boundingBox())!;
      // A line across the gallery at the head or foot of any picture begins and ends in a picture.
      for (const y of boxes.flatMap(({ top, bottom }) => [top + 1, bottom - 1])) {
        const row = boxes.filter(({ top, bottom }) => top < y && y < bottom);
        const left = Math.min(...row.map((box) => box.left));
        const right = Math.max(...row.map((box) => box.right));
        expect(left, message).toBeCloseTo(gallery.x, 0);
        expect(right, message).toBeCloseTo(gallery.x + gallery.width, 0);
        expect(row.length, message).toBeLessThanOrEqual(2);
      }
    }
  }
});

/** Gives the gallery of the open page so many pictures. */
function setGallerySize(page: Page, count: number): Promise<void> {
  return page.locator('.project-gallery').evaluate((gallery, size) => {
    const list = gallery.querySelector('ul')!;
    while (list.children.length < size) list.append(list.children[0]!.cloneNode(true));
    while (list.children.length > size) list.lastElementChild!.remove();
    gallery.setAttribute('data-count', String(size));
  }, count);
}

/** Where each picture with its caption stands. */
function readGallery(page: Page): Promise<GalleryBox[]> {
  return page.locator('.project-gallery li > a').evaluateAll((links) =>
    links.map((link) => {
      const { left, right, top, bottom } = link.getBoundingClientRect();
      const number = Number(link.querySelector('b')?.textContent?.[0]);
      return { number, left, right, top: top + window.scrollY, bottom: bottom + window.scrollY };
    }),
  );
}

test.describe('on a phone', () => {
  test.use(phone);

  test('PD-1 PD-3 pulls the saw by a finger, and the viewer by a swipe', async ({ page }) => {
    await goHydrated(page, '/projects/roche');
    const box = await getSawBox(page);
    const from = [box.x + 22, box.y + box.height / 2] as const;
    const scrolled = await readRestingScroll(page);
    await swipe(page, { from, distance: [200, 4], ms: 300 });
    await expect.poll(() => share(page)).toBeGreaterThan(0.5);
    await expect.poll(() => misfit(page)).toBeLessThan(2);
    expect(await readRestingScroll(page)).toBe(scrolled);
    await swipe(page, { from: [from[0] + 200, from[1]], distance: [0, -200], ms: 300 });
    await expect.poll(() => readRestingScroll(page)).toBeGreaterThan(scrolled);

    await picker(page, 1).scrollIntoViewIfNeeded();
    await readRestingScroll(page);
    await picker(page, 1).click();
    await expect(page.locator('[data-viewer]:modal')).toBeVisible();
    const scrolledBehind = await scrollY(page);
    await swipe(page, { from: [300, 400], distance: [-MOTION.viewerSwipePx - 20, 5] });
    await expect(counter(page)).toHaveText('2 / 4');
    await swipe(page, { from: [100, 400], distance: [MOTION.viewerSwipePx + 20, 5] });
    await expect(counter(page)).toHaveText('1 / 4');
    await swipe(page, { from: [300, 400], distance: [-MOTION.viewerSwipePx + 10, 0] });
    await swipe(page, { from: [300, 600], distance: [-60, -200] });
    await waitForFrames(page, 10);
    await expect(counter(page)).toHaveText('1 / 4');
    expect(await scrollY(page)).toBe(scrolledBehind);
  });
});

test('PD-1 shows nothing of one project on the page of the next', async ({ page }) => {
  const { description } = readSampleContent().projects.find(
    ({ slug }) => slug === 'terra-nord',
  )!.content;
  const [, second, third] = description.en.split('\n\n');
  await page.route('**/projects/terra-nord.data*', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(JSON.stringify(third), JSON.stringify(second));
    await route.fulfill({ response, body });
  });

  await goHydrated(page, '/projects');
  await page.locator('a[href="/projects/terra-nord"]').first().click();
  await expect(page.getByText(second!)).toHaveCount(2);
  await page.getByRole('link', { name: /^Next/ }).click();
  await expect(page).not.toHaveURL(/terra-nord/);
  await expect(page.getByText(second!)).toHaveCount(0);
});
