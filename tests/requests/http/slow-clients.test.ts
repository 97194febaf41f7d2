import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { ATTACHMENTS } from '#app/domain/limits.ts';
import { drawing, sendEnquiry, typed } from '../../support/people/enquirer.ts';
import { startSite } from '../../support/servers/site.ts';

const site = await startSite({ TRUST_PROXY: '1' });
const LONGEST_MS = 60_000;

test('AT-4 140 small forms of four addresses that trickle hold up nobody', async () => {
  const beginning = part('name="full_name"', 'E');
  const stop = await trickle(140, { length: 4000, beginning, everyMs: 1000 });
  for (let i = 0; i < 20; i++) {
    for (const path of ['/contact', '/admin']) {
      // From an address of the slow ones too: not even there may they stop the others.
      const headers = { 'x-forwarded-for': `10.9.0.${i}` };
      expect((await fetch(site + path, { headers })).status, path).toBe(200);
    }
  }
  stop();
});

test('AT-4 eight uploads that send a byte in five seconds make way for a file', async () => {
  const tries = await tricklingUploads();
  // Each try waits its five seconds; slow ones have ten, and the machine may be busy.
  expect(tries.at(-1)).toBe(303);
  expect(tries.slice(0, -1)).toEqual(tries.slice(0, -1).map(() => 503));
}, 90_000);

const BOUNDARY = 'slow';
/** The head of a form with parts; the server has begun with it when it says that the rest may come. */
const formOf = (length: number, address: string) =>
  `POST /contact HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n` +
  `X-Forwarded-For: ${address}\r\nContent-Length: ${length}\r\n` +
  `Content-Type: multipart/form-data; boundary=${BOUNDARY}\r\n\r\n`;
const part = (disposition: string, value: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}`;

/** Connections on which forms begin, and then come a byte at a time until they are stopped. */
async function trickle(
  count: number,
  { length, beginning, everyMs }: { length: number; beginning: string; everyMs: number },
): Promise<() => void> {
  const { hostname, port } = new URL(site);
  const sockets = await Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const socket = connect({ host: hostname, port: Number(port) });
      socket.on('error', () => undefined);
      socket.write(formOf(length, `10.9.0.${i % 4}`));
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

/** What a visitor with a file is answered, try after try, while eight uploads send a byte in five seconds. */
async function tricklingUploads(): Promise<number[]> {
  // Nothing speaks against them, until they have to hurry.
  const fields = Object.entries(typed).map(([name, value]) => part(`name="${name}"`, value));
  const beginning = [...fields, part('name="files"; filename="plan.pdf"', '%PDF-1.7\n')].join(
    '\r\n',
  );
  const length = 9 * 1024 * 1024;
  const stop = await trickle(ATTACHMENTS.uploads, { length, beginning, everyMs: 5000 });
  const startedAt = performance.now();
  const tries: number[] = [];
  while (tries.at(-1) !== 303 && performance.now() - startedAt < LONGEST_MS) {
    const file = drawing('plan.pdf', { bytes: 200 * 1024 });
    const { page } = await sendEnquiry(site, undefined, [file]);
    tries.push(page.status);
  }
  stop();
  return tries;
}
