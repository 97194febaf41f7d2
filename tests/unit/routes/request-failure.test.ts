import { afterEach, expect, test, vi } from 'vitest';
import { getFailureReason } from '#app/components/failure-reason.ts';
import { postForm } from '#app/components/post-form.ts';
import { isServerReachable } from '#app/components/use-failed-navigation.ts';

afterEach(() => vi.unstubAllGlobals());

test('DA-7 says that the server cannot be reached when an upload loses its connection', async () => {
  class LostRequest {
    onerror = () => undefined;
    upload = {};
    open() {}
    setRequestHeader() {}
    send = () => this.onerror();
  }
  vi.stubGlobal('XMLHttpRequest', LostRequest);
  const error: unknown = await postForm('/', new FormData(), () => undefined).catch(
    (reason: unknown) => reason,
  );
  expect(getFailureReason(error)).toBe('unreachable');
});

test.each([
  ['the site', 200, { 'x-request-id': 'one' }, true],
  ['the site with an error', 500, { 'x-request-id': 'two' }, true],
  ['the site with a full disk', 503, { 'x-request-id': 'three' }, true],
  ['a proxy without the site', 502, {}, false],
  ['a proxy that protects the site', 503, {}, false],
  ['a proxy that has waited too long', 504, {}, false],
])(
  'SH-9 tells whether the server is reachable when %s responds',
  async (_, status, headers, isReachable) => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status, headers })));
    expect(await isServerReachable()).toBe(isReachable);
  },
);
