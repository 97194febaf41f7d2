import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { contactErrors } from '#app/content/texts/contact.server.ts';
import { ATTACHMENTS } from '#app/domain/limits.ts';
import { getDatabase } from '#db/database.server.ts';
import {
  contents,
  drawing,
  MB,
  newVisitor,
  solveProof,
  typed,
} from '../../support/people/enquirer.ts';
import { attribute, elements, textOf, values, type Page } from '../../support/reading/browser.ts';
import { eventually } from '../../support/reading/eventually.ts';
import { startSite } from '../../support/servers/site.ts';
import { one } from '../../support/servers/store.ts';

const site = await startSite({ TRUST_PROXY: '1' });
const folder = join(process.env['DATA_DIR']!, 'attachments');
const visitor = () => newVisitor(site);

async function send(files: File[], fields: Record<string, string> = {}): Promise<Page> {
  const browser = visitor();
  return browser.attach(await browser.get('/contact'), { ...typed, ...fields }, files);
}

async function sendVerified(files: File[]): Promise<Page> {
  return send(files, { turnstileToken: await solveProof(site) });
}

const rows = () => getDatabase().selectFrom('attachments').selectAll().orderBy('id').execute();
const enquiries = () => Number(one('SELECT count(*) FROM contact_submissions'));
const onDisk = () => (existsSync(folder) ? readdirSync(folder) : []);
const refusalsOf = (page: Page) => [page.status, ...page.texts('p[class=error-text]')];

// After each test every file on the disk has its row, and every row its file.
afterEach(() =>
  eventually(async () => {
    expect(onDisk().toSorted()).toEqual((await rows()).map(({ file }) => file).toSorted());
  }),
);

test('AT-1 the form accepts files without a script, and names the limits with and without verification', async () => {
  const page = await visitor().get('/contact');
  const form = page.all('form')[0]!;
  expect(attribute(form, 'enctype')).toBe('multipart/form-data');
  const input = elements(form, 'input[name=files]')[0]!;
  expect(attribute(input, 'type')).toBe('file');
  expect(attribute(input, 'multiple')).toBeDefined();
  expect(textOf(form)).toContain('Up to 5 files, 15 MB each, 40 MB in total.');
  expect(textOf(form)).toContain('Without the “I am human” check: up to 2 files, 5 MB each.');
  const names = values(form, 'input', 'name');
  expect(names.filter(Boolean).at(-1)).toBe('files');
});

test('AT-1 AT-5 AT-6 stores every type of file whole, private and hashed, with its enquiry', async () => {
  const types = {
    pdf: 'application/pdf',
    png: 'image/png',
    jpeg: 'image/jpeg',
    webp: 'image/webp',
    heic: 'image/heic',
    dwg: 'image/vnd.dwg',
    dxf: 'image/vnd.dxf',
  };
  for (const type of Object.keys(contents) as (keyof typeof contents)[]) {
    const file = drawing(`plan of ${type}`, { type, bytes: 9000, mark: type });
    expect((await send([file])).status, type).toBe(303);
    const row = (await rows()).at(-1)!;
    const bytes = readFileSync(join(folder, row.file));
    expect(bytes.equals(Buffer.from(await file.arrayBuffer()))).toBe(true);
    expect(row).toMatchObject({
      name: `plan of ${type}`,
      type: types[type],
      size: file.size,
      enquiry_id: one('SELECT max(id) FROM contact_submissions'),
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    expect(statSync(join(folder, row.file)).mode & 0o777).toBe(0o600);
  }
  const rowsBefore = await rows();
  expect((await send([new File([], '')])).status, 'a field left empty').toBe(303);
  expect(await rows()).toEqual(rowsBefore);
});

const svg = new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'sketch.svg');
const zip = new File([Buffer.from('PK\x03\x04\x14\0\0\0\x08\0', 'latin1')], 'bomb.dwg');
const notOpen = (name: string) =>
  `File not accepted. ${name} is not a PDF, a picture or a drawing we can open.`;
const plans = (count: number, bytes = 0) =>
  Array.from({ length: count }, (_, i) => drawing(`${i}.pdf`, { bytes }));

test.each<[string, File[], number, string[], Record<string, string>?]>([
  ['AT-3 a zip bomb named .dwg', [zip], 422, [notOpen('bomb.dwg')]],
  ['AT-3 an empty file', [new File([], 'a.pdf')], 422, ['File not accepted. a.pdf is empty.']],
  [
    'AT-1 AT-3 a third file of an unverified sender',
    plans(3),
    422,
    ['Too many files. Please send at most 2 files.'],
  ],
  [
    'AT-1 AT-3 a byte over 5 MB of an unverified sender, and an SVG: a line for each',
    [...plans(1, 5 * MB + 1), svg],
    413,
    ['File too large. 0.pdf is larger than 5 MB.', notOpen('sketch.svg')],
  ],
  [
    'AT-2 a field beside a good file',
    plans(1),
    422,
    ['Invalid email. Please enter a valid email address.'],
    { email: 'nobody' },
  ],
])('%s is refused with the reason, and the files have to be chosen again', async (_, ...row) => {
  const [files, status, lines, fields] = row;
  const previousCount = enquiries();
  const page = await send(files, fields);
  expect(refusalsOf(page)).toEqual([status, ...lines]);
  expect(page.text).toContain(typed.message.split('\n')[0]);
  expect(page.text).toContain('Please choose your files again.');
  expect(enquiries()).toBe(previousCount);
});

test('AT-1 AT-3 accepts five files of up to 15 MB from a verified sender, and names the sender’s own limits', async () => {
  const mixed = [...plans(1, ATTACHMENTS.fileMb * MB), ...plans(4)];
  expect((await sendVerified(mixed)).status).toBe(303);
  expect((await rows()).slice(-5).map(({ size }) => size)).toContain(15 * MB);
  expect(refusalsOf(await sendVerified(plans(6)))).toEqual([
    422,
    'Too many files. Please send at most 5 files.',
  ]);
  expect(refusalsOf(await sendVerified(plans(1, 15 * MB + 1)))).toEqual([
    413,
    'File too large. 0.pdf is larger than 15 MB.',
  ]);
  expect(refusalsOf(await sendVerified(plans(3, 14 * MB)))).toEqual([
    413,
    'Files too large. Together at most 40 MB.',
  ]);
});

test('AT-3 stores the name of a file cleaned, and only as data', async () => {
  const names = {
    '../../etc/passwd': 'passwd',
    'C:\\plans\\kitchen.dwg': 'kitchen.dwg',
    'κουζίνα 🪵 τελικό.pdf': 'κουζίνα 🪵 τελικό.pdf',
    '\u202efdp.exe\u200f': 'fdp.exe',
    'nul\u0000l\u0007.pdf': 'null.pdf',
    '..': 'file',
    '\u202e': 'file',
    [`${'x'.repeat(4000)}.pdf`]: `${'x'.repeat(116)}.pdf`,
  };
  const drawings = Object.keys(names).map((name) => drawing(name));
  for (const batch of [drawings.slice(0, 4), drawings.slice(4)]) {
    expect((await sendVerified(batch)).status).toBe(303);
  }
  expect((await rows()).slice(-8).map(({ name }) => name)).toEqual(Object.values(names));
});

test('AT-5 CF-8 stores a form with the same files once when it is sent again; with other files the throttle refuses it', async () => {
  const browser = visitor();
  const page = await browser.get('/contact');
  const sendForm = (mark = 'same') =>
    browser.attach(page, typed, [drawing('a.pdf', { mark }), drawing('b.dwg', { type: 'dwg' })]);
  const countsBefore = { enquiries: enquiries(), files: (await rows()).length };
  const answers = [...(await Promise.all([sendForm(), sendForm()])), await sendForm()];
  expect(answers.map(({ outcome }) => outcome)).toEqual(Array(3).fill(answers[0]!.outcome));
  expect(answers[0]!.status).toBe(303);
  const other = await sendForm('other');
  expect(other.status).toBe(429);
  expect(other.text).toContain(contactErrors.en.wait.title);
  expect(enquiries()).toBe(countsBefore.enquiries + 1);
  expect(await rows()).toHaveLength(countsBefore.files + 2);
});

test('AT-1 CF-8 limits an unverified sender to the unverified limits even for a text sent before', async () => {
  const page = await visitor().get('/contact');
  const sendFiles = (files: File[]) => visitor().attach(page, typed, files);
  expect((await sendFiles(plans(1))).status).toBe(303);
  const rowsBefore = await rows();
  expect(refusalsOf(await sendFiles(plans(3)))).toEqual([
    422,
    'Too many files. Please send at most 2 files.',
  ]);
  expect(refusalsOf(await sendFiles(plans(1, 9 * MB)))).toEqual([
    413,
    'File too large. 0.pdf is larger than 5 MB.',
  ]);
  expect(await rows()).toEqual(rowsBefore);
});

test('AT-5 CF-8 finds a verified form again although its token is used up and it is large', async () => {
  const browser = visitor();
  const page = await browser.get('/contact');
  const spent = await solveProof(site);
  const sendWithToken = (turnstileToken: string) =>
    browser.attach(page, { ...typed, turnstileToken }, plans(1, 9 * MB));
  const first = await sendWithToken(spent);
  expect(first.status).toBe(303);
  const rowsBefore = await rows();
  for (const token of [spent, '']) expect((await sendWithToken(token)).outcome).toBe(first.outcome);
  expect(await rows()).toEqual(rowsBefore);
});

// These forms are written byte by byte, to be malformed in ways that no browser produces.
const BOUNDARY = 'drawing';
const END = `\r\n--${BOUNDARY}--\r\n`;
const part = (disposition: string, value: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`;
const fieldsOf = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => part(`name="${name}"`, value))
    .join('');
const BEGUN = part('name="files"; filename="plan.pdf"', contents.pdf.toString('latin1')).trimEnd();
const TYPED = fieldsOf(typed) + BEGUN;

interface Upload {
  /**
   * The length of the body in bytes, sent as Content-Length, or `chunked` without a declared
   * length.
   */
  length: number | 'chunked';
  address?: string | undefined;
  path?: string;
  headers?: string;
}

/** A connection on which a form with files begins to arrive. */
function startUpload({ length, address, path = '/contact', headers = '' }: Upload): Socket {
  const { hostname, port } = new URL(site);
  const socket = connect(Number(port), hostname);
  const size = length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost:4000\r\n${size}\r\n${headers}` +
      `X-Forwarded-For: ${address ?? visitor().headers['x-forwarded-for']}\r\n` +
      `Content-Type: multipart/form-data; boundary=${BOUNDARY}\r\n\r\n`,
  );
  return socket;
}

/**
 * Resolves to the response as soon as its page is complete, even while the connection stays open.
 */
function answered(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let read = '';
    socket.on('error', reject);
    socket.on('data', (piece) => {
      read += piece;
      if (read.includes('</html>') || /\r\n\r\n[^<]+\n$/.test(read)) resolve(read);
    });
    socket.on('close', () => resolve(read));
  });
}

async function answerTo(upload: Upload, ...pieces: (string | Buffer)[]): Promise<string> {
  const socket = startUpload(upload);
  for (const piece of pieces) socket.write(piece as string, 'latin1');
  return answered(socket).finally(() => socket.destroy());
}

const chunk = (bytes: string | Buffer) =>
  Buffer.concat([
    Buffer.from(`${bytes.length.toString(16)}\r\n`),
    Buffer.from(bytes as string, 'latin1'),
    Buffer.from('\r\n'),
  ]);

test('AT-4 refuses a post from another site, or a large one to another path, before reading it', async () => {
  const headers = 'Sec-Fetch-Site: cross-site\r\n';
  expect(await answerTo({ length: 10 * MB, headers })).toMatch(/^HTTP\/1\.1 403/);
  expect(await answerTo({ length: 70_000, path: '/admin' })).toMatch(/^HTTP\/1\.1 413/);
  const large = chunk(part('name="message"', 'x'.repeat(70_000)));
  for (const path of ['/admin', '/admin/dashboard/new'])
    expect(await answerTo({ length: 'chunked', path }, large)).toMatch(/^HTTP\/1\.1 413/);
});

test('AT-4 ends an upload without a declared size at the byte that exceeds the limit', async () => {
  const fileBytes = Buffer.alloc(ATTACHMENTS.unverifiedFileMb * MB, 'x');
  const answer = await answerTo({ length: 'chunked' }, chunk(TYPED), chunk(fileBytes));
  expect(answer).toMatch(/^HTTP\/1\.1 413/);
  expect(answer).toContain('plan.pdf is larger than 5 MB.');
});

test.each([
  ['10,000 parts', Array.from({ length: 10_000 }, (_, i) => part(`name="f${i}"`, '')).join('')],
  ['a part without a name', part('filename="plan.pdf"', 'x')],
  ['a field without a name', part('x="y"', 'x')],
  ['a field twice', fieldsOf(typed) + fieldsOf({ email: 'x' })],
  ['a field behind the files', `${BEGUN}\r\n${fieldsOf(typed)}`],
  ['a file in another field', part('name="photo"; filename="a.pdf"', '%PDF-1.7')],
  ['no end', fieldsOf(typed).slice(0, -30)],
  ['a file without an end', TYPED],
])('AT-4 answers %s with a clear 400', async (_, body) => {
  const previousCount = enquiries();
  const completeBody = body + (body.endsWith('\r\n') ? END.slice(2) : '');
  const answer = await answerTo({ length: completeBody.length }, completeBody);
  expect(answer).toMatch(/^HTTP\/1\.1 400/);
  expect(answer).toContain('Error sending message');
  expect(enquiries()).toBe(previousCount);
});

test('AT-4 leaves no file of an upload that breaks off', async () => {
  const countsBefore = { files: onDisk().length, enquiries: enquiries() };
  const socket = startUpload({ length: 9 * MB });
  socket.write(TYPED);
  socket.write(Buffer.alloc(2 * MB, 'x'));
  await eventually(() => expect(onDisk()).toHaveLength(countsBefore.files + 1));
  socket.destroy();
  await eventually(() => expect(onDisk()).toHaveLength(countsBefore.files));
  expect(enquiries()).toBe(countsBefore.enquiries);
});

test('AT-4 ends an upload without a byte within 30 seconds and leaves no file', async () => {
  const filesBefore = onDisk();
  const socket = startUpload({ length: 9 * MB });
  socket.write(TYPED);
  const startedAt = performance.now();
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 408/);
  expect(answer, 'with what was typed').toContain(typed.full_name);
  expect(performance.now() - startedAt).toBeLessThan(30_000);
  expect(onDisk()).toEqual(filesBefore);
});

test('AT-4 EL-3 runs two uploads of one IP address; the third waits and is then asked to retry, with its values', async () => {
  const address = '198.51.102.7';
  const fileCount = onDisk().length;
  const start = (path = '/contact') => {
    const socket = startUpload({ length: 9 * MB, address, path });
    socket.on('error', () => undefined);
    socket.write(TYPED);
    return socket;
  };
  const running = [start(), start()];
  await eventually(() => expect(onDisk()).toHaveLength(fileCount + 2));
  const third = start('/el/contact');
  const answer = await answered(third);
  expect(answer).toMatch(/^HTTP\/1\.1 503/);
  expect(answer).toMatch(/retry-after: 5/i);
  expect(answer).toContain('Αυτή τη στιγμή μεταφορτώνονται πολλά αρχεία.');
  expect(answer).toContain(typed.full_name);
  running[0]!.destroy();
  await eventually(() => expect(onDisk()).toHaveLength(fileCount + 1));
  running.push(start());
  await eventually(() => expect(onDisk()).toHaveLength(fileCount + 2));
  for (const socket of [third, ...running]) socket.destroy();
});

test('AT-4 answers a throttled sender before the first byte of a file, and does not read on forever', async () => {
  const filesBefore = onDisk();
  const sender = visitor();
  expect((await sender.submit(await sender.get('/contact'), typed)).status).toBe(303);
  const socket = startUpload({ length: 'chunked', address: sender.headers['x-forwarded-for'] });
  socket.on('error', () => undefined);
  socket.write(chunk(fieldsOf({ ...typed, message: 'Once more' }) + BEGUN));
  expect(await answered(socket)).toMatch(/^HTTP\/1\.1 429/);
  expect(onDisk()).toEqual(filesBefore);
  // Writes as much as the socket accepts, until it is closed.
  const megabyte = chunk(Buffer.alloc(MB, 'x'));
  for (let sentCount = 0; sentCount < 64 && !socket.destroyed; sentCount++) {
    await new Promise<void>((resolve) => socket.write(megabyte, () => resolve()));
  }
  await eventually(() => expect(socket.destroyed).toBe(true));
  expect(socket.bytesWritten).toBeLessThan(32 * MB);
});

test('AT-4 reads a refused form to its end, because browsers read the response only after sending', async () => {
  const sender = visitor();
  expect((await sender.submit(await sender.get('/contact'), typed)).status).toBe(303);
  const length = 9 * MB;
  const socket = startUpload({ length, address: sender.headers['x-forwarded-for'] });
  socket.write(fieldsOf({ ...typed, message: 'Once more' }) + BEGUN);
  expect(await answered(socket)).toMatch(/^HTTP\/1\.1 429/);
  const restBytes = length - Buffer.byteLength(fieldsOf(typed) + BEGUN) - MB;
  const rest = Buffer.alloc(restBytes, 'x');
  const error = await new Promise((resolve) => socket.write(rest, resolve));
  expect(error, 'the connection is open until all is sent').toBeFalsy();
  socket.destroy();
});

test('AT-4 reads a form that is refused by its announced size to its end, because proxies send on', async () => {
  const length = 2 * MB;
  const path = '/admin/dashboard/site/projects/1';
  const socket = startUpload({ length, address: '198.51.102.9', path });
  expect(await answered(socket)).toMatch(/^HTTP\/1\.1 413/);
  const isOpen = await new Promise((resolve) => {
    socket.once('close', () => resolve(false));
    // Only an open connection accepts the rest and the next request.
    socket.write(Buffer.alloc(length, 'x'), () => {
      socket.once('data', () => resolve(true));
      socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    });
  });
  expect(isOpen).toBe(true);
  socket.destroy();
});

test('AT-4 names the exceeded limit in the form before the first byte of a file is read', async () => {
  for (const length of [60 * MB, 4 * 1024 * MB]) {
    const answer = await answerTo({ length }, TYPED);
    expect(answer).toMatch(/^HTTP\/1\.1 413/);
    expect(answer).toContain('Together at most 40 MB.');
    // A request that will be refused is not read at all.
    if (length < ATTACHMENTS.lingerMb * MB) expect(answer).toContain(typed.full_name);
  }
});

/** Opens connections that send a form byte by byte until they are stopped. */
async function trickle(count: number, length: number, beginning: string, everyMs: number) {
  const sockets = await Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const headers = 'Expect: 100-continue\r\n';
      const socket = startUpload({ length, address: `10.9.0.${i % 4}`, headers });
      socket.on('error', () => undefined);
      // 100 Continue shows that the server has begun to handle the request.
      await new Promise((resolve) => socket.once('data', resolve).once('close', resolve));
      socket.resume().write(beginning);
      return socket;
    }),
  );
  const drip = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('x');
  }, everyMs);
  return () => {
    clearInterval(drip);
    for (const socket of sockets) socket.destroy();
  };
}

test('AT-4 keeps serving while 140 slow forms from four IP addresses trickle in', async () => {
  const stop = await trickle(140, 4000, part('name="full_name"', 'E').trimEnd(), 1000);
  for (let i = 0; i < 20; i++) {
    for (const path of ['/contact', '/admin']) {
      // From an address of the slow ones too: not even there may they stop the others.
      const headers = { 'x-forwarded-for': `10.9.0.${i}` };
      expect((await fetch(site + path, { headers })).status, path).toBe(200);
    }
  }
  stop();
});

test('AT-4 ends stalled uploads of a byte in five seconds to let a file through', async () => {
  // They are accepted until another upload waits for a slot.
  const stop = await trickle(ATTACHMENTS.uploads, 9 * MB, TYPED, 5000);
  const tries: number[] = [];
  // Each try waits its five seconds; slow ones have ten, and the machine may be busy.
  while (tries.at(-1) !== 303 && tries.length < 12) {
    tries.push((await send(plans(1, 200 * 1024))).status);
  }
  stop();
  expect(tries.at(-1)).toBe(303);
  expect(tries.slice(0, -1)).toEqual(tries.slice(0, -1).map(() => 503));
});
