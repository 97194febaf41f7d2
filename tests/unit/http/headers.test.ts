import { expect, test } from 'vitest';
import { inlineScripts, pageCsp } from '#app/http/headers.server.ts';
import { acceptedEncodings } from '#app/http/responses.server.ts';

const page = `<script>one()</script><script src="/a.js"></script>
<script type="module" async="">two()</script><script type="application/ld+json">{}</script>`;

test('finds the scripts that stand in the page itself', () => {
  expect(inlineScripts(page)).toEqual(['one()', 'two()']);
});

test('allows them by hash and nothing else', () => {
  // printf 'one()' | openssl dgst -sha256 -binary | base64
  const policy = pageCsp('<script>one()</script>', '/');
  expect(policy).toContain(
    "script-src 'self' 'sha256-HR7iaask9daLMRRskMI++QeJtjWDOjyPA6lGzYGzKW4=';",
  );
  expect(policy).not.toContain('unsafe');
});

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
