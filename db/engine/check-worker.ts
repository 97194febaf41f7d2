// Reads a whole database in a thread of its own and reports 'ok' or SQLite's description of the damage.
import { parentPort, workerData } from 'node:worker_threads';
import SQLite from 'better-sqlite3';

const file = new SQLite(String(workerData), { readonly: true });
try {
  parentPort?.postMessage(String(file.pragma('quick_check(1)', { simple: true })));
} catch (error) {
  parentPort?.postMessage((error as Error).message);
} finally {
  file.close();
}
