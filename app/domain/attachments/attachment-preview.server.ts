import { SECOND } from '#app/domain/clock.server.ts';
import { ATTACHMENTS } from '#app/domain/limits.ts';
import { runPictureProcess } from './picture-process.server.ts';
import type { PreviewJob } from './preview-worker.ts';

export const PREVIEWED_TYPES: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/heic',
]);

/** ATTACHMENTS.previewQueue previews are already being made or wait for it. */
export class PreviewsBusy extends Error {}

const WORKER = new URL('./preview-worker.ts', import.meta.url);
const TIMEOUT_MS = (ATTACHMENTS.previewSeconds + 2) * SECOND;
let pendingCount = 0;

/**
 * Returns a small WebP of a stored picture, encoded anew: no received bytes reach the browser (AT-6). Returns null if
 * the picture is missing or damaged, or takes too much memory or time. Does not store it, so that erasing the file
 * suffices. Throws PreviewsBusy.
 */
export async function createPreview(
  path: string,
  type: string,
  timeoutMs = TIMEOUT_MS,
): Promise<Uint8Array | null> {
  if (pendingCount >= ATTACHMENTS.previewQueue) throw new PreviewsBusy();
  pendingCount++;
  try {
    return await runPictureProcess<PreviewJob, Uint8Array>(WORKER, { path, type }, timeoutMs);
  } finally {
    pendingCount--;
  }
}
