import type { FileHandle } from 'node:fs/promises';
import { inflateRawSync } from 'node:zlib';
import { KB, MB } from '#app/domain/limits.ts';

// DOCX and XLSX are ZIP files. The part [Content_Types].xml of such a file says what it is and lists its macros
// (ECMA-376, part 2). It may stand anywhere, so it is found by the directory at the end (PKWARE APPNOTE, 4.3).

export const ZIP = 'application/zip';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
export const OFFICE_TYPE_NAMES: Readonly<Record<string, string>> = {
  [DOCX]: 'DOCX',
  [XLSX]: 'XLSX',
};

const TYPE_BY_MAIN_PART = [
  ['wordprocessingml.document.main+xml', DOCX],
  ['spreadsheetml.sheet.main+xml', XLSX],
] as const;
const MACRO_PART = /vbaproject/i;
/** Macros of VBA, and those of Excel 4 in sheets of their own. */
const MACRO_TYPE = /vbaproject|macroenabled|macrosheet/i;

const CONTENT_TYPES = '[content_types].xml';
const MAX_CONTENT_TYPES_BYTES = 512 * KB;
const MAX_DIRECTORY_BYTES = MB;

// The record at the end of the file, with the offsets of its fields (APPNOTE, 4.3.16).
const END_SIGNATURE = Buffer.from('PK\x05\x06', 'latin1');
const END_BYTES = 22;
const END_FIELDS = { directoryBytes: 12, directoryStart: 16 };
const MAX_COMMENT_BYTES = 0xffff;

// An entry of the directory (APPNOTE, 4.3.12). Name, extra field and comment follow it.
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_BYTES = 46;
const ENTRY_FIELDS = {
  method: 10,
  packedBytes: 20,
  nameBytes: 28,
  extraBytes: 30,
  commentBytes: 32,
  headerStart: 42,
};

// The header of a packed file (APPNOTE, 4.3.7). Name, extra field and the packed bytes follow it.
const HEADER_SIGNATURE = 0x04034b50;
const HEADER_BYTES = 30;
const HEADER_FIELDS = { nameBytes: 26, extraBytes: 28 };

const STORED = 0;
const DEFLATED = 8;

/** Returns the media type of a ZIP file that is a DOCX or XLSX without macros (DA-7); null for any other or damaged one. */
export async function detectOfficeType(handle: FileHandle, size: number): Promise<string | null> {
  const entries = await listEntries(handle, size);
  if (entries.some(({ name }) => MACRO_PART.test(name))) return null;

  const contentTypeParts = entries.filter(({ name }) => name.toLowerCase() === CONTENT_TYPES);
  const [part] = contentTypeParts;
  // With two of them, programs may read different ones.
  if (!part || contentTypeParts.length > 1) return null;

  const contentTypes = await readPart(handle, part);
  if (contentTypes === null || MACRO_TYPE.test(contentTypes)) return null;
  return TYPE_BY_MAIN_PART.find(([mainPart]) => contentTypes.includes(mainPart))?.[1] ?? null;
}

interface ZipEntry {
  name: string;
  method: number;
  packedBytes: number;
  headerStart: number;
}

/** Returns [] for a file that has no valid directory, or a very long one. */
async function listEntries(handle: FileHandle, size: number): Promise<ZipEntry[]> {
  const directory = await readDirectory(handle, size);
  if (!directory) return [];

  const entries: ZipEntry[] = [];
  let position = 0;
  while (position + ENTRY_BYTES <= directory.length) {
    if (directory.readUInt32LE(position) !== ENTRY_SIGNATURE) return [];
    const nameStart = position + ENTRY_BYTES;
    const nameEnd = nameStart + directory.readUInt16LE(position + ENTRY_FIELDS.nameBytes);
    entries.push({
      name: directory.toString('utf8', nameStart, nameEnd),
      method: directory.readUInt16LE(position + ENTRY_FIELDS.method),
      packedBytes: directory.readUInt32LE(position + ENTRY_FIELDS.packedBytes),
      headerStart: directory.readUInt32LE(position + ENTRY_FIELDS.headerStart),
    });

    const extraBytes = directory.readUInt16LE(position + ENTRY_FIELDS.extraBytes);
    const commentBytes = directory.readUInt16LE(position + ENTRY_FIELDS.commentBytes);
    position = nameEnd + extraBytes + commentBytes;
  }
  return entries;
}

/** Returns null without a directory, and for a very long one. */
async function readDirectory(handle: FileHandle, size: number): Promise<Buffer | null> {
  const tailBytes = Math.min(size, END_BYTES + MAX_COMMENT_BYTES);
  const tail = await readBytes(handle, size - tailBytes, tailBytes);
  const end = tail.lastIndexOf(END_SIGNATURE);
  if (end < 0 || end + END_BYTES > tail.length) return null;

  const directoryBytes = tail.readUInt32LE(end + END_FIELDS.directoryBytes);
  const directoryStart = tail.readUInt32LE(end + END_FIELDS.directoryStart);
  if (directoryBytes > MAX_DIRECTORY_BYTES) return null;
  return readBytes(handle, directoryStart, directoryBytes);
}

/** Returns the text of an entry; null if it is damaged, too long, or packed in another way than Office does. */
async function readPart(handle: FileHandle, entry: ZipEntry): Promise<string | null> {
  const { method, packedBytes, headerStart } = entry;
  if (packedBytes > MAX_CONTENT_TYPES_BYTES) return null;

  const header = await readBytes(handle, headerStart, HEADER_BYTES);
  if (header.length < HEADER_BYTES || header.readUInt32LE(0) !== HEADER_SIGNATURE) return null;

  const nameBytes = header.readUInt16LE(HEADER_FIELDS.nameBytes);
  const extraBytes = header.readUInt16LE(HEADER_FIELDS.extraBytes);
  const start = headerStart + HEADER_BYTES + nameBytes + extraBytes;
  const packed = await readBytes(handle, start, packedBytes);

  if (method === STORED) return packed.toString();
  if (method !== DEFLATED) return null;
  try {
    return inflateRawSync(packed, { maxOutputLength: MAX_CONTENT_TYPES_BYTES }).toString();
  } catch {
    return null;
  }
}

/** Returns fewer bytes at the end of the file. */
async function readBytes(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), { position });
  return buffer.subarray(0, bytesRead);
}
