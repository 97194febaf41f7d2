import { hash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempDisposableSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { config } from '#app/config.server.ts';
import type { Author } from '#app/domain/accounts/sessions.server.ts';
import { isOutOfSpaceError } from '#app/domain/attachments/attachment-folder.server.ts';
import {
  writeReceivedFile,
  type IncomingFiles,
} from '#app/domain/attachments/attachment-intake.server.ts';
import { detectMediaType } from '#app/domain/attachments/file-types.server.ts';
import { runPictureProcess } from '#app/domain/attachments/picture-process.server.ts';
import { recordAuditByAdmin } from '#app/domain/audit.server.ts';
import { DAY, SECOND } from '#app/domain/clock.server.ts';
import { ATTACHMENTS, KB, MB, SITE } from '#app/domain/limits.ts';
import { toPlainLine } from '#app/domain/plain-text.ts';
import { getDatabase, inTransaction, type Db } from '#db/database.server.ts';
import { MIN_FREE_BYTES, readFreeDiskBytes } from '#db/engine/health.ts';
import { deleteRowsBefore, findRow, replaceRow } from '#db/rows.ts';
import type { SiteMedia } from '#db/site-content.ts';
import {
  getMediaFileName,
  listMedia,
  markUsedMedia,
  MEDIA_FILE,
  parseFileHashes,
  parseMediaFiles,
} from '#db/site-media.ts';
import type { MediaPurpose, PictureJob, PictureResult } from './picture-worker.ts';

const TYPES = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/heic']);
// The remaining space is reserved for enquiries. Leaves space for the sizes of a picture after its upload.
const MIN_FREE_BYTES_FOR_PICTURES = MIN_FREE_BYTES + 4 * SITE.pictureMb * MB;
const WORKER = new URL('./picture-worker.ts', import.meta.url);
const TIMEOUT_MS = 2 * SITE.pictureSeconds * SECOND;

export const getMediaFolder = (): string => join(config().dataDir, 'media');

export interface PictureRefusal {
  name: string;
  purpose: MediaPurpose;
  kind:
    'type' | 'large' | 'room' | 'tooMany' | 'tooManyParts' | Exclude<PictureResult['kind'], 'made'>;
}

/** A row of stored media, without the columns that insertOrMergeMedia fills in. */
export type MediaRow = Omit<SiteMedia, 'bytes' | 'last_used_at'>;

export interface MediaUploads {
  /** With the form field and the sent name of each. */
  pictures: (SiteMedia & { field: string; sentName: string })[];
  otherMedia: Partial<Record<MediaPurpose, SiteMedia>>;
  refused: PictureRefusal[];
}

interface UploadedFile {
  name: string;
  partPath: string;
  field: string;
  purpose: MediaPurpose;
  result: { kind: 'received'; sha256: string; type: string } | { kind: PictureRefusal['kind'] };
}

/**
 * Stores the accepted files as media, audits new ones, and returns them and the refused ones, such as those after the
 * first SITE.pictures. Receives all files before it converts the first, so that conversions do not hold the connection
 * (PB-5). A full disk is a refusal too; throws other errors of the disk, and those of the connection.
 */
export async function storeMediaUploads(
  incoming: IncomingFiles | undefined,
  author: Author,
): Promise<MediaUploads> {
  const uploads: MediaUploads = { pictures: [], otherMedia: {}, refused: [] };
  if (!incoming) return uploads;

  mkdirSync(getMediaFolder(), { recursive: true, mode: 0o700 });
  // Within the media folder, because files are renamed into their places. After a crash the daily clean-up deletes it.
  using uploadFolder = mkdtempDisposableSync(join(getMediaFolder(), 'upload-'));

  for (const file of await receiveMediaFiles(incoming, uploadFolder.path)) {
    const { name, field, purpose } = file;
    const result = await storeUpload(file, author);
    if (result.kind !== 'stored') {
      uploads.refused.push({ name, purpose, kind: result.kind });
    } else if (purpose === 'pictures') {
      uploads.pictures.push({ ...result.media, field, sentName: name });
    } else {
      uploads.otherMedia[purpose] = result.media;
    }
  }
  return uploads;
}

async function receiveMediaFiles(
  incoming: IncomingFiles,
  uploadFolder: string,
): Promise<UploadedFile[]> {
  const files: UploadedFile[] = [];
  for await (const { name: sentName, field, bytes } of incoming.files) {
    const name = toPlainLine(sentName, ATTACHMENTS.nameMax).slice(0, ATTACHMENTS.nameMax) || 'file';
    const partPath = join(uploadFolder, String(files.length));
    // Pictures of blocks are stored like the pictures of an entry.
    const purpose = (field === 'blocks' ? 'pictures' : field) as MediaPurpose;

    const isSurplus = files.length >= SITE.pictures;
    // The bytes of surplus files must be read and dropped to reach the next field.
    const maxBytes = isSurplus ? 0 : getMaxBytes(purpose);
    const received = await receiveMediaFile(bytes, partPath, purpose, maxBytes);
    const result = isSurplus ? ({ kind: 'tooMany' } as const) : received;

    files.push({ name, partPath, field, purpose, result });
  }
  return files;
}

/** One file that exists for media stored for this purpose, and may be missing for another purpose. */
const VARIANT_BY_PURPOSE: Readonly<Record<MediaPurpose, string>> = {
  pictures: '960.jpg',
  drawing: '720.png',
  file: '.pdf',
  mark: '.svg',
};

const getMaxBytes = (purpose: MediaPurpose) =>
  purpose === 'mark' ? SITE.markKb * KB : SITE.pictureMb * MB;

/** Names the files by the hash of the upload, so that the same file is stored once. */
async function storeUpload(
  { partPath, purpose, result: received }: UploadedFile,
  author: Author,
): Promise<{ kind: 'stored'; media: SiteMedia } | { kind: PictureRefusal['kind'] }> {
  if (received.kind !== 'received') return received;
  const { sha256, type } = received;
  if (purpose === 'drawing' && type !== 'image/png') return { kind: 'type' };

  try {
    const storedMedia = await findRow(getDatabase(), 'site_media', { name: sha256 });
    if (storedMedia && hasFilesFor(purpose, storedMedia)) {
      // The daily clean-up would delete it before the entry is saved, if nothing has used it lately.
      const media = await inTransaction((tx) => insertOrMergeMedia(tx, storedMedia));
      return { kind: 'stored', media };
    }
    if (isDiskFullForPictures()) return { kind: 'room' };

    const job = { path: partPath, type, target: `${partPath}-`, purpose };
    const rendered = await runPictureProcess<PictureJob, PictureResult>(WORKER, job, TIMEOUT_MS);
    // Null after a crash or a timeout of the worker.
    const result = rendered ?? ({ kind: 'unreadable' } as const);

    // The decoder reports a full disk and a damaged picture alike.
    if (result.kind === 'unreadable' && isDiskFullForPictures()) return { kind: 'room' };
    if (result.kind !== 'made') return { kind: result.kind };

    return { kind: 'stored', media: await storeVariants(result, partPath, sha256, author) };
  } catch (error) {
    if (isOutOfSpaceError(error)) return { kind: 'room' };
    throw error;
  }
}

const isDiskFullForPictures = () => readFreeDiskBytes() < MIN_FREE_BYTES_FOR_PICTURES;

/** The same upload may be a picture and a drawing, which need different files. */
function hasFilesFor(purpose: MediaPurpose, media: SiteMedia): boolean {
  const isComplete = parseMediaFiles(media).every(({ file }) =>
    existsSync(join(getMediaFolder(), file)),
  );
  return isComplete && Object.hasOwn(parseFileHashes(media), VARIANT_BY_PURPOSE[purpose]);
}

const REFUSAL_BY_WRITE_ERROR = { empty: 'type', notAccepted: 'type', tooLarge: 'large' } as const;

async function receiveMediaFile(
  bytes: AsyncIterable<Uint8Array>,
  partPath: string,
  purpose: MediaPurpose,
  maxBytes: number,
): Promise<UploadedFile['result']> {
  await using handle = await open(partPath, 'wx', 0o600);
  try {
    const boundedBytes = readWhileDiskHasSpace(bytes);
    const result = await writeReceivedFile(handle, boundedBytes, {
      maxBytes,
      detectType: detectType[purpose],
    });

    if (result.kind === 'written') {
      return { kind: 'received', sha256: result.sha256, type: result.type };
    }
    const isNoPdf = purpose === 'file' && result.kind === 'notAccepted';
    return { kind: isNoPdf ? 'pdf' : REFUSAL_BY_WRITE_ERROR[result.kind] };
  } catch (error) {
    if (error instanceof DiskFullForPictures || isOutOfSpaceError(error)) return { kind: 'room' };
    throw error;
  }
}

class DiskFullForPictures extends Error {}

/** Checks the disk once per megabyte, and throws DiskFullForPictures: earlier files may have used the space. */
async function* readWhileDiskHasSpace(bytes: AsyncIterable<Uint8Array>) {
  let uncheckedBytes = MB;
  for await (const piece of bytes) {
    uncheckedBytes += piece.length;
    if (uncheckedBytes >= MB) {
      if (isDiskFullForPictures()) throw new DiskFullForPictures();
      uncheckedBytes = 0;
    }
    yield piece;
  }
}

async function detectPictureType(head: Uint8Array): Promise<string | null> {
  const type = await detectMediaType(head);
  return TYPES.has(type) ? type : null;
}

const detectType: Record<MediaPurpose, (head: Uint8Array) => Promise<string | null>> = {
  pictures: detectPictureType,
  drawing: detectPictureType,
  file: async (head) =>
    (await detectMediaType(head)) === 'application/pdf' ? 'application/pdf' : null,
  // sanitizeWordMark decides later whether it is an SVG.
  mark: () => Promise.resolve('image/svg+xml'),
};

/** Moves the files into place before the row refers to them; after a crash the sweep deletes them. */
async function storeVariants(
  { width, height, widths, tone, files }: Extract<PictureResult, { kind: 'made' }>,
  partPath: string,
  sha256: string,
  author: Author,
): Promise<SiteMedia> {
  const hashes: Record<string, string> = {};

  for (const variant of files) {
    const variantPath = `${partPath}-${variant}`;
    await using handle = await open(variantPath, 'r');
    await handle.chmod(0o600);
    await handle.sync();
    hashes[variant] = hash('sha256', await handle.readFile());
    renameSync(variantPath, join(getMediaFolder(), getMediaFileName(sha256, variant)));
  }

  await using folder = await open(getMediaFolder(), 'r');
  await folder.sync();

  const columns = { name: sha256, width, height, widths: JSON.stringify(widths), tone };
  return inTransaction(async (tx) => {
    const row = await insertOrMergeMedia(tx, { ...columns, files: JSON.stringify(hashes) });
    await recordAuditByAdmin(tx, author, 'site.picture', { picture: sha256, bytes: row.bytes });
    return row;
  });
}

/**
 * Stores a row for existing files of media. A stored row is replaced, but keeps its other files that still exist: an
 * upload may be both a picture and a drawing, even concurrently. Computes `bytes`, sets the time of last use, and throws
 * if a file of `media` is missing.
 */
export async function insertOrMergeMedia(tx: Db, media: MediaRow): Promise<SiteMedia> {
  const getPath = (variant: string) =>
    join(getMediaFolder(), getMediaFileName(media.name, variant));

  const storedMedia = await findRow(tx, 'site_media', { name: media.name });
  const storedHashes = Object.entries(storedMedia ? parseFileHashes(storedMedia) : {});
  const existingHashes = storedHashes.filter(([variant]) => existsSync(getPath(variant)));
  const hashes = { ...Object.fromEntries(existingHashes), ...parseFileHashes(media) };

  let bytes = 0;
  for (const variant of Object.keys(hashes)) bytes += statSync(getPath(variant)).size;

  const last_used_at = new Date().toISOString();
  const row = { ...media, files: JSON.stringify(hashes), bytes, last_used_at };
  await replaceRow(tx, 'site_media', row);
  return row;
}

function listMediaFolder(): string[] {
  try {
    return readdirSync(getMediaFolder());
  } catch {
    return [];
  }
}

/**
 * Deletes media that no entry, even in the bin, has used for SITE.unusedPictureDays, with their files, and files of
 * uploads and imports that failed more than a day ago. First stores the time of last use of the media in use now.
 */
export async function deleteUnusedMediaWithFiles(
  nowMs = Date.now(),
): Promise<{ deletedFiles: number }> {
  const unusedSince = new Date(nowMs - SITE.unusedPictureDays * DAY).toISOString();
  const storedNames = await inTransaction(async (tx) => {
    await markUsedMedia(tx, new Date(nowMs).toISOString());
    await deleteRowsBefore(tx, 'site_media', 'last_used_at', unusedSince);
    return new Set((await listMedia(tx)).map(({ name }) => name));
  });

  const unusedFiles = listMediaFolder().filter((file) => {
    const [, name = ''] = MEDIA_FILE.exec(file) ?? [];
    // A new file may belong to an upload that has not stored its row yet.
    return !storedNames.has(name) && isOlderThanDay(file, nowMs);
  });

  for (const file of unusedFiles)
    rmSync(join(getMediaFolder(), file), { recursive: true, force: true });
  return { deletedFiles: unusedFiles.length };
}

function isOlderThanDay(file: string, nowMs: number): boolean {
  const stats = statSync(join(getMediaFolder(), file), { throwIfNoEntry: false });
  return stats !== undefined && stats.mtimeMs < nowMs - DAY;
}
