import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { SITE } from '#app/domain/limits.ts';
import { staff } from '#db/seed/people.ts';
import { makeAdmin, signedIn } from '../../support/people/admins.ts';
import { wordsOf } from '../../support/people/desk.ts';
import {
  PROJECTS,
  described,
  entryForm,
  faultsOn,
  made,
  photo,
  press,
  pressWith,
  published,
  written,
} from '../../support/people/site-editor.ts';
import {
  type Page,
  PlainBrowser,
  elements,
  attribute,
  values,
} from '../../support/reading/browser.ts';
import { startSite } from '../../support/servers/site.ts';
import { audited, run } from '../../support/servers/store.ts';

const site = await startSite();
await makeAdmin(staff.anna.email);
const anna = await signedIn(site, staff.anna.email);
const visitor = new PlainBrowser(site);
const media = () => join(process.env['DATA_DIR']!, 'media');

const send = (page: Page, files: File[], fields = {}) =>
  pressWith(
    anna,
    page,
    files.map((file) => ['pictures', file] as const),
    fields,
  );
const hashOf = async (file: File) =>
  createHash('sha256')
    .update(new Uint8Array(await file.arrayBuffer()))
    .digest('hex');
const served = async (path: string) => {
  const response = await fetch(site + path);
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
};
/** The hashes of the pictures that a form shows. */
const shown = (page: Page) =>
  Object.entries(entryForm(page)).flatMap(([name, value]) =>
    /^picture_\d+$/.test(name) ? [value] : [],
  );
test('PB-5 what a phone took is upright, without what it wrote into it, in all widths, kept by its hash', async () => {
  const gps = {
    IFD0: { Make: 'Phone' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '37/1 58/1 0/1' },
  };
  const file = await photo('IMG_1.jpg', 2400, 1600, (picture) =>
    picture.withExif(gps).withMetadata({ orientation: 6 }).withExif(gps).jpeg(),
  );
  const before = await sharp(Buffer.from(await file.arrayBuffer())).metadata();
  expect([before.orientation, before.exif!.includes('Phone')]).toEqual([6, true]);
  const page = await made(anna, written('From a Phone'));
  expect((await send(page, [file])).status).toBe(303);
  const hash = await hashOf(file);
  const entry = await anna.get(page.url);
  expect(shown(entry)).toEqual([hash]);
  const publishing = await press(anna, entry, 'publish', described(hash));
  expect(publishing.status).toBe(303);
  const project = await visitor.get('/projects/from-a-phone');
  const [image] = elements(project.html, 'img').filter(
    (one) => attribute(one, 'alt') === 'Picture 1',
  );
  expect(attribute(image!, 'src')).toBe(`/media-files/${hash}-960.jpg`);
  for (const form of [
    '480.avif',
    '672.avif',
    '800.avif',
    '960.avif',
    '1440.avif',
    '1600.avif',
    '960.jpg',
    'og.jpg',
  ]) {
    const { response, bytes } = await served(`/media-files/${hash}-${form}`);
    expect([form, response.status]).toEqual([form, 200]);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const { exif, icc, xmp, orientation, width, height, space } = await sharp(bytes).metadata();
    expect({ exif, icc, xmp, orientation, space }).toEqual({ space: 'srgb' });
    if (form !== 'og.jpg') expect(height / width).toBeCloseTo(1.5, 1);
    else expect([width, height]).toEqual([1200, 630]);
  }
  expect(project.html).toContain(`/media-files/${hash}-og.jpg`);
  // Whoever does not know the hash finds nothing; what is not ours is not served.
  for (const path of [
    `/media-files/`,
    `/media-files/${hash}`,
    `/media-files/${'0'.repeat(64)}-960.jpg`,
    `/media-files/..%2Fdrys.db`,
  ])
    expect([path, (await served(path)).response.status]).toEqual([path, 404]);
});

test('PB-5 every type is taken; each refused file has its line, and the good ones are there', async () => {
  const page = await made(anna, { title_en: 'All Types' });
  const good = [
    new File([readFileSync('tests/support/people/gradient.heic')], 'phone.heic'),
    await photo('a.png', 1300, 900, (picture) => picture.png()),
    await photo('b.webp', 1300, 900, (picture) => picture.webp()),
    await photo('c.avif', 1300, 900, (picture) => picture.avif({ effort: 0 })),
  ];
  const huge = Buffer.alloc(SITE.pictureMb * 1024 * 1024 + 1);
  Buffer.from([0xff, 0xd8, 0xff, 0xe0]).copy(huge);
  const bad = [
    await photo('narrow.jpg', 1199, 2000),
    // Narrow only once it is upright.
    await photo('turned.jpg', 2000, 1000, (picture) =>
      picture.withMetadata({ orientation: 6 }).jpeg(),
    ),
    new File(['<script>alert(1)</script>'], 'lie.jpg', { type: 'image/jpeg' }),
    new File(['%PDF-1.7'], 'plan.png'),
    new File([(await good[1]!.arrayBuffer()).slice(0, 400)], 'broken.png'),
    new File([huge], 'huge.jpg'),
  ];
  const answer = await send(page, [...bad.slice(0, 2), ...good, ...bad.slice(2)], { year: '2026' });
  expect(answer.status).toBe(422);
  const words = wordsOf(answer.html);
  for (const [name, why] of [
    ['narrow.jpg', 'is less than 1200 pixels wide'],
    ['turned.jpg', 'is less than 1200 pixels wide'],
    ['lie.jpg', 'is not a picture that we can open'],
    ['plan.png', 'is not a picture that we can open'],
    ['broken.png', 'could not be opened'],
    ['huge.jpg', 'is larger than 25 MB'],
  ])
    expect(words).toContain(`${name} ${why}`);
  expect(shown(answer)).toEqual(await Promise.all(good.map(hashOf)));
  expect(entryForm(answer)['year']).toBe('2026');
  // They are kept with the entry, not only in this page.
  expect(shown(await anna.get(page.url))).toHaveLength(4);
  expect(readdirSync(media()).filter((file) => file.includes('.part'))).toEqual([]);
});

test('PB-5 a script sends pictures alone; the same file is the same picture', async () => {
  const file = await photo('alone.jpg', 1300, 900);
  const upload = async (files: File[]) => {
    const body = new FormData();
    for (const each of files) body.append('pictures', each);
    const headers = { cookie: anna.cookie, connection: 'close' };
    const response = await fetch(`${site}/admin/dashboard/site/pictures`, {
      method: 'POST',
      body,
      headers,
    });
    return { status: response.status, sent: (await response.json()) as object };
  };
  const taken = { status: 200, sent: { pictures: [{ name: await hashOf(file) }], refused: [] } };
  expect(await upload([file])).toEqual(taken);
  expect(await upload([file])).toEqual(taken);
  const [{ name }] = taken.sent.pictures as [{ name: string }];
  expect(audited('site.picture').filter(({ picture }) => picture === name)).toHaveLength(1);
  const lie = await upload([new File(['no'], 'lie.png')]);
  expect(lie).toMatchObject({
    status: 422,
    sent: { refused: [expect.stringContaining('lie.png')] },
  });
});

test('PB-5 pictures are put in order and taken out by buttons; the first is the main one; focal points stay', async () => {
  const page = await published(anna, 'In Order', {
    ...described('02-roche-2', 2),
    focal_x_2: '10',
    focal_y_2: '90',
  });
  const moving = await press(anna, page, 'earlier-2');
  // The page begins anew where the picture is now.
  expect(moving.location).toBe(`${page.url}#picture-1`);
  const earlier = await anna.follow(moving);
  expect(shown(earlier)).toEqual(['02-roche-2', '02-roche']);
  expect(entryForm(earlier)).toMatchObject({
    focal_x_1: '10',
    focal_y_1: '90',
    alt_1_en: 'Picture 2',
  });
  await press(anna, earlier, 'publish');
  const [main] = values((await visitor.get('/projects/in-order')).html, 'img', 'alt');
  expect(main).toBe('Picture 2');
  const removed = await anna.follow(await press(anna, earlier, 'remove-2'));
  expect(shown(removed)).toEqual(['02-roche-2']);
});

test('PB-5 a drawing is a PNG of the shape of the main picture, or is refused by name', async () => {
  const main = await photo('main.jpg', 1500, 1000);
  const lines = (width: number, height: number) =>
    photo('lines.png', width, height, (picture) => picture.ensureAlpha(0.5).png());
  const page = await made(anna, written('Drawn'));
  const sent = async (drawing: File) =>
    pressWith(anna, await anna.get(page.url), [['drawing', drawing]]);
  await send(page, [main]);
  const refused = await sent(await lines(1500, 1100));
  expect([refused.status, wordsOf(refused.html)]).toEqual([
    422,
    expect.stringContaining('Drawing is not the same size as the main picture.'),
  ]);
  expect((await sent(await photo('lines.jpg', 1500, 1000))).status).toBe(422);
  const drawing = await lines(3000, 2000);
  expect((await sent(drawing)).status).toBe(303);
  const entry = await anna.get(page.url);
  const hash = await hashOf(drawing);
  expect(entryForm(entry)['kept_drawing']).toBe(hash);
  expect((await press(anna, entry, 'publish', described(shown(entry)[0]!))).status).toBe(303);
  expect((await visitor.get('/projects/drawn')).html).toContain(`/media-files/${hash}-720.png`);
  expect((await served(`/media-files/${hash}-1440.png`)).response.status).toBe(200);
  // Another main picture, and it lies upon it no more.
  const square = await photo('square.jpg', 1300, 1300);
  await send(await anna.get(page.url), [square]);
  const swapped = { ...described(await hashOf(square)), ...described(await hashOf(main), 2) };
  const other = await press(anna, await anna.get(page.url), 'publish', swapped);
  expect([other.status, faultsOn(other)]).toEqual([422, ['drawing']]);
});

test('PB-5 the same file may be a picture and the drawing upon it', async () => {
  const both = await photo('both.png', 1500, 1000, (picture) => picture.ensureAlpha(0.5).png());
  const hash = await hashOf(both);
  const page = await made(anna, written('Upon Itself'));
  expect((await send(page, [both])).status).toBe(303);
  const drawn = await pressWith(anna, await anna.get(page.url), [['drawing', both]]);
  expect(drawn.status).toBe(303);
  for (const form of ['480.avif', 'og.jpg', '720.png'])
    expect((await served(`/media-files/${hash}-${form}`)).response.status).toBe(200);
});

test('PB-5 of too many files each has its line, and what stands behind them arrives', async () => {
  const page = await made(anna, { title_en: 'Too Many' });
  const files = Array.from({ length: SITE.pictures + 3 }, (_, at) => {
    return new File([new Uint8Array(300_000)], `number-${at + 1}.jpg`);
  });
  const answer = await send(page, files);
  expect(answer.status).toBe(422);
  for (const { name } of files) expect(wordsOf(answer.html)).toContain(name);
});

test('PB-10 files in a field that takes none are refused, with or without a form', async () => {
  const body = new FormData();
  body.append('other', await photo('other.jpg', 1300, 900));
  expect((await anna.postParts('/admin/dashboard/site/pictures', body)).status).toBe(400);
});

test('PB-10 a bomb and a lie about measures are refused, and the site answers', async () => {
  const row = { width: 20_000, height: 20_000, channels: 3, background: '#fff' } as const;
  const bomb = await sharp({ create: row, limitInputPixels: false })
    .png({ compressionLevel: 9 })
    .toBuffer();
  expect(bomb.length).toBeLessThan(SITE.pictureMb * 1024 * 1024);
  const lie = Buffer.from(
    await (await photo('lie.png', 1300, 900, (picture) => picture.png())).arrayBuffer(),
  );
  lie.writeUInt32BE(1_000_000, 16);
  const page = await made(anna, { title_en: 'Bombed' });
  const answer = await send(page, [
    new File([new Uint8Array(bomb)], 'bomb.png'),
    new File([new Uint8Array(lie)], 'lie.png'),
    await photo('good.jpg', 1300, 900),
  ]);
  expect(answer.status).toBe(422);
  for (const name of ['bomb.png', 'lie.png'])
    expect(wordsOf(answer.html)).toContain(`${name} could not be opened`);
  expect(shown(answer)).toHaveLength(1);
});

test('PB-10 a field of 10 MB is refused with words, whatever form it comes in', async () => {
  const page = await made(anna, { title_en: 'Endless' });
  const long = { description_en: 'x'.repeat(10 * 1024 * 1024) };
  const plain = await press(anna, page, 'save', long);
  const parts = await send(page, [await photo('a.jpg', 1300, 900)], long);
  for (const answer of [plain, parts]) {
    expect(answer.status).toBe(413);
    expect(wordsOf(answer.html)).toContain('This form takes at most 512 KB.');
  }
  const over = await press(anna, page, 'save', { description_en: 'x'.repeat(6001) });
  expect([over.status, faultsOn(over)]).toEqual([422, ['description_en']]);
  expect(entryForm(over)['description_en']).toHaveLength(6001);
});

test('PB-10 no entry shows a picture that is not there; an old publication says that it was left out', async () => {
  const file = await photo('gone.jpg', 1300, 900);
  const hash = await hashOf(file);
  const page = await made(anna, written('Without It'));
  await send(page, [file]);
  await press(anna, await anna.get(page.url), 'publish', described(hash));
  await press(anna, await anna.get(page.url), 'publish', described('02-roche'));
  const entry = await anna.get(page.url);
  const [, first] = values(entry.html, 'a', 'href').filter((to) => to.includes('publication='));
  expect(shown(await anna.get(first!))).toEqual([hash]);
  // Thirty days later nobody has shown it any more.
  const { sweepPictures } = await import('#app/domain/site/pictures.server.ts');
  const days = (count: number) => Date.now() + count * 24 * 3600 * 1000;
  await sweepPictures(days(29));
  expect(existsSync(join(media(), `${hash}-960.jpg`))).toBe(true);
  await sweepPictures(days(31));
  expect(existsSync(join(media(), `${hash}-960.jpg`))).toBe(false);
  const old = await anna.get(first!);
  expect(shown(old)).toEqual([]);
  expect(wordsOf(old.html)).toContain('Some of its pictures are no longer kept');
  // Nor does a form that was open all the while put it back.
  const late = await press(anna, entry, 'publish', described(hash));
  expect([late.status, shown(late)]).toEqual([422, []]);
  expect(wordsOf(late.html)).toContain('are no longer kept');
  expect((await visitor.get('/projects/without-it')).status).toBe(200);
});

test('PB-10 what a kill left of an upload is swept, and nothing else', async () => {
  const page = await made(anna, { title_en: 'Killed' });
  const file = await photo('kept.jpg', 1300, 900);
  await send(page, [file]);
  const kept = readdirSync(media());
  const left = [
    `${'a'.repeat(32)}.part`,
    `${'a'.repeat(32)}.part-480.avif`,
    `${'b'.repeat(64)}-480.avif`,
  ];
  const old = Date.now() / 1000 - 3 * 24 * 3600;
  for (const name of [...left, `${'c'.repeat(32)}.part`]) writeFileSync(join(media(), name), 'x');
  for (const name of left) utimesSync(join(media(), name), old, old);
  const { sweepPictures } = await import('#app/domain/site/pictures.server.ts');
  await sweepPictures();
  expect(readdirSync(media()).sort()).toEqual([...kept, `${'c'.repeat(32)}.part`].sort());
});

test('PB-10 a failing store loses nothing that was typed', async () => {
  const page = await made(anna, { title_en: 'Typed' });
  run(
    `CREATE TRIGGER broken BEFORE UPDATE ON site_entries BEGIN SELECT raise(ABORT, 'broken'); END`,
  );
  onTestFinished(() => void run('DROP TRIGGER broken'));
  const answer = await press(anna, page, 'save', { description_en: 'Long work.' });
  expect(answer.status).toBeGreaterThanOrEqual(500);
  expect(entryForm(answer)).toMatchObject({ title_en: 'Typed', description_en: 'Long work.' });
  expect(
    entryForm(await anna.get(`${PROJECTS}/${page.url.split('/').at(-1)}`))['description_en'],
  ).toBe('');
});
