import { readFileSync } from 'node:fs';
import sharp, { type Sharp } from 'sharp';
import type { PreviewCard } from '#app/content/preview-cards.server.ts';
import { baselineOf, display, outlines, text, widthOf } from './lettering.ts';

/** Of the whole card, and of the picture in its upper right corner, in px. */
const CARD = { width: 1200, height: 630 };
const PICTURE = { x: 356, width: 844, height: 300 };

const COLOURS = { paper: '#f2f3ef', ink: '#14181f', note: '#474d57', line: '#5e656e' };

const NOTE = { size: 20, top: 310, height: 28, gap: 14, width: 780 };
const HEADING = { size: 118, lineHeight: 0.94, x: 56, bottom: 586, indent: 300, width: 1100 };

const wordmark = readFileSync(`${import.meta.dirname}/wordmark.svg`, 'utf8');
const originals = 'app/content/pictures';

/** The card as a picture of 1200 by 630 px: word-mark, picture, a line of dimension, heading. */
export async function drawCard(card: PreviewCard): Promise<Sharp> {
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

/** The part of a picture that fills its place, with its focus in view; a data URL. */
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

/** The kerf (131 px wide, 3 px open) parts the drawing from the picture. */
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

/** The note in the middle of a line of dimension that runs off to the right. */
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

/** One line, or two of which the second is set in; as large as its place allows. */
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
