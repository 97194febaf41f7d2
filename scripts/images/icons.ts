import { writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { render } from './rendering.ts';

const APP_ICON = 'app/content/brand/app-icon.svg';
const FAVICON_SIZE = 32;

const SIZES = { 'apple-touch-icon': 180, 'icon-192': 192, 'icon-512': 512 };

/** Writes the icons that are no SVG, where missing or outdated; returns their number. */
export async function renderIcons(): Promise<number> {
  let written = 0;
  for (const [name, size] of Object.entries(SIZES)) {
    written += await render(APP_ICON, `public/${name}.png`, () => drawIcon(size));
  }
  const picture = await drawIcon(FAVICON_SIZE).toBuffer();
  writeFileSync('public/favicon.ico', Buffer.concat([icoHeader(picture.length), picture]));
  return written;
}

function drawIcon(size: number) {
  return sharp(APP_ICON, { density: (72 * size) / 180 })
    .resize(size, size)
    .png({ palette: true });
}

// An ICO file of one PNG: a directory of one entry, and the picture right behind it.
function icoHeader(length: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.set([FAVICON_SIZE, FAVICON_SIZE], 6);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(length, 14);
  header.writeUInt32LE(header.length, 18);
  return header;
}
