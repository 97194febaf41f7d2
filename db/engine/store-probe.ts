import { databaseFile, inTransaction, lastStoreErrorAt } from '#db/database.server.ts';
import { isStoreError, markingErrors } from '#db/store-error.ts';

/** A write that succeeded is believed for so long: health is asked far more often. */
const BELIEVED_MS = 5000;

let wroteAt = Number.NEGATIVE_INFINITY;
let probing: Promise<string | null> | undefined;

/**
 * Why an enquiry could not be stored now, for an operator; null if it could. A row is written and
 * committed as an enquiry is, at most once in some seconds while that succeeds.
 */
export async function probeStore(): Promise<string | null> {
  // Whoever holds the lock is writing: so it can be written, and nobody need wait here.
  if (isLocked()) return null;
  const now = performance.now();
  if (now - wroteAt < BELIEVED_MS && lastStoreErrorAt() < wroteAt) return null;
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

/** Takes the write lock and gives it back: nothing is written, and nobody is waited for. */
function isLocked(): boolean {
  const file = databaseFile();
  if (file.inTransaction) return false;
  const timeout = file.pragma('busy_timeout', { simple: true });
  try {
    file.pragma('busy_timeout = 0');
    markingErrors(() => file.exec('BEGIN IMMEDIATE; ROLLBACK'));
    return false;
  } catch (error) {
    // Any other fault the write will tell.
    return isStoreError(error) && error.code === 'SQLITE_BUSY';
  } finally {
    file.pragma(`busy_timeout = ${Number(timeout)}`);
  }
}
