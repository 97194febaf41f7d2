// Sends one request again and again over many connections and counts the answers; a thread of its own.
import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

export interface LoadOrder {
  port: number;
  connections: number;
  seconds: number;
  /** The request as it goes over the wire; the answer must always have the same length. */
  request: string;
}

const { port, connections, seconds, request } = workerData as LoadOrder;
const bytes = Buffer.from(request);
let answers = 0;
let length = 0;

length = await lengthOfAnswer();
const startedAt = performance.now();
const until = startedAt + seconds * 1000;
await Promise.all(Array.from({ length: connections }, client));
parentPort?.postMessage(answers / ((performance.now() - startedAt) / 1000));

function client(): Promise<void> {
  return new Promise((resolve, reject) => {
    let missing = length;
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => socket.write(bytes));
    socket.on('error', reject);
    socket.on('close', () => resolve());
    socket.on('data', (chunk: Buffer) => {
      missing -= chunk.length;
      if (missing > 0) return;
      if (missing < 0) return reject(new Error('an answer was longer than the first'));
      answers++;
      missing = length;
      if (performance.now() < until) socket.write(bytes);
      else socket.end();
    });
  });
}

function lengthOfAnswer(): Promise<number> {
  return new Promise((resolve, reject) => {
    let answer = Buffer.alloc(0);
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(bytes));
    socket.on('error', reject);
    socket.on('data', (chunk: Buffer) => {
      answer = Buffer.concat([answer, chunk]);
      const headEnd = answer.indexOf('\r\n\r\n');
      if (headEnd < 0) return;
      const head = answer.subarray(0, headEnd).toString('latin1');
      if (!head.startsWith('HTTP/1.1 200')) return reject(new Error(head));
      const body = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
      const whole = headEnd + 4 + Number(body);
      const isChunked = body === undefined && answer.subarray(-5).toString() === '0\r\n\r\n';
      if (answer.length !== whole && !isChunked) return;
      socket.end();
      resolve(answer.length);
    });
  });
}
