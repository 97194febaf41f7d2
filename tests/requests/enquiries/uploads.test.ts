import { readdirSync } from 'node:fs';
import { type Socket, connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { eventually } from '../../support/reading/eventually.ts';
import { ATTACHMENTS } from '#app/domain/limits.ts';
import { database } from '#db/database.server.ts';
import { contents, MB, newVisitor, typed } from '../../support/people/enquirer.ts';
import { startSite } from '../../support/servers/site.ts';

const site = await startSite({ TRUST_PROXY: '1' });
const BOUNDARY = 'drawing';
const fieldsOf = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => part(`name="${name}"`, value))
    .join('');
const beginFile = (name = 'plan.pdf') =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\n\r\n` +
  contents.pdf.toString('latin1');
const END = `\r\n--${BOUNDARY}--\r\n`;

function part(disposition: string, value: string): string {
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`;
}

interface Upload {
  /** Of all that follows the head; a number is declared, `chunked` is not. */
  length: number | 'chunked';
  address?: string;
  path?: string;
  headers?: string;
}

/** A connection on which a form with files begins to arrive. */
function begin({
  length,
  address = '198.51.102.1',
  path = '/contact',
  headers = '',
}: Upload): Socket {
  const { hostname, port } = new URL(site);
  const socket = connect(Number(port), hostname);
  const size = length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost:4000\r\nX-Forwarded-For: ${address}\r\n` +
      `Content-Type: multipart/form-data; boundary=${BOUNDARY}\r\n${size}\r\n${headers}\r\n`,
  );
  return socket;
}

/** Resolves to the status line and what follows as soon as the answer has begun. */
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

async function statusOf(socket: Socket): Promise<number> {
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(await answered(socket))?.[1]);
  socket.destroy();
  return status;
}

const chunk = (bytes: string | Buffer) =>
  Buffer.concat([
    Buffer.from(`${bytes.length.toString(16)}\r\n`),
    Buffer.from(bytes as string, 'latin1'),
    Buffer.from('\r\n'),
  ]);
const onDisk = () => {
  try {
    return readdirSync(join(process.env['DATA_DIR']!, 'attachments'));
  } catch {
    return [];
  }
};
const enquiries = () => database().selectFrom('contact_submissions').select('id').execute();

test('AT-4 a post from another site is refused before it is read', async () => {
  const foreign = begin({ length: 10 * MB, headers: 'Sec-Fetch-Site: cross-site\r\n' });
  expect(await statusOf(foreign)).toBe(403);
});

test('AT-4 no other address of the site may be sent so much', async () => {
  const { hostname, port } = new URL(site);
  const socket = connect(Number(port), hostname);
  socket.write(
    'POST /admin HTTP/1.1\r\nHost: localhost:4000\r\nContent-Length: 70000\r\n' +
      `Content-Type: multipart/form-data; boundary=${BOUNDARY}\r\n\r\n`,
  );
  expect(await statusOf(socket)).toBe(413);
});

test('AT-4 a throttled sender is answered before the first byte of a file', async () => {
  const visitor = newVisitor(site);
  const address = visitor.headers['x-forwarded-for']!;
  expect((await visitor.submit(await visitor.get('/contact'), typed)).status).toBe(303);
  const socket = begin({ length: 10 * MB, address });
  socket.write(fieldsOf({ ...typed, message: 'Once more' }) + beginFile());
  expect(await statusOf(socket)).toBe(429);
  expect(onDisk()).toEqual([]);
});

test('AT-4 without a declared size the upload ends at the byte that exceeds', async () => {
  const socket = begin({ length: 'chunked', address: '198.51.102.3' });
  socket.write(chunk(fieldsOf(typed)));
  socket.write(chunk(beginFile()));
  socket.write(chunk(Buffer.alloc(ATTACHMENTS.unverifiedFileMb * MB, 'x')));
  const answer = await answered(socket);
  socket.destroy();
  expect(answer).toMatch(/^HTTP\/1\.1 413/);
  expect(answer).toContain('plan.pdf is larger than 5 MB.');
  expect(onDisk()).toEqual([]);
});

test.each([
  ['10,000 parts', Array.from({ length: 10_000 }, (_, i) => part(`name="f${i}"`, '')).join('')],
  ['a part without a name', part('filename="plan.pdf"', 'x')],
  ['a field without a name', part('x="y"', 'x')],
  ['a field twice', fieldsOf(typed) + fieldsOf({ email: 'x' })],
  ['a field behind the files', `${beginFile()}\r\n${fieldsOf(typed)}`],
  ['a file in another field', part('name="photo"; filename="a.pdf"', '%PDF-1.7')],
  ['no end', fieldsOf(typed).slice(0, -30)],
])('AT-4 %s is answered with a clear 400', async (_, body) => {
  const before = await enquiries();
  const whole = body + (body.endsWith('\r\n') ? END.slice(2) : '');
  const socket = begin({ length: whole.length, address: '198.51.102.4' });
  socket.write(whole, 'latin1');
  const answer = await answered(socket);
  socket.destroy();
  expect(answer).toMatch(/^HTTP\/1\.1 400/);
  expect(answer).toContain('Error sending message');
  expect(await enquiries()).toEqual(before);
  expect(onDisk()).toEqual([]);
});

test('AT-4 an upload that breaks off leaves nothing', async () => {
  const before = await enquiries();
  const socket = begin({ length: 9 * MB, address: '198.51.102.5' });
  socket.write(fieldsOf(typed) + beginFile());
  socket.write(Buffer.alloc(2 * MB, 'x'));
  await eventually(() => expect(onDisk()).toHaveLength(1));
  socket.destroy();
  await eventually(() => expect(onDisk()).toEqual([]));
  expect(await enquiries()).toEqual(before);
});

test('AT-4 an upload without a byte is ended within 30 seconds and leaves nothing', async () => {
  const socket = begin({ length: 9 * MB, address: '198.51.102.6' });
  socket.write(fieldsOf(typed) + beginFile());
  const startedAt = performance.now();
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 408/);
  expect(answer, 'with what was typed').toContain(typed.full_name);
  expect(performance.now() - startedAt).toBeLessThan(30_000);
  expect(onDisk()).toEqual([]);
}, 60_000);

test('AT-4 EL-3 of one address two uploads run, the third waits and is told in its language to come back, with what was typed', async () => {
  const address = '198.51.102.7';
  const running = [1, 2].map(() => {
    const socket = begin({ length: 9 * MB, address });
    socket.on('error', () => undefined);
    socket.write(fieldsOf(typed) + beginFile());
    return socket;
  });
  await eventually(() => expect(onDisk()).toHaveLength(2));
  const third = begin({ length: 9 * MB, address, path: '/el/contact' });
  third.write(fieldsOf(typed) + beginFile());
  const answer = await answered(third);
  expect(answer).toMatch(/^HTTP\/1\.1 503/);
  expect(answer).toMatch(/retry-after: 5/i);
  expect(answer).toContain('Αυτή τη στιγμή έρχονται πολλά αρχεία.');
  expect(answer).toContain(typed.full_name);
  const fourth = begin({ length: 9 * MB, address });
  fourth.write(fieldsOf(typed) + beginFile());
  running[0]!.destroy();
  await eventually(() => expect(onDisk()).toHaveLength(2));
  for (const socket of [third, fourth, ...running]) socket.destroy();
  await eventually(() => expect(onDisk()).toEqual([]));
});

test('AT-4 a body of unknown length is not read on without end once it is answered', async () => {
  const visitor = newVisitor(site);
  const address = visitor.headers['x-forwarded-for']!;
  expect((await visitor.submit(await visitor.get('/contact'), typed)).status).toBe(303);
  const socket = begin({ length: 'chunked', address });
  socket.on('error', () => undefined);
  socket.write(chunk(fieldsOf({ ...typed, message: 'Once more' })));
  socket.write(chunk(beginFile()));
  expect(await answered(socket)).toMatch(/^HTTP\/1\.1 429/);
  // As much as the line takes, until it is closed.
  const more = chunk(Buffer.alloc(MB, 'x'));
  for (let sent = 0; sent < 64 && !socket.destroyed; sent++) {
    await new Promise<void>((resolve) => socket.write(more, () => resolve()));
  }
  await eventually(() => expect(socket.destroyed).toBe(true));
  expect(socket.bytesWritten).toBeLessThan(32 * MB);
});

test.each([
  ['60 MB', 60 * MB, typed.full_name],
  ['4 GB', 4 * 1024 * MB, 'Together at most 40 MB.'],
])(
  'AT-4 who sends %s reads in the form which limit it met, before the first byte of a file is in',
  async (_, length, words) => {
    const socket = begin({ length, address: '198.51.102.8' });
    socket.write(fieldsOf(typed) + beginFile());
    const answer = await answered(socket);
    socket.destroy();
    expect(answer).toMatch(/^HTTP\/1\.1 413/);
    expect(answer).toContain('Together at most 40 MB.');
    expect(answer).toContain(words);
  },
);
