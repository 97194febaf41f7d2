import { KB } from '#app/domain/limits.ts';

/**
 * Returns whether the file begins and ends as a PDF (PB-7). Like readers of PDFs, accepts up to 1,024 bytes before the
 * header and some after the end. What a PDF does when it is opened is not searched: browsers show it in a sandbox.
 */
export function isWholePdf(bytes: Buffer): boolean {
  const headerStart = bytes.subarray(0, KB).indexOf('%PDF-');
  return headerStart !== -1 && bytes.subarray(-4 * KB).includes('%%EOF');
}
