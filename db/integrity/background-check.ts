import { statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/** A file up to this size is read whole before it is used; a larger one while it is in use. */
export const CHECKED_AT_OPENING_BYTES = 64 * 1024 * 1024;

let damage: string | null = null;

/** What the last check in the background found wrong; null while nothing is known. */
export function knownDamage(): string | null {
  return damage;
}

/**
 * Checks a database that was too large to be read before the start. Resolves to what is wrong,
 * which the health check then reports as well, or to null.
 */
export function checkInBackground(path: string): Promise<string | null> {
  if (statSync(path).size <= CHECKED_AT_OPENING_BYTES) return Promise.resolve(null);
  const worker = new Worker(new URL('./check-worker.ts', import.meta.url), { workerData: path });
  worker.unref();
  return new Promise((resolve) => {
    worker.once('message', (verdict: string) => {
      damage = verdict === 'ok' ? null : 'the database is damaged: restore a backup';
      resolve(damage && `${damage} (${verdict})`);
    });
    worker.once('error', (error: Error) => resolve(error.message));
  });
}
