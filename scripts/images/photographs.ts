import sharp from 'sharp';
import type { Original } from './originals.ts';
import { render } from './rendering.ts';

/** What phones take: they show two dots and more where others show one, and wait the longest. */
const PHONE_WIDTHS = [672, 800];
const WIDTHS = [480, ...PHONE_WIDTHS, 960, 1440, 2000];
// Effort 2 is seven times as fast as 4 for files 6 % larger.
const PLAIN = { quality: 58, effort: 2 };
const FINE = { quality: 50, effort: 4 };
const FALLBACK_WIDTH = 960;

/** The widths a picture is offered in: never above its own, which takes the place of the rest. */
export function widthsFor(width: number): number[] {
  return [...new Set(WIDTHS.map((step) => Math.min(step, width)))];
}

/** Writes the files of one picture that are missing or older than it; returns their number. */
export async function renderPicture({ name, file }: Original, widths: number[]): Promise<number> {
  let written = 0;
  for (const width of widths) {
    written += await render(file, `public/pictures/${name}-${width}.avif`, () =>
      sharp(file)
        .resize(width)
        .avif(PHONE_WIDTHS.includes(width) ? FINE : PLAIN),
    );
  }
  written += await render(file, `public/pictures/${name}-${FALLBACK_WIDTH}.jpg`, () =>
    sharp(file).resize(FALLBACK_WIDTH).jpeg({ quality: 72, mozjpeg: true }),
  );
  return written;
}
