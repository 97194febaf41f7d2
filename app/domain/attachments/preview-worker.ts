// Draws previews in a thread of its own: what a stranger's picture does to a decoder, it does here.
import { parentPort } from 'node:worker_threads';
import sharp from 'sharp';
import { ATTACHMENTS } from '#app/domain/limits.ts';

export interface PreviewJob {
  path: string;
}

/** The bytes of a WebP picture, or null when none can be made. */
export type PreviewResult = Uint8Array | null;

sharp.concurrency(1);
sharp.cache(false);

parentPort?.on('message', async ({ path }: PreviewJob) => {
  parentPort?.postMessage(await draw(path).catch(() => null));
});

/** The picture anew, upright and small, without what a camera wrote into it (place, device, time). */
async function draw(path: string): Promise<Uint8Array> {
  const { previewPixels, previewEdgePx: edge, previewSeconds } = ATTACHMENTS;
  return sharp(path, { limitInputPixels: previewPixels, sequentialRead: true })
    .autoOrient()
    .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .timeout({ seconds: previewSeconds })
    .toBuffer();
}
