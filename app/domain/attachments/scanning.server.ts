import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type Socket, connect } from 'node:net';
import { config } from '#app/config.server.ts';
import { recordAudit, SERVER } from '#app/domain/audit.server.ts';
import { SECOND, repeat } from '#app/domain/clock.server.ts';
import { ATTACHMENTS } from '#app/domain/limits.ts';
import { logError } from '#app/log.server.ts';
import { database, inTransaction } from '#db/database.server.ts';
import {
  countScanTry,
  isStoredName,
  unscannedAttachments,
  updateAttachment,
} from '#db/attachments.ts';
import { attachmentPath } from './attachment-folder.server.ts';

type Verdict = 'clean' | 'infected' | 'out';

const BATCH = 20;

// Until when no sender waits for clamd, by performance.now(): it left one without an answer.
let outUntil = -Infinity;
let outage = new AbortController();

export const isScanning = () => config().clamdUrl !== undefined;

/**
 * All within ATTACHMENTS.scanSeconds; else clamd counts as out for everybody, for scanOutSeconds or
 * until the worker has heard of it (AT-9).
 */
export async function scanTogether(paths: readonly string[]): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  const time = AbortSignal.timeout(ATTACHMENTS.scanSeconds * SECOND);
  const signal = AbortSignal.any([time, outage.signal]);
  for (const path of paths) {
    const isOut = signal.aborted || performance.now() < outUntil;
    verdicts.push(isOut ? 'out' : await scan(path, signal));
    if (time.aborted && !isOut) countAsOut();
  }
  return verdicts;
}

export function startScanWorker(): void {
  if (isScanning()) repeat('scan-worker', ATTACHMENTS.scanEverySeconds, scanWaiting);
}

/**
 * A file that clamd cannot judge has ATTACHMENTS.scanTries and holds up no other. What is found is
 * deleted: its row stays, and says so (AT-9).
 */
export async function scanWaiting(): Promise<void> {
  const waiting = await unscannedAttachments(database(), ATTACHMENTS.scanTries, BATCH);
  for (const { id, file } of waiting) {
    if (!(await isAnswering())) return;
    const time = AbortSignal.timeout(ATTACHMENTS.scanSeconds * SECOND);
    const verdict = isStoredName(file) ? await scan(attachmentPath(file), time) : 'out';
    // It answered just before: the file may be the reason why it no longer does.
    if (verdict === 'out') await inTransaction((tx) => countScanTry(tx, id));
    else if (verdict === 'clean') {
      await inTransaction((tx) =>
        updateAttachment(tx, id, { scanned_at: new Date().toISOString() }),
      );
    } else {
      await inTransaction(async (tx) => {
        await updateAttachment(tx, id, { removed: 'infected' });
        await recordAudit(tx, SERVER, 'attachment.infected', { attachment: id });
      });
      await rm(attachmentPath(file), { force: true });
    }
  }
}

async function isAnswering(): Promise<boolean> {
  const time = AbortSignal.timeout(ATTACHMENTS.scanPingSeconds * SECOND);
  try {
    if ((await ask([Buffer.from('zPING\0')], time)) !== 'PONG') throw new Error('no PONG');
    outUntil = -Infinity;
    return true;
  } catch (error) {
    logError('clamd-out', { reason: (error as Error).message });
    countAsOut();
    return false;
  }
}

function countAsOut(): void {
  outUntil = performance.now() + ATTACHMENTS.scanOutSeconds * SECOND;
  outage.abort(new Error('clamd is out'));
  outage = new AbortController();
}

async function scan(path: string, signal: AbortSignal): Promise<Verdict> {
  try {
    const answer = await ask(framed(path), signal);
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

async function ask(
  command: Iterable<Buffer> | AsyncIterable<Buffer>,
  signal: AbortSignal,
): Promise<string> {
  const socket = connectTo(config().clamdUrl!);
  const giveUp = () => void socket.destroy(new Error('no answer in time'));
  signal.addEventListener('abort', giveUp);
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
  const closed = new Promise<void>((resolve, reject) => {
    socket.once('close', () => resolve());
    socket.on('error', reject);
  });
  try {
    await Promise.all([closed, send(command, socket, closed)]);
  } catch (error) {
    // It may have said what it thinks of a file, and closed, before its end.
    if (answer === '') throw error;
  } finally {
    signal.removeEventListener('abort', giveUp);
    socket.destroy();
  }
  return answer.replace(/\0$/, '').trim();
}

async function send(
  command: Iterable<Buffer> | AsyncIterable<Buffer>,
  socket: Socket,
  closed: Promise<void>,
): Promise<void> {
  for await (const piece of command) {
    if (!socket.writable) return;
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain'), closed]);
  }
}

function connectTo(url: URL): Socket {
  if (url.protocol === 'unix:') return connect(decodeURIComponent(url.pathname));
  return connect(Number(url.port), url.hostname.replace(/^\[|\]$/g, ''));
}

/** INSTREAM, so that clamd needs no right to read the folder: pieces, each after its length. */
async function* framed(path: string): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0');
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
