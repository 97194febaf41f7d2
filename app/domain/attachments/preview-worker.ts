// Makes one preview in a process of its own, so that a stranger's picture can harm no other.
import { ATTACHMENTS } from '#app/domain/limits.ts';
import { decodePicture } from './decode-picture.ts';
import { runPictureJob } from './picture-process-worker.ts';

export interface PreviewJob {
  path: string;
  type: string;
}

export type PreviewResult = Uint8Array | null;

const { previewPixels, previewMemoryMb, previewEdgePx: edge, previewSeconds } = ATTACHMENTS;

runPictureJob<PreviewJob, PreviewResult>((job) => makePreview(job).catch(() => null));

/** Returns the picture small and upright, without the camera's metadata (place, device, time). */
async function makePreview({ path, type }: PreviewJob): Promise<Uint8Array> {
  const limits = { pixels: previewPixels, memoryMb: previewMemoryMb };
  const { picture } = await decodePicture(path, type, limits);
  return picture
    .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .timeout({ seconds: previewSeconds })
    .toBuffer();
}
