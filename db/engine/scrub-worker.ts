// Clears the log of a database in a thread of its own. What is left in it of deleted rows is gone
// when it has been written into the file (where they are zeros) and cut off.
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import SQLite from 'better-sqlite3';

const TRIES = 300;
const PAUSE_MS = 100;
// While it waits for readers it keeps writers out: better to come again.
const BUSY_TIMEOUT_MS = 10;

const file = new SQLite(String(workerData), { fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
file.pragma('synchronous = FULL');
try {
  let isClean = false;
  for (let i = 0; i < TRIES && !isClean; i++) {
    if (i > 0) await wait(PAUSE_MS);
    isClean = clear();
  }
  parentPort!.postMessage(isClean);
} finally {
  file.close();
}

function clear(): boolean {
  // Most of the work, and nobody waits for it; the second pass has next to nothing left to do.
  file.pragma('wal_checkpoint(PASSIVE)');
  const [found] = file.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
  return found?.busy === 0;
}
