import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { link, open, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { ReadableStream as NodeStream } from 'node:stream/web';
import { makeZip, predictLength } from 'client-zip';
import { config } from '#app/config.server.ts';
import { createRandomToken } from '#app/domain/keys.server.ts';
import { ATTACHMENTS, MB } from '#app/domain/limits.ts';
import { isStoredName, listReferencedFiles, sumAttachments } from '#db/attachments.ts';
import type { Db } from '#db/database.server.ts';
import { getFreeBytes, MIN_FREE_BYTES } from '#db/engine/health.ts';
import { getProcessName, listLiveProcesses } from '#db/engine/locks.ts';
import type { Attachment } from '#db/schema.ts';
import { StoreError } from '#db/store-error.ts';

const NAME_BYTES = 16;
const PIECE_BYTES = 64 * 1024;
const INCOMING_FILE = /^([0-9a-f]{32})\.([0-9a-f]+)\.part$/;

export const getAttachmentFolder = () => join(config().dataDir, 'attachments');
const receiverFolder = () => join(config().dataDir, 'receiving');

export function getAttachmentPath(file: string): string {
  if (!isStoredName(file)) throw new Error('a row names a file outside the attachment folder');
  return join(getAttachmentFolder(), file);
}

export function getStoredSize(file: string): number | null {
  if (!isStoredName(file)) return null;
  return statSync(getAttachmentPath(file), { throwIfNoEntry: false })?.size ?? null;
}

/** Yields the bytes `first` to `last` (inclusive). Throws if the file is shorter than promised. */
export async function* readBytes(
  handle: FileHandle,
  [first, last]: readonly [number, number],
): AsyncGenerator<Uint8Array> {
  for (let position = first; position <= last;) {
    const length = Math.min(PIECE_BYTES, last - position + 1);
    const { bytesRead, buffer } = await handle.read(
      Buffer.allocUnsafe(length),
      0,
      length,
      position,
    );
    if (bytesRead === 0) throw new Error('a kept file is shorter than it was');
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Returns a response body that reads the first bytes only when the client asks for them. */
export function toStream(bytes: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return NodeStream.from(bytes) as ReadableStream<Uint8Array>;
}

/**
 * Returns the temporary path of a file that is being received. It contains the name of this process, so
 * that sweepAttachments can delete the file once the process is dead.
 */
export const getPartPath = (file: string) =>
  `${getAttachmentPath(file)}.${getProcessName(receiverFolder())}.part`;

/** Opens a new file under a random name. The caller must end it with forgetParts or dropFiles. */
export async function openPart(): Promise<{ file: string; handle: FileHandle }> {
  mkdirSync(getAttachmentFolder(), { recursive: true, mode: 0o700 });
  const file = createRandomToken(NAME_BYTES, 'hex');
  return { file, handle: await open(getPartPath(file), 'wx', 0o600) };
}

/**
 * Links received files to their final names, synced to disk. They keep the other name until forgetParts,
 * so that a sweep does not delete them. Throws StoreError.
 */
export async function publishParts(files: readonly string[]): Promise<void> {
  if (files.length === 0) return;
  try {
    for (const file of files) await link(getPartPath(file), getAttachmentPath(file));
    const folder = await open(getAttachmentFolder(), 'r');
    await folder.sync().finally(() => folder.close());
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new StoreError(code, message);
  }
}

export async function forgetParts(files: readonly string[]): Promise<void> {
  for (const file of files) await unlink(getPartPath(file)).catch(() => undefined);
}

export async function dropFiles(files: readonly string[]): Promise<void> {
  for (const file of files) await unlink(getAttachmentPath(file)).catch(() => undefined);
  await forgetParts(files);
}

/** Deletes files without a row, except those that a living process is receiving (AT-5, AT-8). */
export async function sweepAttachments(db: Db): Promise<number> {
  const names = existsSync(getAttachmentFolder()) ? readdirSync(getAttachmentFolder()) : [];
  // Read after the folder, so that the process receiving one of these files is in the list.
  const livingProcessNames = listLiveProcesses(receiverFolder());
  const incomingFiles = new Set(
    names.flatMap((name) => {
      const [, file = '', process = ''] = INCOMING_FILE.exec(name) ?? [];
      return livingProcessNames.has(process) ? [file] : [];
    }),
  );
  // Read last, so that files stored in the meantime have their rows.
  const referencedFiles = await listReferencedFiles(db);
  const orphanedNames = names.filter((name) => {
    if (incomingFiles.has(name.slice(0, NAME_BYTES * 2))) return false;
    return INCOMING_FILE.test(name) || (isStoredName(name) && !referencedFiles.has(name));
  });
  for (const name of orphanedNames) rmSync(join(getAttachmentFolder(), name), { force: true });
  return orphanedNames.length;
}

const OUT_OF_SPACE_CODES = new Set(['ENOSPC', 'EDQUOT']);

export interface FileLimits {
  files: number;
  fileMb: number;
}

export function getFileLimits(verified: boolean): FileLimits {
  return verified
    ? { files: ATTACHMENTS.files, fileMb: ATTACHMENTS.fileMb }
    : { files: ATTACHMENTS.unverifiedFiles, fileMb: ATTACHMENTS.unverifiedFileMb };
}

export const areAttachmentsEnabled = () => config().attachmentsMaxMb > 0;

/** Returns whether files of this size keep the sum of all files within ATTACHMENTS_MAX_MB. */
export async function isWithinStorageLimit(db: Db, bytes: number): Promise<boolean> {
  return (await sumAttachments(db)) + bytes <= config().attachmentsMaxMb * MB;
}

export const getMaxHoneypotBytes = () => config().attachmentsMaxMb * MB * ATTACHMENTS.honeypotShare;

/** Returns whether files of this size leave the free disk space of /healthz and keep the limit (AT-8). */
export async function canStoreFiles(db: Db, bytes: number): Promise<boolean> {
  return getFreeBytes() - bytes >= MIN_FREE_BYTES && (await isWithinStorageLimit(db, bytes));
}

export function isOutOfSpace(error: unknown): error is Error {
  return (
    error instanceof Error && OUT_OF_SPACE_CODES.has(String((error as NodeJS.ErrnoException).code))
  );
}

/**
 * Returns a zip of the files without compression, streamed as fast as it is read. Files are open only
 * while it is read. Missing files are named in a note inside the zip.
 */
export function createZip(
  files: readonly Attachment[],
  missingNote: (names: readonly string[]) => { name: string; text: string },
): { length: bigint; body: ReadableStream<Uint8Array> } {
  const filesWithSize = files.map((file) => ({ ...file, size: getStoredSize(file.file) ?? 0 }));
  const existingFiles = filesWithSize.filter(({ size }) => size > 0);
  const missingNames = filesWithSize.filter(({ size }) => size === 0).map(({ name }) => name);
  const note = missingNames.length > 0 ? missingNote(missingNames) : null;
  const names = toDistinctNames([
    ...existingFiles.map(({ name }) => name),
    ...(note ? [note.name] : []),
  ]);
  const entries = existingFiles.map(({ file, size, created_at }, i) => {
    return { name: names[i]!, file, size, lastModified: new Date(created_at) };
  });
  const texts = note ? [{ name: names.at(-1)!, input: note.text }] : [];
  const length = predictLength([...entries, ...texts]);
  return { length, body: toStream(generateZip(entries, texts)) };
}

// Opens all files before the first byte: a file deleted in the meantime is still read to its end.
async function* generateZip(
  entries: readonly { name: string; file: string; size: number; lastModified: Date }[],
  texts: readonly { name: string; input: string }[],
): AsyncGenerator<Uint8Array> {
  const handles: FileHandle[] = [];
  try {
    for (const { file } of entries) handles.push(await open(getAttachmentPath(file)));
    const inputs = entries.map(({ name, size, lastModified }, i) => {
      return { name, size, lastModified, input: readBytes(handles[i]!, [0, size - 1]) };
    });
    const zip = makeZip([...inputs, ...texts]).getReader();
    for (let piece = await zip.read(); !piece.done; piece = await zip.read()) yield piece.value;
  } finally {
    for (const handle of handles) await handle.close();
  }
}

/** Adds " (2)" and so on to repeated names, regardless of case: not every file system has both cases. */
export function toDistinctNames(names: readonly string[]): string[] {
  const usedNames = new Set<string>();
  return names.map((name) => {
    const [, stem = name, extension = ''] = /^(.+?)(\.[^.]{1,8})?$/.exec(name) ?? [];
    let distinct = name;
    for (let n = 2; usedNames.has(distinct.toLowerCase()); n++)
      distinct = `${stem} (${n})${extension}`;
    usedNames.add(distinct.toLowerCase());
    return distinct;
  });
}
