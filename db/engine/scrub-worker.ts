// Truncates the write-ahead log in a thread of its own, because it still contains deleted rows: they are
// overwritten with zeros when the log has been written into the database file.
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import SQLite from 'better-sqlite3';

const MAX_ATTEMPTS = 300;
const RETRY_INTERVAL_MS = 100;
// A checkpoint that waits for readers blocks writers, so a short wait is repeated instead.
const BUSY_TIMEOUT_MS = 10;

const file = new SQLite(String(workerData), { fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
file.pragma('synchronous = FULL');
try {
  let isClean = false;
  for (let i = 0; i < MAX_ATTEMPTS && !isClean; i++) {
    if (i > 0) await wait(RETRY_INTERVAL_MS);
    isClean = truncateLog();
  }
  parentPort!.postMessage(isClean);
} finally {
  file.close();
}

function truncateLog(): boolean {
  // The passive checkpoint does most of the work without blocking writers; little is left to truncate.
  file.pragma('wal_checkpoint(PASSIVE)');
  const [result] = file.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
  return result?.busy === 0;
}
