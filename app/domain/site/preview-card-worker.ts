// Draws the sharing preview of a page. Runs in a separate process, which preview-cards.server.ts starts.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { openSync, type Font } from 'fontkit';
import sharp, { type Sharp } from 'sharp';
import { runPictureJob } from '#app/domain/attachments/picture-process-worker.ts';

export interface PreviewCardJob {
  lines: readonly string[];
  note: string;
  brand: string;
  /** The paths of its files; null for a page without a picture. */
  photograph: string | null;
  drawing: string | null;
  width: number;
  height: number;
  focus: readonly [x: number, y: number];
}

runPictureJob<PreviewCardJob & { target: string }, boolean>((job) =>
  renderCard(job).then(
    () => true,
    () => false,
  ),
);

async function renderCard({ target, ...job }: PreviewCardJob & { target: string }): Promise<void> {
  const card = await drawCard(job);
  await card.jpeg({ quality: 80, mozjpeg: true }).toFile(target);
}

const CARD = { width: 1200, height: 630 };
const PICTURE = { x: 356, width: 844, height: 300 };

const COLOURS = { paper: '#f2f3ef', ink: '#14181f', note: '#474d57', line: '#5e656e' };

const NOTE = { size: 20, top: 310, height: 28, gap: 14, width: 780 };
const HEADING = { size: 118, lineHeight: 0.94, x: 56, bottom: 586, indent: 300, width: 1100 };

const BRAND_FOLDER = resolve(import.meta.dirname, '../../content/brand');
// The word-mark is drawn for this brand; any other one is set in type.
const DRAWN_BRAND = 'DRYS';
const WORDMARK = { x: 56, y: 56, width: 162.02, height: 41 };

async function drawCard(job: PreviewCardJob): Promise<Sharp> {
  const photograph = job.photograph && (await cut(job.photograph, job, 'jpeg'));
  const drawing = job.drawing && (await cut(job.drawing, job, 'png'));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD.width}" height="${CARD.height}">
    <rect width="100%" height="100%" fill="${COLOURS.paper}"/>
    ${drawBrand(job.brand)}
    ${photograph && (drawing ? cutaway(drawing, photograph) : image(photograph))}
    ${noteLine(job.note)}
    ${heading(job.lines)}
  </svg>`;
  return sharp(Buffer.from(svg)).removeAlpha();
}

function drawBrand(brand: string): string {
  const { x, y, width, height } = WORDMARK;
  if (brand === DRAWN_BRAND) {
    const wordmark = readFileSync(`${BRAND_FOLDER}/wordmark.svg`, 'utf8');
    return wordmark.replace('<svg', `<svg x="${x}" y="${y}" width="${width}" height="${height}"`);
  }
  const size = Math.min(height, width / measureLine(display, brand));
  const baseline = y + getBaseline(display, size, height);
  return `<g fill="${COLOURS.ink}">${outlines(display, brand, size, x, baseline)}</g>`;
}

async function cut(
  file: string,
  { width, height, focus }: PreviewCardJob,
  type: 'jpeg' | 'png',
): Promise<string> {
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

function cutaway(drawing: string, photograph: string): string {
  return `<clipPath id="built"><path d="M727 0H1200V300H596Z"/></clipPath>
    <clipPath id="drawn"><path d="M356 0H724L593 300H356Z"/></clipPath>
    <g clip-path="url(#drawn)">${image(drawing)}</g>
    <g clip-path="url(#built)">${image(photograph)}</g>`;
}

function image(href: string): string {
  const { x, width, height } = PICTURE;
  return `<image x="${x}" width="${width}" height="${height}" href="${href}"/>`;
}

function noteLine(note: string): string {
  const { top, height, gap } = NOTE;
  const size = Math.min(NOTE.size, NOTE.width / measureLine(text, note));
  const width = measureLine(text, note) * size;
  const from = PICTURE.x + (PICTURE.width - width) / 2;
  const y = top + height / 2;
  const line = (x: number, to: number) =>
    `<rect x="${x}" y="${y}" width="${to - x}" height="1" fill="${COLOURS.line}"/>`;
  return `${line(PICTURE.x, from - gap)}${line(from + width + gap, CARD.width)}
    <rect x="359" y="316" width="1.5" height="17" fill="${COLOURS.line}" transform="rotate(23.6 359.75 324.5)"/>
    <g fill="${COLOURS.note}">${outlines(text, note, size, from, top + getBaseline(text, size, height))}</g>`;
}

function heading(lines: readonly string[]): string {
  const { lineHeight, x, bottom, indent, width } = HEADING;
  const room = lines.map((line, index) => (width - indent * index) / measureLine(display, line));
  const size = Math.min(HEADING.size, Math.floor(Math.min(...room)));
  const height = size * lineHeight;
  const set = lines.map((line, index) => {
    const top = bottom - height * (lines.length - index);
    return outlines(
      display,
      line,
      size,
      x + indent * index,
      top + getBaseline(display, size, height),
    );
  });
  return `<g fill="${COLOURS.ink}">${set.join('')}</g>`;
}

interface Face {
  font: Font;
  /** Added after each letter, in parts of the size. */
  spacing: number;
}

const display: Face = { font: open('display'), spacing: -0.035 };
const text: Face = { font: open('text'), spacing: 0 };

function measureLine({ font, spacing }: Face, line: string): number {
  const advances = setLine(font, line).positions.map(({ xAdvance }) => xAdvance / font.unitsPerEm);
  return advances.reduce((sum, advance) => sum + advance + spacing, 0);
}

function getBaseline({ font }: Face, size: number, height: number): number {
  const scale = size / font.unitsPerEm;
  return (height - (font.ascent - font.descent) * scale) / 2 + font.ascent * scale;
}

function outlines(face: Face, line: string, size: number, x: number, y: number): string {
  const { font, spacing } = face;
  const scale = size / font.unitsPerEm;
  const { glyphs, positions } = setLine(font, line);
  let xAdvanced = 0;
  const paths = glyphs.map(({ path }, index) => {
    const { xAdvance, xOffset, yOffset } = positions[index]!;
    const transform = `translate(${round(xAdvanced + xOffset)} ${round(yOffset)})`;
    xAdvanced += xAdvance + spacing * font.unitsPerEm;
    return `<path transform="${transform}" d="${path.toSVG()}"/>`;
  });
  return `<g transform="translate(${round(x)} ${round(y)}) scale(${scale} ${-scale})">${paths.join('')}</g>`;
}

/** Leaves out characters that the font lacks, such as an emoji. */
function setLine(font: Font, line: string) {
  const drawable = [...line].filter((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0)!));
  return font.layout(drawable.join(''), { liga: false });
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function open(name: string): Font {
  return openSync(`${BRAND_FOLDER}/fonts/commissioner-${name}.ttf`);
}
