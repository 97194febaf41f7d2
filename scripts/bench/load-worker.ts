// Sends requests over many connections, one after the other on each, and times the answers; a
// thread of its own.
import { randomBytes } from 'node:crypto';
import { type Socket, connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

export interface LoadOrder {
  port: number;
  connections: number;
  seconds: number;
  ask: string | Record<string, string>;
  /** Tells the addresses of this run from those of others: the throttle counts them. */
  run?: number;
}

export interface LoadReport {
  times: number[];
  refused: number;
  seconds: number;
}

// The length of an answer in chunks is not told; its end is.
const UNTOLD = -1;
const LAST = '0\r\n\r\n';
const { port, connections, seconds, ask, run = 0 } = workerData as LoadOrder;
const report: LoadReport = { times: [], refused: 0, seconds: 0 };
const page = Buffer.from(
  `GET ${String(ask)} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip, deflate, br\r\n\r\n`,
);
let posts = 0;

// Everybody is connected before the first request is timed.
const sockets = await Promise.all(Array.from({ length: connections }, connected));
const startedAt = performance.now();
const until = startedAt + seconds * 1000;
await Promise.all(sockets.map(client));
report.seconds = (performance.now() - startedAt) / 1000;
parentPort?.postMessage(report);

function connected(): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket));
    socket.once('error', reject);
  });
}

function client(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    let sentAt = 0;
    let missing = 0;
    socket.on('error', reject);
    socket.on('close', () => resolve());
    socket.on('data', (chunk: Buffer) => {
      // A head comes in one piece.
      missing = missing === 0 ? startAnswer(chunk, performance.now() - sentAt) : missing;
      missing = missing === UNTOLD ? UNTOLD : missing - chunk.length;
      if (missing === UNTOLD && chunk.subarray(-LAST.length).toString() === LAST) missing = 0;
      if (missing !== 0) return;
      if (performance.now() < until) send();
      else socket.end();
    });
    send();
    function send(): void {
      socket.write(typeof ask === 'string' ? page : nextPost(ask));
      sentAt = performance.now();
    }
  });
}

function startAnswer(chunk: Buffer, took: number): number {
  const end = chunk.indexOf('\r\n\r\n') + 4;
  const head = chunk.toString('latin1', 0, end);
  if (/^HTTP\/1\.1 (200|303)/.test(head)) report.times.push(took);
  else report.refused++;
  if (/\r\ntransfer-encoding: chunked/i.test(head)) return UNTOLD;
  return end + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
}

function nextPost(fields: Record<string, string>): string {
  const form_token = randomBytes(32).toString('hex');
  const body = new URLSearchParams({ ...fields, form_token }).toString();
  return (
    'POST /contact HTTP/1.1\r\nHost: localhost\r\n' +
    `X-Forwarded-For: 2001:db8:${run}:${(posts++).toString(16)}::1\r\n` +
    'Content-Type: application/x-www-form-urlencoded\r\n' +
    `Content-Length: ${body.length}\r\n\r\n${body}`
  );
}
