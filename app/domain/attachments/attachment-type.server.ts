import { fileTypeFromBuffer } from 'file-type';

export const HEAD_BYTES = 4100;

/** The types that are taken, by media type, and what people call them (AT-1). */
export const TYPE_NAMES: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'image/heic': 'HEIC',
  'image/vnd.dwg': 'DWG',
  'image/vnd.dxf': 'DXF',
};

/* oxlint-disable no-control-regex -- bytes, as the formats have them */
/** AC1006 (release 10) to AC1032 (2018 and later), then zero bytes or versions of maintenance. */
const DWG = /^AC10(?:06|09|12|14|15|18|21|24|27|32)[\0-\x1f]/;
const BINARY_DXF = /^AutoCAD Binary DXF\r\n\x1a\0/;
/** Pairs of a number and a text, each on a line: comments (999), then the first section. */
const DXF =
  /^(?:\xef\xbb\xbf)?(?:[ \t]*999\r?\n[^\r\n]*\r?\n)*[ \t]*0\r?\n[ \t]*SECTION[ \t]*\r?\n/;
/** HEIF whose pictures are not HEVC calls itself so too; who opens the one opens the other. */
const HEIF = new Set(['image/heif', 'image/heic', 'image/heic-sequence', 'image/heif-sequence']);

/**
 * The media type of a file's contents, judged by its first HEAD_BYTES; null for what is not taken.
 * Neither its name nor what the sender says of it counts (AT-3).
 */
export async function typeOfContents(head: Uint8Array): Promise<string | null> {
  const text = Buffer.from(head).toString('latin1');
  if (DWG.test(text)) return 'image/vnd.dwg';
  if (DXF.test(text) || BINARY_DXF.test(text)) return 'image/vnd.dxf';
  const found = (await fileTypeFromBuffer(head).catch(() => undefined))?.mime ?? '';
  if (HEIF.has(found)) return 'image/heic';
  // A PDF begins as one: what only contains the mark somewhere may be a page first.
  if (found === 'application/pdf' && !text.startsWith('%PDF-')) return null;
  return found in TYPE_NAMES ? found : null;
}
