import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { config } from '#app/config.server.ts';
import { isOutOfSpace } from '#app/domain/attachments/attachment-folder.server.ts';
import {
  detectMediaType,
  writeFile,
  type ArrivingFiles,
} from '#app/domain/attachments/attachment-intake.server.ts';
import { runPictureProcess } from '#app/domain/attachments/picture-process.server.ts';
import { recordAudit } from '#app/domain/audit.server.ts';
import { DAY, SECOND } from '#app/domain/clock.server.ts';
import { createRandomToken } from '#app/domain/keys.server.ts';
import { ATTACHMENTS, KB, MB, SITE } from '#app/domain/limits.ts';
import { toPlainLine } from '#app/domain/plain-text.ts';
import { database, inTransaction, type Db } from '#db/database.server.ts';
import { getFreeBytes, MIN_FREE_BYTES } from '#db/engine/health.ts';
import {
  deleteUnusedMedia,
  findMediaByName,
  getMediaFileName,
  insertMedia,
  listMedia,
  listMediaFiles,
  markUsedMedia,
  MEDIA_FILE,
  type SiteMedia,
} from '#db/site-content.ts';
import type { Author } from './entries.server.ts';
import type { MediaPurpose, PictureJob, PictureResult } from './picture-worker.ts';

const TYPES = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/heic']);
// Leaves space for the sizes of a picture after its upload.
const MIN_FREE_BYTES_FOR_PICTURES = MIN_FREE_BYTES + 4 * SITE.pictureMb * MB;
const WORKER = new URL('./picture-worker.ts', import.meta.url);
const TIMEOUT_MS = 2 * SITE.pictureSeconds * SECOND;

export const getMediaFolder = () => join(config().dataDir, 'media');

export interface PictureRefusal {
  name: string;
  purpose: MediaPurpose;
  kind: 'type' | 'large' | 'room' | 'tooMany' | Exclude<PictureResult['kind'], 'made'>;
}

export interface TakenPictures {
  pictures: (SiteMedia & { field: string })[];
  otherMedia: Partial<Record<MediaPurpose, SiteMedia>>;
  refused: PictureRefusal[];
}

interface ReceivedFile {
  name: string;
  partPath: string;
  field: string;
  purpose: MediaPurpose;
  result: Upload | PictureRefusal['kind'];
}

interface Upload {
  sha256: string;
  type: string;
}

/**
 * Stores the accepted files of a form and names each refused one (PB-5). Receives all files before it
 * converts the first, so that the client's connection does not wait for conversions.
 */
export async function takePictures(
  incoming: ArrivingFiles | undefined,
  author: Author,
): Promise<TakenPictures> {
  const takenPictures: TakenPictures = { pictures: [], otherMedia: {}, refused: [] };
  mkdirSync(getMediaFolder(), { recursive: true, mode: 0o700 });
  const files: ReceivedFile[] = [];
  try {
    await receiveFiles(incoming, files);
    for (const { name, partPath, field, purpose, result } of files) {
      const outcome =
        typeof result === 'string' ? result : await storeUpload(partPath, result, purpose, author);
      if (typeof outcome === 'string') takenPictures.refused.push({ name, purpose, kind: outcome });
      else if (purpose === 'pictures') takenPictures.pictures.push({ ...outcome, field });
      else takenPictures.otherMedia[purpose] = outcome;
    }
  } finally {
    const parts = new Set(files.map(({ partPath }) => basename(partPath, '.part')));
    for (const file of listMediaFolder()) {
      if (parts.has(file.split('.')[0]!)) rmSync(join(getMediaFolder(), file), { force: true });
    }
  }
  return takenPictures;
}

/** Adds each file to `files` before its bytes arrive, so that an interrupted upload is cleaned up too. */
async function receiveFiles(
  incoming: ArrivingFiles | undefined,
  files: ReceivedFile[],
): Promise<void> {
  for await (const { name: sentName, field, bytes } of incoming?.files ?? []) {
    const name = toPlainLine(sentName, ATTACHMENTS.nameMax).slice(0, ATTACHMENTS.nameMax) || 'file';
    const partPath = join(getMediaFolder(), `${createRandomToken(16, 'hex')}.part`);
    // Pictures of blocks are stored like the pictures of an entry.
    const purpose = (field === 'blocks' ? 'pictures' : field) as MediaPurpose;
    const isTooMany = files.length >= SITE.pictures;
    const file: ReceivedFile = { name, partPath, field, purpose, result: 'tooMany' };
    files.push(file);
    // The bytes of surplus files must be read and dropped to reach the next field.
    const result = await receiveFile(
      bytes,
      partPath,
      purpose,
      isTooMany ? 0 : getMaxBytes(purpose),
    );
    if (!isTooMany) file.result = result;
  }
}

/** One file that exists for media stored for this purpose, and may be missing for another purpose. */
const FORM_BY_PURPOSE: Readonly<Record<MediaPurpose, string>> = {
  pictures: '960.jpg',
  drawing: '720.png',
  file: '.pdf',
  mark: '.svg',
};

const getMaxBytes = (purpose: MediaPurpose) =>
  purpose === 'mark' ? SITE.markKb * KB : SITE.pictureMb * MB;

/** Stores an upload under the hash of its bytes, so that the same file is stored once. */
async function storeUpload(
  partPath: string,
  { sha256, type }: Upload,
  purpose: MediaPurpose,
  author: Author,
): Promise<SiteMedia | PictureRefusal['kind']> {
  try {
    if (purpose === 'drawing' && type !== 'image/png') return 'type';
    const [storedMedia] = await findMediaByName(database(), [sha256]);
    // The same upload may be a picture and a drawing, which need different files.
    if (
      storedMedia &&
      isComplete(storedMedia) &&
      Object.hasOwn(parseForms(storedMedia), FORM_BY_PURPOSE[purpose])
    )
      return storedMedia;
    if (getFreeBytes() < MIN_FREE_BYTES_FOR_PICTURES) return 'room';
    const result = await makeForms({ path: partPath, type, target: `${partPath}-`, purpose });
    // The decoder reports a full disk and a damaged picture alike.
    if (result.kind === 'unreadable' && getFreeBytes() < MIN_FREE_BYTES_FOR_PICTURES) return 'room';
    return result.kind === 'made'
      ? await storeForms(result, partPath, sha256, author)
      : result.kind;
  } catch (error) {
    if (isOutOfSpace(error)) return 'room';
    throw error;
  }
}

const parseForms = ({ files }: SiteMedia) => JSON.parse(files) as Record<string, string>;

const REFUSAL_BY_WRITE_ERROR = {
  empty: 'type',
  notAccepted: 'type',
  tooLarge: 'large',
  room: 'room',
} as const;

async function receiveFile(
  bytes: AsyncIterable<Uint8Array>,
  partPath: string,
  purpose: MediaPurpose,
  maxBytes: number,
): Promise<ReceivedFile['result']> {
  const handle = await open(partPath, 'wx', 0o600);
  // The remaining space is reserved for enquiries; earlier files of this form may have used the rest.
  const pause = () => (getFreeBytes() < MIN_FREE_BYTES_FOR_PICTURES ? 'room' : null);
  try {
    const upload = await writeFile(handle, bytes, { maxBytes, typeOf: detectType[purpose], pause });
    if (typeof upload !== 'string') return upload;
    return purpose === 'file' && upload === 'notAccepted' ? 'pdf' : REFUSAL_BY_WRITE_ERROR[upload];
  } catch (error) {
    if (isOutOfSpace(error)) return 'room';
    throw error;
  } finally {
    await handle.close();
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
  // sanitizeMark decides later whether it is an SVG.
  mark: () => Promise.resolve('image/svg+xml'),
};

/** Moves the files into place before the row refers to them; after a crash the sweep deletes them. */
async function storeForms(
  { width, height, widths, tone, files }: Extract<PictureResult, { kind: 'made' }>,
  partPath: string,
  sha256: string,
  { admin, requester }: Author,
): Promise<SiteMedia> {
  const hashes: Record<string, string> = {};
  for (const form of files) {
    const formPath = `${partPath}-${form}`;
    await using handle = await open(formPath, 'r');
    await handle.chmod(0o600);
    await handle.sync();
    hashes[form] = hashBytes(await handle.readFile());
    renameSync(formPath, join(getMediaFolder(), getMediaFileName(sha256, form)));
  }
  const folder = await open(getMediaFolder(), 'r');
  await folder.sync().finally(() => folder.close());
  const columns = { name: sha256, width, height, widths: JSON.stringify(widths), tone };
  return inTransaction(async (tx) => {
    const row = await saveMedia(tx, { ...columns, files: JSON.stringify(hashes) });
    const details = { admin: admin.id, picture: sha256, bytes: row.bytes };
    await recordAudit(tx, requester, 'site.picture', details);
    return row;
  });
}

/**
 * Stores the row of media that already have their files. The same upload may be stored as a picture and as a
 * drawing, even concurrently, so the row keeps the files of both.
 */
export async function saveMedia(
  tx: Db,
  media: Omit<SiteMedia, 'bytes' | 'last_used_at'>,
): Promise<SiteMedia> {
  const [storedMedia] = await findMediaByName(tx, [media.name]);
  const storedForms = storedMedia ? Object.entries(parseForms(storedMedia)) : [];
  const getPath = (form: string) => join(getMediaFolder(), getMediaFileName(media.name, form));
  const forms = {
    ...Object.fromEntries(storedForms.filter(([form]) => existsSync(getPath(form)))),
    ...(JSON.parse(media.files) as Record<string, string>),
  };
  const sizes = Object.keys(forms).map((form) => statSync(getPath(form)).size);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  const last_used_at = new Date().toISOString();
  const row = { ...media, files: JSON.stringify(forms), bytes, last_used_at };
  await insertMedia(tx, row);
  return row;
}

export const hashBytes = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Runs the worker. A crash or a timeout counts as an unreadable file. */
async function makeForms(job: PictureJob): Promise<PictureResult> {
  const result = await runPictureProcess<PictureJob, PictureResult>(WORKER, job, TIMEOUT_MS);
  return result ?? { kind: 'unreadable' };
}

function listMediaFolder(): string[] {
  try {
    return readdirSync(getMediaFolder());
  } catch {
    return [];
  }
}

function isComplete(media: SiteMedia): boolean {
  return listMediaFiles(media).every(({ file }) => existsSync(join(getMediaFolder(), file)));
}

/**
 * Deletes media that no entry, draft or bin has used for thirty days, then files without a row that are
 * older than any running upload. Runs daily. Returns how many files were deleted.
 */
export async function sweepPictures(nowMs = Date.now()): Promise<number> {
  const unusedSince = new Date(nowMs - SITE.unusedPictureDays * DAY).toISOString();
  const storedNames = await inTransaction(async (tx) => {
    await markUsedMedia(tx, new Date(nowMs).toISOString());
    await deleteUnusedMedia(tx, unusedSince);
    return new Set((await listMedia(tx)).map(({ name }) => name));
  });
  const unusedFiles = listMediaFolder().filter((file) => {
    const [, name = ''] = MEDIA_FILE.exec(file) ?? [];
    if (storedNames.has(name)) return false;
    const stats = statSync(join(getMediaFolder(), file), { throwIfNoEntry: false });
    return stats !== undefined && stats.mtimeMs < nowMs - DAY;
  });
  for (const file of unusedFiles) rmSync(join(getMediaFolder(), file), { force: true });
  return unusedFiles.length;
}
