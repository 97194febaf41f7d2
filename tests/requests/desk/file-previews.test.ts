import { readFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { ATTACHMENTS } from '#app/domain/limits.ts';
import { staff } from '#db/seed/people.ts';
import { makeAdmin, signedIn } from '../../support/people/admins.ts';
import { drawing } from '../../support/people/drawings.ts';
import { newVisitor } from '../../support/people/enquirer.ts';
import { typed } from '../../support/people/enquiry.ts';
import { attribute, elements } from '../../support/reading/browser.ts';
import { startSite } from '../../support/servers/site.ts';

const site = await startSite({ TRUST_PROXY: '1' });
await makeAdmin(staff.anna.email);
const admin = await signedIn(site, staff.anna.email);
const cookie = admin.cookie;
const photo = await sharp({
  create: { width: 2400, height: 1600, channels: 3, background: '#8a5a22' },
})
  .withExif({ IFD0: { Artist: 'Quillfeather' } })
  .withMetadata({ orientation: 6 })
  .jpeg()
  .toBuffer();

let sent = 0;
async function send(file: File): Promise<number> {
  const visitor = newVisitor(site);
  const answer = await visitor.attach(await visitor.get('/contact'), typed, [file]);
  expect(answer.status).toBe(303);
  return ++sent;
}

const preview = (id: number, headers: Record<string, string> = { cookie }) =>
  fetch(`${site}/admin/dashboard/files/${id}/preview`, { headers, redirect: 'manual' });

test('AT-6 a photo has a preview: upright, small, encoded anew, without what the camera wrote', async () => {
  const id = await send(new File([new Uint8Array(photo)], 'room.jpg'));
  const answer = await preview(id);
  expect(answer.headers.get('content-type')).toBe('image/webp');
  expect(answer.headers.get('cache-control')).toContain('no-store');
  const bytes = Buffer.from(await answer.arrayBuffer());
  const { format, width, height, exif, orientation } = await sharp(bytes).metadata();
  expect({ format, width, height, exif, orientation }).toEqual({
    format: 'webp',
    width: 640,
    height: ATTACHMENTS.previewEdgePx,
    exif: undefined,
    orientation: undefined,
  });
  const page = await admin.get(`/admin/dashboard?enquiry=${id}`);
  const pictures = elements(page.html, 'img').map((image) => attribute(image, 'src'));
  expect(pictures).toContain(`/admin/dashboard/files/${id}/preview`);
  expect((await preview(id, {})).status).toBe(303);
});

test('AT-6 a picture of 60,000 × 60,000 pixels is kept and has no preview, and the site goes on', async () => {
  const id = await send(new File([hugePng(60_000)], 'huge.png'));
  await expectSign(await preview(id));
  expect((await fetch(`${site}/healthz`)).status).toBe(200);
});

/** In the place of the picture a picture that says that there is none. */
async function expectSign(answer: Response): Promise<void> {
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes.toString()).toContain('>No preview<');
  expect((await sharp(bytes).metadata()).format).toBe('svg');
}

test('AT-6 what only begins like a picture, and what is none, has no preview; a HEIC photo has', async () => {
  const broken = await send(drawing('broken.jpg', { type: 'jpeg', bytes: 5000 }));
  await expectSign(await preview(broken));
  const plan = await send(drawing('plan.pdf'));
  expect((await preview(plan)).status).toBe(404);
  const heic = new File([readFileSync('tests/support/people/gradient.heic')], 'IMG_0001.heic');
  expect((await preview(await send(heic))).headers.get('content-type')).toBe('image/webp');
  const photoAgain = await send(new File([new Uint8Array(photo)], 'again.jpg'));
  expect((await preview(photoAgain)).status).toBe(200);
});

/** A PNG of that many pixels each way in a few bytes, as far as its head tells. */
function hugePng(edge: number): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(edge, 0);
  head.writeUInt32BE(edge, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const rows = chunk('IDAT', deflateSync(Buffer.alloc(100_000)));
  return new Uint8Array(
    Buffer.concat([signature, chunk('IHDR', head), rows, chunk('IEND', Buffer.alloc(0))]),
  );
}
