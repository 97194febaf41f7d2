import { inflateSync } from 'node:zlib';

const MB = 1024 * 1024;
const MAX_INFLATED_BYTES = 256 * MB;

/** Returns a pattern for a PDF name, whose letters may be hex codes: `/J#61vaScript`. */
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
 * Returns why a file cannot be published as a PDF (PB-7), or null. Searches uncompressed dictionaries and
 * object streams; encrypted ones cannot be searched. This finds accidental scripts; against deliberately
 * hidden ones, browsers show PDFs in a sandbox.
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

/** Returns where the stream of the dictionary at `offset` starts (-1: none), and whether it is filtered. */
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
