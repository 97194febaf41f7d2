import { inflateSync } from 'node:zlib';
import { SITE } from '#app/domain/limits.ts';

const MB = 1024 * 1024;
const MAX_INFLATED_BYTES = 256 * MB;
const MAX_DICTIONARY_BYTES = 1000;

/** The letters of a PDF name may be hex codes: `/J#61vaScript`. */
function toNamePattern(word: string): RegExp {
  const letters = [...word].map((letter) => {
    const hex = letter.charCodeAt(0).toString(16);
    return `(?:${letter}|#${hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)})`;
  });
  return new RegExp(`/${letters.join('')}`, 'g');
}

/** The file is no valid PDF, is encrypted, or runs a script or a program. */
type PdfProblem = 'pdf' | 'locked' | 'active';

const ENCRYPT = toNamePattern('Encrypt');
const ACTIVE = [toNamePattern('JavaScript'), toNamePattern('Launch')];
const OBJECT_STREAM = toNamePattern('ObjStm');

/**
 * Returns null for a PDF that can be published (PB-7). Searches uncompressed dictionaries and object streams;
 * encrypted ones cannot be searched. This finds accidental scripts; against deliberately hidden ones, browsers
 * show PDFs in a sandbox.
 */
export function findPdfProblem(bytes: Buffer): PdfProblem | null {
  const hasHeader = /^%PDF-[12]\.\d/.test(bytes.toString('latin1', 0, 8));
  if (!hasHeader || !bytes.subarray(-1024).includes('%%EOF')) return 'pdf';
  if (findOffsets(ENCRYPT, bytes).length > 0) return 'locked';
  if (isActive(bytes)) return 'active';
  const objectStreamOffsets = findOffsets(OBJECT_STREAM, bytes);
  if (objectStreamOffsets.length > SITE.pdfObjectStreams) return 'pdf';
  let remainingBytes = MAX_INFLATED_BYTES;
  for (const offset of objectStreamOffsets) {
    const stream = findStream(bytes, offset);
    if (!stream) continue;
    try {
      const objects = inflateSync(stream.bytes, { maxOutputLength: remainingBytes });
      remainingBytes -= objects.length;
      if (isActive(objects)) return 'active';
    } catch {
      // It is compressed, but cannot be searched. An uncompressed stream has been searched with the file.
      if (stream.isFiltered) return 'pdf';
    }
  }
  return null;
}

function isActive(bytes: Buffer): boolean {
  return ACTIVE.some((name) => findOffsets(name, bytes).length > 0);
}

/** Finds the stream of the dictionary at `offset`. Its bytes go to the end of the file. */
function findStream(bytes: Buffer, offset: number): { bytes: Buffer; isFiltered: boolean } | null {
  const nextBytes = bytes.subarray(offset, offset + MAX_DICTIONARY_BYTES);
  const keywordIndex = nextBytes.indexOf('stream', '/ObjStm'.length);
  if (keywordIndex === -1) return null;
  const keywordStart = offset + keywordIndex;
  const keywordEnd = keywordStart + 'stream'.length;
  const lineEndLength = bytes[keywordEnd] === 13 ? 2 : 1;
  const dictionary = bytes.subarray(Math.max(0, offset - 300), keywordStart);
  return {
    bytes: bytes.subarray(keywordEnd + lineEndLength),
    isFiltered: dictionary.includes('/Filter'),
  };
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
