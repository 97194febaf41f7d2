import { writeFileSync } from 'node:fs';
import { format } from 'prettier';
import sharp from 'sharp';
import type { Original } from './originals.ts';
import { widthsFor } from './photographs.ts';
import { nearestTone } from './tones.ts';

export const MANIFEST = 'app/content/pictures-manifest.json';

export interface ManifestEntry {
  width: number;
  height: number;
  widths: number[];
  tone: number;
  focus: [number, number];
  drawing?: true;
}

/** Measures one original. Throws when its drawing has another size: they must cover each other. */
export async function describe(original: Original): Promise<ManifestEntry> {
  const { width, height } = await sharp(original.file).metadata();
  if (original.drawing) await requireSize(original.drawing, width, height);
  return {
    width,
    height,
    widths: widthsFor(width),
    tone: await toneOf(original.file),
    focus: [toTens(original.focal[0]), toTens(original.focal[1])],
    ...(original.drawing && { drawing: true }),
  };
}

export async function writeManifest(entries: Record<string, ManifestEntry>): Promise<void> {
  writeFileSync(
    MANIFEST,
    await format(JSON.stringify(entries, null, 2), { parser: 'json', printWidth: 100 }),
  );
}

async function requireSize(drawing: string, width: number, height: number): Promise<void> {
  const size = await sharp(drawing).metadata();
  if (size.width === width && size.height === height) return;
  throw new Error(
    `${drawing}: is ${size.width} × ${size.height}, its picture ${width} × ${height}`,
  );
}

// The dominant colour alone may be a white window or a black wall: halfway to the mean it also
// looks like the picture.
async function toneOf(file: string): Promise<number> {
  const small = await sharp(file).resize(200).toBuffer();
  const { dominant, channels } = await sharp(small).stats();
  const [r = 0, g = 0, b = 0] = channels.map((channel) => channel.mean);
  return nearestTone({
    r: (dominant.r + r) / 2,
    g: (dominant.g + g) / 2,
    b: (dominant.b + b) / 2,
  });
}

function toTens(share: number): number {
  return Math.round(share * 10) * 10;
}
