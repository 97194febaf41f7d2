import { afterEach, expect, test, vi } from 'vitest';
import { UploadCancelled } from '#app/components/post-form.ts';
import { forgetInterruption, uploadForm, wasUploadInterrupted } from '#app/routes/upload.ts';

/** A request that ends only when the test says so. */
class FakeRequest {
  static newest: FakeRequest;
  upload = {};
  onload?: () => void;
  onabort?: () => void;
  open = vi.fn();
  setRequestHeader = vi.fn();
  send = vi.fn();

  constructor() {
    FakeRequest.newest = this;
  }
  abort() {
    this.onabort?.();
  }
}
vi.stubGlobal('XMLHttpRequest', FakeRequest);
afterEach(forgetInterruption);

test('AT-2 ends an upload, as interrupted, when the visitor leaves its page', async () => {
  const page = new AbortController();
  const upload = uploadForm('/contact', new FormData(), page.signal);
  page.abort();
  await expect(upload).rejects.toThrow(UploadCancelled);
  expect(wasUploadInterrupted()).toBe(true);
});

test('AT-2 neither calls an upload interrupted nor ends the next one when its page is left after it', async () => {
  const page = new AbortController();
  const upload = uploadForm('/contact', new FormData(), page.signal);
  FakeRequest.newest.onload!();
  await upload;

  const nextUpload = uploadForm('/contact', new FormData(), new AbortController().signal);
  page.abort();
  expect(wasUploadInterrupted()).toBe(false);
  FakeRequest.newest.onload!();
  await expect(nextUpload).resolves.toBe(FakeRequest.newest);
});
