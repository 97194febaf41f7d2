import { COSTS } from '#costs';
import sharp, { type Sharp } from 'sharp';

// Creates the files in which pages show a picture: picture-worker.ts for uploads at the desk, `npm run images`
// for the pictures of the design.

// Clusters of the sample pictures' colours, dark to light. Keep equal to app/styles/tokens.css.
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

// The widths that phones load. High pixel density hides a lower quality, and phones load slowest.
const PHONE_WIDTHS = [672, 800];
const WIDTHS = [480, ...PHONE_WIDTHS, 960, 1440, 2000];
export const WIDEST = Math.max(...WIDTHS);
const PLAIN = { quality: 58, effort: COSTS.pictureEffort };
const FINE = { quality: 50, effort: COSTS.phonePictureEffort };
export const FALLBACK_WIDTH = 960;
export const DRAWING_WIDTHS = [720, 1440];
const INK = [0x14, 0x18, 0x1f];
// Six opacities, denser at the faint end so that hairlines survive. A general quantiser tints the paper
// or doubles the size of the file.
const OPACITIES = [0, 28, 70, 128, 190, 255];

interface Form {
  /** The file name after the name of the picture and a dash: "960.jpg". */
  name: string;
  make: () => Sharp | Promise<Sharp>;
}

export function getPictureWidths(width: number): number[] {
  return [...new Set(WIDTHS.map((step) => Math.min(step, width)))];
}

export function listPictureForms(open: () => Sharp, widths: readonly number[]): Form[] {
  const avif = widths.map((width) => ({
    name: `${width}.avif`,
    make: () =>
      open()
        .resize(width)
        .avif(PHONE_WIDTHS.includes(width) ? FINE : PLAIN),
  }));
  const jpeg = () => open().resize(FALLBACK_WIDTH).jpeg({ quality: 72, mozjpeg: true });
  return [...avif, { name: `${FALLBACK_WIDTH}.jpg`, make: jpeg }];
}

export function drawingForms(open: () => Sharp): Form[] {
  return DRAWING_WIDTHS.map((width) => ({
    name: `${width}.png`,
    make: () => renderDrawing(open(), width),
  }));
}

/**
 * Returns the index in TONES of the colour nearest to the picture. The dominant colour alone may be a
 * white window or a black wall, so it is averaged with the mean.
 */
export async function findNearestTone(picture: Sharp): Promise<number> {
  const small = await picture.resize(200).jpeg().toBuffer();
  const { dominant, channels } = await sharp(small).stats();
  const colour = [dominant.r, dominant.g, dominant.b].map(
    (value, index) => (value + channels[index]!.mean) / 2,
  );
  const distances = TONES.map((tone) => {
    const parts = [1, 3, 5].map((start) => Number.parseInt(tone.slice(start, start + 2), 16));
    return parts.reduce((sum, part, index) => sum + (colour[index]! - part) ** 2, 0);
  });
  return distances.indexOf(Math.min(...distances));
}

async function renderDrawing(picture: Sharp, width: number): Promise<Sharp> {
  const alpha = picture.resize(width).ensureAlpha().extractChannel('alpha').raw();
  const { data, info } = await alpha.toBuffer({ resolveWithObject: true });
  const pixels = Buffer.alloc(data.length * 4);
  data.forEach((opacity, index) => pixels.set([...INK, toNearestOpacity(opacity)], index * 4));
  const raw = { width: info.width, height: info.height, channels: 4 as const };
  return sharp(pixels, { raw }).png({ palette: true, colours: 16, dither: 0, effort: 10 });
}

function toNearestOpacity(opacity: number): number {
  return OPACITIES.reduce((best, step) =>
    Math.abs(step - opacity) < Math.abs(best - opacity) ? step : best,
  );
}
