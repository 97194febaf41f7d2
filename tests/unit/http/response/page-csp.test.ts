import { expect, test } from 'vitest';
import { inlineScripts, pageCsp } from '#app/http/response/page-csp.server.ts';

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
