import { numberWords } from '../../../app/content/words/desk-pages.server.ts';
import { axeFinds } from '../support/axe.ts';
import { enterDesk } from '../support/desk-entry.ts';
import { expect, test } from '../support/journey.ts';
import { printed, wordsOnPaper } from '../support/paper.ts';

const words = numberWords.en;
const NUMBERS = '/admin/dashboard/numbers';
const enquiries = ['Private House', 'Office Spaces', 'Office Spaces'].map((project, day) => ({
  project,
  full_name: 'Number Sample',
  created_at: `2026-03-0${day + 2}T10:00:00.000Z`,
}));

for (const scripted of [true, false]) {
  test.describe(scripted ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled: scripted });

    test('DA-5 from the desk to the numbers, and the days that are asked for', async ({
      page,
      site,
    }) => {
      await enterDesk(page, site, enquiries);
      await page.getByRole('link', { name: words.title }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.title);
      await page.getByLabel('From').fill('2026-03-02');
      await page.getByLabel('To').fill('2026-03-03');
      await page.getByRole('button', { name: words.range.show }).click();
      await expect(page).toHaveURL(new RegExp(`${NUMBERS}\\?from=2026-03-02&to=2026-03-03$`));
      await expect(page.getByText('from 2 Mar 2026 to 3 Mar 2026.')).toBeVisible();
      await page.getByText(words.table).click();
      await expect(page.getByRole('row', { name: /2\s*–\s*3 Mar 2026/ })).toBeVisible();
      await page.getByRole('link', { name: '4 weeks' }).click();
      await expect(page.getByRole('link', { name: '4 weeks' })).toHaveAttribute(
        'aria-current',
        'true',
      );
    });

    test('DA-5 the numbers print as one clean sheet', async ({ page, site }) => {
      await enterDesk(page, site, enquiries);
      await page.goto(`${NUMBERS}?from=2026-01-05&to=2026-07-05`);
      const paper = await wordsOnPaper(page);
      for (const text of [words.title, words.byWeek, words.byProject, words.byLanguage]) {
        expect(paper).toContain(text);
      }
      expect(paper).not.toMatch(/Show|weeks\b|Logout|as a table|Contact submissions/);
      expect(await printed(page)).toMatchObject({ pages: 1, millimetres: [210, 297] });
    });
  });
}

test('DA-5 axe finds nothing on the numbers, wide or narrow, and nothing runs off the side', async ({
  page,
  site,
}) => {
  await enterDesk(page, site, enquiries);
  for (const query of ['?from=2026-01-05&to=2026-07-05', '?from=2022-01-03', '?from=then']) {
    for (const width of [1440, 390, 320]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(NUMBERS + query);
      expect(await axeFinds(page)).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(overflow, `${query} at ${width} px`).toBeLessThanOrEqual(width);
    }
  }
});
