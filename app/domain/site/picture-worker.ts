// Makes the forms of one picture, PDF or word-mark in a thread of its own, whose memory and time are bounded.
import { readFile, rename, writeFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import sharp from 'sharp';
import { decodePicture } from '#app/domain/attachments/decode-picture.ts';
import { SITE } from '#app/domain/limits.ts';
import { pdfFault } from './pdf-fault.ts';
import { cardOf, drawingForms, formsOf, toneOf, WIDEST, widthsFor } from './picture-forms.ts';
import { safeMark } from './word-mark.ts';

export interface PictureJob {
  path: string;
  type: string;
  target: string;
  as: MediaField;
}

export type MediaField = 'pictures' | 'drawing' | 'file' | 'mark';

export type PictureResult =
  | { kind: 'made'; width: number; height: number; widths: number[]; tone: number; files: string[] }
  | { kind: 'narrow' | 'unreadable' | 'pdf' | 'locked' | 'active' | 'mark' };

const { path, type, target, as } = workerData as PictureJob;
const UNMEASURED = { kind: 'made', width: 0, height: 0, widths: [] as number[], tone: 0 } as const;
const makers = { pictures: make, drawing: make, file: keepPdf, mark: drawMark };
parentPort?.postMessage(await makers[as]().catch((): PictureResult => ({ kind: 'unreadable' })));

/** Upright, in sRGB, without what a camera wrote into it (place, device, time). */
async function make(): Promise<PictureResult> {
  const limits = { pixels: SITE.picturePixels, memoryMb: SITE.pictureMemoryMb };
  const decoded = await decodePicture(path, type, limits);
  // Decoded once; all forms are made of what the widest needs.
  const { data, info } = await decoded
    .resize({ width: WIDEST, height: 3 * WIDEST, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  if (width < SITE.pictureMinWidth) return { kind: 'narrow' };
  const open = () => sharp(data, { raw: { width, height, channels } });
  const plain = () => open().flatten({ background: '#fff' });
  const widths = widthsFor(width);
  const forms = as === 'drawing' ? drawingForms(open) : [...formsOf(plain, widths), cardOf(plain)];
  const files: string[] = [];
  for (const { name, make: draw } of forms) {
    const picture = await draw();
    await picture.timeout({ seconds: SITE.pictureSeconds }).toFile(target + name);
    files.push(name);
  }
  return { kind: 'made', width, height, widths, tone: await toneOf(plain()), files };
}

async function keepPdf(): Promise<PictureResult> {
  const fault = pdfFault(await readFile(path));
  if (fault) return { kind: fault };
  await rename(path, `${target}.pdf`);
  return { ...UNMEASURED, files: ['.pdf'] };
}

async function drawMark(): Promise<PictureResult> {
  const drawn = safeMark(await readFile(path, 'utf8'));
  if (drawn === null) return { kind: 'mark' };
  await writeFile(`${target}.svg`, drawn, { mode: 0o600 });
  return { ...UNMEASURED, files: ['.svg'] };
}
