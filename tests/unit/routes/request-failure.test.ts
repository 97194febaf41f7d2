import { afterEach, expect, test, vi } from 'vitest';
import { getFailureReason } from '#app/components/failure-reason.ts';
import { postForm } from '#app/components/post-form.ts';

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
