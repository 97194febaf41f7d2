import type { IncomingMessage } from 'node:http';

/** First and last byte, both inclusive. */
export type ByteRange = readonly [first: number, last: number];

/**
 * The part of a file that a request asks for (RFC 9110, 14): null for all of it, which is also the
 * answer to several ranges, to what is no range, and to an If-Range that no longer holds.
 */
export function byteRange(
  request: Pick<IncomingMessage, 'headers'>,
  etag: string,
  size: number,
): ByteRange | 'unsatisfiable' | null {
  const { range, 'if-range': condition } = request.headers;
  if (range === undefined || (condition !== undefined && condition !== etag)) return null;
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? [];
  if (from === undefined || to === undefined || !(from || to)) return null;
  if (from && to && Number(to) < Number(from)) return null;
  const first = from ? Number(from) : Math.max(0, size - Number(to));
  const last = from && to ? Math.min(Number(to), size - 1) : size - 1;
  return first > last ? 'unsatisfiable' : [first, last];
}
