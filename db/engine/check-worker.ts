// Reads a whole database in a thread of its own. Reports 'ok' or SQLite's description of the damage; another error,
// such as a file that cannot be read, ends the thread.
import { parentPort, workerData } from 'node:worker_threads';
import { isDamage, SqliteFile } from '#db/engine/sqlite-file.ts';

using database = new SqliteFile(String(workerData), { readonly: true });
try {
  parentPort?.postMessage(String(database.pragma('quick_check(1)', { simple: true })));
} catch (error) {
  const { code, message } = error as { code?: string; message: string };
  if (!isDamage(code)) throw error;
  parentPort?.postMessage(message);
}
