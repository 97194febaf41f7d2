import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import {
  areAttachmentsEnabled,
  canStoreFiles,
  isOutOfSpaceError,
  SpooledFiles,
  type FileLimits,
} from '#app/domain/attachments/attachment-folder.server.ts';
import { countEvent, type Requester } from '#app/domain/audit.server.ts';
import { ATTACHMENTS, MB } from '#app/domain/limits.ts';
import { toPlainLine } from '#app/domain/plain-text.ts';
import { shortenStem } from '#app/file-names.ts';
import { logError } from '#app/log.server.ts';
import type { ReceivedFile } from '#db/attachments.ts';
import { getDatabase } from '#db/database.server.ts';
import { StoreError } from '#db/store-error.ts';
import {
  detectAttachmentType,
  detectAttachmentTypeOrZip,
  HEAD_BYTES,
} from './file-types.server.ts';
import { detectOfficeType, ZIP } from './office-files.server.ts';
import { scanReceivedFiles } from './scanning.server.ts';

// Receives the files of a posted form: checks, writes and scans them, then runs the work that stores them.

export interface IncomingFile {
  field: string;
  name: string;
  bytes: AsyncIterable<Uint8Array>;
}

export interface IncomingFiles {
  /** Content-Length, if the request has it. */
  announcedBytes: number | undefined;
  files: AsyncIterable<IncomingFile>;
}

export type FileRefusal =
  | { kind: 'notAccepted' | 'empty'; name: string }
  | { kind: 'tooLarge'; name: string; mb: number }
  | { kind: 'tooMany'; count: number }
  | { kind: 'totalTooLarge'; mb: number };

export interface ReceivedFiles {
  received: readonly ReceivedFile[];
  /** Files were sent but not stored, because they are turned off or do not fit on the disk. */
  leftOut: boolean;
}

/**
 * Runs `work` with the received, scanned and synced files (AT-5), and deletes those that it stores no row for. Returns
 * the refusals, without running `work`, if a file is not accepted; counts a form with an infected one. Throws StoreError
 * for disk errors, and connection errors.
 */
export async function withReceivedFiles<T>(
  incoming: IncomingFiles | undefined,
  limits: FileLimits,
  requester: Requester,
  work: (files: ReceivedFiles) => Promise<T>,
): Promise<T | { kind: 'files-refused'; refusals: FileRefusal[] }> {
  if (!incoming) return work({ received: [], leftOut: false });

  await using spool = new SpooledFiles();
  const result = await receiveAllOrNone(incoming, limits, requester, spool);
  if (result.kind === 'refused') return { kind: 'files-refused', refusals: result.refusals };

  if (result.kind === 'left-out') {
    // The rows need the space that the files have taken.
    await spool[Symbol.asyncDispose]();
    return work({ received: [], leftOut: true });
  }

  await spool.linkFinalNames(result.files.map(({ file }) => file));
  // Awaited, because the spool deletes the files without a row as soon as this function returns.
  return await work({ received: result.files, leftOut: false });
}

type ReceiveResult =
  | { kind: 'received'; files: ReceivedFile[] }
  | { kind: 'refused'; refusals: FileRefusal[] }
  /** Files are turned off or do not fit on the disk; the form is stored without them. */
  | { kind: 'left-out' };

const FORM_OVERHEAD_BYTES = 128 * 1024;

/** Receives all files or none (AT-3, AT-4). */
async function receiveAllOrNone(
  incoming: IncomingFiles,
  limits: FileLimits,
  requester: Requester,
  spool: SpooledFiles,
): Promise<ReceiveResult> {
  const { announcedBytes = 0 } = incoming;
  if (announcedBytes > limits.togetherMb * MB + FORM_OVERHEAD_BYTES) {
    return { kind: 'refused', refusals: [{ kind: 'totalTooLarge', mb: limits.togetherMb }] };
  }

  if (!areAttachmentsEnabled()) return { kind: 'left-out' };
  if (!(await canStoreFiles(getDatabase(), announcedBytes))) {
    logError('attachments-no-room', { bytes: announcedBytes });
    return { kind: 'left-out' };
  }

  try {
    return await receiveAttachments(incoming, limits, requester, spool);
  } catch (error) {
    if (isOutOfSpaceError(error)) {
      logError('attachments-disk-full', { reason: error.message });
      return { kind: 'left-out' };
    }
    throw isDiskError(error) ? new StoreError(error.code, error.message) : error;
  }
}

async function receiveAttachments(
  incoming: IncomingFiles,
  limits: FileLimits,
  requester: Requester,
  spool: SpooledFiles,
): Promise<ReceiveResult> {
  const receivedFiles: ReceivedFile[] = [];
  const refusals: FileRefusal[] = [];

  for await (const incomingFile of incoming.files) {
    if (receivedFiles.length + refusals.length >= limits.maxFiles) {
      refusals.push({ kind: 'tooMany', count: limits.maxFiles });
      break;
    }

    const roomBytes = limits.togetherMb * MB - sumFileSizes(receivedFiles);
    const result = await receiveAttachment(incomingFile, limits, roomBytes, spool);
    if (result.kind === 'received') {
      receivedFiles.push(result.file);
      continue;
    }

    refusals.push(result);
    // Read on to name all refused files. Without a Content-Length, the rest could be of any size.
    if (result.kind === 'totalTooLarge' || incoming.announcedBytes === undefined) break;
  }

  if (refusals.length > 0) return { kind: 'refused', refusals };

  const { acceptedFiles, infectedFiles } = await scanReceivedFiles(receivedFiles);
  if (infectedFiles.length === 0) return { kind: 'received', files: acceptedFiles };

  countEvent(requester, 'attachment.infected');
  for (const { name } of infectedFiles) refusals.push({ kind: 'notAccepted', name });
  return { kind: 'refused', refusals };
}

export interface ReceivedAttachment {
  kind: 'received';
  file: ReceivedFile;
}

/**
 * Writes a file, or refuses it. `roomBytes` remains of the limit for all files together. Throws errors of the disk
 * (isDiskError) and of the connection as Node.js does.
 */
export async function receiveAttachment(
  { name: sentName, bytes }: Pick<IncomingFile, 'name' | 'bytes'>,
  { maxFileMb, togetherMb, acceptsOffice }: FileLimits,
  roomBytes: number,
  spool: SpooledFiles,
): Promise<ReceivedAttachment | Exclude<FileRefusal, { kind: 'tooMany' }>> {
  const name = cleanFileName(sentName);
  const maxFileBytes = maxFileMb * MB;
  const isLimitedByOtherFiles = roomBytes < maxFileBytes;
  const maxBytes = isLimitedByOtherFiles ? roomBytes : maxFileBytes;

  const spooled = await spool.create();
  await using handle = spooled.handle;
  const detectType = acceptsOffice ? detectAttachmentTypeOrZip : detectAttachmentType;
  const result = await writeReceivedFile(handle, bytes, { maxBytes, detectType });
  if (result.kind === 'tooLarge') {
    if (isLimitedByOtherFiles) return { kind: 'totalTooLarge', mb: togetherMb };
    return { kind: 'tooLarge', name, mb: maxFileMb };
  }
  if (result.kind !== 'written') return { kind: result.kind, name };

  const { size, sha256 } = result;
  // Only the whole file tells a DOCX or XLSX from another ZIP.
  const type = result.type === ZIP ? await detectOfficeType(handle, size) : result.type;
  if (type === null) return { kind: 'notAccepted', name };
  return { kind: 'received', file: { name, file: spooled.file, type, size, sha256 } };
}

interface WriteOptions {
  maxBytes: number;
  /** Returns null for a type that is not accepted. Gets the first HEAD_BYTES, or all of a shorter file. */
  detectType: (head: Uint8Array) => Promise<string | null>;
}

interface WrittenFile {
  kind: 'written';
  type: string;
  size: number;
  sha256: string;
}

/** Writes and syncs a file. Returns a reason instead if it is refused; then the caller must delete it. */
export async function writeReceivedFile(
  handle: FileHandle,
  bytes: AsyncIterable<Uint8Array>,
  { maxBytes, detectType }: WriteOptions,
): Promise<WrittenFile | { kind: 'empty' | 'notAccepted' | 'tooLarge' }> {
  const hash = createHash('sha256');
  let size = 0;
  let head = Buffer.alloc(0);
  // Undefined until enough bytes have come to detect it.
  let type: string | null | undefined;

  for await (const piece of bytes) {
    size += piece.length;
    if (size > maxBytes) return { kind: 'tooLarge' };

    if (type === undefined) {
      head = Buffer.concat([head, piece]);
      if (head.length >= HEAD_BYTES) type = await detectType(head.subarray(0, HEAD_BYTES));
      if (type === null) return { kind: 'notAccepted' };
    }

    hash.update(piece);
    await handle.appendFile(piece);
  }

  if (size === 0) return { kind: 'empty' };
  type ??= await detectType(head);
  if (type === null) return { kind: 'notAccepted' };

  await handle.sync();
  return { kind: 'written', type, size, sha256: hash.digest('hex') };
}

const INVISIBLE_CHARACTERS = /[\u061c\u200b\u200e\u200f\u2028\u2029\ufeff]/g;
const FILE_EXTENSION = /\.[A-Za-z0-9]{1,5}$/;

/** Returns a name, or "file", without folders, control and bidi characters, shortened before its extension (AT-3). */
export function cleanFileName(sentName: string): string {
  const baseName = sentName.split(/[/\\]/).at(-1) ?? '';
  // Does not shorten the name.
  const name = toPlainLine(baseName.replace(INVISIBLE_CHARACTERS, ''), ATTACHMENTS.nameMax);
  if (/^\.*$/.test(name)) return 'file';
  if (name.length <= ATTACHMENTS.nameMax) return name;

  const extension = FILE_EXTENSION.exec(name)?.[0] ?? '';
  return shortenStem(name.slice(0, name.length - extension.length), extension) + extension;
}

// Errors with these system calls are errors of the disk, others of the connection.
const DISK_CALLS = new Set(['open', 'mkdir', 'write', 'fsync', 'close']);

/** Returns whether a system call on a file has failed, and not the connection that sends the file. */
export function isDiskError(error: unknown): error is NodeJS.ErrnoException & { code: string } {
  if (!(error instanceof Error)) return false;
  const { syscall = '', code } = error as NodeJS.ErrnoException;
  return code !== undefined && DISK_CALLS.has(syscall);
}

/** Returns a refusal for too many files, or one for each file that is too large. Does not check their total. */
export function listLimitRefusals(
  files: readonly ReceivedFile[],
  { maxFiles, maxFileMb }: FileLimits,
): FileRefusal[] {
  if (files.length > maxFiles) return [{ kind: 'tooMany', count: maxFiles }];
  return files
    .filter(({ size }) => size > maxFileMb * MB)
    .map(({ name }) => ({ kind: 'tooLarge', name, mb: maxFileMb }));
}

export function sumFileSizes(files: readonly ReceivedFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}
