// Truncates the write-ahead log in a thread of its own, because it still contains deleted rows: they are
// overwritten with zeros when the log has been written into the database file.
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { SqliteFile } from '#db/engine/sqlite-file.ts';

const MAX_ATTEMPTS = 300;
const RETRY_INTERVAL_MS = 100;
// A checkpoint that waits for readers blocks writers, so a short wait is repeated instead.
const BUSY_TIMEOUT_MS = 10;

const options = { fileMustExist: true, timeout: BUSY_TIMEOUT_MS };
using file = new SqliteFile(String(workerData), options);
file.pragma('synchronous = FULL');
let isClean = false;
for (let i = 0; i < MAX_ATTEMPTS && !isClean; i++) {
  if (i > 0) await wait(RETRY_INTERVAL_MS);
  isClean = truncateLog();
}
parentPort!.postMessage(isClean);

function truncateLog(): boolean {
  // The passive checkpoint does most of the work without blocking writers; little is left to truncate.
  file.pragma('wal_checkpoint(PASSIVE)');
  const [result] = file.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
  return result?.busy === 0;
}
