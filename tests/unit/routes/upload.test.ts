import { expect, test, vi } from 'vitest';
import { UploadCancelled } from '#app/components/post-form.ts';
import { uploadForm } from '#app/routes/upload.ts';

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

test('AT-2 ends an upload when the visitor leaves its page', async () => {
  const page = new AbortController();
  const upload = uploadForm('/contact', new FormData(), page.signal);
  page.abort();
  await expect(upload).rejects.toThrow(UploadCancelled);
});

test('AT-2 does not end the next upload when the page of the last one is left after it', async () => {
  const page = new AbortController();
  const upload = uploadForm('/contact', new FormData(), page.signal);
  FakeRequest.newest.onload!();
  await upload;

  const nextUpload = uploadForm('/contact', new FormData(), new AbortController().signal);
  page.abort();
  FakeRequest.newest.onload!();
  await expect(nextUpload).resolves.toBe(FakeRequest.newest);
});
