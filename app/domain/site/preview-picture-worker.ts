// Cuts the sharing preview of a page out of a picture. Runs in a separate process, which preview-pictures.server.ts
// starts.
import sharp from 'sharp';
import { runPictureJobAndExit } from '#app/domain/attachments/picture-process-worker.ts';

export interface PreviewPictureJob {
  /** The path of the picture's file. */
  source: string;
  width: number;
  height: number;
  /** In per cent: what stays in view. */
  focus: readonly [x: number, y: number];
}

// What networks show of a link (SE-2).
const PREVIEW = { width: 1200, height: 630 };

runPictureJobAndExit<PreviewPictureJob & { target: string }, boolean>((job) =>
  cropPicture(job).then(
    () => true,
    () => false,
  ),
);

async function cropPicture({
  source,
  target,
  width,
  height,
  focus: [x, y],
}: PreviewPictureJob & { target: string }): Promise<void> {
  const scale = Math.max(PREVIEW.width / width, PREVIEW.height / height);
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
  await sharp(source)
    .resize({ ...size, fit: 'fill' })
    .extract({
      left: Math.round(((size.width - PREVIEW.width) * x) / 100),
      top: Math.round(((size.height - PREVIEW.height) * y) / 100),
      ...PREVIEW,
    })
    .jpeg({ quality: 80, mozjpeg: true })
    .toFile(target);
}
