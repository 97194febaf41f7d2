// In a thread of its own alone: what a stranger's picture does to a decoder, it does there.
import { readFileSync } from 'node:fs';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { MB } from '#app/domain/limits.ts';

const WASM_PAGE_BYTES = 64 * 1024;
const HEIC_AROUND_BYTES = 96 * MB;

interface DecodingLimits {
  pixels: number;
  memoryMb: number;
}

class TooLargeToDecode extends Error {}

sharp.concurrency(1);
sharp.cache(false);

/** Upright. Throws when it cannot be decoded within these bounds. */
export function decodePicture(path: string, type: string, limits: DecodingLimits): Promise<Sharp> {
  return type === 'image/heic' ? heic(path, limits) : other(path, limits);
}

async function other(path: string, { pixels, memoryMb }: DecodingLimits): Promise<Sharp> {
  const picture = sharp(path, { limitInputPixels: pixels, sequentialRead: true });
  refuseAbove(memoryMb * MB, decodingBytes(await picture.metadata()));
  return picture.autoOrient();
}

/**
 * Measured: an interlaced PNG lies in memory as it is, a progressive JPEG as coefficients of two
 * bytes, a WebP of the lossless kind with four bytes a pixel; others go line by line.
 */
function decodingBytes(picture: Metadata): number {
  const { format, width, height, channels, depth, isProgressive } = picture;
  const bytes = format === 'jpeg' || depth === 'ushort' ? 2 : 1;
  if (format === 'webp' || format === 'heif') return width * height * 4;
  return isProgressive ? width * height * channels * bytes : width * channels * bytes;
}

/** Decoded by libheif, which turns it upright: sharp has no decoder for HEVC. */
async function heic(path: string, { pixels, memoryMb }: DecodingLimits): Promise<Sharp> {
  boundWasm(memoryMb * MB + HEIC_AROUND_BYTES);
  const { default: libheif } = await import('libheif-js/wasm-bundle.js');
  const [picture] = new libheif.HeifDecoder().decode(readFileSync(path));
  if (!picture) throw new Error('no picture in it');
  const [width, height] = [picture.get_width(), picture.get_height()];
  refuseAbove(pixels, width * height);
  // Its planes, and four bytes a pixel made of them.
  refuseAbove(memoryMb * MB, width * height * 5.5);
  const { heif_colorspace: space, heif_chroma: chroma } = libheif;
  const decoded = await libheif.heif_js_decode_image2(
    picture.handle,
    space.heif_colorspace_RGB,
    chroma.heif_chroma_interleaved_RGBA,
  );
  const plane = decoded.channels?.[0];
  if (!plane) throw new Error('not decoded');
  const lines = { width: plane.stride / 4, height: plane.height, channels: 4 } as const;
  return sharp(plane.data, { raw: lines }).extract({ left: 0, top: 0, width, height });
}

function refuseAbove(most: number, amount: number): void {
  if (amount > most) throw new TooLargeToDecode('too large to be decoded');
}

/** A file may hold more than it declares: no decoder gets more memory than this. */
function boundWasm(mostBytes: number): void {
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function (pages) {
    refuseAbove(mostBytes, this.buffer.byteLength + pages * WASM_PAGE_BYTES);
    return grow.call(this, pages);
  };
}
