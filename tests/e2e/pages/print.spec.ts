import type { Page } from '@playwright/test';
import { companyWords } from '../../../app/content/words/company.server.ts';
import { pageWords } from '../../../app/content/words/site.server.ts';
import { projects, specificationsOf } from '../../../app/content/catalogue/projects.server.ts';
import { expect, test } from '../support/journey.ts';
import { printed, wordsOnPaper } from '../support/paper.ts';

const A4 = [210, 297];

const canonical = async (page: Page) =>
  (await page.locator('link[rel=canonical]').getAttribute('href')) ?? '';

const screenOnly =
  /View large|Discuss|PROJECTS|MENU|Previous|Next|All projects|Skip|\d \/ \d|Pull|©|Follow|Privacy/;

for (const project of projects.en) {
  const { slug, title, category, year, description, images } = project;
  const path = `/projects/${slug}`;

  test(`SE-4 ${title} prints as one page: all that is asked for, nothing of the screen`, async ({
    page,
  }) => {
    await page.goto(path);
    const address = await canonical(page);
    expect(address).toMatch(new RegExp(`^https?://.*${path}$`));
    const paper = await printed(page);
    expect(paper).toMatchObject({ pages: 1, millimetres: A4 });
    expect(paper.pictures).toBe(1 + Math.min(images.length, 3));
    expect(paper.fonts).toBeGreaterThan(0);

    const words = await wordsOnPaper(page);
    const specifications = specificationsOf(project, 'en');
    expect(specifications.length).toBeGreaterThan(0);
    const asked = [title, category, year, ...description, pageWords.en.project.specifications];
    for (const { label, value } of specifications) asked.push(`${label} ${value}`);
    asked.push(...companyWords.en.factory.lines, address);
    for (const text of asked) expect(words).toContain(text.replace(/\s+/g, ' '));
    expect(words).not.toMatch(screenOnly);

    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('banner').locator('svg')).toBeVisible();
    for (const hidden of [
      '.cutaway__drawing',
      '.saw',
      '.joint',
      '.project-gallery a > :last-child',
      'main nav',
    ]) {
      await expect(page.locator(`${hidden}:visible`), hidden).toHaveCount(0);
    }
  });
}

test('SE-4 a gallery of three stands in one row of one height', async ({ page }) => {
  await page.goto('/projects/roche');
  await page.emulateMedia({ media: 'print' });
  const boxes = await page
    .locator('.project-gallery .frame')
    .evaluateAll((all) => all.map((frame) => frame.getBoundingClientRect().toJSON()));
  expect(boxes).toHaveLength(3);
  for (const { top, height } of boxes) {
    expect(top).toBeCloseTo(boxes[0].top, 0);
    expect(height).toBeCloseTo(boxes[0].height, 0);
  }
});

test('SE-4 on American paper and with an open picture it is one page too', async ({ page }) => {
  await page.goto('/projects/ellinogermaniki-agogi?photo=2');
  const letter = await printed(page, { format: 'Letter', preferCSSPageSize: false });
  expect(letter).toMatchObject({ pages: 1, pictures: 4 });
});

test.describe('without JavaScript', () => {
  // It would put the text back that is written into the page here.
  test.use({ javaScriptEnabled: false });

  test('SE-4 three times the text and all eight specifications still fit on it', async ({
    page,
  }) => {
    await page.goto('/projects/roche');
    await page.evaluate(() => {
      for (const text of document.querySelectorAll('.project-body > p, .project-body .prose p')) {
        text.textContent = `${text.textContent} `.repeat(3);
      }
      const list = document.querySelector('.title-block dl')!;
      while (list.children.length < 8) list.append(list.children[0]!.cloneNode(true));
    });
    expect(await printed(page)).toMatchObject({ pages: 1, pictures: 4 });
  });
});

test.describe('on a phone without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 700 } });

  test('SE-4 a project without a gallery leaves its place empty', async ({ page }) => {
    await page.goto('/projects/roche');
    await page.evaluate(() => document.querySelector('.project-gallery')!.remove());
    expect(await printed(page)).toMatchObject({ pages: 1, pictures: 1 });
  });

  for (const { slug, images } of projects.en.slice(4, 6)) {
    test(`SE-4 ${slug} prints as one page with all its pictures`, async ({ page }) => {
      await page.goto(`/projects/${slug}`);
      const paper = await printed(page);
      expect(paper).toMatchObject({ pages: 1, pictures: 1 + images.length, millimetres: A4 });
    });
  }
});

test('SE-4 an article prints as text, with its address', async ({ page }) => {
  await page.goto('/insights/our-philosophy');
  const words = await wordsOnPaper(page);
  const paragraphs = await page.locator('article .prose p').allInnerTexts();
  expect(paragraphs.length).toBeGreaterThan(3);
  for (const text of paragraphs) expect(words).toContain(text.replace(/\s+/g, ' '));
  expect(words).toContain(await canonical(page));
  expect(words).not.toMatch(/Read on|Next|PROJECTS|MENU|©|Follow/);
  const { pages, fonts } = await printed(page);
  expect(pages).toBeLessThanOrEqual(3);
  expect(fonts).toBeGreaterThan(0);
});

test('SE-4 the contact page prints its addresses on one page, without the form', async ({
  page,
}) => {
  await page.goto('/contact');
  const words = await wordsOnPaper(page);
  for (const line of companyWords.en.factory.lines) expect(words).toContain(line);
  expect(words).toContain(companyWords.en.phone);
  expect(words).not.toMatch(/Send|Optional|I am human|MENU/);
  expect((await printed(page)).pages).toBe(1);
});
