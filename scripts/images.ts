// npm run images: renders the icons and the sizes of the design's pictures from their originals into
// public/, from where the site serves them. Skips files that are up to date.
import './command-line/closed-pipe.ts';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import sharp, { type Sharp } from 'sharp';
import {
  DESIGN_PICTURES,
  getDesignPicture,
  type DesignPictureName,
} from '#app/content/catalogue/pictures.server.ts';
import {
  findNearestToneIndex,
  getPictureWidths,
  listDrawingVariants,
  listPictureVariants,
} from '#app/domain/site/picture-variants.ts';

const ORIGINALS = 'app/content/pictures';
const APP_ICON = 'app/content/brand/app-icon.svg';
const FAVICON_SIZE = 32;
const SIZES = { 'apple-touch-icon': 180, 'icon-192': 192, 'icon-512': 512 };

let writtenCount = 0;

try {
  sharp.concurrency(2);
  await renderIcons();
  for (const name of DESIGN_PICTURES) await renderPicture(name);
  await renderContactDrawing();
  console.log(`${DESIGN_PICTURES.length} pictures, ${writtenCount} files written`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function renderPicture(name: DesignPictureName): Promise<void> {
  const file = `${ORIGINALS}/${name}.jpg`;
  const { widths } = getDesignPicture(name, 'en');
  await requireDeclaredMeasures(name, file);
  for (const variant of listPictureVariants(() => sharp(file), widths))
    await renderIfOlder(file, `public/pictures/${name}-${variant.name}`, variant.render);
}

async function renderContactDrawing(): Promise<void> {
  const file = `${ORIGINALS}/drawings/facility-1.png`;
  for (const variant of listDrawingVariants(() => sharp(file)))
    await renderIfOlder(file, `public/drawings/facility-1-${variant.name}`, variant.render);
}

async function requireDeclaredMeasures(name: DesignPictureName, file: string): Promise<void> {
  const { width, height } = await sharp(file).metadata();
  const tone = await findNearestToneIndex(sharp(file));
  const measures = { width, height, widths: getPictureWidths(width), tone };
  const declared = getDesignPicture(name, 'en');

  if (isDeepStrictEqual({ ...declared, ...measures }, declared)) return;

  throw new Error(
    `app/content/catalogue/pictures.server.ts: '${name}' needs ${JSON.stringify(measures)}`,
  );
}

async function renderIcons(): Promise<void> {
  for (const [name, size] of Object.entries(SIZES))
    await renderIfOlder(APP_ICON, `public/${name}.png`, () => drawIcon(size));
  const picture = await drawIcon(FAVICON_SIZE).toBuffer();
  writeFileSync('public/favicon.ico', Buffer.concat([buildIcoHeader(picture.length), picture]));
}

function drawIcon(size: number): Sharp {
  return sharp(APP_ICON, { density: (72 * size) / 180 })
    .resize(size, size)
    .png({ palette: true });
}

// An ICO file with one PNG: a directory with one entry, followed by the picture.
function buildIcoHeader(length: number): Buffer {
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

async function renderIfOlder(
  source: string,
  target: string,
  render: () => Sharp | Promise<Sharp>,
): Promise<void> {
  const targetStats = statSync(target, { throwIfNoEntry: false });
  if (targetStats && targetStats.mtimeMs >= statSync(source).mtimeMs) return;
  mkdirSync(dirname(target), { recursive: true });
  const picture = await render();
  await picture.toFile(target);
  writtenCount += 1;
}
