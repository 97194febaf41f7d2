import { fork } from 'node:child_process';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { logError } from '#app/log.server.ts';

// Decoding and encoding pictures takes much memory, and a process gives all of it back when it ends; a
// thread leaves most of it with the allocator. Only one such process runs at a time: previews of
// enquiries' files and pictures of the desk share the queue (security model 1.8).

const HEAP_LIMIT = '--max-old-space-size=128';
// The module is resolved as in the server; other flags of the server, such as preloads, are its own.
const CONDITIONS = process.execArgv.filter(
  (flag, index, flags) => flag.startsWith('--conditions') || flags[index - 1] === '--conditions',
);
let queueEnd: Promise<unknown> = Promise.resolve();

/**
 * Runs a worker module in a process of its own, passes it `job` and returns the message that it sends.
 * Returns null if it ends without one or is killed at the deadline.
 */
export function runPictureProcess<Job extends object, Result>(
  module: URL,
  job: Job,
  timeoutMs: number,
): Promise<Result | null> {
  const result = queueEnd.then(() => runProcess<Job, Result>(module, job, timeoutMs));
  queueEnd = result;
  return result;
}

/** Resolves when the process has ended, so that the next one has its memory. */
function runProcess<Job extends object, Result>(
  module: URL,
  job: Job,
  timeoutMs: number,
): Promise<Result | null> {
  return new Promise((resolve) => {
    let result: Result | null = null;
    const path = fileURLToPath(module);
    const child = fork(path, {
      // A decoder gets no secrets of the environment. Few arenas, so that freed memory is used again.
      env: { MALLOC_ARENA_MAX: '2' },
      execArgv: [...CONDITIONS, HEAP_LIMIT],
      serialization: 'advanced',
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    });
    child.once('message', (message) => (result = message as Result));
    const logFailure = (reason: string) =>
      logError('picture-process-failed', { worker: basename(path), reason });
    child.once('error', (error) => {
      logFailure(error.message);
      if (child.pid === undefined) resolve(null);
    });
    child.once('exit', (code, signal) => {
      if (code !== 0) logFailure(signal ?? `exit code ${code}`);
      resolve(result);
    });
    child.send(job);
  });
}
