import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { config } from '#app/config.server.ts';
import { getPicturePath, type PictureData } from '#app/content/catalogue/pictures.server.ts';
import { getStoredPictureName } from '#app/content/site-content.server.ts';
import { runPictureProcess } from '#app/domain/attachments/picture-process.server.ts';
import { SECOND } from '#app/domain/clock.server.ts';
import { createRandomToken } from '#app/domain/keys.server.ts';
import { SITE } from '#app/domain/limits.ts';
import { deleteIfOlder } from '#db/engine/database-files.ts';
import { MIN_FREE_BYTES, readFreeDiskBytes } from '#db/engine/health.ts';
import type { PreviewPictureJob } from './preview-picture-worker.ts';

// A sharing preview is cut out of a picture when it is first asked for and kept in the data folder, so that requests
// cannot keep the picture process busy: each picture costs it one run.

const WORKER = new URL('./preview-picture-worker.ts', import.meta.url);
const TIMEOUT_MS = SITE.pictureSeconds * SECOND;
const PUBLIC_FOLDER = resolve(import.meta.dirname, '../../../public');

const getPreviewFolder = () => join(config().dataDir, 'previews');
const pendingPreviews = new Map<string, Promise<boolean>>();

/** Returns the path of a preview, cut if missing; null if that fails or the disk is nearly full. Throws disk errors. */
export async function ensurePreviewPicture(picture: PictureData): Promise<string | null> {
  const job = toJob(picture);
  const name = hash('sha256', JSON.stringify(job));
  const file = join(getPreviewFolder(), `${name}.jpg`);
  if (existsSync(file)) return file;
  if (readFreeDiskBytes() < MIN_FREE_BYTES) return null;

  const pendingPreview = pendingPreviews.getOrInsertComputed(file, () => cutPreview(job, file));
  const isCut = await pendingPreview.finally(() => pendingPreviews.delete(file));
  return isCut ? file : null;
}

async function cutPreview(job: PreviewPictureJob, file: string): Promise<boolean> {
  mkdirSync(getPreviewFolder(), { recursive: true, mode: 0o700 });
  // Another process may cut the same preview at the same time.
  const target = `${file}.${createRandomToken(4, 'hex')}.part`;
  const isCut = await runPictureProcess<object, boolean>(WORKER, { ...job, target }, TIMEOUT_MS);
  if (isCut) renameSync(target, file);
  else rmSync(target, { force: true });
  return isCut === true;
}

function toJob({ name, widths, width, height, focus }: PictureData): PreviewPictureJob {
  const path = getPicturePath({ name }, `${Math.max(...widths)}.avif`);
  const [, uploadName, variant] = /^\/media-files\/([0-9a-f]+)(-[\w.]+)$/.exec(path) ?? [];
  const source = uploadName
    ? join(config().dataDir, 'media', getStoredPictureName(uploadName) + variant)
    : join(PUBLIC_FOLDER, path);
  return { source, width, height, focus };
}

/** Deletes previews of published pages too: they are cut again when needed. */
export function deletePreviewPicturesCutBefore(limitMs: number): void {
  if (!existsSync(getPreviewFolder())) return;
  for (const name of readdirSync(getPreviewFolder()))
    deleteIfOlder(join(getPreviewFolder(), name), limitMs);
}
