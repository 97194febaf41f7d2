import { addAbortListener, once } from 'node:events';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { config } from '#app/config.server.ts';
import { recordAudit, SERVER } from '#app/domain/audit.server.ts';
import { SECOND, startPeriodicTask } from '#app/domain/clock.server.ts';
import { ATTACHMENTS } from '#app/domain/limits.ts';
import { logError } from '#app/log.server.ts';
import {
  incrementScanTries,
  isStoredFileName,
  listUnscannedAttachments,
  type ReceivedFile,
} from '#db/attachments.ts';
import { getDatabase, inTransaction } from '#db/database.server.ts';
import { updateRows } from '#db/rows.ts';
import { getAttachmentPath, getIncomingPath } from './attachment-folder.server.ts';

// Scans files for viruses with clamd, if CLAMD_URL is set: incoming files before they are stored and, because
// an outage of clamd delays no sender for long, files that were stored unscanned later.

type Verdict = 'clean' | 'infected' | 'not-scanned';

const BATCH_SIZE = 20;

// After a timeout of clamd, incoming files are not scanned until this time (performance.now()), and the scans
// that are running are aborted.
let unavailableUntilMs = -Infinity;
let outage = new AbortController();

export const isScanningEnabled = (): boolean => config().clamdUrl !== undefined;

interface ScanResult {
  /** Clean files, with `scanned_at`, and files that were not scanned, without it. */
  acceptedFiles: ReceivedFile[];
  infectedFiles: ReceivedFile[];
}

/**
 * Separates the infected files from the others; deletes none. Takes at most ATTACHMENTS.scanSeconds in all, and after
 * such a timeout scans nothing for ATTACHMENTS.scanOutSeconds. Files that are unscanned then, in any other outage of
 * clamd, or without CLAMD_URL are accepted; the scan worker scans them (AT-9).
 */
export async function scanReceivedFiles(files: readonly ReceivedFile[]): Promise<ScanResult> {
  if (!isScanningEnabled()) return { acceptedFiles: [...files], infectedFiles: [] };

  const result: ScanResult = { acceptedFiles: [], infectedFiles: [] };
  const timeout = AbortSignal.timeout(ATTACHMENTS.scanSeconds * SECOND);
  const signal = AbortSignal.any([timeout, outage.signal]);

  for (const file of files) {
    if (signal.aborted || performance.now() < unavailableUntilMs) {
      result.acceptedFiles.push(file);
      continue;
    }

    const verdict = await scan(getIncomingPath(file.file), signal);
    if (timeout.aborted) markUnavailable();
    if (verdict === 'infected') result.infectedFiles.push(file);
    else if (verdict === 'not-scanned') result.acceptedFiles.push(file);
    else result.acceptedFiles.push({ ...file, scanned_at: new Date().toISOString() });
  }

  return result;
}

/**
 * Starts to scan stored files every ATTACHMENTS.scanEverySeconds, and returns a function that stops it. Does nothing
 * without CLAMD_URL.
 */
export function startScanWorker(): () => Promise<void> {
  if (!isScanningEnabled()) return () => Promise.resolve();
  return startPeriodicTask('scan-worker', ATTACHMENTS.scanEverySeconds, scanBatchAndDeleteInfected);
}

/**
 * Scans the next BATCH_SIZE files that were stored unscanned. A file that clamd cannot scan is tried at most
 * ATTACHMENTS.scanTries times. An infected file is deleted, its row marked, and the event audited (AT-9). Stops if clamd
 * is out.
 */
export async function scanBatchAndDeleteInfected(): Promise<void> {
  const db = getDatabase();
  const attachments = await listUnscannedAttachments(db, ATTACHMENTS.scanTries, BATCH_SIZE);

  for (const { id, file } of attachments) {
    if (!(await updateAvailability())) return;

    let verdict: Verdict = 'not-scanned';
    // Another name was not made by this site, as in a forged backup, and is no path to open.
    if (isStoredFileName(file)) {
      const timeout = AbortSignal.timeout(ATTACHMENTS.scanSeconds * SECOND);
      verdict = await scan(getAttachmentPath(file), timeout);
    }

    await storeVerdict(id, verdict);
    if (verdict === 'infected') await rm(getAttachmentPath(file), { force: true });
  }
}

function storeVerdict(id: number, verdict: Verdict): Promise<void> {
  return inTransaction(async (tx) => {
    if (verdict === 'clean') {
      await updateRows(tx, 'attachments', { id }, { scanned_at: new Date().toISOString() });
    } else if (verdict === 'infected') {
      await updateRows(tx, 'attachments', { id }, { removed: 'infected' });
      await recordAudit(tx, SERVER, 'attachment.infected', { attachment: id });
    } else {
      // clamd has just responded to a ping, so this file may be the problem.
      await incrementScanTries(tx, id);
    }
  });
}

/** Throws if clamd does not respond within ATTACHMENTS.scanPingSeconds. Requires CLAMD_URL. */
export async function pingScanner(): Promise<void> {
  const timeout = AbortSignal.timeout(ATTACHMENTS.scanPingSeconds * SECOND);
  const response = await sendCommand([Buffer.from('zPING\0')], timeout);
  if (response !== 'PONG') throw new Error('no PONG');
}

/** Pings clamd, and remembers whether it is available; an outage also ends the scans of scanReceivedFiles. */
async function updateAvailability(): Promise<boolean> {
  try {
    await pingScanner();
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

/** Logs an infected file, and why a file could not be scanned. */
async function scan(path: string, signal: AbortSignal): Promise<Verdict> {
  try {
    const response = await sendCommand(toInstream(path), signal);
    if (response.endsWith(' FOUND')) {
      logError('attachment-infected', { answer: response });
      return 'infected';
    }
    if (response.endsWith(' OK')) return 'clean';

    logError('clamd-refused', { answer: response });
  } catch (error) {
    logError('clamd-out', { reason: (error as Error).message });
  }
  return 'not-scanned';
}

/** Sends a command to clamd, and returns its response. Rejects when `signal` aborts. */
async function sendCommand(
  command: Iterable<Buffer> | AsyncIterable<Buffer>,
  signal: AbortSignal,
): Promise<string> {
  const socket = connectToClamd(config().clamdUrl!);
  using _aborting = addAbortListener(signal, () => socket.destroy(new Error('no answer in time')));

  let response = '';
  socket.setEncoding('utf8').on('data', (text: string) => (response += text));

  const closed = once(socket, 'close');
  try {
    await Promise.all([closed, writePieces(command, socket, closed)]);
  } catch (error) {
    // clamd may respond and close the connection before the end of the file.
    if (response === '') throw error;
  } finally {
    socket.destroy();
  }

  return response.replace(/\0$/, '').trim();
}

async function writePieces(
  command: Iterable<Buffer> | AsyncIterable<Buffer>,
  socket: Socket,
  closed: Promise<unknown>,
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

/** Yields a file as the command INSTREAM, in chunks with their lengths: clamd needs no access to the folder. */
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
