import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import {
  areAttachmentsEnabled,
  canStoreFiles,
  dropFiles,
  forgetParts,
  getPartPath,
  isOutOfSpace,
  openPart,
  publishParts,
  type FileLimits,
} from '#app/domain/attachments/attachment-folder.server.ts';
import { countEvent, type Requester } from '#app/domain/audit.server.ts';
import { ATTACHMENTS, MB } from '#app/domain/limits.ts';
import { toPlainLine } from '#app/domain/plain-text.ts';
import { logError } from '#app/log.server.ts';
import { isFileReferenced, type ReceivedFile } from '#db/attachments.ts';
import { database } from '#db/database.server.ts';
import { StoreError } from '#db/store-error.ts';
import { isScanning, scanReceivedFiles } from './scanning.server.ts';

export interface ArrivingFile {
  field: string;
  name: string;
  bytes: AsyncIterable<Uint8Array>;
}

export interface ArrivingFiles {
  announced: number | undefined;
  files: AsyncIterable<ArrivingFile>;
}

export type FileRefusal =
  | { kind: 'notAccepted' | 'empty'; name: string }
  | { kind: 'tooLarge'; name: string; mb: number }
  | { kind: 'tooMany'; count: number }
  | { kind: 'totalTooLarge'; mb: number };

type TakenFiles =
  | { kind: 'taken'; files: ReceivedFile[] }
  | { kind: 'refused'; refusals: FileRefusal[]; infected?: boolean }
  | { kind: 'left-out' };

const FORM_OVERHEAD_BYTES = 128 * 1024;
// System calls on the disk; a broken connection fails with other calls.
const DISK_CALLS = new Set(['open', 'mkdir', 'write', 'fsync', 'close']);
const INVISIBLE_CHARACTERS = /[\u061c\u200b\u200e\u200f\u2028\u2029\ufeff]/g;
const LONE_SURROGATE = /[\ud800-\udbff]$/;
const FILE_EXTENSION = /\.[A-Za-z0-9]{1,5}$/;

/**
 * Receives all files or none (AT-3, AT-4). The caller must end them with forgetParts or dropFiles.
 * Throws StoreError when the disk fails, and errors of the connection; then no file is left.
 */
async function takeFiles(arriving: ArrivingFiles, limits: FileLimits): Promise<TakenFiles> {
  const { announced = 0 } = arriving;
  if (announced > ATTACHMENTS.togetherMb * MB + FORM_OVERHEAD_BYTES) {
    return { kind: 'refused', refusals: [{ kind: 'totalTooLarge', mb: ATTACHMENTS.togetherMb }] };
  }
  if (!areAttachmentsEnabled()) return { kind: 'left-out' };
  if (!(await canStoreFiles(database(), announced))) {
    logError('attachments-no-room', { bytes: announced });
    return { kind: 'left-out' };
  }
  const openedFiles: string[] = [];
  try {
    const result = await receiveFiles(arriving, limits, openedFiles);
    if (result.kind !== 'taken') await dropFiles(openedFiles);
    return result;
  } catch (error) {
    await dropFiles(openedFiles);
    if (isOutOfSpace(error)) {
      logError('attachments-disk-full', { reason: error.message });
      return { kind: 'left-out' };
    }
    throw isDiskError(error) ? new StoreError(error.code, error.message) : error;
  }
}

/** Adds each file it opens to `openedFiles`, for the caller to delete on failure. */
async function receiveFiles(
  arriving: ArrivingFiles,
  { files: maxFiles, fileMb }: FileLimits,
  openedFiles: string[],
): Promise<TakenFiles> {
  const receivedFiles: ReceivedFile[] = [];
  const refusals: FileRefusal[] = [];
  for await (const { name: sentName, bytes } of arriving.files) {
    if (openedFiles.length >= maxFiles) {
      refusals.push({ kind: 'tooMany', count: maxFiles });
      break;
    }
    const name = cleanName(sentName);
    const roomBytes = ATTACHMENTS.togetherMb * MB - sumBytes(receivedFiles);
    const { file, handle } = await openPart();
    openedFiles.push(file);
    const maxBytes = Math.min(fileMb * MB, roomBytes);
    const writing = writeFile(handle, bytes, { maxBytes, typeOf: attachmentType });
    const contents = await writing.finally(() => handle.close());
    if (typeof contents === 'object') receivedFiles.push({ name, file, ...contents });
    else if (contents !== 'tooLarge') refusals.push({ kind: contents, name });
    else if (roomBytes >= fileMb * MB) refusals.push({ kind: contents, name, mb: fileMb });
    else {
      refusals.push({ kind: 'totalTooLarge', mb: ATTACHMENTS.togetherMb });
      break;
    }
    if (refusals.length > 0 && arriving.announced === undefined) break;
  }
  if (refusals.length > 0) return { kind: 'refused', refusals };
  return isScanning() ? scanFiles(receivedFiles) : { kind: 'taken', files: receivedFiles };
}

async function scanFiles(receivedFiles: ReceivedFile[]): Promise<TakenFiles> {
  const verdicts = await scanReceivedFiles(receivedFiles.map(({ file }) => getPartPath(file)));
  const refusals = receivedFiles
    .filter((_, i) => verdicts[i] === 'infected')
    .map(({ name }) => ({ kind: 'notAccepted', name }) as const);
  if (refusals.length > 0) return { kind: 'refused', refusals, infected: true };
  const scanned_at = new Date().toISOString();
  const files = receivedFiles.map((file, i) =>
    verdicts[i] === 'clean' ? { ...file, scanned_at } : file,
  );
  return { kind: 'taken', files };
}

export function isTooLarge({ kind }: FileRefusal): boolean {
  return kind === 'tooLarge' || kind === 'totalTooLarge';
}

/** Returns a refusal for each file that a sender with these limits may not send. */
export function listFilesBeyondLimits(
  files: readonly ReceivedFile[],
  limits: FileLimits,
): FileRefusal[] {
  if (files.length > limits.files) return [{ kind: 'tooMany', count: limits.files }];
  return files
    .filter(({ size }) => size > limits.fileMb * MB)
    .map(({ name }) => ({ kind: 'tooLarge', name, mb: limits.fileMb }));
}

/** Returns a name without folders, control and bidi characters, shortened before its extension (AT-3). */
export function cleanName(sentName: string): string {
  const last = sentName.split(/[/\\]/).at(-1) ?? '';
  const name = toPlainLine(last.replace(INVISIBLE_CHARACTERS, ''), ATTACHMENTS.nameMax);
  if (/^\.*$/.test(name)) return 'file';
  if (name.length <= ATTACHMENTS.nameMax) return name;
  const extension = FILE_EXTENSION.exec(name)?.[0] ?? '';
  return (
    name.slice(0, ATTACHMENTS.nameMax - extension.length).replace(LONE_SURROGATE, '') + extension
  );
}

interface WriteOptions<Unwritten> {
  maxBytes: number;
  typeOf: (head: Uint8Array) => Promise<string | null>;
  /** Asked once per megabyte; a returned reason stops the writing. */
  pause?: () => Unwritten | null;
}

/** Writes, hashes and identifies a file. The caller must delete a file that was not written completely. */
export async function writeFile<Unwritten extends string = never>(
  handle: FileHandle,
  bytes: AsyncIterable<Uint8Array>,
  { maxBytes, typeOf, pause }: WriteOptions<Unwritten>,
): Promise<
  Pick<ReceivedFile, 'type' | 'size' | 'sha256'> | 'empty' | 'notAccepted' | 'tooLarge' | Unwritten
> {
  const hash = createHash('sha256');
  let head = Buffer.alloc(0);
  let type: string | null | undefined;
  let size = 0;
  let checkedAt = -MB;
  for await (const piece of bytes) {
    size += piece.length;
    if (size > maxBytes) return 'tooLarge';
    if (size - checkedAt >= MB) {
      const reason = pause?.();
      if (reason) return reason;
      checkedAt = size;
    }
    if (type === undefined) {
      head = Buffer.concat([head, piece]);
      if (head.length >= HEAD_BYTES) type = await typeOf(head.subarray(0, HEAD_BYTES));
      if (type === null) return 'notAccepted';
    }
    hash.update(piece);
    await handle.appendFile(piece);
  }
  if (size === 0) return 'empty';
  type ??= await typeOf(head);
  if (type === null) return 'notAccepted';
  await handle.sync();
  return { type, size, sha256: hash.digest('hex') };
}

export function isDiskError(error: unknown): error is NodeJS.ErrnoException & { code: string } {
  return error instanceof Error && DISK_CALLS.has(String((error as NodeJS.ErrnoException).syscall));
}

export interface Files {
  received: readonly ReceivedFile[];
  leftOut: boolean;
}

export const NO_FILES: Files = { received: [], leftOut: false };

export function sumBytes(files: readonly ReceivedFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

/**
 * Receives the files, runs `work` with them, and keeps them if `work` stored rows that name them. Files
 * and their folder are synced to disk before `work` runs (AT-5).
 */
export async function withFiles<T>(
  arriving: ArrivingFiles | undefined,
  limits: FileLimits,
  requester: Requester,
  work: (files: Files) => Promise<T>,
): Promise<T | { kind: 'files-refused'; refusals: FileRefusal[] }> {
  if (!arriving) return work(NO_FILES);
  const result = await takeFiles(arriving, limits);
  if (result.kind === 'refused') {
    if (result.infected) countEvent(requester, 'attachment.infected');
    return { kind: 'files-refused', refusals: result.refusals };
  }
  if (result.kind === 'left-out') return work({ received: [], leftOut: true });
  const names = result.files.map(({ file }) => file);
  try {
    await publishParts(names);
    return await work({ received: result.files, leftOut: false });
  } finally {
    // If the database cannot be read, keep the files: the next sweep deletes those without a row.
    const areReferenced = await isFileReferenced(database(), names[0] ?? '').catch(() => true);
    await (areReferenced ? forgetParts(names) : dropFiles(names));
  }
}

const HEAD_BYTES = 4100;

export const TYPE_NAMES: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'image/heic': 'HEIC',
  'image/vnd.dwg': 'DWG',
  'image/vnd.dxf': 'DXF',
};

/* oxlint-disable no-control-regex -- bytes, as the formats have them */
// AC1006 (release 10) to AC1032 (2018 and later), then zero bytes or versions of maintenance.
const DWG = /^AC10(?:06|09|12|14|15|18|21|24|27|32)[\0-\x1f]/;
const BINARY_DXF = /^AutoCAD Binary DXF\r\n\x1a\0/;
// DXF is pairs of lines, a number and a text: comments (999), then the first section.
const DXF =
  /^(?:\xef\xbb\xbf)?(?:[ \t]*999\r?\n[^\r\n]*\r?\n)*[ \t]*0\r?\n[ \t]*SECTION[ \t]*\r?\n/;
// HEIF files without HEVC pictures have the same type; programs that open one open the other.
const HEIF_TYPES = new Set([
  'image/heif',
  'image/heic',
  'image/heic-sequence',
  'image/heif-sequence',
]);

/** Returns the media type by the first HEAD_BYTES, never by name (AT-3), or null if it is not accepted. */
export async function attachmentType(head: Uint8Array): Promise<string | null> {
  const text = Buffer.from(head).toString('latin1');
  if (DWG.test(text)) return 'image/vnd.dwg';
  if (DXF.test(text) || BINARY_DXF.test(text)) return 'image/vnd.dxf';
  const type = await detectMediaType(head);
  // Must start as a PDF: a file with the mark further down could be an HTML page as well.
  if (type === 'application/pdf' && !text.startsWith('%PDF-')) return null;
  return type in TYPE_NAMES ? type : null;
}

/** Returns the media type by the contents, or '' if it is unknown. */
export async function detectMediaType(head: Uint8Array): Promise<string> {
  // Loaded with the first file, so that the start and every command stay fast.
  const { fileTypeFromBuffer } = await import('file-type');
  const type = (await fileTypeFromBuffer(head).catch(() => undefined))?.mime ?? '';
  return HEIF_TYPES.has(type) ? 'image/heic' : type;
}
