// Draws one preview in a thread of its own: what a stranger's picture does to a decoder, it does here.
import { parentPort, workerData } from 'node:worker_threads';
import { ATTACHMENTS } from '#app/domain/limits.ts';
import { decodePicture } from './decode-picture.ts';

export interface PreviewJob {
  path: string;
  type: string;
}

export type PreviewResult = Uint8Array | null;

const { previewPixels, previewMemoryMb, previewEdgePx: edge, previewSeconds } = ATTACHMENTS;

const { path, type } = workerData as PreviewJob;
parentPort?.postMessage(await drawn().catch(() => null));

/** The picture anew, upright and small, without what a camera wrote into it (place, device, time). */
async function drawn(): Promise<Uint8Array> {
  const limits = { pixels: previewPixels, memoryMb: previewMemoryMb };
  const picture = await decodePicture(path, type, limits);
  return picture
    .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .timeout({ seconds: previewSeconds })
    .toBuffer();
}
