import { hash } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { link, open, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { ReadableStream as NodeStream } from 'node:stream/web';
import { makeZip, predictLength } from 'client-zip';
import { config } from '#app/config.server.ts';
import { OPERATOR, recordAudit } from '#app/domain/audit.server.ts';
import { createRandomToken } from '#app/domain/keys.server.ts';
import { ATTACHMENTS, MB, REPLY } from '#app/domain/limits.ts';
import {
  findAttachment,
  isStoredFileName,
  listStoredFileNames,
  sumAttachmentBytes,
  sumMailedBytes,
} from '#db/attachments.ts';
import { getDatabase, inTransaction, type Db } from '#db/database.server.ts';
import { MIN_FREE_BYTES, readFreeDiskBytes } from '#db/engine/health.ts';
import {
  claimProcessName,
  deleteStaleProcessLocks,
  listClaimedProcessNames,
} from '#db/engine/locks.ts';
import { findRow, updateRows } from '#db/rows.ts';
import type { Attachment } from '#db/schema.ts';
import { StoreError } from '#db/store-error.ts';

// The files of enquiries, in DATA_DIR/attachments. While a file is received it has a temporary name, which is
// locked by its process. Before its row is stored it gets its final name too, and afterwards it loses the
// temporary one. So after a crash, deleteOrphanedAttachmentFiles can recognise the files without a row.

const NAME_BYTES = 16;
const INCOMING_FILE = /^([0-9a-f]{32})\.([0-9a-f]+)\.part$/;

export const getAttachmentFolder = (): string => join(config().dataDir, 'attachments');
const getReceiverFolder = (): string => join(config().dataDir, 'receiving');

/** Returns the path of a stored file. Throws for a name that this site does not create. */
export function getAttachmentPath(file: string): string {
  if (!isStoredFileName(file)) throw new Error('a row names a file outside the attachment folder');
  return join(getAttachmentFolder(), file);
}

/** Returns the size of a stored file in bytes, or null if it does not exist. */
export function readStoredSize(file: string): number | null {
  if (!isStoredFileName(file)) return null;
  return statSync(getAttachmentPath(file), { throwIfNoEntry: false })?.size ?? null;
}

/**
 * Yields the bytes of a stored file, or of a range of it (`end` is inclusive). Opens the file for the first one and closes
 * it after the last. Throws Node's own error for a missing file, and an Error for a name that this site does not create.
 */
export async function* readStoredFile(
  file: string,
  range: { start?: number; end?: number } = {},
): AsyncGenerator<Uint8Array> {
  yield* createReadStream(getAttachmentPath(file), range);
}

/** Returns the bytes as a stream, which reads the first ones only when the client asks for them. */
export function toResponseStream(bytes: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return NodeStream.from(bytes) as ReadableStream<Uint8Array>;
}

/**
 * Returns the temporary path of a file that this process is receiving: the final one with the name of the process,
 * which the first call locks, and `.part`.
 */
export const getIncomingPath = (file: string): string =>
  `${getAttachmentPath(file)}.${claimProcessName(getReceiverFolder())}.part`;

/**
 * Owns the files that a form or a message brings. At its disposal it deletes those that no row names. If the database
 * cannot be read, it keeps those with a final name: the next sweep deletes the ones without a row.
 */
export class SpooledFiles implements AsyncDisposable {
  readonly #files: string[] = [];

  async create(): Promise<{ file: string; handle: FileHandle }> {
    mkdirSync(getAttachmentFolder(), { recursive: true, mode: 0o700 });
    const file = createRandomToken(NAME_BYTES, 'hex');
    const handle = await open(getIncomingPath(file), 'wx+', 0o600);
    this.#files.push(file);
    return { file, handle };
  }

  /** Gives files their final names too, synced to disk. Throws StoreError. */
  async linkFinalNames(files: readonly string[]): Promise<void> {
    if (files.length === 0) return;
    try {
      for (const file of files) await link(getIncomingPath(file), getAttachmentPath(file));
      await using folder = await open(getAttachmentFolder(), 'r');
      await folder.sync();
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException;
      throw new StoreError(code, message);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const file of this.#files) {
      // A file with a row stays, even a removed one; so does each file while the database cannot be read.
      const row = await findRow(getDatabase(), 'attachments', { file }).catch(() => 'unknown');
      if (!row) await unlink(getAttachmentPath(file)).catch(() => undefined);
      await unlink(getIncomingPath(file)).catch(() => undefined);
    }
  }
}

/**
 * Deletes the files of ended processes and of removed rows, and those without a row; returns how many. Leaves files
 * that a live process is receiving, the remains of lost ones, and names that this site does not create (AT-5, AT-8).
 */
export async function deleteOrphanedAttachmentFiles(db: Db): Promise<number> {
  // The order matters, because other processes receive files meanwhile: a file of this list is still locked by
  // its process in the second list, or already has its row in the third.
  const names = existsSync(getAttachmentFolder()) ? readdirSync(getAttachmentFolder()) : [];
  const incomingFiles = listIncomingFiles(names);
  const referencedFiles = await listStoredFileNames(db);

  const orphanedNames = names.filter((name) => {
    const file = INCOMING_FILE.exec(name)?.[1];
    if (file !== undefined) return !incomingFiles.has(file);
    return isStoredFileName(name) && !incomingFiles.has(name) && !referencedFiles.has(name);
  });

  for (const name of orphanedNames) rmSync(join(getAttachmentFolder(), name), { force: true });
  return orphanedNames.length;
}

/** Returns the files, by their final names, that live processes are receiving under these names. */
function listIncomingFiles(names: readonly string[]): Set<string> {
  deleteStaleProcessLocks(getReceiverFolder());
  const liveProcesses = listClaimedProcessNames(getReceiverFolder());

  const incomingFiles = new Set<string>();
  for (const name of names) {
    const [, file = '', process = ''] = INCOMING_FILE.exec(name) ?? [];
    if (liveProcesses.has(process)) incomingFiles.add(file);
  }
  return incomingFiles;
}

/**
 * Acknowledges that the file of an attachment is missing or damaged for good, so that backups and doctor no longer
 * report it (AT-8), and audits that. Deletes nothing. Returns 'intact' without a change if the file is as it was stored,
 * and 'not-found' also if it was removed or marked as lost before. Throws Node's own error for a file that this user may
 * not read.
 */
export async function markAttachmentLost(id: number): Promise<'ok' | 'not-found' | 'intact'> {
  const attachment = await findAttachment(getDatabase(), id);
  if (!attachment || attachment.removed !== null) return 'not-found';
  // Hashes the file outside of the transaction, because a large one takes time.
  if (isAttachmentIntact(attachment)) return 'intact';

  return inTransaction(async (tx) => {
    const current = await findAttachment(tx, id);
    if (!current || current.removed !== null) return 'not-found';

    await updateRows(tx, 'attachments', { id }, { removed: 'lost' });
    await recordAudit(tx, OPERATOR, 'attachment.lost', { attachment: id });
    return 'ok';
  });
}

function isAttachmentIntact({ file, sha256 }: Attachment): boolean {
  if (readStoredSize(file) === null) return false;
  try {
    return hash('sha256', readFileSync(getAttachmentPath(file))) === sha256;
  } catch (error) {
    // The disk cannot read it.
    if ((error as NodeJS.ErrnoException).code === 'EIO') return false;
    throw error;
  }
}

export interface FileLimits {
  maxFiles: number;
  maxFileMb: number;
  togetherMb: number;
  /** DOCX and XLSX are accepted too. */
  acceptsOffice: boolean;
}

/** Returns the limits of the files of an enquiry: lower ones for a visitor who has not passed the human check (AT-1). */
export function getFileLimits({ isVerified }: { isVerified: boolean }): FileLimits {
  return {
    maxFiles: isVerified ? ATTACHMENTS.files : ATTACHMENTS.unverifiedFiles,
    maxFileMb: isVerified ? ATTACHMENTS.fileMb : ATTACHMENTS.unverifiedFileMb,
    togetherMb: ATTACHMENTS.togetherMb,
    acceptsOffice: false,
  };
}

/** The limits of the files that leave with a reply (DA-7). */
export const REPLY_FILE_LIMITS: FileLimits = {
  maxFiles: REPLY.files,
  maxFileMb: REPLY.filesMb,
  togetherMb: REPLY.filesMb,
  acceptsOffice: true,
};

export const areAttachmentsEnabled = (): boolean => config().attachmentsMaxMb > 0;

/** Returns whether the stored files take at most ATTACHMENTS_MAX_MB with `addedBytes` more. */
export async function isWithinStorageLimit(db: Db, addedBytes: number): Promise<boolean> {
  return (await sumAttachmentBytes(db)) + addedBytes <= config().attachmentsMaxMb * MB;
}

/** Returns whether `addedBytes` more keep the storage limit, and leave MIN_FREE_BYTES on the disk (AT-8). */
export async function canStoreFiles(db: Db, addedBytes: number): Promise<boolean> {
  if (readFreeDiskBytes() - addedBytes < MIN_FREE_BYTES) return false;
  return isWithinStorageLimit(db, addedBytes);
}

/**
 * Returns how many bytes of files an enquiry may still get by mail on a day (UTC, YYYY-MM-DD); 0 or less for none. This
 * is the least of what remains of the storage, of the part of it for all mailed files, and of the enquiry's day.
 */
export async function readMailRoomBytes(db: Db, enquiryId: number, day: string): Promise<number> {
  const maxBytes = config().attachmentsMaxMb * MB;
  const storedBytes = await sumAttachmentBytes(db);
  const mailedBytes = await sumMailedBytes(db);
  const mailedBytesOfDay = await sumMailedBytes(db, { enquiryId, day });

  return Math.min(
    maxBytes - storedBytes,
    maxBytes * ATTACHMENTS.mailShare - mailedBytes,
    ATTACHMENTS.mailMbPerEnquiryAndDay * MB - mailedBytesOfDay,
  );
}

const OUT_OF_SPACE_CODES = new Set(['ENOSPC', 'EDQUOT']);

/** Returns whether a file could not be written because the disk or the user's quota is full. */
export function isOutOfSpaceError(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { code = '' } = error as NodeJS.ErrnoException;
  return OUT_OF_SPACE_CODES.has(code);
}

export type ZipEntry =
  | { name: string; lastModified: Date; file: string; size: number }
  | { name: string; lastModified?: Date; input: string };

/**
 * Returns the files as an uncompressed ZIP, with its length. If some are missing, the ZIP has the text file that
 * `createNote` returns instead of them. Repeated names get a number. The stream fails if a file is deleted meanwhile
 * (AT-7).
 */
export function createAttachmentZip(
  files: readonly Attachment[],
  createNote: (missingNames: readonly string[]) => { name: string; text: string },
) {
  const entries: ZipEntry[] = [];
  const missingNames: string[] = [];
  for (const { name, file, created_at } of files) {
    const size = readStoredSize(file);
    if (size) entries.push({ name, file, size, lastModified: new Date(created_at) });
    else missingNames.push(name);
  }

  if (missingNames.length > 0) {
    const { name, text } = createNote(missingNames);
    entries.push({ name, input: text });
  }

  const names = toDistinctNames(entries.map(({ name }) => name));
  const namedEntries = entries.map((entry, index) => ({ ...entry, name: names[index]! }));
  return {
    lengthBytes: predictLength(namedEntries),
    body: makeZip(openZipEntries(namedEntries)),
  };
}

/** Yields the entries for makeZip. Each file is opened at its turn, and closed after that, also if the ZIP is cancelled. */
export async function* openZipEntries(entries: readonly ZipEntry[]) {
  for (const entry of entries) {
    if ('input' in entry) {
      yield entry;
      continue;
    }

    // Opened by its first read: an error before that would have no listener.
    const input = readStoredFile(entry.file);
    try {
      yield { ...entry, input };
    } finally {
      await input.return(undefined);
    }
  }
}

/** Returns the names in their order, with " (2)" and so on in repeated ones. Ignores case, as some file systems do. */
export function toDistinctNames(names: readonly string[]): string[] {
  const usedNames = new Set<string>();
  // The next number of each name: a search from 2 for each of many equal names would take quadratic time.
  const nextNumbers = new Map<string, number>();

  return names.map((name) => {
    const [, stem = name, extension = ''] = /^(.+?)(\.[^.]{1,8})?$/.exec(name) ?? [];
    let distinct = name;
    let number = nextNumbers.get(name.toLowerCase()) ?? 2;
    while (usedNames.has(distinct.toLowerCase())) {
      distinct = `${stem} (${number})${extension}`;
      number += 1;
    }

    nextNumbers.set(name.toLowerCase(), number);
    usedNames.add(distinct.toLowerCase());
    return distinct;
  });
}
