import { enterDesk } from '../support/desk-entry.ts';
import { expect, test } from '../support/journey.ts';
import { printed, wordsOnPaper } from '../support/paper.ts';

const enquiries = [
  { full_name: 'Behind Sample', message: 'not on the sheet' },
  {
    full_name: 'Workshop Sample',
    phone: '+30 210 000 0001',
    company: 'Studio Sample',
    message: 'A wall of eleven metres.\nDrawings at 1:20.',
  },
];

for (const scripted of [true, false]) {
  test.describe(scripted ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled: scripted });

    test('D-3 an enquiry prints as a sheet for the workshop', async ({ page, site }) => {
      const [, id] = await enterDesk(page, site, enquiries);
      await page.goto(`/admin/dashboard?enquiry=${id}`);
      await page.getByLabel('Add a note').fill('Bring samples of smoked oak.');
      await page.getByRole('button', { name: 'Add note' }).click();
      await expect(page.getByRole('dialog').getByRole('article')).toContainText('smoked oak');
      const words = await wordsOnPaper(page);
      const { full_name: name, phone, company } = enquiries[1]!;
      for (const text of [name!, phone!, company!, `Enquiry ${id}`, '/ New', 'Private House']) {
        expect(words).toContain(text);
      }
      expect(words).toContain('A wall of eleven metres. Drawings at 1:20.');
      expect(words).toContain('Bring samples of smoked oak.');
      expect(words).toContain('Remarks');
      expect(words).not.toMatch(/Behind|Close|Reply|Update|Add note|Logout|Filter|Note added/);
      expect(await printed(page)).toMatchObject({ pages: 1, millimetres: [210, 297] });
      await page.emulateMedia({ media: 'print' });
      // It lies on the sheet, not beside it.
      expect((await page.getByRole('dialog').boundingBox())!.x).toBeLessThan(50);
    });
  });
}

test('D-3 a long enquiry goes on over the next sheets', async ({ page, site }) => {
  const message = Array.from({ length: 90 }, (_, line) => `Line ${line + 1}.`).join('\n');
  const [id] = await enterDesk(page, site, [{ full_name: 'Long Sample', message }]);
  await page.goto(`/admin/dashboard?enquiry=${id}`);
  expect(await wordsOnPaper(page)).toContain('Line 90.');
  expect((await printed(page)).pages).toBe(3);
});
