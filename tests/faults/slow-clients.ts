import { connect } from 'node:net';
import { ATTACHMENTS } from '#app/domain/limits.ts';
import { drawing } from '../support/people/drawings.ts';
import { typed } from '../support/people/enquiry.ts';
import { sendEnquiry } from '../support/people/enquirer.ts';

export interface Patience {
  /** The status the server gave up with. */
  status: string;
  seconds: number;
}

/** How long a server bears with bytes that begin well and then stop. */
export function patienceWith(url: string, beginning: string): Promise<Patience> {
  const { hostname, port } = new URL(url);
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(beginning));
    socket.on('error', reject);
    socket.on('data', (chunk) => (answer += chunk));
    socket.on('close', () => {
      const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 'closed';
      resolve({ status, seconds: Math.round((performance.now() - startedAt) / 100) / 10 });
    });
  });
}

export const slowHeaders = 'GET / HTTP/1.1\r\nHost: localhost\r\nX: ';
export const slowBody =
  'POST /contact HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n' +
  'Content-Type: application/x-www-form-urlencoded\r\n\r\nfull_name=E';

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
  url: string,
  count: number,
  { length, beginning, everyMs }: { length: number; beginning: string; everyMs: number },
): Promise<() => void> {
  const { hostname, port } = new URL(url);
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

export const TRICKLING_FORMS = 140;

/** What visitors meet while four addresses send small forms with parts, a byte a second each. */
export async function tricklingForms(url: string): Promise<Record<number, number>> {
  const beginning = part('name="full_name"', 'E');
  const stop = await trickle(url, TRICKLING_FORMS, { length: 4000, beginning, everyMs: 1000 });
  const statuses: Record<number, number> = {};
  for (let i = 0; i < 20; i++) {
    for (const path of ['/contact', '/admin']) {
      // From an address of the slow ones too: not even there may they stop the others.
      const headers = { 'x-forwarded-for': `10.9.0.${i}` };
      const { status } = await fetch(url + path, { headers });
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  }
  stop();
  return statuses;
}

export interface Kept {
  /** What a visitor with a file was answered, try after try, until it was taken. */
  tries: number[];
  seconds: number;
}

/** How long eight uploads that send a byte in five seconds keep the file of a visitor out. */
export async function tricklingUploads(url: string, longestSeconds = 60): Promise<Kept> {
  // Nothing speaks against them, until they have to hurry.
  const fields = Object.entries(typed).map(([name, value]) => part(`name="${name}"`, value));
  const beginning = [...fields, part('name="files"; filename="plan.pdf"', '%PDF-1.7\n')].join(
    '\r\n',
  );
  const length = 9 * 1024 * 1024;
  const stop = await trickle(url, ATTACHMENTS.uploads, { length, beginning, everyMs: 5000 });
  const startedAt = performance.now();
  const seconds = () => Math.round((performance.now() - startedAt) / 100) / 10;
  const tries: number[] = [];
  while (tries.at(-1) !== 303 && seconds() < longestSeconds) {
    const file = drawing('plan.pdf', { bytes: 200 * 1024 });
    const { page } = await sendEnquiry(url, undefined, [file]);
    tries.push(page.status);
  }
  stop();
  return { tries, seconds: seconds() };
}
