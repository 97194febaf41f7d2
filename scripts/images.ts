import './command-line/closed-pipe.ts';
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { readPictureDescriptions } from '#app/content/catalogue/picture-descriptions.server.ts';
import { format } from 'prettier';
import sharp, { type Sharp } from 'sharp';
import { dirname } from 'node:path';

const ORIGINALS = 'app/content/pictures';
const DESCRIPTIONS = 'app/content/pictures.json';

interface Original {
  name: string;
  file: string;
  drawing: string | undefined;
  focal: [number, number];
}

function readOriginals(): Original[] {
  const descriptions = readPictureDescriptions();
  const files = readdirSync(ORIGINALS).filter((file) => file.endsWith('.jpg'));
  for (const file of files) {
    if (!descriptions[file])
      throw new Error(`${ORIGINALS}/${file}: no alt text in ${DESCRIPTIONS}`);
  }
  return Object.entries(descriptions)
    .map(([file, { focal }]) => {
      const name = file.replace(/\.jpg$/, '');
      const drawing = `${ORIGINALS}/drawings/${name}.png`;
      return {
        name,
        file: `${ORIGINALS}/${file}`,
        drawing: existsSync(drawing) ? drawing : undefined,
        focal,
      };
    })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

const MANIFEST = 'app/content/pictures-manifest.json';

interface ManifestEntry {
  width: number;
  height: number;
  widths: number[];
  tone: number;
  focus: number[];
  drawing?: true;
}

async function describe(original: Original): Promise<ManifestEntry> {
  const { width, height } = await sharp(original.file).metadata();
  if (original.drawing) await requireSize(original.drawing, width, height);
  return {
    width,
    height,
    widths: widthsFor(width),
    tone: await toneOf(original.file),
    focus: original.focal.map((share) => Math.round(share * 10) * 10),
    ...(original.drawing && { drawing: true }),
  };
}

async function requireSize(drawing: string, width: number, height: number): Promise<void> {
  const size = await sharp(drawing).metadata();
  if (size.width === width && size.height === height) return;
  throw new Error(
    `${drawing}: is ${size.width} × ${size.height}, its picture ${width} × ${height}`,
  );
}

// The step of TONES (0 to 11) that looks nearest to a picture. The dominant colour alone may be a
// white window or a black wall: halfway to the mean it also looks like the picture.
async function toneOf(file: string): Promise<number> {
  const small = await sharp(file).resize(200).toBuffer();
  const { dominant, channels } = await sharp(small).stats();
  const colour = [dominant.r, dominant.g, dominant.b].map(
    (value, index) => (value + channels[index]!.mean) / 2,
  );
  const distances = TONES.map((tone) => {
    const parts = [1, 3, 5].map((at) => Number.parseInt(tone.slice(at, at + 2), 16));
    return parts.reduce((sum, part, index) => sum + (colour[index]! - part) ** 2, 0);
  });
  return distances.indexOf(Math.min(...distances));
}

/** Clusters of the sample pictures' colours, dark to light; app/styles/tokens.css has them too. */
const TONES = [
  '#392e23',
  '#50453e',
  '#745c46',
  '#7e6853',
  '#8a745a',
  '#9a7c5d',
  '#8c7e69',
  '#a58363',
  '#968a78',
  '#ae9c84',
  '#b2a8a2',
  '#c5bdb2',
] as const;

/** What phones take: they show two dots and more where others show one, and wait the longest. */
const PHONE_WIDTHS = [672, 800];
const WIDTHS = [480, ...PHONE_WIDTHS, 960, 1440, 2000];
// Effort 2 is seven times as fast as 4 for files 6 % larger.
const PLAIN = { quality: 58, effort: 2 };
const FINE = { quality: 50, effort: 4 };
const FALLBACK_WIDTH = 960;

function widthsFor(width: number): number[] {
  return [...new Set(WIDTHS.map((step) => Math.min(step, width)))];
}

async function renderPicture({ name, file }: Original, widths: number[]): Promise<void> {
  for (const width of widths) {
    await render(file, `public/pictures/${name}-${width}.avif`, () =>
      sharp(file)
        .resize(width)
        .avif(PHONE_WIDTHS.includes(width) ? FINE : PLAIN),
    );
  }
  await render(file, `public/pictures/${name}-${FALLBACK_WIDTH}.jpg`, () =>
    sharp(file).resize(FALLBACK_WIDTH).jpeg({ quality: 72, mozjpeg: true }),
  );
}

const DRAWING_WIDTHS = [720, 1440];
const INK = [0x14, 0x18, 0x1f];

// Opacity in six steps, close together at the faint end so that hairlines survive. A general
// quantiser either tints the paper or makes the file twice as large.
const OPACITIES = [0, 28, 70, 128, 190, 255];

async function renderDrawing(name: string, file: string): Promise<void> {
  for (const width of DRAWING_WIDTHS)
    await render(file, `public/drawings/${name}-${width}.png`, () => trace(file, width));
}

async function trace(file: string, width: number): Promise<Sharp> {
  const alpha = sharp(file).resize(width).extractChannel('alpha').raw();
  const { data, info } = await alpha.toBuffer({ resolveWithObject: true });
  const pixels = Buffer.alloc(data.length * 4);
  data.forEach((opacity, index) => pixels.set([...INK, nearest(opacity)], index * 4));
  const raw = { width: info.width, height: info.height, channels: 4 as const };
  return sharp(pixels, { raw }).png({ palette: true, colours: 16, dither: 0, effort: 10 });
}

function nearest(opacity: number): number {
  return OPACITIES.reduce((best, step) =>
    Math.abs(step - opacity) < Math.abs(best - opacity) ? step : best,
  );
}

const APP_ICON = 'app/content/brand/app-icon.svg';
const FAVICON_SIZE = 32;

const SIZES = { 'apple-touch-icon': 180, 'icon-192': 192, 'icon-512': 512 };

async function renderIcons(): Promise<void> {
  for (const [name, size] of Object.entries(SIZES))
    await render(APP_ICON, `public/${name}.png`, () => drawIcon(size));
  const picture = await drawIcon(FAVICON_SIZE).toBuffer();
  writeFileSync('public/favicon.ico', Buffer.concat([icoHeader(picture.length), picture]));
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

let written = 0;

/** Unless it is newer than its source. */
async function render(source: string, target: string, make: () => Sharp | Promise<Sharp>) {
  const made = statSync(target, { throwIfNoEntry: false });
  if (made && made.mtimeMs >= statSync(source).mtimeMs) return;
  mkdirSync(dirname(target), { recursive: true });
  const picture = await make();
  await picture.toFile(target);
  written += 1;
}

// npm run images: makes the pictures, drawings and icons the site serves from the originals in
// app/content/pictures, and the list of them that the pages read. Only what changed is made again.

async function makeImages(): Promise<void> {
  sharp.concurrency(2);
  const originals = readOriginals();
  const entries: Record<string, ManifestEntry> = {};
  for (const original of originals) entries[original.name] = await describe(original);
  const manifest = JSON.stringify(entries, null, 2);
  writeFileSync(MANIFEST, await format(manifest, { parser: 'json', printWidth: 100 }));

  await renderIcons();
  for (const original of originals) {
    await renderPicture(original, entries[original.name]!.widths);
    if (original.drawing) await renderDrawing(original.name, original.drawing);
  }
  console.log(`${originals.length} pictures, ${written} files written`);
}

try {
  await makeImages();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
