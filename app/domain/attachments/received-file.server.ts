import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { HEAD_BYTES, typeOfContents } from './attachment-type.server.ts';

/** What is known of a file when all its bytes are on the disk. */
export interface WrittenFile {
  type: string;
  size: number;
  sha256: string;
}

/** Why a file was not written to its end. */
export type Unwritten = 'empty' | 'not-accepted' | 'too-large';

/**
 * Writes a file as it arrives, piece by piece, and syncs it; stops at the first byte over the limit
 * and as soon as its beginning says that it is none of those that are taken. What is not written
 * has to be deleted by the caller. Throws what the disk or the sender's line throws.
 */
export async function writeFile(
  handle: FileHandle,
  bytes: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<WrittenFile | Unwritten> {
  const hash = createHash('sha256');
  let head = Buffer.alloc(0);
  let type: string | null | undefined;
  let size = 0;
  for await (const piece of bytes) {
    size += piece.length;
    if (size > maxBytes) return 'too-large';
    if (type === undefined) {
      head = Buffer.concat([head, piece]);
      if (head.length >= HEAD_BYTES) type = await typeOfContents(head.subarray(0, HEAD_BYTES));
      if (type === null) return 'not-accepted';
    }
    hash.update(piece);
    await handle.appendFile(piece);
  }
  if (size === 0) return 'empty';
  type ??= await typeOfContents(head);
  if (type === null) return 'not-accepted';
  await handle.sync();
  return { type, size, sha256: hash.digest('hex') };
}
