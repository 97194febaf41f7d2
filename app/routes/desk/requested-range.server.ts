// On its own, because the development server would bundle the packages of a route for the browser.
import parseRange from 'range-parser';

// The results of range-parser for a range that it cannot serve.
const UNSATISFIABLE = -1;
const MALFORMED = -2;

/**
 * Returns the first and last byte of the requested range, or 'unsatisfiable'. Returns null to send the
 * whole file: without a valid range, for several ranges, and for an outdated If-Range (RFC 9110, 14.2).
 */
export function parseRequestedRange(
  { headers }: Request,
  etag: string,
  sizeBytes: number,
): readonly [firstByte: number, lastByte: number] | 'unsatisfiable' | null {
  const condition = headers.get('if-range');
  if (condition !== null && condition !== etag) return null;

  const ranges = parseRange(sizeBytes, headers.get('range') ?? '');
  if (ranges === UNSATISFIABLE) return 'unsatisfiable';
  if (ranges === MALFORMED || ranges.type !== 'bytes' || ranges.length > 1) return null;

  const [range] = ranges;
  return range ? [range.start, range.end] : null;
}
