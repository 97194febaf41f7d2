import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** `await using` stops it at the end of its block. */
export interface StartedProgram extends AsyncDisposable {
  pid: number;
  /** The match of the first group of `ready` in its output. */
  announced: string;
}

/** Starts a program and resolves when its output matches `ready`. Throws if it ends before. */
export async function startProgram(
  command: string,
  args: string[],
  env: Record<string, string>,
  ready: RegExp,
): Promise<StartedProgram> {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const announced = await new Promise<string>((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const match = ready.exec(output);
      if (!match) return;
      // Later output is read and dropped, so that the program never waits for a full pipe.
      for (const stream of [child.stdout, child.stderr]) stream.off('data', read).resume();
      resolve(match[1] ?? '');
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`${command} ended: ${output.trim()}`)));
  });
  return { pid: child.pid!, announced, [Symbol.asyncDispose]: () => endProcess(child, 'SIGTERM') };
}

export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}
