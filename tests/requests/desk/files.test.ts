import { readFileSync, readdirSync, readlinkSync, renameSync, writeFileSync } from 'node:fs';
import { type Socket, connect } from 'node:net';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readMail } from '#app/domain/mail/mail.server.ts';
import { makeWorkbook } from '#app/domain/exports/workbook.server.ts';
import { planExport } from '#app/domain/exports/export.server.ts';
import { database, databaseFile } from '#db/database.server.ts';
import { office, staff } from '#db/seed/people.ts';
import { makeAdmin, signedIn } from '../../support/people/admins.ts';
import { linkTo, listed, wordsOf } from '../../support/people/desk.ts';
import { MB, drawing } from '../../support/people/drawings.ts';
import { newVisitor } from '../../support/people/enquirer.ts';
import { typed } from '../../support/people/enquiry.ts';
import { elements } from '../../support/reading/browser.ts';
import { eventually } from '../../support/reading/eventually.ts';
import { readWorkbook } from '../../support/reading/workbook.ts';
import { startSite } from '../../support/servers/site.ts';
import { column, one } from '../../support/servers/store.ts';

const site = await startSite({ TRUST_PROXY: '1', ENQUIRY_NOTIFY_TO: office });
await makeAdmin(staff.anna.email);
const admin = await signedIn(site, staff.anna.email);
const cookie = admin.cookie;
const plan = drawing('κάτοψη "τελική".pdf', { bytes: 9000, mark: 'first' });
const other = drawing('κάτοψη "τελική".pdf', { bytes: 1500, mark: 'second' });
await send([plan, other]);
await send([]);

async function send(files: File[]): Promise<void> {
  const visitor = newVisitor(site);
  const sent = await visitor.attach(await visitor.get('/contact'), typed, files);
  expect(sent.status).toBe(303);
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
    undefined,
    '2 files',
  ]);
  const page = await admin.get('/admin/dashboard?enquiry=1');
  expect(wordsOf(page.html)).toContain('κάτοψη "τελική".pdf PDF / 9 KB');
  expect(linkTo(page, `Download ${plan.name}`)).toBe('/admin/dashboard/files/1');
  expect(linkTo(page, 'Download all (.zip)')).toBe('/admin/dashboard/files.zip?enquiry=1');
  const without = await admin.get('/admin/dashboard?enquiry=2');
  expect(elements(without.html, 'h3').map((heading) => wordsOf(heading))).not.toContain('Files');
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
  expect(unzip(bytes)).toEqual([
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
  expect(rows[2]!.at(-2)!.value).toBe(`${plan.name}\n${other.name}`);
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

/** Begins a download and leaves it as soon as so many bytes have come; 0: before any has. */
function leave(path: string, bytes: number): Promise<void> {
  const { hostname, port } = new URL(site);
  const socket: Socket = connect(Number(port), hostname);
  return new Promise((resolve) => {
    let read = 0;
    socket.on('error', () => undefined).once('close', () => resolve());
    const head = `GET ${path} HTTP/1.1\r\nHost: localhost:4000\r\nCookie: ${cookie}\r\n\r\n`;
    socket.write(head, () => bytes === 0 && socket.destroy());
    socket.on('data', (piece) => {
      read += piece.length;
      if (read >= bytes) socket.destroy();
    });
  });
}

test('AT-7 no file stays open when a download is left, whenever that is', async () => {
  await send([1, 2].map((n) => drawing(`${n}.pdf`, { bytes: 5 * MB, mark: `${n}` })));
  const [id] = column('SELECT max(id) FROM attachments') as number[];
  for (const path of ['/admin/dashboard/files.zip?enquiry=3', `/admin/dashboard/files/${id}`]) {
    for (const bytes of [0, 1, 6000, 2 * MB]) {
      await Promise.all(Array.from({ length: 8 }, () => leave(path, bytes)));
    }
    await fetch(site + path, { method: 'HEAD', headers: { cookie } });
    await eventually(() => expect(openFiles(), path).toEqual([]));
  }
  const whole = await get('files.zip?enquiry=3');
  expect((await whole.arrayBuffer()).byteLength).toBe(Number(whole.headers.get('content-length')));
  await eventually(() => expect(openFiles()).toEqual([]));
});

test('AT-7 a .zip without a file that is missing is whole, and says so in the admin’s language', async () => {
  const file = join(attachments, fileOf(1));
  renameSync(file, `${file}.away`);
  const answer = await get('files.zip?enquiry=1');
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect([answer.status, answer.headers.get('content-length')]).toEqual([200, `${bytes.length}`]);
  const entries = unzip(bytes);
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
  expect(unzip(Buffer.from(await zip.arrayBuffer())).map(([name]) => name)).toEqual([
    plan.name,
    'missing-files.txt',
  ]);
  rename.run(file);
  databaseFile().pragma('ignore_check_constraints = OFF');
  expect(readFileSync(join(attachments, file))).toHaveLength(1500);
});

/** The entries of a .zip by its central directory, read without the library that wrote it. */
function unzip(zip: Buffer): [string, Buffer][] {
  const end = zip.lastIndexOf('PK\x05\x06');
  let at = zip.readUInt32LE(end + 16);
  return Array.from({ length: zip.readUInt16LE(end + 10) }, () => {
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(start, start + zip.readUInt32LE(at + 20));
    const isStored = zip.readUInt16LE(at + 10) === 0;
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
    return [name, isStored ? Buffer.from(bytes) : inflateRawSync(bytes)];
  });
}
