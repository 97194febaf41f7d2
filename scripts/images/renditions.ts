import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import type { Original } from './originals.ts';

export const WIDTHS = [480, 960, 1440, 2000];
const FALLBACK_WIDTH = 960;
export const DRAWING_WIDTHS = [720, 1440];

/** The widths a picture is offered in: never above its own, which takes the place of the rest. */
export function widthsFor(width: number): number[] {
  return [...new Set(WIDTHS.map((step) => Math.min(step, width)))];
}

/** Writes the files of one picture that are missing or older than it; returns their number. */
export async function renderPicture(original: Original, widths: number[]): Promise<number> {
  let written = 0;
  for (const width of widths) {
    written += await render(
      original.file,
      `public/pictures/${original.name}-${width}.avif`,
      (picture) => picture.resize(width).avif({ quality: 50, effort: 4 }),
    );
  }
  return (
    written +
    (await render(
      original.file,
      `public/pictures/${original.name}-${FALLBACK_WIDTH}.jpg`,
      (picture) => picture.resize(FALLBACK_WIDTH).jpeg({ quality: 72, mozjpeg: true }),
    ))
  );
}

/** The same for a picture's drawing: one ink in a few steps of transparency. */
export async function renderDrawing(name: string, drawing: string): Promise<number> {
  let written = 0;
  for (const width of DRAWING_WIDTHS) {
    written += await render(drawing, `public/drawings/${name}-${width}.png`, (picture) =>
      picture
        .resize(width)
        .png({ palette: true, colours: 16, dither: 0, effort: 10, compressionLevel: 9 }),
    );
  }
  return written;
}

async function render(source: string, target: string, process: (picture: Sharp) => Sharp) {
  if (isNewer(target, source)) return 0;
  mkdirSync(dirname(target), { recursive: true });
  await process(sharp(source)).toFile(target);
  return 1;
}

function isNewer(target: string, source: string): boolean {
  const made = statSync(target, { throwIfNoEntry: false });
  return made !== undefined && made.mtimeMs >= statSync(source).mtimeMs;
}
