import { accessSync, constants, statfsSync } from 'node:fs';
import { config } from '#app/config.server.ts';
import {
  getDatabaseFile,
  getDatabaseFileError,
  getDatabasePath,
  getLastStoreErrorAt,
  inTransaction,
} from '#db/database.server.ts';
import { knownDamage } from '#db/engine/integrity-check.ts';
import { isBusy, isStoreError, withStoreErrors } from '#db/store-error.ts';

/** With less than this a busy day, or a backup, could fill the disk. */
export const MIN_FREE_BYTES = 100 * 1024 * 1024;

// A write that succeeded is believed for so long: health is asked far more often.
const BELIEVED_MS = 5000;

/** In words for an operator, no paths; null if enquiries could be stored. */
export async function storeHealth(): Promise<string | null> {
  try {
    const seen = getDatabaseFileError() ?? knownDamage() ?? placeError() ?? diskError();
    return seen ?? (await probeStore());
  } catch (error) {
    return `the database does not answer (${(error as { code?: string }).code ?? 'no reason'})`;
  }
}

export function getFreeBytes(): number {
  const { bavail, bsize } = statfsSync(config().dataDir);
  return bavail * bsize;
}

function placeError(): string | null {
  try {
    accessSync(config().dataDir, constants.W_OK);
    accessSync(getDatabasePath(), constants.W_OK);
    return null;
  } catch (error) {
    return `the data folder cannot be written (${(error as NodeJS.ErrnoException).code})`;
  }
}

function diskError(): string | null {
  const free = getFreeBytes();
  if (free >= MIN_FREE_BYTES) return null;
  return `the disk is nearly full: ${Math.floor(free / 1024 / 1024)} MB left for the data`;
}

let wroteAt = Number.NEGATIVE_INFINITY;
let probing: Promise<string | null> | undefined;

/** A row is committed as an enquiry is, at most once in BELIEVED_MS while that succeeds. */
async function probeStore(): Promise<string | null> {
  // Whoever holds the lock is writing: so it can be written, and nobody need wait here.
  if (isLocked()) return null;
  const now = performance.now();
  if (now - wroteAt < BELIEVED_MS && getLastStoreErrorAt() < wroteAt) return null;
  probing ??= writeProbe().finally(() => (probing = undefined));
  return probing;
}

async function writeProbe(): Promise<string | null> {
  try {
    await inTransaction(async (tx) => {
      const row = { id: 1, at: Date.now() };
      await tx.replaceInto('store_probe').values(row).execute();
    });
    wroteAt = performance.now();
    return null;
  } catch (error) {
    const code = isStoreError(error) ? error.code : '';
    if (code === 'SQLITE_BUSY') return null;
    if (code === 'SQLITE_FULL') return 'the disk is full: nothing can be stored';
    if (code.startsWith('SQLITE_READONLY')) return 'the database is read-only';
    if (code.startsWith('SQLITE_IOERR')) return `the disk does not take writes (${code})`;
    throw error;
  }
}

function isLocked(): boolean {
  const file = getDatabaseFile();
  if (file.inTransaction) return false;
  try {
    withStoreErrors(() => file.exec('BEGIN IMMEDIATE; ROLLBACK'));
    return false;
  } catch (error) {
    // Any other fault the write will tell.
    return isBusy(error);
  }
}
