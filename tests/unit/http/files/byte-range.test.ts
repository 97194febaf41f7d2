import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { byteRange } from '#app/http/files/byte-range.server.ts';

const asking = (headers: Record<string, string>) => ({ headers }) as unknown as IncomingMessage;

test.each([
  ['bytes=0-99', [0, 99]],
  ['bytes=900-', [900, 999]],
  ['bytes=-100', [900, 999]],
  ['bytes=-5000', [0, 999]],
  ['bytes=990-5000', [990, 999]],
  ['bytes=1000-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-2', null],
  ['bytes=0-1,5-6', null],
  ['bytes=-', null],
  ['lines=1-2', null],
])('of 1000 bytes %s is %j', (range, part) => {
  expect(byteRange(asking({ range }), '"a"', 1000)).toEqual(part);
});

test('an If-Range that no longer holds asks for all of it', () => {
  const range = 'bytes=0-9';
  expect(byteRange(asking({ range, 'if-range': '"a"' }), '"a"', 1000)).toEqual([0, 9]);
  expect(byteRange(asking({ range, 'if-range': '"b"' }), '"a"', 1000)).toBeNull();
});
