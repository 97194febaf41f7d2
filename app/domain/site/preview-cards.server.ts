import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { config } from '#app/config.server.ts';
import { getPicturePath } from '#app/content/catalogue/pictures.server.ts';
import type { PreviewCard } from '#app/content/pages.server.ts';
import { getStoredPictureName } from '#app/content/site-content.server.ts';
import { runPictureProcess } from '#app/domain/attachments/picture-process.server.ts';
import { SECOND } from '#app/domain/clock.server.ts';
import { SITE } from '#app/domain/limits.ts';
import { MIN_FREE_BYTES, readFreeDiskBytes } from '#db/engine/health.ts';
import type { PreviewCardJob } from './preview-card-worker.ts';

// A sharing preview is drawn when it is first asked for and kept in the data folder, so that requests
// cannot keep the picture process busy: each card costs it one run.

const WORKER = new URL('./preview-card-worker.ts', import.meta.url);
const TIMEOUT_MS = SITE.pictureSeconds * SECOND;
const PUBLIC_FOLDER = resolve(import.meta.dirname, '../../../public');
// Twice the width of the picture in the card would be 1688; no file is as wide as that and small.
const MAX_SOURCE_WIDTH = 1440;

const getCardFolder = () => join(config().dataDir, 'previews');
const pendingCards = new Map<string, Promise<boolean>>();

/** Returns the path of the card, drawn before or now; null when it cannot be drawn. */
export async function ensurePreviewCard(card: PreviewCard): Promise<string | null> {
  const job = toJob(card);
  const hash = createHash('sha256').update(JSON.stringify(job)).digest('hex');
  const file = join(getCardFolder(), `${hash}.jpg`);
  if (existsSync(file)) return file;
  if (readFreeDiskBytes() < MIN_FREE_BYTES) return null;
  const pendingCard = pendingCards.get(file) ?? drawCard(job, file);
  pendingCards.set(file, pendingCard);
  const isDrawn = await pendingCard.finally(() => pendingCards.delete(file));
  return isDrawn ? file : null;
}

async function drawCard(job: PreviewCardJob, file: string): Promise<boolean> {
  mkdirSync(getCardFolder(), { recursive: true, mode: 0o700 });
  // Another process may draw the same card at the same time.
  const target = `${file}.${process.pid}.part`;
  const isDrawn = await runPictureProcess<object, boolean>(WORKER, { ...job, target }, TIMEOUT_MS);
  if (isDrawn) renameSync(target, file);
  return isDrawn === true;
}

function toJob({ lines, note, brand, picture }: PreviewCard): PreviewCardJob {
  const { name, drawing, widths, width, height, focus } = picture;
  const sourceWidth = widths.findLast((each) => each <= MAX_SOURCE_WIDTH);
  return {
    lines,
    note,
    brand,
    photograph: sourceWidth ? toFile(getPicturePath({ name }, `${sourceWidth}.avif`)) : null,
    drawing: drawing ? toFile(`${drawing}-1440.png`) : null,
    width,
    height,
    focus,
  };
}

/** Returns the path on the disk of a picture's URL path. */
function toFile(path: string): string {
  const [, name, variant] = /^\/media-files\/([0-9a-f]+)(-[\w.]+)$/.exec(path) ?? [];
  return name
    ? join(config().dataDir, 'media', getStoredPictureName(name) + variant)
    : join(PUBLIC_FOLDER, path);
}

/** Deletes cards of published pages too: they are drawn again when needed. */
export function deletePreviewCardsDrawnBefore(limitMs: number): void {
  if (!existsSync(getCardFolder())) return;
  for (const name of readdirSync(getCardFolder())) {
    const file = join(getCardFolder(), name);
    // Another process may delete the same card.
    const stats = statSync(file, { throwIfNoEntry: false });
    if (stats && stats.mtimeMs < limitMs) rmSync(file, { force: true });
  }
}
