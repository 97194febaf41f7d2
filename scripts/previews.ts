// Part of npm run images and of the build: draws the preview cards in
// public/og that are missing or say what their page no longer says.
import './command-line/closed-pipe.ts';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { openSync, type Font } from 'fontkit';
import sharp, { type Sharp } from 'sharp';
import { listPublicPages, type PreviewCard } from '#app/content/pages.server.ts';
import { ContentError } from '#app/content/read-content.server.ts';

async function renderPreviews(): Promise<number> {
  let written = 0;
  for (const { card } of listPublicPages()) {
    const target = `public${card.src}`;
    const shown = fingerprint(card);
    if ((await shownIn(target)) === shown) continue;
    mkdirSync(dirname(target), { recursive: true });
    await (
      await drawCard(card)
    )
      .jpeg({ quality: 80, mozjpeg: true })
      .withExif({ IFD0: { ImageDescription: shown } })
      .toFile(target);
    written++;
  }
  return written;
}

/** What a card shows, in short: it is written into the file, so that a change of it is noticed. */
function fingerprint({ lines, note, picture }: PreviewCard): string {
  const { name, focus, drawing } = picture;
  const original = `app/content/pictures/${name}.jpg`;
  if (!existsSync(original)) throw new ContentError(`${original}: missing, a preview shows it`);
  const hash = createHash('sha256').update(readFileSync(original));
  return hash
    .update(JSON.stringify([lines, note, focus, drawing !== undefined]))
    .digest('hex')
    .slice(0, 32);
}

async function shownIn(file: string): Promise<string | undefined> {
  if (!existsSync(file)) return undefined;
  const { exif } = await sharp(file).metadata();
  return exif && /[0-9a-f]{32}/.exec(exif.toString('latin1'))?.[0];
}

const CARD = { width: 1200, height: 630 };
const PICTURE = { x: 356, width: 844, height: 300 };

const COLOURS = { paper: '#f2f3ef', ink: '#14181f', note: '#474d57', line: '#5e656e' };

const NOTE = { size: 20, top: 310, height: 28, gap: 14, width: 780 };
const HEADING = { size: 118, lineHeight: 0.94, x: 56, bottom: 586, indent: 300, width: 1100 };

const wordmark = readFileSync(`${import.meta.dirname}/wordmark.svg`, 'utf8');
const originals = 'app/content/pictures';

async function drawCard(card: PreviewCard): Promise<Sharp> {
  const { name, drawing } = card.picture;
  const photograph = await cut(`${originals}/${name}.jpg`, card, 'jpeg');
  const drawn = drawing && (await cut(`${originals}/drawings/${name}.png`, card, 'png'));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD.width}" height="${CARD.height}">
    <rect width="100%" height="100%" fill="${COLOURS.paper}"/>
    ${wordmark.replace('<svg', '<svg x="56" y="56" width="162.02" height="41"')}
    ${drawn ? cutaway(drawn, photograph) : image(photograph)}
    ${noteLine(card.note)}
    ${heading(card.lines)}
  </svg>`;
  return sharp(Buffer.from(svg)).removeAlpha();
}

async function cut(file: string, card: PreviewCard, type: 'jpeg' | 'png'): Promise<string> {
  const { width, height, focus } = card.picture;
  const scale = Math.max(PICTURE.width / width, PICTURE.height / height);
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
  const bytes = await sharp(file)
    .resize(size)
    .extract({
      left: Math.round(((size.width - PICTURE.width) * focus[0]) / 100),
      top: Math.round(((size.height - PICTURE.height) * focus[1]) / 100),
      width: PICTURE.width,
      height: PICTURE.height,
    })
    .toFormat(type, type === 'jpeg' ? { quality: 95 } : {})
    .toBuffer();
  return `data:image/${type};base64,${bytes.toString('base64')}`;
}

function cutaway(drawn: string, photograph: string): string {
  return `<clipPath id="built"><path d="M727 0H1200V300H596Z"/></clipPath>
    <clipPath id="drawn"><path d="M356 0H724L593 300H356Z"/></clipPath>
    <g clip-path="url(#drawn)">${image(drawn)}</g>
    <g clip-path="url(#built)">${image(photograph)}</g>`;
}

function image(href: string): string {
  const { x, width, height } = PICTURE;
  return `<image x="${x}" width="${width}" height="${height}" href="${href}"/>`;
}

function noteLine(note: string): string {
  const { top, height, gap } = NOTE;
  const size = Math.min(NOTE.size, NOTE.width / widthOf(text, note));
  const width = widthOf(text, note) * size;
  const from = PICTURE.x + (PICTURE.width - width) / 2;
  const y = top + height / 2;
  const line = (x: number, to: number) =>
    `<rect x="${x}" y="${y}" width="${to - x}" height="1" fill="${COLOURS.line}"/>`;
  return `${line(PICTURE.x, from - gap)}${line(from + width + gap, CARD.width)}
    <rect x="359" y="316" width="1.5" height="17" fill="${COLOURS.line}" transform="rotate(23.6 359.75 324.5)"/>
    <g fill="${COLOURS.note}">${outlines(text, note, size, from, top + baselineOf(text, size, height))}</g>`;
}

function heading(lines: readonly string[]): string {
  const { lineHeight, x, bottom, indent, width } = HEADING;
  const room = lines.map((line, index) => (width - indent * index) / widthOf(display, line));
  const size = Math.min(HEADING.size, Math.floor(Math.min(...room)));
  const height = size * lineHeight;
  const set = lines.map((line, index) => {
    const top = bottom - height * (lines.length - index);
    return outlines(
      display,
      line,
      size,
      x + indent * index,
      top + baselineOf(display, size, height),
    );
  });
  return `<g fill="${COLOURS.ink}">${set.join('')}</g>`;
}

interface Face {
  font: Font;
  /** Added after each letter, in parts of the size. */
  spacing: number;
}

const fonts = `${import.meta.dirname}/fonts`;

const display: Face = { font: open('display'), spacing: -0.035 };
const text: Face = { font: open('text'), spacing: 0 };

function widthOf({ font, spacing }: Face, line: string): number {
  const advances = setLine(font, line).positions.map(({ xAdvance }) => xAdvance / font.unitsPerEm);
  return advances.reduce((sum, advance) => sum + advance + spacing, 0);
}

function baselineOf({ font }: Face, size: number, height: number): number {
  const scale = size / font.unitsPerEm;
  return (height - (font.ascent - font.descent) * scale) / 2 + font.ascent * scale;
}

function outlines(face: Face, line: string, size: number, x: number, y: number): string {
  const { font, spacing } = face;
  const scale = size / font.unitsPerEm;
  const { glyphs, positions } = setLine(font, line);
  let at = 0;
  const paths = glyphs.map(({ path }, index) => {
    const { xAdvance, xOffset, yOffset } = positions[index]!;
    const place = `translate(${round(at + xOffset)} ${round(yOffset)})`;
    at += xAdvance + spacing * font.unitsPerEm;
    return `<path transform="${place}" d="${path.toSVG()}"/>`;
  });
  return `<g transform="translate(${round(x)} ${round(y)}) scale(${scale} ${-scale})">${paths.join('')}</g>`;
}

function setLine(font: Font, line: string) {
  return font.layout(line, { liga: false });
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function open(name: string): Font {
  return openSync(`${fonts}/commissioner-${name}.ttf`);
}

try {
  const written = await renderPreviews();
  if (written > 0) console.log(`${written} previews written to public/og`);
} catch (error) {
  if (!(error instanceof ContentError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
