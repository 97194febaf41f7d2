import './command-line/closed-pipe.ts';
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { format } from 'prettier';
import sharp, { type Sharp } from 'sharp';
import { readPictureDescriptions } from '#app/content/catalogue/picture-descriptions.server.ts';
import { drawingForms, formsOf, getPictureWidths, toneOf } from '#app/domain/site/picture-forms.ts';

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
    widths: getPictureWidths(width),
    tone: await toneOf(sharp(original.file)),
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

async function renderPicture({ name, file }: Original, widths: number[]): Promise<void> {
  for (const form of formsOf(() => sharp(file), widths))
    await render(file, `public/pictures/${name}-${form.name}`, form.make);
}

async function renderDrawing(name: string, file: string): Promise<void> {
  for (const form of drawingForms(() => sharp(file)))
    await render(file, `public/drawings/${name}-${form.name}`, form.make);
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
