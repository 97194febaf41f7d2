import { once } from 'node:events';
import {
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, expect, test } from 'vitest';
import { createExportPlan } from '#app/domain/exports/export.server.ts';
import { makeWorkbook } from '#app/domain/exports/workbook.server.ts';
import { ATTACHMENTS } from '#app/domain/limits.ts';
import { getDatabase } from '#db/database.server.ts';
import { office, staff } from '#db/seed/people.ts';
import { newAdmin } from '../../support/people/admins.ts';
import { linkTo, listed, readText } from '../../support/people/desk.ts';
import { drawing, MB, newVisitor, solveProof, typed } from '../../support/people/enquirer.ts';
import { eventually } from '../../support/reading/eventually.ts';
import { readWorkbook, unzip } from '../../support/reading/workbook.ts';
import { startSite } from '../../support/servers/site.ts';
import { one, readMails } from '../../support/servers/store.ts';

const site = await startSite({ TRUST_PROXY: '1', ENQUIRY_NOTIFY_TO: office });
const admin = await newAdmin(site, staff.anna.email);
const { cookie } = admin;
const plan = drawing('κάτοψη "τελική".pdf', { bytes: 9000, mark: 'first' });
const other = drawing('κάτοψη "τελική".pdf', { bytes: 1500, mark: 'second' });
/** The name under which both are handed out: quotes are invalid in Windows. */
const planName = 'κάτοψη _τελική_.pdf';
const bytesOf = async (file: File | Response) => Buffer.from(await file.arrayBuffer());
await send([plan, other]);
await send([]);

/** Sends an enquiry with files; the number of the last. */
async function send(files: File[], turnstileToken = ''): Promise<number> {
  const visitor = newVisitor(site);
  const fields = { ...typed, turnstileToken };
  const response = await visitor.attach(await visitor.get('/contact'), fields, files);
  expect(response.status).toBe(303);
  return Number(one('SELECT max(id) FROM attachments'));
}

const ask = (path: string, headers: Record<string, string> = { cookie }) =>
  fetch(`${site}/admin/dashboard/${path}`, { redirect: 'manual', headers });
const get = (path: string, headers = {}) => ask(path, { cookie, ...headers });

const large = await send(
  [drawing('plan.pdf', { bytes: 9 * MB }), drawing('photo.png', { type: 'png' })],
  await solveProof(site),
);

test('AT-7 shows the number of files in the list, and their names, types, sizes and downloads in the enquiry', async () => {
  const list = await admin.get('/admin/dashboard');
  const fileCounts = listed(list).map(([, name]) => /\d files?/.exec(name!)?.[0]);
  expect(fileCounts.slice(-3)).toEqual(['2 files', undefined, '2 files']);
  const page = await admin.get('/admin/dashboard?enquiry=1');
  expect(readText(page.html)).toContain(`${planName} PDF / 9 KB`);
  expect(linkTo(page, `Download ${planName}`)).toBe('/admin/dashboard/files/1');
  expect(linkTo(page, 'Download all (.zip)')).toBe('/admin/dashboard/files.zip?enquiry=1');
  expect((await admin.get('/admin/dashboard?enquiry=2')).texts('h3')).not.toContain('Files');
});

test('AT-6 serves a whole file as an attachment under its name, sandboxed and never cached', async () => {
  const answer = await get('files/1');
  expect([answer.status, await bytesOf(answer)]).toEqual([200, await bytesOf(plan)]);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': '9000',
    'content-disposition': `attachment; filename="______ ________.pdf"; filename*=UTF-8''${encodeURIComponent(planName)}`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store, no-cache, must-revalidate, private',
    'content-security-policy': expect.stringMatching(/^default-src 'none'.*; sandbox$/),
    'accept-ranges': 'bytes',
  });
});

test.each([
  ['bytes=5-8', {}, 206, 'bytes 5-8/9000', '1.7\n'.length],
  ['bytes=9000-', {}, 416, 'bytes */9000', 0],
  ['bytes=5-8', { 'if-range': '"other"' }, 200, null, 9000],
])('AT-6 answers %s of a file, with %j, with %i', async (range, headers, status, part, length) => {
  const answer = await get('files/1', { range, ...headers });
  expect([answer.status, answer.headers.get('content-range')]).toEqual([status, part]);
  const bytes = await bytesOf(answer);
  expect(bytes).toHaveLength(length);
  if (status === 206) expect(bytes.toString()).toBe('1.7\n');
});

test('AT-6 serves files to signed-in admins only, and answers 404 for a missing one', async () => {
  for (const path of ['files/1', 'files/1/preview', 'files.zip?enquiry=1', 'files/99']) {
    const answer = await ask(path, {});
    expect([path, answer.status]).toEqual([path, 303]);
    expect(await answer.text()).not.toContain('%PDF');
  }
  for (const path of ['files/99', 'files/1x', 'files/..%2f1', 'files.zip?enquiry=2', 'files.zip'])
    expect([path, (await get(path)).status]).toEqual([path, 404]);
});

test('AT-7 Download all sends both files as one .zip under distinct names', async () => {
  const answer = await get('files.zip?enquiry=1');
  const bytes = await bytesOf(answer);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/zip',
    'content-length': String(bytes.length),
    'content-disposition': expect.stringContaining('filename="enquiry-1-files.zip"'),
  });
  expect([...unzip(bytes)]).toEqual([
    [planName, await bytesOf(plan)],
    ['κάτοψη _τελική_ (2).pdf', await bytesOf(other)],
  ]);
});

test('AT-3 AT-7 hands out a file under a name that ends as its contents are, everywhere', async () => {
  const script = '%PDF-1.4 <script>new ActiveXObject("WScript.Shell")</script>';
  const comment = '999\nWScript.Echo(1)\n  0\nSECTION\n  0\nENDSEC\n  0\nEOF\n';
  const id = await send([new File([script], 'plan.hta'), new File([comment], 'plan.js')]);
  const enquiryId = Number(one('SELECT enquiry_id FROM attachments WHERE id = ?', id));
  const names = ['plan.hta.pdf', 'plan.js.dxf'];

  const page = await admin.get(`/admin/dashboard?enquiry=${enquiryId}`);
  expect(linkTo(page, 'Download plan.hta.pdf')).toBe(`/admin/dashboard/files/${id - 1}`);
  const download = await get(`files/${id}`);
  expect(download.headers.get('content-disposition')).toContain('filename="plan.js.dxf"');
  const zip = unzip(await bytesOf(await get(`files.zip?enquiry=${enquiryId}`)));
  expect([...zip.keys()]).toEqual(names);

  const mail = readMails('enquiry').at(-1)!;
  const fileAddress = `http://localhost:4000/admin/dashboard/files/${id}`;
  expect(mail.text).toContain(`File: plan.js.dxf (DXF, 1 KB) (${fileAddress})`);
  expect(mail.text).toContain('plan.hta.pdf');
  const rows = readWorkbook(await makeWorkbook(getDatabase(), await createExportPlan({})));
  expect(rows[0]!.at(-2)!.value).toBe('Files');
  expect(rows.map((row) => row.at(-2)!.value)).toContain(names.join('\n'));
});

const attachments = join(process.env['DATA_DIR']!, 'attachments');
const fileOf = (id: number) => String(one('SELECT file FROM attachments WHERE id = ?', id));

test('AT-7 a .zip leaves out a missing file and says so in the admin’s language', async () => {
  const file = join(attachments, fileOf(1));
  renameSync(file, `${file}.away`);
  const answer = await get('files.zip?enquiry=1');
  renameSync(`${file}.away`, file);
  const bytes = await bytesOf(answer);
  expect(answer.headers.get('content-length')).toBe(`${bytes.length}`);
  const entries = [...unzip(bytes)];
  expect(entries.map(([name]) => name)).toEqual([planName, 'missing-files.txt']);
  expect(entries[1]![1].toString()).toMatch(/missing from the disk[^]*κάτοψη _τελική_.pdf\n$/);
});

test('AT-6 takes a file that was cut off on the disk for a missing one', async () => {
  const file = join(attachments, fileOf(1));
  truncateSync(file, 8999);
  expect((await get('files/1')).status).toBe(404);
  writeFileSync(file, await bytesOf(plan));
});

const preview = (id: number) => get(`files/${id}/preview`);

test('AT-6 previews a photo upright, small, re-encoded and without camera metadata', async () => {
  const create = { width: 2400, height: 1600, channels: 3, background: '#8a5a22' } as const;
  const photo = await sharp({ create })
    .withExif({ IFD0: { Artist: 'Quillfeather' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const id = await send([new File([new Uint8Array(photo)], 'room.jpg')]);
  const answer = await preview(id);
  expect(answer.headers.get('content-type')).toBe('image/webp');
  expect(answer.headers.get('cache-control')).toContain('no-store');
  const { format, width, height, exif, orientation } = await sharp(
    await bytesOf(answer),
  ).metadata();
  expect({ format, width, height, exif, orientation }).toEqual({
    format: 'webp',
    width: 640,
    height: ATTACHMENTS.previewEdgePx,
    exif: undefined,
    orientation: undefined,
  });
  const enquiry = one('SELECT enquiry_id FROM attachments WHERE id = ?', id);
  const page = await admin.get(`/admin/dashboard?enquiry=${enquiry}`);
  expect(page.values('img', 'src')).toContain(`/admin/dashboard/files/${id}/preview`);
});

test('AT-6 previews a HEIC, but no damaged picture and no other type of file', async () => {
  const broken = await preview(await send([drawing('broken.jpg', { type: 'jpeg', bytes: 5000 })]));
  // The placeholder picture contains the text 'No preview'.
  expect([broken.status, broken.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  const bytes = await bytesOf(broken);
  expect(bytes.toString()).toContain('>No preview<');
  expect((await sharp(bytes).metadata()).format).toBe('svg');
  expect((await preview(1)).status).toBe(404);
  const heic = new File([readFileSync('tests/support/people/gradient.heic')], 'IMG_0001.heic');
  expect((await preview(await send([heic]))).headers.get('content-type')).toBe('image/webp');
});

// An uncaught error would end a process; here it is recorded and checked after each test.
const uncaught: unknown[] = [];
const note = (error: unknown) => void uncaught.push(error ?? 'undefined');
process.on('unhandledRejection', note).on('uncaughtException', note);
afterAll(() => void process.off('unhandledRejection', note).off('uncaughtException', note));
afterEach(() => expect(uncaught.splice(0)).toEqual([]));

/** Files of enquiries that this process, and with it the site, has open. */
const openFiles = () =>
  readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`);
      return path.startsWith(attachments) ? [path] : [];
    } catch {
      return [];
    }
  });

/** The ways in which a client leaves: after HEAD, before the first byte, and in the middle. */
const disconnections: [method: string, leave: (socket: Socket) => Promise<unknown>][] = [
  ['HEAD', (socket) => once(socket, 'data')],
  ['GET', () => Promise.resolve()],
  [
    'GET',
    async (socket) => {
      let read = '';
      while (read.length < 3000 && !socket.readableEnded) {
        await Promise.race([once(socket, 'readable'), once(socket, 'end')]);
        read += (socket.read() as Buffer | null)?.toString('latin1') ?? '';
      }
    },
  ],
];

test.each([
  'files.zip?enquiry=3',
  `files/${large - 1}`,
  `files/${large}/preview`,
  'export.csv',
  'export.xlsx',
])('AT-6 D-6 a client that leaves during %s ends only its own response', async (path) => {
  // Twice: leaks add up, and late errors have time to occur.
  for (const [method, leave] of [...disconnections, ...disconnections]) {
    const socket = connect(Number(new URL(site).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      `${method} /admin/dashboard/${path} HTTP/1.1\r\nHost: localhost:4000\r\nCookie: ${cookie}\r\n` +
        'Accept: */*\r\nConnection: close\r\n\r\n',
    );
    await leave(socket);
    socket.destroy();
    await once(socket, 'close');
  }
  await eventually(() => expect(openFiles()).toEqual([]));
  // Only one export is built at a time, so a success shows that the slots were released.
  await eventually(async () => {
    const abort = new AbortController();
    const init = { headers: { cookie }, signal: abort.signal };
    const answer = await fetch(`${site}/admin/dashboard/${path}`, init);
    abort.abort();
    expect(path.endsWith('preview') ? [200, 503] : [200]).toContain(answer.status);
  });
});
