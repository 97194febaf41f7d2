import { inflateSync } from 'node:zlib';

const MB = 1024 * 1024;
const MAX_INFLATED_BYTES = 256 * MB;

/** A name may be written with its letters as hex: `/J#61vaScript`. */
function toNamePattern(word: string): RegExp {
  const letters = [...word].map((letter) => {
    const hex = letter.charCodeAt(0).toString(16);
    return `(?:${letter}|#${hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)})`;
  });
  return new RegExp(`/${letters.join('')}`, 'g');
}

const ENCRYPT = toNamePattern('Encrypt');
const ACTIVE = [toNamePattern('JavaScript'), toNamePattern('Launch')];
const OBJECT_STREAM = toNamePattern('ObjStm');

/**
 * What keeps a file from being published as a PDF (PB-7). Dictionaries stand uncompressed or in object
 * streams, and both are read; what is encrypted cannot be. It keeps out what was made so by mistake:
 * against what is hidden on purpose browsers show a PDF without rights of its own.
 */
export function findPdfProblem(bytes: Buffer): 'pdf' | 'locked' | 'active' | null {
  const hasHeader = /^%PDF-[12]\.\d/.test(bytes.toString('latin1', 0, 8));
  if (!hasHeader || !bytes.subarray(-1024).includes('%%EOF')) return 'pdf';
  if (findOffsets(ENCRYPT, bytes).length > 0) return 'locked';
  let remainingBytes = MAX_INFLATED_BYTES;
  const isActive = (part: Buffer) => ACTIVE.some((name) => findOffsets(name, part).length > 0);
  if (isActive(bytes)) return 'active';
  for (const offset of findOffsets(OBJECT_STREAM, bytes)) {
    const [start, isFiltered] = findStream(bytes, offset);
    if (start === -1) continue;
    try {
      const objects = inflateSync(bytes.subarray(start), { maxOutputLength: remainingBytes });
      remainingBytes -= objects.length;
      if (isActive(objects)) return 'active';
    } catch {
      if (isFiltered) return 'pdf';
    }
  }
  return null;
}

/** Where the bytes of the stream begin whose dictionary this is, and whether a filter made them. */
function findStream(bytes: Buffer, offset: number): [start: number, isFiltered: boolean] {
  const keywordOffset = bytes.indexOf('stream', offset + '/ObjStm'.length);
  if (keywordOffset === -1 || keywordOffset > offset + 1000) return [-1, false];
  const start =
    keywordOffset + 'stream'.length + (bytes[keywordOffset + 'stream'.length] === 13 ? 2 : 1);
  return [start, bytes.subarray(Math.max(0, offset - 300), keywordOffset).includes('/Filter')];
}

const OVERLAP_BYTES = 100;

function findOffsets(name: RegExp, bytes: Buffer): number[] {
  const offsets = new Set<number>();
  for (let chunkStart = 0; chunkStart < bytes.length; chunkStart += MB) {
    const chunk = bytes.toString('latin1', chunkStart, chunkStart + MB + OVERLAP_BYTES);
    for (const { index } of chunk.matchAll(name)) offsets.add(chunkStart + index);
  }
  return [...offsets];
}
