import { inflateSync } from 'node:zlib';

const MB = 1024 * 1024;
const MOST_INFLATED = 256 * MB;

/** A name may be written with its letters as hex: `/J#61vaScript`. */
function nameOf(word: string): RegExp {
  const letters = [...word].map((letter) => {
    const hex = letter.charCodeAt(0).toString(16);
    return `(?:${letter}|#${hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)})`;
  });
  return new RegExp(`/${letters.join('')}`, 'g');
}

const ENCRYPT = nameOf('Encrypt');
const ACTIVE = [nameOf('JavaScript'), nameOf('Launch')];
const OBJECTS = nameOf('ObjStm');

/**
 * What keeps a file from being published as a PDF (PB-7). Dictionaries stand uncompressed or in object
 * streams, and both are read; what is encrypted cannot be. It keeps out what was made so by mistake:
 * against what is hidden on purpose browsers show a PDF without rights of its own.
 */
export function findPdfProblem(bytes: Buffer): 'pdf' | 'locked' | 'active' | null {
  const begins = /^%PDF-[12]\.\d/.test(bytes.toString('latin1', 0, 8));
  if (!begins || !bytes.subarray(-1024).includes('%%EOF')) return 'pdf';
  if (placesOf(ENCRYPT, bytes).length > 0) return 'locked';
  let left = MOST_INFLATED;
  const isActive = (part: Buffer) => ACTIVE.some((name) => placesOf(name, part).length > 0);
  if (isActive(bytes)) return 'active';
  for (const at of placesOf(OBJECTS, bytes)) {
    const [start, isFiltered] = streamAfter(bytes, at);
    if (start === -1) continue;
    try {
      const objects = inflateSync(bytes.subarray(start), { maxOutputLength: left });
      left -= objects.length;
      if (isActive(objects)) return 'active';
    } catch {
      if (isFiltered) return 'pdf';
    }
  }
  return null;
}

/** Where the bytes of the stream begin whose dictionary this is, and whether a filter made them. */
function streamAfter(bytes: Buffer, at: number): [start: number, isFiltered: boolean] {
  const word = bytes.indexOf('stream', at + '/ObjStm'.length);
  if (word === -1 || word > at + 1000) return [-1, false];
  const start = word + 'stream'.length + (bytes[word + 'stream'.length] === 13 ? 2 : 1);
  return [start, bytes.subarray(Math.max(0, at - 300), word).includes('/Filter')];
}

const OVERLAP = 100;

function placesOf(name: RegExp, bytes: Buffer): number[] {
  const places = new Set<number>();
  for (let from = 0; from < bytes.length; from += MB) {
    const piece = bytes.toString('latin1', from, from + MB + OVERLAP);
    for (const { index } of piece.matchAll(name)) places.add(from + index);
  }
  return [...places];
}
