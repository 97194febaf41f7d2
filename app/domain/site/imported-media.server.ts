import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { MEDIA_FOLDER, MEDIA_INDEX, type MediaIndex } from '#app/content/content-folder.server.ts';
import { getMediaFileName, MEDIA_FILE } from '#db/site-content.ts';
import { findPdfProblem } from './pdf-fault.ts';
import { DRAWING_WIDTHS, FALLBACK_WIDTH } from './picture-forms.ts';
import { getMediaFolder, hashBytes, saveMedia } from './pictures.server.ts';
import { sanitizeMark } from './word-mark.ts';

// Checks and stores the pictures, PDFs and word-marks of a content import (content-files.server.ts). They
// must pass the checks of an upload, and never replace a live file.

type ImportedMedia = Parameters<typeof saveMedia>[1];
type IndexedMedia = MediaIndex[string];

/** Reads and checks all files of the index. Adds a line to `problems` for each refused file. */
export async function readImportedMedia(
  folder: string,
  index: Readonly<MediaIndex>,
  problems: string[],
): Promise<Map<string, ImportedMedia>> {
  const rows = new Map<string, ImportedMedia>();
  for (const [name, media] of Object.entries(index)) {
    const hashes: Record<string, string> = {};
    for (const [position, form] of media.files.entries()) {
      const file = readRegularFile(folder, name, form);
      const problem = file
        ? await findFileProblem(file, form, media)
        : `is missing from ${MEDIA_FOLDER}`;
      if (problem) problems.push(`${MEDIA_INDEX}: ${name}.files.${position}: ${problem}`);
      if (!file || problem) continue;
      hashes[form] = hashBytes(file);
    }
    const missing = listRequiredForms(media).filter((form) => !media.files.includes(form));
    if (missing.length > 0)
      problems.push(`${MEDIA_INDEX}: ${name}.files: lacks ${missing.join(', ')}`);
    const { width, height, tone } = media;
    const widths = JSON.stringify(media.widths);
    rows.set(name, { name, width, height, widths, tone, files: JSON.stringify(hashes) });
  }
  return rows;
}

/** Returns null also for a symbolic link, which could publish any file of the server. */
function readRegularFile(folder: string, name: string, form: string): Buffer | null {
  const fileName = getMediaFileName(name, form);
  if (!MEDIA_FILE.test(fileName)) return null;
  const path = join(folder, MEDIA_FOLDER, fileName);
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path) : null;
}

// Exports of older versions have a sharing preview for each picture.
const OLD_CARD = { width: 1200, height: 630 };
const REFUSED = 'is not a file that the desk would accept';

async function findFileProblem(
  file: Buffer,
  form: string,
  media: IndexedMedia,
): Promise<string | null> {
  if (form === '.pdf') return findPdfProblem(file) === null ? null : REFUSED;
  if (form === '.svg') return sanitizeMark(file.toString()) === file.toString() ? null : REFUSED;
  const header = await readPictureHeader(file);
  if (!header || header.format !== form.split('.')[1]) return REFUSED;
  const expected = getFormSize(form, media);
  const isExpected =
    header.width === expected.width && Math.abs(header.height - expected.height) <= 1;
  return isExpected
    ? null
    : `is ${header.width} × ${header.height}, not ${expected.width} × ${expected.height}`;
}

/** Returns null for bytes that no decoder reads. `format` is the file extension: avif, jpg or png. */
async function readPictureHeader(file: Buffer) {
  try {
    const { format, compression, width, height } = await sharp(file).metadata();
    if (format === 'heif')
      return { format: compression === 'av1' ? 'avif' : 'heic', width, height };
    return { format: format === 'jpeg' ? 'jpg' : format, width, height };
  } catch {
    return null;
  }
}

function getFormSize(form: string, { width, height }: IndexedMedia) {
  if (form === 'og.jpg') return OLD_CARD;
  const formWidth = Number(form.split('.')[0]);
  return { width: formWidth, height: Math.round((height * formWidth) / width) };
}

/** Returns the files that pages link to without checking that they exist. */
function listRequiredForms({ width, widths, files }: IndexedMedia): string[] {
  if (width === 0) return [];
  const isDrawing = files.some((form) => form.endsWith('.png'));
  const isPicture = files.some((form) => !form.endsWith('.png'));
  return [
    ...(isDrawing ? DRAWING_WIDTHS.map((each) => `${each}.png`) : []),
    ...(isPicture ? [...widths.map((each) => `${each}.avif`), `${FALLBACK_WIDTH}.jpg`] : []),
  ];
}

export interface StoredMedia {
  rows: ImportedMedia[];
  /** New names, by old name, for media that share a name with other bytes on this site. */
  newNames: ReadonlyMap<string, string>;
}

/**
 * Stores the files before any row refers to them. A live file is never replaced: media with the same name
 * and other bytes get a name built from their hashes. The daily sweep deletes files of a failed import.
 */
export function storeImportedMedia(
  folder: string,
  media: ReadonlyMap<string, ImportedMedia>,
): StoredMedia {
  mkdirSync(getMediaFolder(), { recursive: true, mode: 0o700 });
  const newNames = new Map<string, string>();
  const rows = [...media.values()].map((row) => {
    const hashes = parseHashes(row);
    const isSame = Object.entries(hashes).every(([form, hash]) =>
      canHold(getMediaFileName(row.name, form), hash),
    );
    const name = isSame ? row.name : hashBytes(Buffer.from(JSON.stringify([row.name, hashes])));
    if (!isSame) newNames.set(row.name, name);
    for (const form of Object.keys(hashes)) importFile(folder, row.name, name, form);
    return { ...row, name };
  });
  return { rows, newNames };
}

const parseHashes = ({ files }: ImportedMedia) => JSON.parse(files) as Record<string, string>;

/** Whether the file does not exist yet or already has these bytes. */
function canHold(file: string, hash: string): boolean {
  const path = join(getMediaFolder(), file);
  return !existsSync(path) || hashBytes(readFileSync(path)) === hash;
}

function importFile(folder: string, name: string, newName: string, form: string): void {
  const target = join(getMediaFolder(), getMediaFileName(newName, form));
  if (existsSync(target)) return;
  // A process killed here leaves a .part file, which the sweep deletes.
  const part = `${target}.part`;
  const bytes = readFileSync(join(folder, MEDIA_FOLDER, getMediaFileName(name, form)));
  writeFileSync(part, bytes, { mode: 0o600, flush: true });
  renameSync(part, target);
}
