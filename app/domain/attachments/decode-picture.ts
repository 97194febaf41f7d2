// Used only in processes of their own: a stranger's picture may make a decoder crash or hang.
import { readFileSync } from 'node:fs';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { MB } from '#app/domain/limits.ts';

const WASM_PAGE_BYTES = 64 * 1024;
const HEIC_OVERHEAD_BYTES = 96 * MB;

interface DecodingLimits {
  pixels: number;
  memoryMb: number;
}

class TooLargeToDecode extends Error {}

sharp.concurrency(1);
sharp.cache(false);

export interface DecodedPicture {
  picture: Sharp;
  width: number;
  height: number;
}

/** Opens a picture, upright; the width and height are those of the upright picture. Throws beyond the limits. */
export function decodePicture(
  path: string,
  type: string,
  limits: DecodingLimits,
): Promise<DecodedPicture> {
  return type === 'image/heic' ? decodeHeic(path, limits) : decodeBySharp(path, limits);
}

async function decodeBySharp(
  path: string,
  { pixels, memoryMb }: DecodingLimits,
): Promise<DecodedPicture> {
  const picture = sharp(path, { limitInputPixels: pixels, sequentialRead: true });
  const metadata = await picture.metadata();
  refuseAbove(memoryMb * MB, estimateDecodingBytes(metadata));
  return { picture: picture.autoOrient(), ...metadata.autoOrient };
}

/**
 * Measured: a picture of AV1 takes 21 bytes a pixel, and 27 with more than 8 bits a sample; a WebP of the
 * lossless kind four; an interlaced PNG lies in memory as it is, a progressive JPEG as coefficients of two
 * bytes. Others are read line by line, unless they have to be turned: only JPEG is made smaller first.
 */
function estimateDecodingBytes(picture: Metadata): number {
  const { format, width, height, channels, depth, isProgressive } = picture;
  const { orientation = 1, bitsPerSample = 8 } = picture;
  if (format === 'heif') return width * height * (bitsPerSample > 8 ? 27 : 21);
  if (format === 'webp') return width * height * 4;
  const sampleBytes = format === 'jpeg' || depth === 'ushort' ? 2 : 1;
  const isDecodedWhole = isProgressive || (orientation > 1 && format !== 'jpeg');
  return width * (isDecodedWhole ? height : 1) * channels * sampleBytes;
}

/** Decodes by libheif, which also turns the picture upright: sharp has no decoder for HEVC. */
async function decodeHeic(
  path: string,
  { pixels, memoryMb }: DecodingLimits,
): Promise<DecodedPicture> {
  boundWasm(memoryMb * MB + HEIC_OVERHEAD_BYTES);
  const { default: libheif } = await import('libheif-js/wasm-bundle.js');
  const [item] = new libheif.HeifDecoder().decode(readFileSync(path));
  if (!item) throw new Error('no picture in it');
  const [width, height] = [item.get_width(), item.get_height()];
  refuseAbove(pixels, width * height);
  // 1.5 bytes a pixel for its planes, and four for the RGBA made of them.
  refuseAbove(memoryMb * MB, width * height * 5.5);
  const { heif_colorspace: space, heif_chroma: chroma } = libheif;
  const decoded = await libheif.heif_js_decode_image2(
    item.handle,
    space.heif_colorspace_RGB,
    chroma.heif_chroma_interleaved_RGBA,
  );
  const plane = decoded.channels?.[0];
  if (!plane) throw new Error('not decoded');
  const lines = { width: plane.stride / 4, height: plane.height, channels: 4 } as const;
  const picture = sharp(plane.data, { raw: lines }).extract({ left: 0, top: 0, width, height });
  return { picture, width, height };
}

function refuseAbove(limit: number, amount: number): void {
  if (amount > limit) throw new TooLargeToDecode('too large to be decoded');
}

/** Limits what WebAssembly may allocate: a file may hold more than it declares. */
function boundWasm(maxBytes: number): void {
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function (pages) {
    refuseAbove(maxBytes, this.buffer.byteLength + pages * WASM_PAGE_BYTES);
    return grow.call(this, pages);
  };
}
