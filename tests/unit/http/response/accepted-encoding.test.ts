import { expect, test } from 'vitest';
import { acceptedEncodings } from '#app/http/response/accepted-encoding.server.ts';

test.each([
  [undefined, []],
  ['', []],
  ['br', ['br']],
  ['gzip, deflate, br, zstd', ['br', 'gzip']],
  ['br;q=0, gzip', ['gzip']],
  ['br;q=0.0', []],
  ['gzip;q=0.9, br;q=0.5', ['gzip', 'br']],
  ['*', ['br', 'gzip']],
  ['*;q=0', []],
  ['br;q=0, *', ['gzip']],
  ['abr, xgzip', []],
  ['BR ; Q=1', ['br']],
  ['br;q=high', []],
])('Accept-Encoding %j takes %j', (header, encodings) => {
  expect(acceptedEncodings(header)).toEqual(encodings);
});
