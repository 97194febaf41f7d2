import { OFFICE_TYPE_NAMES, ZIP } from './office-files.server.ts';

/** The bytes at the start of a file from which its type is detected. A DXF may begin with long comments. */
export const HEAD_BYTES = 64 * 1024;

/** The types that customers may send, and staff too. */
const ENQUIRY_TYPE_NAMES: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'image/heic': 'HEIC',
  'image/vnd.dwg': 'DWG',
  'image/vnd.dxf': 'DXF',
};

export const TYPE_NAMES: Readonly<Record<string, string>> = {
  ...ENQUIRY_TYPE_NAMES,
  ...OFFICE_TYPE_NAMES,
};

/* oxlint-disable no-control-regex -- the formats contain these bytes */
// AC1006 (release 10) to AC1032 (2018 and later), then a zero byte or a maintenance version.
const DWG = /^AC10(?:06|09|12|14|15|18|21|24|27|32)[\0-\x1f]/;
const BINARY_DXF = /^AutoCAD Binary DXF\r\n\x1a\0/;
// DXF is pairs of lines, a number and a text: comments (999), then the first section.
const DXF =
  /^(?:\xef\xbb\xbf)?(?:[ \t]*999\r?\n[^\r\n]*\r?\n)*[ \t]*0\r?\n[ \t]*SECTION[ \t]*\r?\n/;
const HEIC_TYPES = new Set(['image/heic', 'image/heic-sequence']);
// The first brand of these files says nothing of how their pictures are encoded.
const GENERIC_HEIF_TYPES = new Set(['image/heif', 'image/heif-sequence']);

/** Returns the accepted media type that the first HEAD_BYTES of a file show, or null (AT-3). */
export async function detectAttachmentType(head: Uint8Array): Promise<string | null> {
  const text = Buffer.from(head).toString('latin1');
  if (DWG.test(text)) return 'image/vnd.dwg';
  if (DXF.test(text) || BINARY_DXF.test(text)) return 'image/vnd.dxf';
  const type = await detectMediaType(head);
  return type in ENQUIRY_TYPE_NAMES ? type : null;
}

const ZIP_START = Buffer.from('PK\x03\x04', 'latin1');

/**
 * Returns the accepted media type that the first bytes of a reply's file show, or null. Also returns ZIP: only the end
 * of such a file shows whether it is a DOCX or XLSX (detectOfficeType).
 */
export async function detectAttachmentTypeOrZip(head: Uint8Array): Promise<string | null> {
  if (ZIP_START.equals(head.subarray(0, ZIP_START.length))) return ZIP;
  return detectAttachmentType(head);
}

// Readers find the mark of a PDF behind line ends, a byte order mark or a printer's header (ISO 32000-1, annex H.3).
// With `<` before it, the file could be an HTML page as well.
const PDF_AFTER_OTHER_BYTES = /^[^<]{0,1024}%PDF-/;

/**
 * Returns the media type that the first bytes of a file show, '' for an unknown one. An APNG counts as PNG, and every
 * HEIC file as image/heic; before a PDF there may be 1,024 other bytes.
 */
export async function detectMediaType(head: Uint8Array): Promise<string> {
  // Loaded with the first file, so that the start and every command stay fast.
  const { fileTypeFromBuffer } = await import('file-type');
  const type = (await fileTypeFromBuffer(head).catch(() => undefined))?.mime ?? '';

  if (type === '') {
    const text = Buffer.from(head).toString('latin1');
    return PDF_AFTER_OTHER_BYTES.test(text) ? 'application/pdf' : '';
  }
  if (type === 'image/apng') return 'image/png';
  if (HEIC_TYPES.has(type)) return 'image/heic';
  if (GENERIC_HEIF_TYPES.has(type)) return detectHeifType(head);
  return type;
}

/** Reads the other brands, in the first box. Without that of AVIF the file is a HEIC, which has several. */
function detectHeifType(head: Uint8Array): string {
  const file = Buffer.from(head);
  const brands: string[] = file.toString('latin1', 16, file.readUInt32BE(0)).match(/.{4}/gs) ?? [];
  return brands.includes('avif') && !brands.includes('heic') ? 'image/avif' : 'image/heic';
}
