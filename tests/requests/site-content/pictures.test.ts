import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { MAX_BLOCKS } from '#app/content/kinds.server.ts';
import { readSampleContent } from '#app/content/sample.server.ts';
import { DAY } from '#app/domain/clock.server.ts';
import { SITE } from '#app/domain/limits.ts';
import { deleteUnusedMediaWithFiles } from '#app/domain/site/pictures.server.ts';
import { deletePreviewPicturesCutBefore } from '#app/domain/site/preview-pictures.server.ts';
import { readText } from '../../support/people/desk.ts';
import { startSiteDesk } from '../../support/people/site-desk.ts';
import {
  described,
  entryForm,
  listInvalidFields,
  made,
  photo,
  press,
  publish,
  published,
  ROCHE,
  written,
} from '../../support/people/site-editor.ts';
import {
  attribute,
  elements,
  headOf,
  textOf,
  texts,
  values,
  type Page,
} from '../../support/reading/browser.ts';
import { readGraph } from '../../support/reading/graph.ts';
import { audited, column, one, run } from '../../support/servers/store.ts';

const { site, anna, visitor, statusOf } = await startSiteDesk();
const media = () => join(process.env['DATA_DIR']!, 'media');
const PICTURES = '/admin/dashboard/site/pictures';

const send = (page: Page, files: File[], fields = {}, field = 'pictures') => {
  const namedFiles = files.map((file) => [field, file] as const);
  return press(anna, page, 'save', fields, namedFiles);
};
/** Sends a picture without the form of an entry. */
const upload = async (file: File, field = 'pictures') => {
  const body = new FormData();
  body.append(field, file);
  return anna.postParts(PICTURES, body);
};
const hashOf = async (file: File) =>
  createHash('sha256')
    .update(await file.bytes())
    .digest('hex');
/** The hashes of the pictures that a form shows. */
const listHashes = (page: Page) =>
  Object.entries(entryForm(page)).flatMap(([name, value]) =>
    /^picture_\d+$/.test(name) ? [value] : [],
  );
/**
 * Creates a PNG of the least accepted width: most of the time goes into making the sizes of a
 * picture.
 */
const png = (name: string, height: number, width = 1200) =>
  photo(name, width, height, (picture) => picture.ensureAlpha(0.5).png());

const gps = {
  IFD0: { Make: 'Phone' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '37/1 58/1 0/1' },
};
// Wide enough only once it is upright.
const phonePhoto = await photo('IMG_1.jpg', 600, 1300, (picture) =>
  picture.withExif(gps).withMetadata({ orientation: 6 }).withExif(gps).jpeg(),
);
const hash = await hashOf(phonePhoto);

test('PB-5 stores a phone’s picture upright, without metadata, in all widths, cached by its hash', async () => {
  const originalMetadata = await sharp(await phonePhoto.bytes()).metadata();
  expect(originalMetadata.orientation).toBe(6);
  expect(originalMetadata.exif!.toString('latin1')).toContain('Phone');
  const page = await made(anna, written('From a Phone'));
  expect((await send(page, [phonePhoto])).status).toBe(303);
  const entry = await anna.get(page.url);
  expect(listHashes(entry)).toEqual([hash]);
  await publish(anna, entry, described(hash));
  const project = await visitor.get('/projects/from-a-phone');
  const image = project.all('img[alt="Picture 1"]')[0]!;
  expect(attribute(image, 'src')).toBe(`/media-files/${hash.slice(0, 16)}-960.jpg`);
  for (const form of '480.avif 672.avif 800.avif 960.avif 1300.avif 960.jpg'.split(' ')) {
    const response = await fetch(`${site}/media-files/${hash.slice(0, 16)}-${form}`);
    expect([form, response.status]).toEqual([form, 200]);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const { exif, icc, xmp, orientation, width, height, space } = await sharp(
      await response.bytes(),
    ).metadata();
    expect({ exif, icc, xmp, orientation, space }).toEqual({ space: 'srgb' });
    expect(width / height).toBeCloseTo(13 / 6, 1);
  }
  // The site serves only files with a complete, known name from its own folder.
  for (const name of [hash, `${'0'.repeat(64)}-960.jpg`, '..%2Fdrys.db'])
    expect([name, await statusOf(`/media-files/${name}`)]).toEqual([name, 404]);
});

test('PB-2 PB-5 shows the new pictures of a draft in its preview', async () => {
  const page = await made(anna, written('New Pictures'));
  const file = await photo('new.jpg', 1200, 500);
  const preview = await anna.follow(await press(anna, page, 'preview', {}, [['pictures', file]]));
  const [path] = /\/media-files\/\w+-480\.avif/.exec(preview.html)!;
  expect(await statusOf(path)).toBe(200);
});

test('SE-2 cuts the sharing preview out of the first picture of a page, around its focal point', async () => {
  const blue = Buffer.from(
    '<svg width="1200" height="960"><rect y="320" width="1200" height="640" fill="#00f"/></svg>',
  );
  const halves = await photo('halves.png', 1200, 960, (picture) =>
    picture.composite([{ input: blue }]).png(),
  );
  const page = await made(anna, written('Shared House'));
  await send(page, [halves]);
  const focal = { ...described(await hashOf(halves)), focal_x_1: '50', focal_y_1: '100' };
  await publish(anna, await anna.get(page.url), focal);
  for (const path of ['/projects/shared-house', '/el/projects/shared-house']) {
    const head = headOf((await visitor.get(path)).html);
    const src = new URL(head.get('og:image')!).pathname;
    expect(head.get('og:image:alt')).toBe(path.startsWith('/el') ? 'Picture 1 (ελ)' : 'Picture 1');
    const response = await fetch(site + src);
    expect(response.headers.get('cache-control')).toBe('public, max-age=86400');
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const preview = sharp(await response.bytes());
    const { format, width, height } = await preview.metadata();
    expect([format, width, height]).toEqual(['jpeg', 1200, 630]);
    // Nothing but the lower half, without a text or a drawing in it.
    const { channels } = await preview.stats();
    expect(channels.map(({ mean, stdev }) => [Math.round(mean / 16), stdev < 8])).toEqual([
      [0, true],
      [0, true],
      [16, true],
    ]);
  }
});

test('SE-2 uses the picture of the site for pages without one, and cuts no preview of a draft', async () => {
  const read = async (path: string) => Buffer.from(await (await fetch(site + path)).bytes());
  const [home, terms] = [await read('/og/home.jpg'), await read('/og/el/terms.jpg')];
  expect(terms.equals(home)).toBe(true);
  await made(anna, { title_en: 'Unshared House' });
  expect(await statusOf('/og/projects/unshared-house.jpg')).toBe(404);
  const listCut = () => readdirSync(join(process.env['DATA_DIR']!, 'previews'));
  expect(listCut(), 'one for both languages').toHaveLength(2);
  deletePreviewPicturesCutBefore(Date.now() + DAY);
  expect(listCut()).toEqual([]);
});

test('PB-5 PB-10 accepts every picture type; gives each refused file its own line and stores the good ones', async () => {
  const page = await made(anna, { title_en: 'All Types' });
  const good = [
    new File([readFileSync('tests/support/people/gradient.heic')], 'phone.heic'),
    await photo('a.png', 1200, 200, (picture) => picture.png()),
    await photo('b.webp', 1200, 200, (picture) => picture.webp()),
    await photo('c.avif', 1200, 200, (picture) => picture.avif({ effort: 0 })),
  ];
  const huge = Buffer.alloc(SITE.pictureMb * 1024 * 1024 + 1);
  Buffer.from([0xff, 0xd8, 0xff, 0xe0]).copy(huge);
  const wide = Buffer.from(await good[1]!.bytes());
  wide.writeUInt32BE(Math.floor(SITE.picturePixels / 200) + 1, 16);
  const bad: [File, reason: string][] = [
    [await photo('narrow.jpg', 1199, 2000), 'is less than 1200 pixels wide'],
    [await photo('tall.jpg', 1200, 7201), 'is more than 6 times as tall as it is wide'],
    [await photo('flat.jpg', 1201, 200), 'is more than 6 times as wide as it is tall'],
    [
      new File(['<script>alert(1)</script>'], 'lie.jpg', { type: 'image/jpeg' }),
      'is not a picture that we can open',
    ],
    [new File(['%PDF-1.7'], 'plan.png'), 'is not a picture that we can open'],
    [new File([(await good[1]!.bytes()).slice(0, 400)], 'broken.png'), 'could not be opened'],
    [new File([wide], 'wide.png'), 'has too many pixels: we can open up to 80 megapixels'],
    [new File([huge], 'huge.jpg'), 'is larger than 25 MB'],
  ];
  const files = bad.map(([file]) => file);
  const allFiles = [...files.slice(0, 1), ...good, ...files.slice(1)];
  const answer = await send(page, allFiles, { year: '2026' });
  expect(answer.status).toBe(422);
  const pageText = readText(answer.html);
  for (const [{ name }, reason] of bad) expect(pageText).toContain(`${name} ${reason}`);
  expect(listHashes(answer)).toEqual(await Promise.all(good.map(hashOf)));
  expect(entryForm(answer)['year']).toBe('2026');
  // They are kept with the entry, not only in this page.
  expect(listHashes(await anna.get(page.url))).toHaveLength(4);
  expect(readdirSync(media()).filter((file) => file.startsWith('upload-'))).toEqual([]);
});

test('PB-5 PB-10 accepts pictures sent without their form; stores the same file once', async () => {
  const file = await photo('twice.jpg', 1200, 300);
  const name = await hashOf(file);
  for (const { status, html } of [await upload(file), await upload(file)])
    expect([status, JSON.parse(html)]).toEqual([200, { pictures: [{ name }], refused: [] }]);
  expect(audited('site.picture').filter(({ picture }) => picture === name)).toHaveLength(1);
  const lie = await upload(new File(['no'], 'lie.png'));
  expect(lie.status).toBe(422);
  expect(JSON.parse(lie.html)).toMatchObject({ refused: [expect.stringContaining('lie.png')] });
  expect((await upload(file, 'other')).status).toBe(400);
});

test('PB-5 accepts a tall picture that is wide enough, and shows it at its exact focal point', async () => {
  const tall = await photo('tall.jpg', 1200, 1400);
  const page = await made(anna, written('Tall'));
  expect(page.html).toMatch(/accept="[^"]*image\/heic/);
  expect((await send(page, [tall])).status).toBe(303);
  const entry = await anna.get(page.url);
  const focus = { focal_x_1: '33', focal_y_1: '67' };
  await publish(anna, entry, { ...described(await hashOf(tall)), ...focus });
  expect((await visitor.get('/projects/tall')).html).toContain(
    'focus-x-30 focus-dx-3 focus-y-60 focus-dy-7',
  );
  const { width } = await sharp(
    await (await fetch(`${site}/media-files/${await hashOf(tall)}-960.jpg`)).bytes(),
  ).metadata();
  expect(width).toBe(960);
});

test('PB-5 publishes pictures without a description, describes them by their entry, and counts them in the form', async () => {
  const pictures = { picture_1: ROCHE[0]!, ...described(ROCHE[1]!, 2), picture_3: ROCHE[2]! };
  const page = await published(anna, 'Undescribed', { ...pictures, alt_1_en: '', alt_1_el: '' });
  const listAlts = async (path: string) => {
    const { html } = await visitor.get(path);
    const links = elements(html, 'a').filter((link) => attribute(link, 'id')?.startsWith('photo-'));
    return links.flatMap((link) => values(link, 'img', 'alt'));
  };
  const [first, second, third] = await listAlts('/projects/undescribed');
  expect(second).toBe('Picture 2');
  expect([first, third]).toEqual([1, 3].map((count) => `Undescribed, Offices, picture ${count}`));
  expect((await listAlts('/el/projects/undescribed'))[0]).toMatch(
    /^Undescribed \(ελ\), .+, φωτογραφία 1$/,
  );
  expect(readText((await anna.get(page.url)).html)).toContain(
    '2 pictures lack a description in at least one language.',
  );
});

test('PB-11 makes a later picture the main one with a button', async () => {
  const pictures = {
    ...described(ROCHE[0]!),
    ...described(ROCHE[1]!, 2),
    ...described(ROCHE[2]!, 3),
  };
  const page = await made(anna, { title_en: 'Main Again', ...pictures });
  const response = await press(anna, page, 'first-3');
  expect(response.location).toBe(`${page.url}#picture-1`);
  expect(listHashes(await anna.follow(response))).toEqual([ROCHE[2], ROCHE[0], ROCHE[1]]);
});

test('PB-5 SE-3 names the photographer below the picture, in the viewer and in JSON-LD', async () => {
  const credits = { credit_1: 'Maria Main', credit_2: 'Giorgos <Gallery>' };
  const pictures = { ...described(ROCHE[0]!), ...described(ROCHE[1]!, 2), ...credits };
  await published(anna, 'Credited', { ...pictures, ...described(ROCHE[2]!, 3) });
  for (const [prefix, by] of [
    ['', 'Photograph by '],
    ['/el', 'Φωτογραφία: '],
  ] as const) {
    const { html } = await visitor.get(`${prefix}/projects/credited`);
    expect(texts(html, 'span')).toContain(`${by}Maria Main`);
    const photos = elements(html, 'a').filter((link) =>
      attribute(link, 'id')?.startsWith('photo-'),
    );
    // The credit of the main picture is below the picture, outside the link.
    expect(photos.map(textOf)).toEqual([
      expect.not.stringContaining(by),
      expect.stringContaining(by),
      expect.not.stringContaining(by),
    ]);
    for (const [photo, name] of ['Maria Main', 'Giorgos <Gallery>'].entries()) {
      const viewer = await visitor.get(`${prefix}/projects/credited?photo=${photo + 1}`);
      expect(viewer.texts('dialog').join()).toContain(by + name);
    }
    const uncredited = await visitor.get(`${prefix}/projects/credited?photo=3`);
    expect(uncredited.texts('dialog').join()).not.toContain(by);
    const images = readGraph(html).filter((node) => node['@type'] === 'ImageObject');
    const person = (name: string) => ({ '@type': 'Person', name });
    expect(images.map(({ creditText, creator }) => [creditText, creator])).toEqual([
      ['Maria Main', person('Maria Main')],
      ['Giorgos <Gallery>', person('Giorgos <Gallery>')],
      [undefined, undefined],
    ]);
  }
});

test('PB-5 keeps the sizes of both when the same PNG is sent at once as a picture and as a drawing', async () => {
  const sameFile = await png('both.png', 200);
  const page = await made(anna, written('Both at Once'));
  await Promise.all([upload(sameFile), send(page, [sameFile], {}, 'drawing')]);
  const [files] = column('SELECT files FROM site_media WHERE name = ?', await hashOf(sameFile));
  const forms = Object.keys(JSON.parse(String(files)) as object);
  expect(forms).toEqual(expect.arrayContaining(['480.avif', '960.jpg', '720.png', '1440.png']));
});

test('PB-5 gives each surplus file its own line', async () => {
  const page = await made(anna, { title_en: 'Too Many' });
  const files = Array.from({ length: SITE.pictures + 3 }, (_, at) => {
    return new File([new Uint8Array(300_000)], `number-${at + 1}.jpg`);
  });
  const answer = await send(page, files);
  expect(answer.status).toBe(422);
  for (const { name } of files) expect(readText(answer.html)).toContain(name);
});

test('PB-5 names each picture for which an entry has no room', async () => {
  const samples = readSampleContent().projects.flatMap(({ content }) => content.pictures);
  const names = [...new Set(samples.map(({ name }) => name))].slice(0, SITE.pictures - 1);
  const fields = names.map((name, index) => described(name, index + 1));
  const page = await made(anna, Object.assign({ title_en: 'Full' }, ...fields));

  const answer = await send(page, [await png('last.png', 201), await png('surplus.png', 202)]);
  expect(answer.status).toBe(422);
  const text = readText(answer.html);
  expect(text).toContain('surplus.png was not added: an entry can have up to 24 pictures.');
  expect(text).not.toContain('last.png was not added');
  expect(listHashes(answer)).toHaveLength(SITE.pictures);
});

test('PB-5 names each picture for which a page has no room', async () => {
  const parts = Array.from({ length: MAX_BLOCKS }, (_, index) => ({
    [`block_${index + 1}_type`]: 'text',
    [`block_${index + 1}_text_en`]: 'A part.',
  }));
  const blank = await anna.get('/admin/dashboard/site/pages/new');
  const page = await anna.follow(
    await press(anna, blank, 'save', Object.assign({ title_en: 'Full' }, ...parts)),
  );
  const answer = await send(page, [await png('part.png', 203)], {}, 'blocks');
  expect(answer.status).toBe(422);
  expect(readText(answer.html)).toContain(
    'part.png was not added: an entry can have up to 40 parts.',
  );
});

test('PB-5 orders and removes pictures by buttons; the first is the main picture; focal points stay', async () => {
  const focus = { focal_x_2: '10', focal_y_2: '90' };
  const page = await published(anna, 'In Order', { ...described(ROCHE[1]!, 2), ...focus });
  const moving = await press(anna, page, 'earlier-2');
  // The page begins anew where the picture is now.
  expect(moving.location).toBe(`${page.url}#picture-1`);
  const earlier = await anna.follow(moving);
  expect(listHashes(earlier)).toEqual([ROCHE[1]!, ROCHE[0]!]);
  const movedFields = { focal_x_1: '10', focal_y_1: '90', alt_1_en: 'Picture 2' };
  expect(entryForm(earlier)).toMatchObject(movedFields);
  await press(anna, earlier, 'publish');
  const [main] = (await visitor.get('/projects/in-order')).values('img', 'alt');
  expect(main).toBe('Picture 2');
  const removed = await anna.follow(await press(anna, earlier, 'remove-2'));
  expect(listHashes(removed)).toEqual([ROCHE[1]!]);
});

test('PB-5 accepts as drawing only a PNG with the aspect ratio of the main picture, even the same file', async () => {
  const main = await png('main.png', 200);
  const page = await made(anna, written('Drawn'));
  const sendDrawing = async (drawing: File) =>
    send(await anna.get(page.url), [drawing], {}, 'drawing');
  await send(page, [main]);
  const refused = await sendDrawing(await png('lines.png', 240));
  expect(refused.status).toBe(422);
  expect(readText(refused.html)).toContain('Drawing must be the same size as the main picture.');
  expect((await sendDrawing(await photo('lines.jpg', 1200, 200))).status).toBe(422);
  for (const drawing of [await png('lines.png', 400, 2400), main]) {
    expect((await sendDrawing(drawing)).status).toBe(303);
    const entry = await anna.get(page.url);
    const name = await hashOf(drawing);
    expect(entryForm(entry)['kept_drawing']).toBe(name);
    await publish(anna, entry, described(listHashes(entry)[0]!));
    const { html } = await visitor.get('/projects/drawn');
    expect(html).toContain(`/media-files/${name}-720.png`);
    expect(await statusOf(`/media-files/${name}-1440.png`)).toBe(200);
  }
  for (const form of ['480.avif', '960.jpg'])
    expect(await statusOf(`/media-files/${await hashOf(main)}-${form}`)).toBe(200);
  // Another main picture, and it lies upon it no more.
  const swapped = { ...described(ROCHE[0]!), ...described(await hashOf(main), 2) };
  const other = await press(anna, await anna.get(page.url), 'publish', swapped);
  expect([other.status, listInvalidFields(other)]).toEqual([422, ['drawing']]);
});

test('PB-10 refuses a field of 10 MB with an explanation, in every kind of form', async () => {
  const page = await made(anna, { title_en: 'Endless' });
  const longField = { description_en: 'x'.repeat(10 * 1024 * 1024) };
  for (const files of [[], [phonePhoto]]) {
    const answer = await send(page, files, longField);
    expect(answer.status).toBe(413);
    expect(readText(answer.html)).toContain('This form is too large: the limit is 512 KB.');
  }
  const tooLong = await press(anna, page, 'save', { description_en: 'x'.repeat(6001) });
  expect([tooLong.status, listInvalidFields(tooLong)]).toEqual([422, ['description_en']]);
  expect(entryForm(tooLong)['description_en']).toHaveLength(6001);
});

test('PB-10 keeps the typed values when storing fails', async () => {
  const page = await made(anna, { title_en: 'Typed' });
  run(
    `CREATE TRIGGER broken BEFORE UPDATE ON site_entries BEGIN SELECT raise(ABORT, 'broken'); END`,
  );
  onTestFinished(() => void run('DROP TRIGGER broken'));
  const answer = await press(anna, page, 'save', { description_en: 'Long work.' });
  expect(answer.status).toBeGreaterThanOrEqual(500);
  expect(entryForm(answer)).toMatchObject({ title_en: 'Typed', description_en: 'Long work.' });
  expect(entryForm(await anna.get(page.url))['description_en']).toBe('');
});

test('PB-10 sweeps only the files that a killed upload left behind', async () => {
  const otherFiles = [...readdirSync(media()), `${'c'.repeat(32)}.part`];
  const [a, b] = ['a'.repeat(32), 'b'.repeat(64)];
  const leftovers = [`${a}.part`, `${a}.part-480.avif`, `${b}-480.avif`];
  const old = Date.now() / 1000 - 3 * 24 * 3600;
  for (const name of [...leftovers, otherFiles.at(-1)!]) writeFileSync(join(media(), name), 'x');
  for (const name of leftovers) utimesSync(join(media(), name), old, old);
  await deleteUnusedMediaWithFiles();
  expect(readdirSync(media()).sort()).toEqual(otherFiles.sort());
});

test('PB-5 keeps a picture without an entry that is uploaded again, until its entry is saved', async () => {
  const picture = await png('unused.png', 200);
  const name = await hashOf(picture);
  await upload(picture);
  run('UPDATE site_media SET last_used_at = ? WHERE name = ?', '2020-01-01T00:00:00Z', name);
  await upload(picture);
  await deleteUnusedMediaWithFiles();
  expect(one('SELECT count(*) FROM site_media WHERE name = ?', name)).toBe(1);
});

test('PB-5 PB-10 never shows a missing picture; an old publication says that it was left out', async () => {
  await upload(phonePhoto);
  const page = await published(anna, 'Without It', described(hash));
  const entry = await publish(anna, page, described(ROCHE[0]!));
  const history = entry.values('a', 'href').filter((to) => to.includes('publication='));
  expect(listHashes(await anna.get(history[1]!))).toEqual([hash]);
  // Thirty days after the last publication that used it, the picture is deleted.
  await deleteUnusedMediaWithFiles(Date.now() + 29 * DAY);
  expect(existsSync(join(media(), `${hash}-960.jpg`))).toBe(true);
  await deleteUnusedMediaWithFiles(Date.now() + 31 * DAY);
  expect(existsSync(join(media(), `${hash}-960.jpg`))).toBe(false);
  const old = await anna.get(history[1]!);
  expect(listHashes(old)).toEqual([]);
  expect(readText(old.html)).toContain('Some of its pictures no longer exist');
  // A form that was open all the time cannot put the picture back.
  const refusal = await press(anna, entry, 'publish', described(hash));
  expect([refusal.status, listHashes(refusal)]).toEqual([422, []]);
  expect(readText(refusal.html)).toContain('no longer exist');
  expect(await statusOf('/projects/without-it')).toBe(200);
});
