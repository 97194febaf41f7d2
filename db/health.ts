import { accessSync, constants, statfsSync } from 'node:fs';
import { config } from '#app/config.server.ts';
import { knownDamage } from './background-check.ts';
import { databaseFile, databaseFileFault, databasePath } from './database.server.ts';
import { isStoreFault, mindingFaults } from './store-fault.ts';

/** With less than this a busy day, or a backup, could fill the disk. */
export const MIN_FREE_BYTES = 100 * 1024 * 1024;

/** Why enquiries could not be stored now, in words for an operator, no paths; null if they could. */
export function storeHealth(): string | null {
  try {
    return databaseFileFault() ?? knownDamage() ?? placeFault() ?? diskFault() ?? writeFault();
  } catch (error) {
    return `the database does not answer (${(error as { code?: string }).code ?? 'no reason'})`;
  }
}

/** Bytes that are free where the data is. */
export function freeBytes(): number {
  const { bavail, bsize } = statfsSync(config().dataDir);
  return bavail * bsize;
}

function placeFault(): string | null {
  try {
    accessSync(config().dataDir, constants.W_OK);
    accessSync(databasePath(), constants.W_OK);
    return null;
  } catch (error) {
    return `the data folder cannot be written (${(error as NodeJS.ErrnoException).code})`;
  }
}

function diskFault(): string | null {
  const free = freeBytes();
  if (free >= MIN_FREE_BYTES) return null;
  return `the disk is nearly full: ${Math.floor(free / 1024 / 1024)} MB left for the data`;
}

/** Takes the write lock and gives it back: nothing is written, and nobody is waited for. */
function writeFault(): string | null {
  const file = databaseFile();
  if (file.inTransaction) return null;
  const timeout = file.pragma('busy_timeout', { simple: true });
  try {
    file.pragma('busy_timeout = 0');
    mindingFaults(() => file.exec('BEGIN IMMEDIATE; ROLLBACK'));
    return null;
  } catch (error) {
    const code = isStoreFault(error) ? error.code : '';
    // Whoever holds the lock is writing: so it can be written.
    if (code === 'SQLITE_BUSY') return null;
    if (code.startsWith('SQLITE_READONLY')) return 'the database is read-only';
    throw error;
  } finally {
    file.pragma(`busy_timeout = ${Number(timeout)}`);
  }
}
