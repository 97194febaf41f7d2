import { SECOND } from '#app/domain/clock.server.ts';
import { ATTACHMENTS } from '#app/domain/limits.ts';
import { runPictureProcess } from './picture-process.server.ts';
import type { PreviewJob, PreviewResult } from './preview-worker.ts';

export const PREVIEWED: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/heic',
]);

export class PreviewsBusy extends Error {}

const WORKER = new URL('./preview-worker.ts', import.meta.url);
const TIMEOUT_MS = (ATTACHMENTS.previewSeconds + 2) * SECOND;
let pendingCount = 0;

/**
 * Returns a small picture encoded anew, so that none of the received bytes are shown (AT-6), or null if
 * none can be made within the limits of memory and time. It is not stored: erasing a file leaves no
 * preview. Throws PreviewsBusy.
 */
export async function createPreview(
  path: string,
  type: string,
  timeoutMs = TIMEOUT_MS,
): Promise<PreviewResult> {
  if (pendingCount >= ATTACHMENTS.previewQueue) throw new PreviewsBusy();
  pendingCount++;
  try {
    return await runPictureProcess<PreviewJob, PreviewResult>(WORKER, { path, type }, timeoutMs);
  } finally {
    pendingCount--;
  }
}
