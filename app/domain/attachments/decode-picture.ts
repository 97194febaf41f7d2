// Use it only in a separate process (picture-process.server.ts): a visitor's picture may crash the decoder.
import { readFileSync } from 'node:fs';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { MB } from '#app/domain/limits.ts';
import { eraseCrops, listTransformations, placeCrop } from './heic-crop.ts';

const WASM_PAGE_BYTES = 64 * 1024;
// 1.5 for the decoded planes, and 4 for the RGBA pixels that are made of them.
const HEIC_BYTES_PER_PIXEL = 5.5;
const HEIC_OVERHEAD_BYTES = 96 * MB;
/** After the length and the name of the box `ftyp`, with which every HEIF file begins. */
const FIRST_BRAND_OFFSET = 8;

interface DecodingLimits {
  pixels: number;
  memoryMb: number;
}

/** The picture has more pixels, or would take more memory, than its limits allow. */
export class TooLargeToDecode extends Error {}

sharp.concurrency(1);
sharp.cache(false);

interface DecodedPicture {
  picture: Sharp;
  width: number;
  height: number;
}

/**
 * Opens a picture and turns it upright; width and height are those after turning. A HEIC is decoded at once; the pixels
 * of any other picture are read with its output, which throws for damaged ones. Throws TooLargeToDecode above a limit,
 * and any other error if the file does not hold a picture.
 */
export function decodePicture(
  path: string,
  type: string,
  limits: DecodingLimits,
): Promise<DecodedPicture> {
  return type === 'image/heic' ? decodeHeic(path, limits) : decodeBySharp(path, type, limits);
}

async function decodeBySharp(
  path: string,
  type: string,
  { pixels, memoryMb }: DecodingLimits,
): Promise<DecodedPicture> {
  const file = type === 'image/avif' ? readAvifAsStill(path) : path;
  // Phones write JPEGs that decode with a warning; pictures that were cut off are errors.
  const picture = sharp(file, { failOn: 'error', limitInputPixels: pixels, sequentialRead: true });
  const metadata = await sharp(file, { limitInputPixels: false }).metadata();
  refuseAbove(pixels, metadata.width * metadata.height);
  refuseAbove(memoryMb * MB, estimateDecodingBytes(metadata));

  // sharp converts 16 bits with a profile to Display P3, and does not convert them back to sRGB.
  if (metadata.depth === 'ushort') picture.pipelineColourspace('srgb');
  return { picture: picture.autoOrient(), ...metadata.autoOrient };
}

/** Declares the AVIF a still picture: libvips refuses a moving one, which contains its first frame as a still. */
function readAvifAsStill(path: string): Buffer {
  const file = readFileSync(path);
  file.write('avif', FIRST_BRAND_OFFSET, 'latin1');
  return file;
}

/**
 * Estimates the memory for decoding a picture, from measurements. AVIF takes 21 bytes a pixel, or 27 with
 * more than 8 bits a sample; lossless WebP 4. An interlaced PNG and a progressive JPEG (with 2 bytes a
 * sample) are in memory as a whole. Other pictures are read line by line, unless they must be turned; a JPEG
 * is reduced first.
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

/** Decodes with libheif, because sharp has no decoder for HEVC. libheif turns the picture upright. */
async function decodeHeic(
  path: string,
  { pixels, memoryMb }: DecodingLimits,
): Promise<DecodedPicture> {
  limitWasmMemory(memoryMb * MB + HEIC_OVERHEAD_BYTES);
  const { default: libheif } = await import('libheif-js/wasm-bundle.js');

  const file = readFileSync(path);
  // Some crops keep libheif from decoding (heic-crop.ts).
  const transformations = listTransformations(file);
  eraseCrops(file, transformations);

  const items = new libheif.HeifDecoder().decode(file);
  const item = items.find((candidate) => candidate.is_primary());
  if (!item) throw new Error('no picture in it');

  const [width, height] = [item.get_width(), item.get_height()];
  refuseAbove(pixels, width * height);
  refuseAbove(memoryMb * MB, width * height * HEIC_BYTES_PER_PIXEL);

  const { heif_colorspace: space, heif_chroma: chroma } = libheif;
  const decoded = await libheif.heif_js_decode_image2(
    item.handle,
    space.heif_colorspace_RGB,
    chroma.heif_chroma_interleaved_RGBA,
  );
  const plane = decoded.channels?.[0];
  if (!plane) throw new Error('not decoded');

  // A line of RGBA pixels may be longer than the picture is wide.
  const raw = { width: plane.stride / 4, height: plane.height, channels: 4 } as const;
  const area = placeCrop(transformations, { width, height });
  const picture = sharp(plane.data, { raw }).extract(area);
  return { picture, width: area.width, height: area.height };
}

function refuseAbove(limit: number, amount: number): void {
  if (amount > limit) throw new TooLargeToDecode('too large to be decoded');
}

/** Limits the memory of all WebAssembly in this process: a file may contain more than it declares. */
function limitWasmMemory(maxBytes: number): void {
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function (pages) {
    refuseAbove(maxBytes, this.buffer.byteLength + pages * WASM_PAGE_BYTES);
    return grow.call(this, pages);
  };
}
