// npm run og-images: draws the preview cards in public/og with a browser, from og-card.html and
// the content. Run it again when titles or pictures change.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { listCards } from './og-images/cards.ts';
import type { Card } from './og-images/cards.ts';

const BROWSERS = [chromium.executablePath(), '/usr/bin/chromium', '/usr/bin/google-chrome'];

async function drawCards(): Promise<void> {
  const executablePath = BROWSERS.find((path) => existsSync(path));
  if (!executablePath)
    throw new Error('no Chromium found: install one, or run playwright install chromium');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
    await page.goto(pathToFileURL(`${import.meta.dirname}/og-card.html`).href);
    for (const card of listCards()) await drawCard(page, card);
  } finally {
    await browser.close();
  }
}

async function drawCard(page: Page, card: Card): Promise<void> {
  const { name, drawing, focus } = card.picture;
  await page.evaluate(fillCard, {
    lines: card.lines,
    note: card.note,
    position: `${focus[0]}% ${focus[1]}%`,
    photograph: dataUrl(`app/content/pictures/${name}.jpg`, 'jpeg'),
    drawing: drawing ? dataUrl(`app/content/pictures/drawings/${name}.png`, 'png') : '',
  });
  const target = `public/og/${card.file}.jpg`;
  mkdirSync(dirname(target), { recursive: true });
  await sharp(await page.screenshot())
    .jpeg({ quality: 80, mozjpeg: true })
    .toFile(target);
}

function dataUrl(path: string, type: string): string {
  return `data:image/${type};base64,${readFileSync(path).toString('base64')}`;
}

interface Filling {
  lines: string[];
  note: string;
  position: string;
  photograph: string;
  drawing: string;
}

// Runs in the page: fills the template and makes the heading as large as its place allows.
async function fillCard(filling: Filling): Promise<void> {
  const find = <Found extends HTMLElement>(selector: string) =>
    document.querySelector<Found>(selector)!;
  find('.picture').classList.toggle('cut', filling.drawing !== '');
  find('p span').textContent = filling.note;
  const heading = find('h1');
  heading.replaceChildren(
    ...filling.lines.map((line) =>
      Object.assign(document.createElement('span'), { textContent: line }),
    ),
  );
  for (const kind of ['photograph', 'drawing'] as const) {
    const image = find<HTMLImageElement>(`.${kind}`);
    image.setAttribute('src', filling[kind]);
    image.style.objectPosition = filling.position;
    if (filling[kind]) await image.decode();
  }
  await document.fonts.ready;
  let size = 118;
  do heading.style.fontSize = `${size}px`;
  while (heading.offsetWidth > 1100 && --size > 40);
}

await drawCards();
