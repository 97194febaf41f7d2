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
const PHONE_AVIF = { quality: 50, effort: COSTS.phonePictureEffort };
const OTHER_AVIF = { quality: 58, effort: COSTS.pictureEffort };
const JPEG = { quality: 72, mozjpeg: true };
export const FALLBACK_WIDTH = 960;
export const DRAWING_WIDTHS = [720, 1440];
const INK = [0x14, 0x18, 0x1f];
// Six opacities, denser at the faint end so that hairlines survive. A general quantiser tints the paper
// or doubles the size of the file.
const OPACITIES = [0, 28, 70, 128, 190, 255];

interface PictureVariant {
  /** The file name after the name of the picture and a dash: "960.jpg". */
  name: string;
  render: () => Sharp | Promise<Sharp>;
}

/** Returns the widths in which a picture is stored as AVIF: never wider than the original. */
export function getPictureWidths(originalWidth: number): number[] {
  return [...new Set(WIDTHS.map((width) => Math.min(width, originalWidth)))];
}

/** Returns an AVIF for each width, and one JPEG for browsers without AVIF. Nothing is rendered yet. */
export function listPictureVariants(
  openOriginal: () => Sharp,
  avifWidths: readonly number[],
): PictureVariant[] {
  const avifs = avifWidths.map((width) => {
    const options = PHONE_WIDTHS.includes(width) ? PHONE_AVIF : OTHER_AVIF;
    return { name: `${width}.avif`, render: () => openOriginal().resize(width).avif(options) };
  });
  const renderJpeg = () => openOriginal().resize(FALLBACK_WIDTH).jpeg(JPEG);
  return [...avifs, { name: `${FALLBACK_WIDTH}.jpg`, render: renderJpeg }];
}

/** Returns a PNG in ink for each of DRAWING_WIDTHS. Nothing is rendered yet. */
export function listDrawingVariants(openOriginal: () => Sharp): PictureVariant[] {
  return DRAWING_WIDTHS.map((width) => ({
    name: `${width}.png`,
    render: () => renderDrawing(openOriginal(), width),
  }));
}

/** Returns the tone of a picture: an index in TONES. Averages the dominant colour, often of a wall, with the mean. */
export async function findNearestToneIndex(picture: Sharp): Promise<number> {
  const small = await picture.resize(200).jpeg().toBuffer();
  const { dominant, channels } = await sharp(small).stats();

  const red = (dominant.r + channels[0]!.mean) / 2;
  const green = (dominant.g + channels[1]!.mean) / 2;
  const blue = (dominant.b + channels[2]!.mean) / 2;

  const squaredDistances = TONES.map((tone) => {
    const [toneRed = 0, toneGreen = 0, toneBlue = 0] = Buffer.from(tone.slice(1), 'hex');
    return (red - toneRed) ** 2 + (green - toneGreen) ** 2 + (blue - toneBlue) ** 2;
  });
  return squaredDistances.indexOf(Math.min(...squaredDistances));
}

/** Renders the drawing in the ink of the design: of the original, only the opacity counts. */
async function renderDrawing(picture: Sharp, width: number): Promise<Sharp> {
  const alpha = picture.resize(width).ensureAlpha().extractChannel('alpha').raw();
  const { data, info } = await alpha.toBuffer({ resolveWithObject: true });
  const pixels = Buffer.alloc(data.length * 4);
  data.forEach((opacity, index) => pixels.set([...INK, toNearestOpacity(opacity)], index * 4));
  const raw = { width: info.width, height: info.height, channels: 4 as const };
  return sharp(pixels, { raw }).png({ palette: true, colours: 16, dither: 0, effort: 10 });
}

function toNearestOpacity(opacity: number): number {
  return OPACITIES.reduce((nearest, candidate) =>
    Math.abs(candidate - opacity) < Math.abs(nearest - opacity) ? candidate : nearest,
  );
}
