import parseRange from 'range-parser';

/**
 * Returns the first and last byte that a request asks for, or null for the whole file, as RFC 9110
 * (14.2) asks for several ranges and an outdated If-Range.
 */
export function getRequestedRange({ headers }: Request, etag: string, sizeBytes: number) {
  const condition = headers.get('if-range');
  if (condition !== null && condition !== etag) return null;
  const ranges = parseRange(sizeBytes, headers.get('range') ?? '');
  if (ranges === -1) return 'unsatisfiable';
  const [range] = ranges === -2 || ranges.type !== 'bytes' || ranges.length > 1 ? [] : ranges;
  return range ? ([range.start, range.end] as const) : null;
}
