// Draws the sharing preview of a page. Runs in a separate process, which preview-cards.server.ts starts.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { openSync, type Font } from 'fontkit';
import sharp, { type Sharp } from 'sharp';
import { runPictureJobAndExit } from '#app/domain/attachments/picture-process-worker.ts';

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

runPictureJobAndExit<PreviewCardJob & { target: string }, boolean>((job) =>
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
  const photograph = job.photograph && (await cutPicture(job.photograph, job, 'jpeg'));
  const drawing = job.drawing && (await cutPicture(job.drawing, job, 'png'));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD.width}" height="${CARD.height}">
    <rect width="100%" height="100%" fill="${COLOURS.paper}"/>
    ${renderBrand(job.brand)}
    ${photograph && (drawing ? renderCutaway(drawing, photograph) : renderImage(photograph))}
    ${renderNote(job.note)}
    ${renderHeading(job.lines)}
  </svg>`;
  return sharp(Buffer.from(svg)).removeAlpha();
}

function renderBrand(brand: string): string {
  const { x, y, width, height } = WORDMARK;
  if (brand === DRAWN_BRAND) {
    const wordmark = readFileSync(`${BRAND_FOLDER}/wordmark.svg`, 'utf8');
    return wordmark.replace('<svg', `<svg x="${x}" y="${y}" width="${width}" height="${height}"`);
  }
  const size = Math.min(height, width / measureLine(display, brand));
  const baseline = y + getBaseline(display, size, height);
  return `<g fill="${COLOURS.ink}">${renderText(display, brand, size, x, baseline)}</g>`;
}

async function cutPicture(
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

function renderCutaway(drawing: string, photograph: string): string {
  return `<clipPath id="built"><path d="M727 0H1200V300H596Z"/></clipPath>
    <clipPath id="drawn"><path d="M356 0H724L593 300H356Z"/></clipPath>
    <g clip-path="url(#drawn)">${renderImage(drawing)}</g>
    <g clip-path="url(#built)">${renderImage(photograph)}</g>`;
}

function renderImage(href: string): string {
  const { x, width, height } = PICTURE;
  return `<image x="${x}" width="${width}" height="${height}" href="${href}"/>`;
}

function renderNote(note: string): string {
  const { top, height, gap } = NOTE;
  const size = Math.min(NOTE.size, NOTE.width / measureLine(text, note));
  const width = measureLine(text, note) * size;
  const x = PICTURE.x + (PICTURE.width - width) / 2;
  const lineY = top + height / 2;
  const renderLine = (left: number, right: number) =>
    `<rect x="${left}" y="${lineY}" width="${right - left}" height="1" fill="${COLOURS.line}"/>`;
  return `${renderLine(PICTURE.x, x - gap)}${renderLine(x + width + gap, CARD.width)}
    <rect x="359" y="316" width="1.5" height="17" fill="${COLOURS.line}" transform="rotate(23.6 359.75 324.5)"/>
    <g fill="${COLOURS.note}">${renderText(text, note, size, x, top + getBaseline(text, size, height))}</g>`;
}

function renderHeading(lines: readonly string[]): string {
  const { lineHeight, x, bottom, indent, width } = HEADING;
  const maxSizes = lines.map((line, index) => {
    return (width - indent * index) / measureLine(display, line);
  });
  const size = Math.min(HEADING.size, Math.floor(Math.min(...maxSizes)));
  const height = size * lineHeight;
  const baseline = getBaseline(display, size, height);
  const renderedLines = lines.map((line, index) => {
    const top = bottom - height * (lines.length - index);
    return renderText(display, line, size, x + indent * index, top + baseline);
  });
  return `<g fill="${COLOURS.ink}">${renderedLines.join('')}</g>`;
}

interface Face {
  font: Font;
  /** Added after each letter, in parts of the size. */
  spacing: number;
}

const display: Face = { font: openFont('display'), spacing: -0.035 };
const text: Face = { font: openFont('text'), spacing: 0 };

function measureLine({ font, spacing }: Face, line: string): number {
  const advances = layOutLine(font, line).positions.map(
    ({ xAdvance }) => xAdvance / font.unitsPerEm,
  );
  return advances.reduce((sum, advance) => sum + advance + spacing, 0);
}

function getBaseline({ font }: Face, size: number, height: number): number {
  const scale = size / font.unitsPerEm;
  return (height - (font.ascent - font.descent) * scale) / 2 + font.ascent * scale;
}

function renderText(face: Face, line: string, size: number, x: number, y: number): string {
  const { font, spacing } = face;
  const scale = size / font.unitsPerEm;
  const { glyphs, positions } = layOutLine(font, line);
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
function layOutLine(font: Font, line: string) {
  const drawable = [...line].filter((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0)!));
  return font.layout(drawable.join(''), { liga: false });
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function openFont(name: string): Font {
  return openSync(`${BRAND_FOLDER}/fonts/commissioner-${name}.ttf`);
}
