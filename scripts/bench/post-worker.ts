// Posts different bodies over many connections and times each answer; a thread of its own.
import { randomBytes } from 'node:crypto';
import { type Socket, connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

export interface PostOrder {
  port: number;
  connections: number;
  seconds: number;
  /** Form fields; each post gets a form token of its own. */
  fields: Record<string, string>;
  /** Tells the addresses of this run from those of others: the throttle counts them. */
  run: number;
}

export interface PostReport {
  /** Milliseconds from the last byte sent to the first received, of each accepted post. */
  times: number[];
  accepted: number;
  refused: number;
  seconds: number;
}

const { port, connections, seconds, fields, run } = workerData as PostOrder;
const report: PostReport = { times: [], accepted: 0, refused: 0, seconds: 0 };
let visitors = 0;

// Everybody is connected before the first post is timed.
const sockets = await Promise.all(Array.from({ length: connections }, connected));
const startedAt = performance.now();
const until = startedAt + seconds * 1000;
await Promise.all(sockets.map(client));
report.seconds = (performance.now() - startedAt) / 1000;
parentPort?.postMessage(report);

function connected(): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () =>
      socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'),
    );
    socket.once('error', reject);
    socket.once('data', () => resolve(socket));
  });
}

function client(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    let sentAt = 0;
    let answer = '';
    socket.on('error', reject);
    socket.on('close', () => resolve());
    socket.on('data', (chunk: Buffer) => {
      if (answer === '') count(chunk, performance.now() - sentAt);
      answer += chunk.toString('latin1');
      if (!isWhole(answer)) return;
      answer = '';
      if (performance.now() < until) send();
      else socket.end();
    });
    send();
    function send(): void {
      socket.write(nextPost());
      sentAt = performance.now();
    }
  });
}

function count(chunk: Buffer, took: number): void {
  if (chunk.subarray(0, 12).toString('latin1') !== 'HTTP/1.1 303') {
    report.refused++;
    return;
  }
  report.accepted++;
  report.times.push(took);
}

function isWhole(answer: string): boolean {
  const head = answer.indexOf('\r\n\r\n');
  if (head < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(answer)?.[1];
  if (length !== undefined) return answer.length >= head + 4 + Number(length);
  return /\r\ntransfer-encoding: chunked/i.test(answer) ? answer.endsWith('0\r\n\r\n') : true;
}

function nextPost(): string {
  const n = visitors++;
  const form_token = randomBytes(32).toString('hex');
  const body = new URLSearchParams({ ...fields, form_token }).toString();
  return (
    'POST /contact HTTP/1.1\r\nHost: localhost\r\n' +
    `X-Forwarded-For: 2001:db8:${run}:${n.toString(16)}::1\r\n` +
    'Content-Type: application/x-www-form-urlencoded\r\n' +
    `Content-Length: ${body.length}\r\n\r\n${body}`
  );
}
