// Creates the sizes of one picture, or checks one PDF or word-mark. Runs in a separate process with
// limited memory and time, which pictures.server.ts starts.
import { readFile, rename, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { decodePicture, TooLargeToDecode } from '#app/domain/attachments/decode-picture.ts';
import { runPictureJobAndExit } from '#app/domain/attachments/picture-process-worker.ts';
import { SITE } from '#app/domain/limits.ts';
import { isWholePdf } from './pdf.ts';
import {
  findNearestToneIndex,
  getPictureWidths,
  listDrawingVariants,
  listPictureVariants,
  WIDEST,
} from './picture-variants.ts';
import { sanitizeWordMark } from './word-mark.ts';

export interface PictureJob {
  /** The path of the received file. */
  path: string;
  type: string;
  /** The path prefix of the files to create. */
  target: string;
  purpose: MediaPurpose;
}

export type MediaPurpose = 'pictures' | 'drawing' | 'file' | 'mark';

export type PictureResult =
  | { kind: 'made'; width: number; height: number; widths: number[]; tone: number; files: string[] }
  | { kind: 'narrow' | 'tall' | 'flat' | 'pixels' | 'unreadable' | 'pdf' | 'mark' };

const UNMEASURED = { kind: 'made', width: 0, height: 0, widths: [] as number[], tone: 0 } as const;
const handlers = { pictures: makePicture, drawing: makePicture, file: storePdf, mark: makeMark };

runPictureJobAndExit<PictureJob, PictureResult>((job) =>
  handlers[job.purpose](job).catch((error: unknown): PictureResult => ({
    kind: error instanceof TooLargeToDecode ? 'pixels' : 'unreadable',
  })),
);

async function makePicture({ path, type, target, purpose }: PictureJob): Promise<PictureResult> {
  const limits = { pixels: SITE.picturePixels, memoryMb: SITE.pictureMemoryMb };
  const decoded = await decodePicture(path, type, limits);
  if (decoded.width < SITE.pictureMinWidth) return { kind: 'narrow' };
  if (decoded.height > SITE.pictureMaxSideRatio * decoded.width) return { kind: 'tall' };
  if (decoded.width > SITE.pictureMaxSideRatio * decoded.height) return { kind: 'flat' };

  // An encoder's memory grows with the number of pixels, which is limited: a tall picture gets narrower.
  const maxWidth = Math.sqrt((SITE.storedPicturePixels * decoded.width) / decoded.height);
  const storedWidth = Math.min(WIDEST, Math.floor(maxWidth));

  // All sizes are encoded from these pixels, which carry no camera metadata (place, device, time).
  const { data, info } = await decoded.picture
    .resize({ width: storedWidth, withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const open = () => sharp(data, { raw: { width, height, channels } });
  const openOpaque = () => open().flatten({ background: '#fff' });

  const widths = getPictureWidths(width);
  const variants =
    purpose === 'drawing' ? listDrawingVariants(open) : listPictureVariants(openOpaque, widths);
  const files: string[] = [];
  for (const { name, render } of variants) {
    const picture = await render();
    await picture.timeout({ seconds: SITE.pictureSeconds }).toFile(target + name);
    files.push(name);
  }

  const tone = await findNearestToneIndex(openOpaque());
  return { kind: 'made', width, height, widths, tone, files };
}

async function storePdf({ path, target }: PictureJob): Promise<PictureResult> {
  if (!isWholePdf(await readFile(path))) return { kind: 'pdf' };
  await rename(path, `${target}.pdf`);
  return { ...UNMEASURED, files: ['.pdf'] };
}

async function makeMark({ path, target }: PictureJob): Promise<PictureResult> {
  const svg = sanitizeWordMark(await readFile(path, 'utf8'));
  if (svg === null) return { kind: 'mark' };
  await writeFile(`${target}.svg`, svg, { mode: 0o600 });
  return { ...UNMEASURED, files: ['.svg'] };
}
