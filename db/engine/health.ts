import { accessSync, constants, statfsSync } from 'node:fs';
import { config } from '#app/config.server.ts';
import {
  findDatabaseFileError,
  getDatabasePath,
  getLastStoreErrorTimeMs,
  inTransaction,
} from '#db/database.server.ts';
import { getKnownDamage } from '#db/engine/integrity-check.ts';
import { replaceRow } from '#db/rows.ts';
import { isStoreError, StoreError } from '#db/store-error.ts';

/** With less free space, a busy day or a backup could fill the disk. */
export const MIN_FREE_BYTES = 100 * 1024 * 1024;
// A busy day stores some hundred files of enquiries.
const MIN_FREE_FILES = 500;

// Health checks are far more frequent than this, and a probe costs a write to the disk.
const PROBE_VALIDITY_MS = 5000;

/**
 * Returns null if enquiries can be stored, otherwise a message without paths. To find out, writes a probe row; after
 * a success, not again for PROBE_VALIDITY_MS.
 */
export async function probeStoreForProblem(): Promise<string | null> {
  try {
    const problem =
      findDatabaseFileError() ?? getKnownDamage() ?? findFolderError() ?? findFullDiskError();
    return problem ?? (await probeByWriting());
  } catch (error) {
    const { code = 'unknown error' } = error as { code?: string };
    return `the database does not respond (${code})`;
  }
}

/** Throws StoreError if the data folder is gone. */
export function readFreeDiskBytes(): number {
  try {
    const { bavail, bsize } = statfsSync(config().dataDir);
    return bavail * bsize;
  } catch (error) {
    throw new StoreError('STORE_GONE', (error as Error).message);
  }
}

function findFolderError(): string | null {
  try {
    accessSync(config().dataDir, constants.W_OK);
    accessSync(getDatabasePath(), constants.W_OK);
    return null;
  } catch (error) {
    return `the data folder is not writable (${(error as NodeJS.ErrnoException).code})`;
  }
}

/**
 * Returns a message if the disk of the data folder has too little space, or room for too few files (inodes). Throws
 * StoreError if the folder is gone.
 */
export function findFullDiskError(): string | null {
  const freeBytes = readFreeDiskBytes();
  if (freeBytes < MIN_FREE_BYTES)
    return `the disk is nearly full: ${Math.floor(freeBytes / 1024 / 1024)} MB left for the data`;

  const { files, ffree } = statfsSync(config().dataDir);
  // Some file systems, such as btrfs, have no limit and report 0 files.
  const isLimited = files > 0;
  if (isLimited && ffree < MIN_FREE_FILES)
    return `the disk has space but no room for more files: ${ffree} inodes left for the data`;
  return null;
}

let lastWriteMs = Number.NEGATIVE_INFINITY;
let pendingProbe: Promise<string | null> | undefined;

/** Commits a row like an enquiry, at most once in PROBE_VALIDITY_MS while that succeeds. */
async function probeByWriting(): Promise<string | null> {
  const nowMs = performance.now();
  const isProbeValid = nowMs - lastWriteMs < PROBE_VALIDITY_MS;
  if (isProbeValid && getLastStoreErrorTimeMs() < lastWriteMs) return null;
  pendingProbe ??= writeProbe().finally(() => (pendingProbe = undefined));
  return pendingProbe;
}

async function writeProbe(): Promise<string | null> {
  try {
    await inTransaction((tx) => replaceRow(tx, 'store_probe', { id: 1, at: Date.now() }));
    lastWriteMs = performance.now();
    return null;
  } catch (error) {
    const code = isStoreError(error) ? error.code : '';
    // Another process holds the lock, so it is writing: the database is writable.
    if (code === 'SQLITE_BUSY') return null;
    if (code === 'SQLITE_FULL') return 'the disk is full: nothing can be stored';
    if (code.startsWith('SQLITE_READONLY')) return 'the database is read-only';
    if (code.startsWith('SQLITE_IOERR')) return `writing to the disk fails (${code})`;
    throw error;
  }
}
