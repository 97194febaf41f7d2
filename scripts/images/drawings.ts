import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { render } from './rendering.ts';

const WIDTHS = [720, 1440];
const INK = [0x14, 0x18, 0x1f];

// Opacity in six steps, close together at the faint end so that hairlines survive. A general
// quantiser either tints the paper or makes the file twice as large.
const OPACITIES = [0, 28, 70, 128, 190, 255];

/** Writes the files of one drawing that are missing or older than it; returns their number. */
export async function renderDrawing(name: string, file: string): Promise<number> {
  let written = 0;
  for (const width of WIDTHS) {
    written += await render(file, `public/drawings/${name}-${width}.png`, () => trace(file, width));
  }
  return written;
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
