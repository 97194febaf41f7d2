// Makes one preview in a separate process, where a malicious picture can harm nothing else.
import { ATTACHMENTS } from '#app/domain/limits.ts';
import { decodePicture } from './decode-picture.ts';
import { runPictureJobAndExit } from './picture-process-worker.ts';

export interface PreviewJob {
  path: string;
  type: string;
}

const { previewPixels, previewMemoryMb, previewEdgePx: edge, previewSeconds } = ATTACHMENTS;

runPictureJobAndExit<PreviewJob, Uint8Array | null>((job) => makePreview(job).catch(() => null));

/** Returns a small, upright WebP without the metadata of the camera (place, device, time). */
async function makePreview({ path, type }: PreviewJob): Promise<Uint8Array> {
  const limits = { pixels: previewPixels, memoryMb: previewMemoryMb };
  const { picture } = await decodePicture(path, type, limits);
  return picture
    .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .timeout({ seconds: previewSeconds })
    .toBuffer();
}
