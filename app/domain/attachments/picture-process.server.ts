import { fork } from 'node:child_process';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { logError } from '#app/log.server.ts';

// Decoding and encoding pictures takes much memory. A process gives it back when it ends; after a thread the
// allocator keeps most of it. Only one such process runs at a time: previews of enquiries' files and pictures
// of the desk share the queue (security model 1.8).

const HEAP_LIMIT = '--max-old-space-size=128';
// The worker must resolve imports like the server. Other flags, such as preloads, are for the server only.
const CONDITIONS = process.execArgv.filter(
  (flag, index, flags) => flag.startsWith('--conditions') || flags[index - 1] === '--conditions',
);
let queueEnd: Promise<unknown> = Promise.resolve();

/**
 * Runs a worker with a job, after all earlier ones, and returns its message. Returns null, and logs why, if the worker
 * crashes or exceeds `timeoutMs`. Throws Node's own error if it cannot be started.
 */
export function runPictureProcess<Job extends object, Result>(
  workerModule: URL,
  job: Job,
  timeoutMs: number,
): Promise<Result | null> {
  const result = queueEnd.then(() => runProcess<Job, Result>(workerModule, job, timeoutMs));
  // The next one starts also if this one could not, as without memory.
  queueEnd = result.catch(() => undefined);
  return result;
}

/** Resolves when the process has ended, so that the next one has its memory. */
function runProcess<Job extends object, Result>(
  workerModule: URL,
  job: Job,
  timeoutMs: number,
): Promise<Result | null> {
  return new Promise((resolve) => {
    let result: Result | null = null;
    const path = fileURLToPath(workerModule);
    const child = fork(path, {
      // Without the secrets of the environment. Few arenas make the allocator use freed memory again.
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
