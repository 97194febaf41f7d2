import { createReadStream } from 'node:fs';
import { type Socket, connect } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { SECOND } from '#app/domain/clock.server.ts';
import { config } from '#app/config.server.ts';
import { ATTACHMENTS } from '#app/domain/limits.ts';
import { logError } from '#app/log.server.ts';

/** What a scan said; `out` when nobody looked: the scanner is away, too slow, or would not. */
export type Verdict = 'clean' | 'infected' | 'out';

const BEGIN = 'zINSTREAM\0';

/** Whether files are scanned here. */
export const isScanning = () => config().clamdUrl !== undefined;

/**
 * Has clamd look at a file, by its protocol INSTREAM: the daemon needs no right to read the folder.
 * After ATTACHMENTS.scanSeconds it counts as out (AT-9).
 */
export async function scan(path: string): Promise<Verdict> {
  const url = config().clamdUrl;
  if (url === undefined) return 'out';
  try {
    const answer = await ask(connectTo(url), path);
    if (answer.endsWith(' FOUND')) {
      logError('attachment-infected', { answer });
      return 'infected';
    }
    if (answer.endsWith(' OK')) return 'clean';
    logError('clamd-refused', { answer });
  } catch (error) {
    logError('clamd-out', { reason: (error as Error).message });
  }
  return 'out';
}

function connectTo(url: URL): Socket {
  if (url.protocol === 'unix:') return connect(decodeURIComponent(url.pathname));
  return connect(Number(url.port), url.hostname.replace(/^\[|\]$/g, ''));
}

async function ask(socket: Socket, path: string): Promise<string> {
  const late = setTimeout(() => {
    socket.destroy(new Error('no answer in time'));
  }, ATTACHMENTS.scanSeconds * SECOND);
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
  const closed = new Promise<void>((resolve, reject) => {
    socket.once('close', () => resolve());
    socket.once('error', reject);
  });
  try {
    await Promise.all([closed, pipeline(framed(path), socket, { end: false })]);
  } catch (error) {
    // It may have said what it thinks of a file, and closed, before its end.
    if (answer === '') throw error;
  } finally {
    clearTimeout(late);
    socket.destroy();
  }
  return answer.replace(/\0$/, '').trim();
}

/** The command and the pieces of a file, each after its length; a length of nothing ends it. */
async function* framed(path: string): AsyncGenerator<Buffer> {
  yield Buffer.from(BEGIN);
  for await (const piece of createReadStream(path)) {
    yield lengthOf(piece as Buffer);
    yield piece as Buffer;
  }
  yield lengthOf(Buffer.alloc(0));
}

function lengthOf({ length }: Buffer): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(length);
  return bytes;
}
