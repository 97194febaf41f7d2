import { Readable } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { FormParser } from '#app/http/form-parser.server.ts';

const bounds = {
  maxBytes: 64 * 1024,
  maxFields: 50,
  maxBodyBytes: 64 * 1024,
  fileFields: [],
  filesMb: 0,
  isAnyOrder: false,
};

test.each([
  ['the same field', 'fieldTwice', () => 'a=1'],
  ['other fields', 'tooManyFields', (i: number) => `${i}=1`],
])(
  'stops at twice the fields that a form may have, if it has %s 8,000 times',
  async (_, reason, write) => {
    const text = Array.from({ length: 8000 }, (_, i) => write(i)).join('&');
    const body = Readable.from([Buffer.from(text)]);
    // Each refusal of a field unpipes the body.
    const unpipe = vi.spyOn(body, 'unpipe');

    const form = new FormParser(body, 'application/x-www-form-urlencoded', bounds);
    await expect(form.readFiles().next()).rejects.toMatchObject({ status: 400, reason });
    expect(unpipe.mock.calls.length).toBeLessThanOrEqual(2 * bounds.maxFields + 1);
  },
);
