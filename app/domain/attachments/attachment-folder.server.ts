import { isStoredName, keptFiles, sumAttachments } from '#db/attachments.ts';
import { livingProcesses, processName } from '#db/engine/locks.ts';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, link, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ReadableStream as NodeStream } from 'node:stream/web';
import { config } from '#app/config.server.ts';
import { randomToken } from '#app/domain/keys.server.ts';
import type { Db } from '#db/database.server.ts';
import { StoreError } from '#db/store-error.ts';
import { ATTACHMENTS, MB } from '#app/domain/limits.ts';
import { freeBytes, MIN_FREE_BYTES } from '#db/engine/health.ts';
import { makeZip, predictLength } from 'client-zip';
import type { Attachment } from '#db/schema.ts';

const NAME_BYTES = 16;
const PIECE_BYTES = 64 * 1024;
const RECEIVED = /^([0-9a-f]{32})\.([0-9a-f]+)\.part$/;

export const attachmentFolder = () => join(config().dataDir, 'attachments');
const receiverFolder = () => join(config().dataDir, 'receiving');

export function attachmentPath(file: string): string {
  if (!isStoredName(file)) throw new Error('a row names a file that is none of ours');
  return join(attachmentFolder(), file);
}

export function keptSize(file: string): number | null {
  if (!isStoredName(file)) return null;
  return statSync(attachmentPath(file), { throwIfNoEntry: false })?.size ?? null;
}

/** From the first byte to the last; throws when there are fewer: less was promised to nobody. */
export async function* bytesOf(
  handle: FileHandle,
  [first, last]: readonly [number, number],
): AsyncGenerator<Uint8Array> {
  for (let at = first; at <= last;) {
    const length = Math.min(PIECE_BYTES, last - at + 1);
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(length), 0, length, at);
    if (bytesRead === 0) throw new Error('a kept file is shorter than it was');
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Bytes as the body of an answer: the first are asked for when they are read, and not before. */
export function bodyOf(bytes: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return NodeStream.from(bytes) as ReadableStream<Uint8Array>;
}

/** While this process receives it: after a kill its name says that it is nobody's. */
export const receivedPath = (file: string) =>
  `${attachmentPath(file)}.${processName(receiverFolder())}.part`;

/** Opens a new file under a random name; it has to be ended by forgetParts or dropFiles. */
export async function openPart(): Promise<{ file: string; handle: FileHandle }> {
  mkdirSync(attachmentFolder(), { recursive: true, mode: 0o700 });
  const file = randomToken(NAME_BYTES, 'hex');
  return { file, handle: await open(receivedPath(file), 'wx', 0o600) };
}

/** Each keeps its other name till forgetParts: a sweep leaves it alone. Throws StoreError. */
export async function keepParts(files: readonly string[]): Promise<void> {
  if (files.length === 0) return;
  try {
    for (const file of files) await link(receivedPath(file), attachmentPath(file));
    const folder = await open(attachmentFolder(), 'r');
    await folder.sync().finally(() => folder.close());
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new StoreError(code, message);
  }
}

export async function forgetParts(files: readonly string[]): Promise<void> {
  for (const file of files) await unlink(receivedPath(file)).catch(() => undefined);
}

export async function dropFiles(files: readonly string[]): Promise<void> {
  for (const file of files) await unlink(attachmentPath(file)).catch(() => undefined);
  await forgetParts(files);
}

/** Deletes what no row knows, but for what a living process is receiving (AT-5, AT-8). */
export async function sweepAttachments(db: Db): Promise<number> {
  const found = existsSync(attachmentFolder()) ? readdirSync(attachmentFolder()) : [];
  // Asked after the look at the folder: whoever began to receive one of these files is among them.
  const living = livingProcesses(receiverFolder());
  const arriving = new Set(
    found.flatMap((name) => {
      const [, file = '', process = ''] = RECEIVED.exec(name) ?? [];
      return living.has(process) ? [file] : [];
    }),
  );
  // Asked last: whatever was stored since is known.
  const kept = await keptFiles(db);
  const left = found.filter((name) => {
    if (arriving.has(name.slice(0, NAME_BYTES * 2))) return false;
    return RECEIVED.test(name) || (isStoredName(name) && !kept.has(name));
  });
  for (const name of left) rmSync(join(attachmentFolder(), name), { force: true });
  return left.length;
}

const FULL = new Set(['ENOSPC', 'EDQUOT']);

export interface FileLimits {
  files: number;
  fileMb: number;
}

export function limitsFor(verified: boolean): FileLimits {
  return verified
    ? { files: ATTACHMENTS.files, fileMb: ATTACHMENTS.fileMb }
    : { files: ATTACHMENTS.unverifiedFiles, fileMb: ATTACHMENTS.unverifiedFileMb };
}

export const takesFiles = () => config().attachmentsMaxMb > 0;

export async function hasShareFor(db: Db, bytes: number): Promise<boolean> {
  return (await sumAttachments(db)) + bytes <= config().attachmentsMaxMb * MB;
}

export const honeypotBytes = () => config().attachmentsMaxMb * MB * ATTACHMENTS.honeypotShare;

/** Within that share, and short of where the site would call itself ill for want of disk (AT-8). */
export async function hasRoomFor(db: Db, bytes: number): Promise<boolean> {
  return freeBytes() - bytes >= MIN_FREE_BYTES && (await hasShareFor(db, bytes));
}

export function isOutOfSpace(error: unknown): error is Error {
  return error instanceof Error && FULL.has(String((error as NodeJS.ErrnoException).code));
}

/**
 * Stored as they are: they are packed already. Made as fast as it is read, with nothing open before
 * its first byte and after its last, or once it is left. Bytes that are missing are told of in it.
 */
export function zipOf(
  files: readonly Attachment[],
  missingNote: (names: readonly string[]) => { name: string; text: string },
): { length: bigint; body: ReadableStream<Uint8Array> } {
  const sized = files.map((file) => ({ ...file, size: keptSize(file.file) ?? 0 }));
  const found = sized.filter(({ size }) => size > 0);
  const missing = sized.filter(({ size }) => size === 0).map(({ name }) => name);
  const note = missing.length > 0 ? missingNote(missing) : null;
  const names = distinctNames([...found.map(({ name }) => name), ...(note ? [note.name] : [])]);
  const entries = found.map(({ file, size, created_at }, i) => {
    return { name: names[i]!, file, size, lastModified: new Date(created_at) };
  });
  const texts = note ? [{ name: names.at(-1)!, input: note.text }] : [];
  const length = predictLength([...entries, ...texts]);
  return { length, body: bodyOf(zipped(entries, texts)) };
}

// All are opened before the first byte: what is deleted later is still read to its end.
async function* zipped(
  entries: readonly { name: string; file: string; size: number; lastModified: Date }[],
  texts: readonly { name: string; input: string }[],
): AsyncGenerator<Uint8Array> {
  const opened: FileHandle[] = [];
  try {
    for (const { file } of entries) opened.push(await open(attachmentPath(file)));
    const inputs = entries.map(({ name, size, lastModified }, i) => {
      return { name, size, lastModified, input: bytesOf(opened[i]!, [0, size - 1]) };
    });
    const zip = makeZip([...inputs, ...texts]).getReader();
    for (let piece = await zip.read(); !piece.done; piece = await zip.read()) yield piece.value;
  } finally {
    for (const handle of opened) await handle.close();
  }
}

export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const [, stem = name, ending = ''] = /^(.+?)(\.[^.]{1,8})?$/.exec(name) ?? [];
    let distinct = name;
    for (let n = 2; taken.has(distinct.toLowerCase()); n++) distinct = `${stem} (${n})${ending}`;
    taken.add(distinct.toLowerCase());
    return distinct;
  });
}
