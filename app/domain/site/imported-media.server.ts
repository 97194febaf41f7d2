import { hash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { MEDIA_FOLDER, MEDIA_INDEX, type MediaIndex } from '#app/content/content-folder.server.ts';
import { getMediaFileName, MEDIA_FILE, parseFileHashes } from '#db/site-media.ts';
import { isWholePdf } from './pdf.ts';
import { DRAWING_WIDTHS, FALLBACK_WIDTH } from './picture-variants.ts';
import { getMediaFolder, type MediaRow } from './pictures.server.ts';
import { sanitizeWordMark } from './word-mark.ts';

// Checks and stores the pictures, PDFs and word-marks of a content import (content-files.server.ts). They
// must pass the checks of an upload, and never replace a live file.

type IndexedMedia = MediaIndex[string];

/**
 * Reads and checks all files of the index, and returns the rows of the media by name. `problems` has a line for each
 * refused or missing file, and for each picture whose index lacks a size. Rows lack these files, so they may be stored
 * only if there are no problems. Ignores files of the folder that the index does not list.
 */
export async function checkImportedMedia(
  folder: string,
  index: Readonly<MediaIndex>,
): Promise<{ rows: Map<string, MediaRow>; problems: string[] }> {
  const rows = new Map<string, MediaRow>();
  const problems: string[] = [];

  for (const [name, media] of Object.entries(index)) {
    const hashes: Record<string, string> = {};

    for (const [position, variant] of media.files.entries()) {
      const label = `${MEDIA_INDEX}: ${name}.files.${position}`;
      const file = readRegularFile(folder, name, variant);
      if (!file) {
        problems.push(`${label}: is missing from ${MEDIA_FOLDER}`);
        continue;
      }

      const problem = await findFileProblem(file, variant, media);
      if (problem) problems.push(`${label}: ${problem}`);
      else hashes[variant] = hash('sha256', file);
    }

    const missing = listRequiredVariants(media).filter((each) => !media.files.includes(each));
    if (missing.length > 0)
      problems.push(`${MEDIA_INDEX}: ${name}.files: lacks ${missing.join(', ')}`);

    const { width, height, tone } = media;
    const widths = JSON.stringify(media.widths);
    rows.set(name, { name, width, height, widths, tone, files: JSON.stringify(hashes) });
  }

  return { rows, problems };
}

/** Returns null for a missing file, and for a symbolic link, which could publish any file of the server. */
function readRegularFile(folder: string, name: string, variant: string): Buffer | null {
  const fileName = getMediaFileName(name, variant);
  if (!MEDIA_FILE.test(fileName)) return null;
  const path = join(folder, MEDIA_FOLDER, fileName);
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path) : null;
}

const REFUSED = 'is not a file that the desk would accept';

async function findFileProblem(
  file: Buffer,
  variant: string,
  media: IndexedMedia,
): Promise<string | null> {
  if (variant === '.pdf') return isWholePdf(file) ? null : REFUSED;
  if (variant === '.svg')
    return sanitizeWordMark(file.toString()) === file.toString() ? null : REFUSED;

  const header = await readPictureHeader(file);
  if (!header || header.format !== variant.split('.')[1]) return REFUSED;

  // A file such as '960.jpg' is named after its width.
  const width = Number(variant.split('.')[0]);
  const height = Math.round((media.height * width) / media.width);
  const isExpected = header.width === width && Math.abs(header.height - height) <= 1;
  return isExpected ? null : `is ${header.width} × ${header.height}, not ${width} × ${height}`;
}

/** Returns null for bytes that no decoder reads. `format` is the file extension: avif, jpg or png. */
async function readPictureHeader(
  file: Buffer,
): Promise<{ format: string; width: number; height: number } | null> {
  try {
    const { format, compression, width, height } = await sharp(file).metadata();
    if (format === 'heif')
      return { format: compression === 'av1' ? 'avif' : 'heic', width, height };
    return { format: format === 'jpeg' ? 'jpg' : format, width, height };
  } catch {
    return null;
  }
}

/** Returns the files that pages link to without checking that they exist. */
function listRequiredVariants({ width, widths, files }: IndexedMedia): string[] {
  if (width === 0) return [];
  const isDrawing = files.some((variant) => variant.endsWith('.png'));
  const isPicture = files.some((variant) => !variant.endsWith('.png'));
  return [
    ...(isDrawing ? DRAWING_WIDTHS.map((each) => `${each}.png`) : []),
    ...(isPicture ? [...widths.map((each) => `${each}.avif`), `${FALLBACK_WIDTH}.jpg`] : []),
  ];
}

export interface CopiedMedia {
  /** With the new names. */
  rows: MediaRow[];
  /** New names, by old name, for media that share a name with other bytes on this site. */
  newNames: ReadonlyMap<string, string>;
}

/**
 * Copies the files to the media folder. A live file is never replaced: media with the same name and other
 * bytes get a name built from their hashes. The caller must then store the returned rows; otherwise the daily
 * cleanup deletes the files.
 */
export function copyImportedMedia(
  folder: string,
  media: ReadonlyMap<string, MediaRow>,
): CopiedMedia {
  mkdirSync(getMediaFolder(), { recursive: true, mode: 0o700 });
  const newNames = new Map<string, string>();

  const rows = [...media.values()].map((row) => {
    const hashes = parseFileHashes(row);
    const keepsName = Object.entries(hashes).every(([variant, sha256]) =>
      isAbsentOrSame(getMediaFileName(row.name, variant), sha256),
    );
    const newName = keepsName ? row.name : hash('sha256', JSON.stringify([row.name, hashes]));
    if (!keepsName) newNames.set(row.name, newName);

    for (const variant of Object.keys(hashes)) importFile(folder, row.name, newName, variant);
    return { ...row, name: newName };
  });

  return { rows, newNames };
}

function isAbsentOrSame(file: string, sha256: string): boolean {
  const path = join(getMediaFolder(), file);
  return !existsSync(path) || hash('sha256', readFileSync(path)) === sha256;
}

function importFile(folder: string, name: string, newName: string, variant: string): void {
  const target = join(getMediaFolder(), getMediaFileName(newName, variant));
  if (existsSync(target)) return;
  // A process killed here leaves a .part file, which the sweep deletes.
  const part = `${target}.part`;
  const bytes = readFileSync(join(folder, MEDIA_FOLDER, getMediaFileName(name, variant)));
  writeFileSync(part, bytes, { mode: 0o600, flush: true });
  renameSync(part, target);
}
