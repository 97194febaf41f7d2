import parseRange from 'range-parser';

/**
 * Returns the first and last byte of the requested range, or 'unsatisfiable'. Returns null to send the
 * whole file: without a valid range, for several ranges, and for an outdated If-Range (RFC 9110, 14.2).
 */
export function getRequestedRange({ headers }: Request, etag: string, sizeBytes: number) {
  const condition = headers.get('if-range');
  if (condition !== null && condition !== etag) return null;
  const ranges = parseRange(sizeBytes, headers.get('range') ?? '');
  if (ranges === -1) return 'unsatisfiable';
  const [range] = ranges === -2 || ranges.type !== 'bytes' || ranges.length > 1 ? [] : ranges;
  return range ? ([range.start, range.end] as const) : null;
}
