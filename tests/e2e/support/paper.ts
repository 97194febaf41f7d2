import type { Page } from '@playwright/test';

type PaperOptions = Parameters<Page['pdf']>[0];

/** What a page is on paper: its pages, pictures and embedded fonts, counted in Chromium's PDF. */
export async function printed(page: Page, options: PaperOptions = {}) {
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true, ...options });
  const source = pdf.toString('latin1');
  const count = (pattern: RegExp) => source.match(pattern)?.length ?? 0;
  const [, width = '0', height = '0'] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(source) ?? [];
  return {
    pages: count(/\/Type \/Page\b/g),
    pictures: count(/\/Subtype \/Image\b/g),
    fonts: count(/\/FontName \/[A-Z]+\+Commissioner/g),
    millimetres: [width, height].map((points) => Math.round((Number(points) / 72) * 25.4)),
  };
}

/** The words that stand on the paper, a space between any two. */
export async function wordsOnPaper(page: Page): Promise<string> {
  await page.emulateMedia({ media: 'print' });
  const words = await page.locator('body').innerText();
  await page.emulateMedia({ media: null });
  return words.replace(/\s+/g, ' ');
}
