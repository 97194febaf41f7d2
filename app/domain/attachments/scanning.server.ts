import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { config } from '#app/config.server.ts';
import { recordAudit, SERVER } from '#app/domain/audit.server.ts';
import { repeatTask, SECOND } from '#app/domain/clock.server.ts';
import { ATTACHMENTS } from '#app/domain/limits.ts';
import { logError } from '#app/log.server.ts';
import {
  countScanTry,
  isStoredName,
  listUnscannedAttachments,
  updateAttachment,
} from '#db/attachments.ts';
import { database, inTransaction } from '#db/database.server.ts';
import { getAttachmentPath } from './attachment-folder.server.ts';

type Verdict = 'clean' | 'infected' | 'out';

const BATCH = 20;

// clamd timed out: until then (performance.now()) no sender waits for it.
let unavailableUntilMs = -Infinity;
let outage = new AbortController();

export const isScanning = () => config().clamdUrl !== undefined;

/**
 * Scans files within ATTACHMENTS.scanSeconds in all. After a timeout clamd counts as out for everybody,
 * for scanOutSeconds or until the worker reaches it again (AT-9).
 */
export async function scanReceivedFiles(paths: readonly string[]): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  const timeout = AbortSignal.timeout(ATTACHMENTS.scanSeconds * SECOND);
  const signal = AbortSignal.any([timeout, outage.signal]);
  for (const path of paths) {
    const isOut = signal.aborted || performance.now() < unavailableUntilMs;
    verdicts.push(isOut ? 'out' : await scan(path, signal));
    if (timeout.aborted && !isOut) markUnavailable();
  }
  return verdicts;
}

export function startScanWorker(): void {
  if (isScanning())
    repeatTask('scan-worker', ATTACHMENTS.scanEverySeconds, scanUnscannedAttachments);
}

/**
 * Scans files that were stored unscanned. A file that clamd cannot scan is tried ATTACHMENTS.scanTries
 * times and does not delay others. An infected file is deleted; its row stays and says so (AT-9).
 */
export async function scanUnscannedAttachments(): Promise<void> {
  const attachments = await listUnscannedAttachments(database(), ATTACHMENTS.scanTries, BATCH);
  for (const { id, file } of attachments) {
    if (!(await isAvailable())) return;
    const timeout = AbortSignal.timeout(ATTACHMENTS.scanSeconds * SECOND);
    const verdict = isStoredName(file) ? await scan(getAttachmentPath(file), timeout) : 'out';
    // clamd responded to a ping just before, so this file itself may be the problem.
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
      await rm(getAttachmentPath(file), { force: true });
    }
  }
}

async function isAvailable(): Promise<boolean> {
  const timeout = AbortSignal.timeout(ATTACHMENTS.scanPingSeconds * SECOND);
  try {
    if ((await sendCommand([Buffer.from('zPING\0')], timeout)) !== 'PONG')
      throw new Error('no PONG');
    unavailableUntilMs = -Infinity;
    return true;
  } catch (error) {
    logError('clamd-out', { reason: (error as Error).message });
    markUnavailable();
    return false;
  }
}

function markUnavailable(): void {
  unavailableUntilMs = performance.now() + ATTACHMENTS.scanOutSeconds * SECOND;
  outage.abort(new Error('clamd is out'));
  outage = new AbortController();
}

async function scan(path: string, signal: AbortSignal): Promise<Verdict> {
  try {
    const answer = await sendCommand(toInstream(path), signal);
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

async function sendCommand(
  command: Iterable<Buffer> | AsyncIterable<Buffer>,
  signal: AbortSignal,
): Promise<string> {
  const socket = connectToClamd(config().clamdUrl!);
  const abort = () => void socket.destroy(new Error('no answer in time'));
  signal.addEventListener('abort', abort);
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
  const closed = new Promise<void>((resolve, reject) => {
    socket.once('close', () => resolve());
    socket.on('error', reject);
  });
  try {
    await Promise.all([closed, writePieces(command, socket, closed)]);
  } catch (error) {
    // clamd may respond and close the connection before the end of the file.
    if (answer === '') throw error;
  } finally {
    signal.removeEventListener('abort', abort);
    socket.destroy();
  }
  return answer.replace(/\0$/, '').trim();
}

async function writePieces(
  command: Iterable<Buffer> | AsyncIterable<Buffer>,
  socket: Socket,
  closed: Promise<void>,
): Promise<void> {
  for await (const piece of command) {
    if (!socket.writable) return;
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain'), closed]);
  }
}

function connectToClamd(url: URL): Socket {
  if (url.protocol === 'unix:') return connect(decodeURIComponent(url.pathname));
  return connect(Number(url.port), url.hostname.replace(/^\[|\]$/g, ''));
}

/** Sends the file as an INSTREAM (chunks with length prefix), so clamd needs no access to the folder. */
async function* toInstream(path: string): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0');
  for await (const piece of createReadStream(path)) {
    yield encodeLength(piece as Buffer);
    yield piece as Buffer;
  }
  yield encodeLength(Buffer.alloc(0));
}

function encodeLength({ length }: Buffer): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(length);
  return bytes;
}
