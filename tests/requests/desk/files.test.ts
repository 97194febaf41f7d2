import { readlinkSync } from 'node:fs';
import { readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, expect, test } from 'vitest';
import { openStreams } from '#app/domain/desk/live.server.ts';
import { ATTACHMENTS } from '#app/domain/limits.ts';
import { drawing, MB, newVisitor, solveProof, typed } from '../../support/people/enquirer.ts';
import { readMail } from '#app/domain/mail/mail.server.ts';
import { makeWorkbook } from '#app/domain/exports/workbook.server.ts';
import { planExport } from '#app/domain/exports/export.server.ts';
import { database, databaseFile } from '#db/database.server.ts';
import { office, staff } from '#db/seed/people.ts';
import { newAdmin } from '../../support/people/admins.ts';
import { linkTo, listed, wordsOf } from '../../support/people/desk.ts';
import { values } from '../../support/reading/browser.ts';
import { eventually } from '../../support/reading/eventually.ts';
import { readWorkbook, unzip } from '../../support/reading/workbook.ts';
import { startSite } from '../../support/servers/site.ts';
import { one } from '../../support/servers/store.ts';

const site = await startSite({ TRUST_PROXY: '1', ENQUIRY_NOTIFY_TO: office });
const admin = await newAdmin(site, staff.anna.email);
const cookie = admin.cookie;
const plan = drawing('κάτοψη "τελική".pdf', { bytes: 9000, mark: 'first' });
const other = drawing('κάτοψη "τελική".pdf', { bytes: 1500, mark: 'second' });
await send([plan, other]);
await send([]);

async function send(files: File[], turnstileToken = ''): Promise<void> {
  const visitor = newVisitor(site);
  const fields = { ...typed, turnstileToken };
  const sent = await visitor.attach(await visitor.get('/contact'), fields, files);
  expect(sent.status).toBe(303);
}

/** Sends an enquiry with a file; the number of the file. */
async function sendOne(file: File): Promise<number> {
  await send([file]);
  return Number(one('SELECT max(id) FROM attachments'));
}

function get(path: string, headers: Record<string, string> = {}) {
  return fetch(`${site}/admin/dashboard/${path}`, {
    redirect: 'manual',
    headers: { cookie, ...headers },
  });
}

test('AT-7 the list shows the number of files, the enquiry names them with type, size and ways to keep them', async () => {
  const list = await admin.get('/admin/dashboard');
  expect(listed(list).map(([, name]) => /\d files?/.exec(name!)?.[0])).toEqual([
    '2 files',
    undefined,
    '2 files',
  ]);
  const page = await admin.get('/admin/dashboard?enquiry=1');
  expect(wordsOf(page.html)).toContain('κάτοψη "τελική".pdf PDF / 9 KB');
  expect(linkTo(page, `Download ${plan.name}`)).toBe('/admin/dashboard/files/1');
  expect(linkTo(page, 'Download all (.zip)')).toBe('/admin/dashboard/files.zip?enquiry=1');
  const without = await admin.get('/admin/dashboard?enquiry=2');
  expect(without.all('h3').map((heading) => wordsOf(heading))).not.toContain('Files');
});

test('AT-6 a file comes whole, as attachment under its name, sandboxed and kept by nobody', async () => {
  const answer = await get('files/1');
  expect(answer.status).toBe(200);
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(Buffer.from(await plan.arrayBuffer()));
  const headers = Object.fromEntries(answer.headers);
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': '9000',
    'content-disposition': `attachment; filename="______ ________.pdf"; filename*=UTF-8''${encodeURIComponent(plan.name)}`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store, no-cache, must-revalidate, private',
    'accept-ranges': 'bytes',
  });
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'.*; sandbox$/);
});

test('AT-6 a part of a file, and none that is not there', async () => {
  const part = await get('files/1', { range: 'bytes=5-8' });
  expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
    206,
    'bytes 5-8/9000',
    '1.7\n',
  ]);
  const beyond = await get('files/1', { range: 'bytes=9000-' });
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */9000']);
  const changed = await get('files/1', { range: 'bytes=5-8', 'if-range': '"other"' });
  expect([changed.status, (await changed.arrayBuffer()).byteLength]).toEqual([200, 9000]);
  expect(
    (
      await fetch(`${site}/admin/dashboard/files/1`, { method: 'HEAD', headers: { cookie } })
    ).headers.get('content-length'),
  ).toBe('9000');
});

test('AT-6 nobody but a signed-in admin gets a file; what is not there is not there', async () => {
  for (const path of ['files/1', 'files.zip?enquiry=1', 'files/99']) {
    const answer = await fetch(`${site}/admin/dashboard/${path}`, { redirect: 'manual' });
    expect([path, answer.status]).toEqual([path, 303]);
    expect(await answer.text()).not.toContain('%PDF');
  }
  for (const path of ['files/99', 'files/1x', 'files/..%2f1', 'files.zip?enquiry=2', 'files.zip']) {
    expect([path, (await get(path)).status]).toEqual([path, 404]);
  }
});

test('AT-7 Download all is one .zip with both files under names of their own', async () => {
  const answer = await get('files.zip?enquiry=1');
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(answer.headers.get('content-type')).toBe('application/zip');
  expect(answer.headers.get('content-length')).toBe(String(bytes.length));
  expect(answer.headers.get('content-disposition')).toContain('filename="enquiry-1-files.zip"');
  expect([...unzip(bytes)]).toEqual([
    ['κάτοψη "τελική".pdf', Buffer.from(await plan.arrayBuffer())],
    ['κάτοψη "τελική" (2).pdf', Buffer.from(await other.arrayBuffer())],
  ]);
});

test('AT-7 the notice mail names each file and links it, and the workbook has a column of their names', async () => {
  const sealed = databaseFile().prepare('SELECT sealed FROM outbox WHERE enquiry_id = 1').pluck();
  const { text } = readMail(String(sealed.get()))!;
  expect(text).toContain(
    `File: ${plan.name} (PDF, 9 KB) (http://localhost:4000/admin/dashboard/files/1)`,
  );
  const plans = await planExport({});
  const rows = readWorkbook(await makeWorkbook(database(), plans));
  expect(rows[0]!.at(-2)!.value).toBe('Files');
  expect(rows[3]!.at(-2)!.value).toBe(`${plan.name}\n${other.name}`);
});

const attachments = join(process.env['DATA_DIR']!, 'attachments');
const fileOf = (id: number) => String(one('SELECT file FROM attachments WHERE id = ?', id));

/** Files of enquiries that this process, and with it the site, has open. */
function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`);
      return path.startsWith(attachments) ? [path] : [];
    } catch {
      return [];
    }
  });
}

test('AT-7 a .zip without a file that is missing is whole, and says so in the admin’s language', async () => {
  const file = join(attachments, fileOf(1));
  renameSync(file, `${file}.away`);
  const answer = await get('files.zip?enquiry=1');
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect([answer.status, answer.headers.get('content-length')]).toEqual([200, `${bytes.length}`]);
  const entries = [...unzip(bytes)];
  expect(entries.map(([name]) => name)).toEqual([other.name, 'missing-files.txt']);
  expect(entries[1]![1].toString()).toMatch(/missing on the disk[^]*κάτοψη "τελική".pdf\n$/);
  renameSync(`${file}.away`, file);
});

test('AT-6 a row that names another file of the machine leads to none', async () => {
  const [file, secret] = [fileOf(2), '../secret0.txt'.padStart(32, './')];
  writeFileSync(join(attachments, secret), 'secret');
  const rename = databaseFile().prepare('UPDATE attachments SET file = ? WHERE id = 2');
  // As in a database that was changed by hand: ours takes no such row.
  databaseFile().exec('DROP TRIGGER IF EXISTS attachments_file_update');
  databaseFile().pragma('ignore_check_constraints = ON');
  rename.run(secret);
  expect((await get('files/2')).status).toBe(404);
  const zip = await get('files.zip?enquiry=1');
  expect([...unzip(Buffer.from(await zip.arrayBuffer())).keys()]).toEqual([
    plan.name,
    'missing-files.txt',
  ]);
  rename.run(file);
  databaseFile().pragma('ignore_check_constraints = OFF');
  expect(readFileSync(join(attachments, file))).toHaveLength(1500);
});

const photo = await sharp({
  create: { width: 2400, height: 1600, channels: 3, background: '#8a5a22' },
})
  .withExif({ IFD0: { Artist: 'Quillfeather' } })
  .withMetadata({ orientation: 6 })
  .jpeg()
  .toBuffer();

const preview = (id: number, headers: Record<string, string> = { cookie }) =>
  fetch(`${site}/admin/dashboard/files/${id}/preview`, { headers, redirect: 'manual' });

test('AT-6 a photo has a preview: upright, small, encoded anew, without what the camera wrote', async () => {
  const id = await sendOne(new File([new Uint8Array(photo)], 'room.jpg'));
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
  const { html } = await admin.get(
    `/admin/dashboard?enquiry=${one('SELECT max(id) FROM contact_submissions')}`,
  );
  expect(values(html, 'img', 'src')).toContain(`/admin/dashboard/files/${id}/preview`);
  expect((await preview(id, {})).status).toBe(303);
});

/** In the place of the picture a picture that says that there is none. */
async function expectSign(answer: Response): Promise<void> {
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes.toString()).toContain('>No preview<');
  expect((await sharp(bytes).metadata()).format).toBe('svg');
}

test('AT-6 what only begins like a picture, and what is none, has no preview; a HEIC photo has', async () => {
  const broken = await sendOne(drawing('broken.jpg', { type: 'jpeg', bytes: 5000 }));
  await expectSign(await preview(broken));
  const plan = await sendOne(drawing('plan.pdf'));
  expect((await preview(plan)).status).toBe(404);
  const heic = new File([readFileSync('tests/support/people/gradient.heic')], 'IMG_0001.heic');
  expect((await preview(await sendOne(heic))).headers.get('content-type')).toBe('image/webp');
});

// Whatever nobody catches ends a process: here it is written down instead.
const uncaught: unknown[] = [];
const note = (error: unknown) => void uncaught.push(error ?? 'undefined');
process.on('unhandledRejection', note).on('uncaughtException', note);
afterAll(() => void process.off('unhandledRejection', note).off('uncaughtException', note));
afterEach(() => expect(uncaught.splice(0)).toEqual([]));

await send(
  [drawing('plan.pdf', { bytes: 9 * MB }), drawing('photo.png', { type: 'png' })],
  await solveProof(site),
);
const large = databaseFile()
  .prepare('SELECT id, enquiry_id FROM attachments ORDER BY size DESC')
  .get() as { id: number; enquiry_id: number };

const streams = [
  `files.zip?enquiry=${large.enquiry_id}`,
  `files/${large.id}`,
  `files/${large.id + 1}/preview`,
  'export.csv',
  'export.xlsx',
  'events?since=0',
];

/** How somebody asks, and leaves. */
const ways: Record<string, (socket: Socket) => Promise<unknown> | void> = {
  'asks for the head alone': (socket) => once(socket, 'data'),
  'leaves before the first byte': () => undefined,
  'leaves after one byte': async (socket) => {
    await once(socket, 'readable');
    socket.read(1);
  },
  'leaves in the middle': async (socket) => {
    let read = '';
    // Of news, the first is the middle: there is no end.
    while (read.length < 3000 && !read.includes(': open') && !socket.readableEnded) {
      await Promise.race([once(socket, 'readable'), once(socket, 'end')]);
      read += (socket.read() as Buffer | null)?.toString('latin1') ?? '';
    }
  },
};

test.each(streams.flatMap((path) => Object.keys(ways).map((way) => [path, way] as const)))(
  '%s: who %s ends nothing but the answer',
  async (path, way) => {
    const method = way === 'asks for the head alone' ? 'HEAD' : 'GET';
    // The same a few times: what is left behind adds up, and what comes late has the time to come.
    for (let i = 0; i < 3; i++) {
      const socket = connect(Number(new URL(site).port), '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(
        `${method} /admin/dashboard/${path} HTTP/1.1\r\nHost: localhost:4000\r\nCookie: ${cookie}\r\n` +
          'Accept: */*\r\nConnection: close\r\n\r\n',
      );
      await ways[way]!(socket);
      socket.destroy();
      await once(socket, 'close');
    }
    await eventually(() => expect([openStreams(), openFiles()]).toEqual([0, []]));
    // One export is made at a time: the place of those that were left is free again.
    await eventually(async () => {
      const gone = new AbortController();
      const init = { headers: { cookie }, signal: gone.signal };
      const answer = await fetch(`${site}/admin/dashboard/${path}`, init);
      gone.abort();
      expect([200, 503]).toContain(answer.status);
      if (!path.endsWith('preview')) expect(answer.status).toBe(200);
    });
  },
);
