import type { Page } from '@playwright/test';
import { listProjects, listSpecifications } from '#app/content/catalogue/projects.server.ts';
import { getCompanyTexts } from '../../../app/content/texts/company.server.ts';
import { getPageTexts } from '../../../app/content/texts/site.server.ts';
import { expect, test } from '../support/journey.ts';
import { printed, wordsOnPaper } from '../support/measures.ts';

// Chromium reports the preloaded drawing of a project, which paper does not show.
test.use({ expectedErrors: [/was preloaded using link preload/] });

const A4 = [210, 297];

const canonical = async (page: Page) =>
  (await page.locator('link[rel=canonical]').getAttribute('href')) ?? '';

const screenOnly =
  /Enlarge|Discuss|PROJECTS|MENU|Previous|Next|All projects|Skip|\d \/ \d|Pull|©|Follow|Privacy/;

test('SE-4 prints a project on one page without screen controls', async ({ page }) => {
  const project = listProjects('en').find(({ slug }) => slug === 'roche')!;
  await page.goto('/projects/roche');
  const address = await canonical(page);
  const paper = await printed(page);
  expect(paper).toMatchObject({ pages: 1, millimetres: A4, pictures: 4 });
  expect(paper.fonts).toBeGreaterThan(0);
  const messages = await wordsOnPaper(page);
  const { title, category, year, description } = project;
  const expectedTexts = [title, category, year, ...description];
  for (const { label, value } of listSpecifications(project, 'en'))
    expectedTexts.push(`${label} ${value}`);
  expectedTexts.push(getPageTexts('en').project.specifications);
  expectedTexts.push(...getCompanyTexts('en').factory.lines, address);
  for (const text of expectedTexts) expect(messages).toContain(text.replace(/\s+/g, ' '));
  expect(messages).not.toMatch(screenOnly);

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner').locator('svg')).toBeVisible();
  for (const part of ['.cutaway__drawing', '.saw', '.joint', '.project-gallery a > :last-child'])
    await expect(page.locator(`${part}:visible`), part).toHaveCount(0);
  // The three pictures of a gallery are in one row and have the same height.
  const boxes = await page
    .locator('.project-gallery .frame')
    .evaluateAll((all) => all.map((frame) => frame.getBoundingClientRect().toJSON()));
  expect(boxes).toHaveLength(3);
  for (const { top, height } of boxes) {
    expect(top).toBeCloseTo(boxes[0].top, 0);
    expect(height).toBeCloseTo(boxes[0].height, 0);
  }
  await page.goto('/projects/ellinogermaniki-agogi?photo=2');
  const letter = await printed(page, { format: 'Letter', preferCSSPageSize: false });
  expect(letter, 'American paper, an open picture').toMatchObject({ pages: 1, pictures: 4 });
});

test('SE-4 prints the text of an article', async ({ page }) => {
  await page.goto('/insights/our-philosophy');
  const messages = await wordsOnPaper(page);
  const paragraphs = await page.locator('article .prose p').allInnerTexts();
  expect(paragraphs.length).toBeGreaterThan(3);
  for (const text of paragraphs) expect(messages).toContain(text.replace(/\s+/g, ' '));
  expect(messages).toContain(await canonical(page));
  expect(messages).not.toMatch(/More in our|Next|PROJECTS|MENU|©|Follow/);
  const { pages, fonts } = await printed(page);
  expect(pages).toBeLessThanOrEqual(3);
  expect(fonts).toBeGreaterThan(0);
});

test('SE-4 parts the steps by lines on paper', async ({ page }) => {
  await page.setViewportSize({ width: 673, height: 1000 });
  await page.goto('/page/how-we-work');
  await page.emulateMedia({ media: 'print' });
  const step = page.locator('article ol > li').nth(1);
  await expect(step.locator('> p')).toHaveCSS('border-top-width', '1px');
});

test.describe('without JavaScript', () => {
  // Paper has nothing of it, and it would put the text back that is written into the page here.
  test.use({ javaScriptEnabled: false });

  test('SE-4 fits on the page at three times the text size, without a gap', async ({ page }) => {
    await page.goto('/projects/roche');
    await page.evaluate(() => {
      for (const text of document.querySelectorAll('.project-body > p, .project-body .prose p')) {
        text.textContent = `${text.textContent} `.repeat(3);
      }
      const list = document.querySelector('.title-block dl')!;
      while (list.children.length < 8) list.append(list.children[0]!.cloneNode(true));
    });
    expect(await printed(page)).toMatchObject({ pages: 1, pictures: 4 });
    await page.setViewportSize({ width: 390, height: 700 });
    await page.evaluate(() => document.querySelector('.project-gallery')!.remove());
    expect(await printed(page)).toMatchObject({ pages: 1, pictures: 1 });
  });

  test('SE-4 prints each page with one left edge, and each step whole', async ({ page }) => {
    await page.setViewportSize({ width: 794, height: 1000 });
    await page.emulateMedia({ media: 'print' });
    for (const path of ['/', '/about', '/projects/roche', '/el/privacy', '/sitemap', '/contact']) {
      await page.goto(path);
      const lefts = await page.evaluate(() => {
        const getLeft = (selector: string) =>
          [...document.querySelectorAll(selector)]
            .map((element) => element.getBoundingClientRect())
            .filter(({ width }) => width > 1)
            .reduce((least, { left }) => Math.min(least, left), Infinity);
        const [mark, text] = [getLeft('header svg'), getLeft('main :is(h2, p, dt, address)')];
        return { mark, text, footer: getLeft('footer [data-printed]') };
      });
      expect(Math.abs(lefts.text - lefts.mark), `text of ${path}`).toBeLessThan(1.5);
      expect(Math.abs(lefts.footer - lefts.mark), `footer of ${path}`).toBeLessThan(1.5);
    }

    const link = page.getByRole('link', { name: 'View on map' }).first();
    await expect(link).toHaveCSS('text-decoration-line', 'underline');
    await page.goto('/page/how-we-work');
    await expect(page.locator('article ol > li > div').first()).toHaveCSS('break-inside', 'avoid');
  });
});
