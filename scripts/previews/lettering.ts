import { type Font, openSync } from 'fontkit';

/** A face and how it is set. */
export interface Face {
  font: Font;
  /** Added after each letter, in parts of the size. */
  spacing: number;
}

const fonts = `${import.meta.dirname}/../documents/fonts`;

export const display: Face = { font: open('display'), spacing: -0.035 };
export const text: Face = { font: open('text'), spacing: 0 };

/** How wide a line is at a size of 1. */
export function widthOf({ font, spacing }: Face, line: string): number {
  const advances = setLine(font, line).positions.map(({ xAdvance }) => xAdvance / font.unitsPerEm);
  return advances.reduce((sum, advance) => sum + advance + spacing, 0);
}

/** Where the letters stand in a line box of this height (both in px): px from its top. */
export function baselineOf({ font }: Face, size: number, height: number): number {
  const scale = size / font.unitsPerEm;
  return (height - (font.ascent - font.descent) * scale) / 2 + font.ascent * scale;
}

/** A line of text as outlines, so that it looks alike on every machine; (x, y) is its beginning. */
export function outlines(face: Face, line: string, size: number, x: number, y: number): string {
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
