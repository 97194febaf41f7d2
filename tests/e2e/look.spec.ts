import type { BrowserContext, Locator, Page } from '@playwright/test';
import { SITE } from '../../app/components/site-limits.ts';
import { createDesk, fillDesk, openDesk, row, setLanguage } from './support/desk.ts';
import { expect, test } from './support/journey.ts';
import { measureOverflow, wordsOnPaper } from './support/measures.ts';
import { phone, waitForHydration } from './support/page.ts';

// Faults that only an eye sees: letters that touch, words that leave their column, boxes out of
// line.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

// The tests of the site only look at their pages, so they share them: each page is loaded once.
test.describe.configure({ mode: 'default' });

let context: BrowserContext;
const pages = new Map<string, Page>();

test.beforeAll(async ({ browser, site }) => {
  context = await browser.newContext({ baseURL: site.url, reducedMotion: 'reduce' });
});

test.afterAll(() => context.close());

/** Shows a page, at its top, in a window of this size. */
async function lookAt(path: string, width = 1440, height = 900): Promise<Page> {
  const page = pages.get(path) ?? (await context.newPage());
  await page.setViewportSize({ width, height });
  if (!pages.has(path)) {
    await page.goto(path);
    await waitForHydration(page);
    await page.evaluate(() => document.fonts.ready);
    pages.set(path, page);
  }
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  return page;
}

const box = async (locator: Locator) => (await locator.boundingBox())!;

/** The height of a line as a share of the size of its letters. */
const readLeading = (heading: Locator) =>
  heading.evaluate((element) => {
    const { lineHeight, fontSize } = getComputedStyle(element);
    return parseFloat(lineHeight) / parseFloat(fontSize);
  });

test('H-1 keeps the lines of the largest headings apart, and the Greek heading of the clients on one', async () => {
  for (const path of ['/', '/el']) {
    const page = await lookAt(path);
    expect(await readLeading(page.locator('h1')), path).toBeGreaterThanOrEqual(0.999);
    for (const heading of await page.locator('h2.text-display').all())
      expect(await readLeading(heading), path).toBeGreaterThanOrEqual(1.019);
  }

  const clients = (await lookAt('/el')).locator('#clients');
  const fontSizePx = await clients.evaluate((element) =>
    parseFloat(getComputedStyle(element).fontSize),
  );
  expect((await box(clients)).height).toBeLessThan(fontSizePx * 1.5);
});

test('CF-1 keeps the heading of the contact page out of its sketch', async () => {
  for (const path of ['/contact', '/el/contact']) {
    for (const width of [1024, 1060, 1100, 1280, 1440]) {
      const page = await lookAt(path, width, 800);
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

test('H-1 PR-1 PD-1 shows a third of the first picture of Home, the projects and a project in a low window', async () => {
  for (const path of ['/', '/el', '/projects', '/projects/roche', '/el/projects/roche']) {
    const page = await lookAt(path, 1440, 780);
    const { y, height } = await box(page.locator('main .frame').first());
    expect((780 - y) / height, path).toBeGreaterThan(1 / 3);
  }
});

test('VP-8 shows a wood of Materials in the whole width of the window and at the same size', async () => {
  for (const width of [1440, 390]) {
    const page = await lookAt('/page/materials', width, 800);
    const bands = page.locator('figure').filter({ has: page.locator('a[href$="about=sample"]') });
    const board = bands.nth(2).locator('.frame');
    expect(await box(board)).toMatchObject({ x: 0, width, height: 340 });
    // As high as the picture itself: cropped at its sides, and never scaled.
    await expect(board.locator('img')).toHaveAttribute('height', '340');
  }
});

test('R-4 PD-1 A-2 L-4 sets its texts in ink, 18 to 20 px large, with at most 65 letters a line', async () => {
  for (const path of [
    '/page/how-we-work',
    '/insights/our-philosophy',
    '/projects/roche',
    '/about',
  ]) {
    for (const width of [1440, 390]) {
      const page = await lookAt(path, width);
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

test('H-1 H-2 keeps the button of the hero on one line, and shows the factory in the whole width of Home', async () => {
  for (const path of ['/', '/el']) {
    for (const width of [1440, 1024, 390, 320]) {
      const page = await lookAt(path, width, 800);
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

test('SH-6 keeps the footer low, its word-mark clear of other things and the addresses of Contact once', async () => {
  for (const path of ['/', '/el']) {
    for (const [width, highest] of [
      [1440, 640],
      [390, 900],
    ] as const) {
      const page = await lookAt(path, width);
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

  const addresses = (await lookAt('/contact')).locator('footer address');
  await expect(addresses).toHaveCount(2);
  for (const address of await addresses.all()) await expect(address).toBeHidden();
});

test('PD-2 keeps Previous and Next within the sheet of a very wide window', async () => {
  const page = await lookAt('/projects/roche', 1920);
  const crumb = await box(page.locator('main .crumbs a').first());
  const previous = await box(page.locator('.neighbour[rel=prev] > span').first());
  expect(Math.abs(previous.x - crumb.x)).toBeLessThan(12);
});

test('SH-4 shows nearly no dark ground through the compact header', async () => {
  const page = await lookAt('/');
  await page.evaluate(() => scrollTo(0, 2000));
  const bar = page.locator('header > div').first();
  await expect(bar).toHaveCSS('background-color', /, 0\.9[4-9]\d*\)$/);
});

test('VP-10 links to how we work and to materials within two screens', async () => {
  for (const language of ['', '/el']) {
    for (const { width, height } of [{ width: 1440, height: 900 }, phone.viewport]) {
      const page = await lookAt(language || '/', width, height);
      for (const path of ['/page/how-we-work', '/page/materials']) {
        const link = page.getByRole('main').locator(`a[href="${language}${path}"]`);
        const { y, height: linkHeight } = (await link.boundingBox())!;
        expect(y + linkHeight, `${path} at ${width} px`).toBeLessThanOrEqual(2 * height);
      }
    }
  }
});

test('VP-9 shows the first field in the first screen', async () => {
  for (const path of [
    '/contact',
    '/el/contact',
    '/el/contact?about=roche',
    '/contact?about=sample',
  ]) {
    for (const [width, height] of [
      [1440, 900],
      [1024, 768],
      [390, 844],
    ] as const) {
      const page = await lookAt(path, width, height);
      const field = page.locator('#full_name');
      await expect(field, `${path} at ${width} px`).toBeInViewport({ ratio: 1 });
    }
  }
});

test('CF-1 SH-6 keeps addresses whole and the footer in its margins', async () => {
  for (const width of [320, 700, SITE.mobileBreakpointPx, 1024, 1440]) {
    const page = await lookAt('/contact', width);
    const { lines, linkOverhangs, overhangs } = await page.evaluate(() => {
      const edges = (selector: string) =>
        [...document.querySelectorAll(selector)].map((part) => part.getBoundingClientRect());
      const [base] = edges('[data-footer-base]');
      const links = document.querySelectorAll('main :is([href^="tel:"], [href^="mailto:"])');
      return {
        lines: [...links].map((link) => {
          const messages = document.createRange();
          messages.selectNodeContents(link);
          return new Set([...messages.getClientRects()].map(({ top }) => top)).size;
        }),
        linkOverhangs: [...links].map(
          (link) =>
            link.getBoundingClientRect().right -
            link.closest('section')!.getBoundingClientRect().right,
        ),
        // The addresses of the footer are hidden here, and have no width.
        overhangs: edges('[data-footer-part]')
          .filter((part) => part.width > 0)
          .map(({ left, right }) => Math.max(base!.left - left, right - base!.right)),
      };
    });
    expect(lines.length).toBeGreaterThan(3);
    expect(Math.max(...lines), `${width} px`).toBe(1);
    expect(Math.max(...linkOverhangs), `${width} px`).toBeLessThanOrEqual(0.5);
    expect(Math.max(...overhangs), `${width} px`).toBeLessThanOrEqual(0.5);
  }
});

test('L-1 keeps the headings of the legal pages off the line beside them, and words and phone numbers whole', async () => {
  for (const path of ['/terms', '/el/terms', '/privacy', '/el/privacy']) {
    for (const width of [1440, 1100, 1024, SITE.mobileBreakpointPx, 390]) {
      const page = await lookAt(path, width);
      const { gaps, gutter, phoneLines } = await page.locator('article').evaluate((article) => {
        const readLines = (node: Node, start: number, end: number) => {
          const range = document.createRange();
          range.setStart(node, start);
          range.setEnd(node, end);
          return [...range.getClientRects()];
        };
        const headings = [...article.querySelectorAll('section > h2')];
        const texts = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
        const phoneLines: number[] = [];
        while (texts.nextNode()) {
          const phone = /\+30[\s\d]+\d/.exec(texts.currentNode.textContent!);
          if (!phone) continue;
          const end = phone.index + phone[0].length;
          const tops = readLines(texts.currentNode, phone.index, end).map(({ top }) => top);
          phoneLines.push(new Set(tops).size);
        }
        return {
          gaps: headings.map((heading) => {
            const words = readLines(heading, 0, heading.childNodes.length);
            const textLeft = heading.nextElementSibling!.getBoundingClientRect().left;
            return textLeft - Math.max(...words.map(({ right }) => right));
          }),
          gutter: parseFloat(getComputedStyle(article).columnGap),
          phoneLines,
        };
      });
      const label = `${path} at ${width} px`;
      // From here on the line is there.
      if (width >= 1024) expect(Math.min(...gaps), label).toBeGreaterThan(2 * gutter - 1);
      expect(await listBrokenWords(page), label).toEqual([]);
      expect(phoneLines.length, label).toBeGreaterThan(0);
      expect(Math.max(...phoneLines), label).toBe(1);
    }
  }
});

/** Lists the words in headings that stand on two lines. */
function listBrokenWords(page: Page): Promise<string[]> {
  return page.locator('main :is(h1, h2)').evaluateAll((headings) =>
    headings.flatMap((heading) => {
      const text = heading.firstChild!;
      const words = [...(text.nodeValue ?? '').matchAll(/[^\s-]+/g)];
      const broken = words.filter(({ index, 0: word }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
      });
      return broken.map(([word]) => word);
    }),
  );
}

test('PD-1 keeps the words of a long Greek title whole', async () => {
  for (const width of [1440, 1024, 850, SITE.mobileBreakpointPx, 390, 320]) {
    const page = await lookAt('/el/projects/ellinogermaniki-agogi', width);
    expect(await listBrokenWords(page), `${width} px`).toEqual([]);
  }
});

test('PR-1 keeps the names of the filters clear of their choices', async () => {
  for (const path of ['/projects', '/el/projects']) {
    const page = await lookAt(path, 1440);
    const gaps = await page.locator('main nav ul').evaluateAll((lists) =>
      lists.map((list) => {
        const range = document.createRange();
        range.selectNodeContents(list.previousElementSibling!);
        return list.getBoundingClientRect().left - range.getBoundingClientRect().right;
      }),
    );
    expect(gaps).toHaveLength(3);
    expect(Math.min(...gaps), path).toBeGreaterThan(16);
  }
});

test('SH-8 PR-1 requests pictures about as wide as they are shown', async () => {
  for (const path of ['/', '/about', '/projects', '/projects/roche', '/insights', '/media']) {
    for (const width of [1440, 1000, 390]) {
      const page = await lookAt(path, width);
      expect(await findWrongSizes(page), `${path} at ${width}`).toEqual([]);
    }
  }
});

/** The pictures that are shown so much wider than their `sizes` say that it is seen, or half as wide. */
function findWrongSizes(page: Page) {
  return page.locator('main picture').evaluateAll((pictures) =>
    pictures.flatMap((picture) => {
      const image = picture.querySelector('img')!;
      const { width, height } = image.getBoundingClientRect();
      const ratio = Number(image.getAttribute('width')) / Number(image.getAttribute('height'));
      const shownPx = Math.max(width, height * ratio);
      // A size such as "(min-width: 64rem) min(58vw, 56rem)".
      const [, , share, limitRem = 'Infinity'] = picture
        .querySelector('source')!
        .sizes.split(/, (?![^(]*\))/)
        .map((size) => /^(?:(\(.*?\)) )?(?:min\()?(\d+)vw(?:, (\d+)rem\))?$/.exec(size)!)
        .find(([, media]) => !media || matchMedia(media).matches)!;
      const saidPx = Math.min((Number(share) / 100) * innerWidth, Number(limitRem) * 16);
      const isRight = shownPx <= saidPx * 1.3 && (width === 0 || shownPx >= saidPx / 2);
      return isRight ? [] : [`${image.src}: ${saidPx} px for ${shownPx}`];
    }),
  );
}

test('EL-3 keeps the accent of a Greek capital clear of the word before, and whole in a field', async () => {
  const page = await lookAt('/el/contact');
  // The width of an accent before its letter, and the free space for it, in em.
  const { accent, space, indents } = await page.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d')!;
    canvas.font = '400 100px "Commissioner Variable"';
    const accents = [...'ΆΈΉΊΌΎΏ'].map(
      (letter) => canvas.measureText(letter).actualBoundingBoxLeft,
    );
    const inEm = (element: Element, name: 'wordSpacing' | 'textIndent') => {
      const { fontSize, [name]: value } = getComputedStyle(element);
      return parseFloat(value) / parseFloat(fontSize);
    };
    const fields = [...document.querySelectorAll('.input:not(textarea)')];
    return {
      accent: Math.max(...accents) / 100,
      space:
        canvas.measureText(' ').width / 100 + inEm(document.querySelector('p')!, 'wordSpacing'),
      indents: fields.map((field) => inEm(field, 'textIndent')),
    };
  });
  expect(space).toBeGreaterThan(2 * accent);
  expect(indents).toHaveLength(5);
  for (const indent of indents) expect(indent).toBeGreaterThan(accent);
});

test.describe('a phone that lies on its side', () => {
  test.use({ viewport: { width: 844, height: 390 } });

  test('DK-2 DK-3 PD-3 leaves the window to the enquiry and picture', async ({ page, site }) => {
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

test('CF-6 DK-9 keeps names and columns whole, and lines level', async ({ page, site }) => {
  const { word } = await createDesk(page, site);
  // As Excel copies cells. The height is missing.
  const message = 'Width\tHeight\tDepth\n120\t\t60';
  const full_name = `${word} Wolfeschlegelsteinhausenbergerdorff-Papadiamantopoulou, Maria-Alexandra`;
  const contact = { phone: '+30 22950 00000', due_on: '2026-12-04' };
  const [id] = await fillDesk(site, '', [{ full_name, message, ...contact }]);
  await page.setViewportSize(phone.viewport);
  await page.goto(`/admin/dashboard?enquiry=${id}`);
  const heading = page.getByRole('dialog').getByRole('heading', { name: full_name });
  const hiddenPx = await heading.evaluate((element) => element.scrollHeight - element.clientHeight);
  expect(hiddenPx).toBeLessThanOrEqual(1);
  expect(await page.getByRole('dialog').getByText('Width').innerText()).toBe(message);
  // The email, its link and the phone stand below each other, without slashes.
  const contacts = page.getByRole('dialog').locator('p', { hasText: contact.phone });
  await expect(contacts.locator('.slash:visible')).toHaveCount(0);
  expect((await box(contacts.getByRole('link').first())).x).toBe((await box(contacts)).x);
  // On paper, nothing stands between the email and the phone but a slash.
  expect(await wordsOnPaper(page)).not.toMatch(/\/\s*\//);

  await page.setViewportSize({ width: 1440, height: 900 });
  // No line begins with a slash.
  expect(await contacts.innerText()).toMatch(/^\S+\u00a0\/ .+\u00a0\/ .+$/);
  const save = page.getByRole('button', { name: 'Save date' });
  await expectLevel(save, page.getByText('Friday 4 December 2026'));
  await page.goto('/admin/dashboard/people');
  const account = page.getByRole('row').filter({ hasText: word });
  await expectLevel(account.getByRole('button').first(), account.getByText('Active'));
});

test('D-2 shows the list at 320 px as at 390: dates on one line, introductions near their titles', async ({
  page,
  site,
}) => {
  await openDesk(page, site);
  const date = page.locator('tbody [data-column=date]').first();
  await page.setViewportSize({ width: 320, height: 640 });
  expect((await box(date)).height).toBeLessThan(30);

  await page.goto('/admin/dashboard/people');
  const readGap = async () => {
    const heading = await box(page.getByRole('heading', { level: 1 }));
    const intro = await box(page.getByText('Everybody with an account here.'));
    return intro.y - heading.y - heading.height;
  };
  const narrowGap = await readGap();
  await page.setViewportSize(phone.viewport);
  expect(narrowGap).toBeCloseTo(await readGap(), 0);
});

/** Expects the letters of two elements on one line, whatever the heights of their boxes. */
async function expectLevel(first: Locator, second: Locator): Promise<void> {
  const readTop = (locator: Locator) =>
    locator.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect().top;
    });
  expect(Math.abs((await readTop(first)) - (await readTop(second)))).toBeLessThan(1.5);
}

test.describe('the desk in Greek without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('D-2 DK-2 PB-2 fits the list and the index of a form', async ({ page, site }) => {
    const { email } = await createDesk(page, site);
    setLanguage(site, email, 'el');
    await page.goto('/admin/dashboard');
    await expect(page.locator('tbody button').first()).toBeVisible();
    for (const width of [1440, 1024, 390, 320]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await measureOverflow(page), `${width} px`).toBe(0);
    }

    // The index of a long form says what is missing beside its sections.
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/admin/dashboard/site/projects/new');
    const hiddenPx = await page
      .locator('[data-index]')
      .evaluate((index) => index.scrollWidth - index.clientWidth);
    expect(hiddenPx).toBeLessThanOrEqual(0);
  });
});

test('D-2 DK-9 keeps rows with long words low, and the header in place', async ({ page, site }) => {
  const { word } = await createDesk(page, site);
  const company = 'Κατασκευαστική Εταιρεία Μελετών Επίπλων και Ξύλινων Κατασκευών Αιγαίου';
  const email = `${'konstantinos.'.repeat(4)}p@architektoniko-grafeio.example`;
  const full_name = `Longest ${word} ${'Papakonstantinou '.repeat(4)}`.trim();
  await fillDesk(site, '', [{ full_name, email, company }]);
  await page.goto(`/admin/dashboard?q=${word}`);
  for (const width of [1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const longestRow = row(page, 'Longest');
    const { y, height } = await box(longestRow);
    expect(height, `${width} px`).toBeLessThan(110);
    const tick = await box(longestRow.getByRole('checkbox'));
    expect(Math.abs(tick.y + tick.height / 2 - y - height / 2)).toBeLessThan(2);
  }
  const lines = await countLines(row(page, 'Longest').locator('[data-column=company] bdi'));
  expect(lines, 'the first word on one line').toBe(1);
  for (const viewport of [{ width: 1440, height: 900 }, phone.viewport]) {
    await page.setViewportSize(viewport);
    for (const text of [full_name, email]) {
      const height = await row(page, 'Longest')
        .getByTitle(text)
        .evaluate(
          (cut) =>
            cut.getBoundingClientRect().height / parseFloat(getComputedStyle(cut).lineHeight),
        );
      expect(height, `${text} in lines`).toBeLessThan(2.5);
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });

  // While the rest of the header is on its way, its sections have their places.
  const sections = page.getByRole('navigation').first();
  const positionBefore = await sections.boundingBox();
  await sections.evaluate((nav) => {
    while (nav.nextElementSibling) nav.nextElementSibling.remove();
  });
  expect(await sections.boundingBox()).toEqual(positionBefore);
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
