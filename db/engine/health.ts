import { accessSync, constants, statfsSync } from 'node:fs';
import { config } from '#app/config.server.ts';
import { knownDamage } from '#db/integrity/background-check.ts';
import { databaseFileError, databasePath } from '#db/database.server.ts';
import { probeStore } from './store-probe.ts';

/** With less than this a busy day, or a backup, could fill the disk. */
export const MIN_FREE_BYTES = 100 * 1024 * 1024;

/** Why enquiries could not be stored now, in words for an operator, no paths; null if they could. */
export async function storeHealth(): Promise<string | null> {
  try {
    const seen = databaseFileError() ?? knownDamage() ?? placeError() ?? diskError();
    return seen ?? (await probeStore());
  } catch (error) {
    return `the database does not answer (${(error as { code?: string }).code ?? 'no reason'})`;
  }
}

/** Bytes that are free where the data is. */
export function freeBytes(): number {
  const { bavail, bsize } = statfsSync(config().dataDir);
  return bavail * bsize;
}

function placeError(): string | null {
  try {
    accessSync(config().dataDir, constants.W_OK);
    accessSync(databasePath(), constants.W_OK);
    return null;
  } catch (error) {
    return `the data folder cannot be written (${(error as NodeJS.ErrnoException).code})`;
  }
}

function diskError(): string | null {
  const free = freeBytes();
  if (free >= MIN_FREE_BYTES) return null;
  return `the disk is nearly full: ${Math.floor(free / 1024 / 1024)} MB left for the data`;
}
