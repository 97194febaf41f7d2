import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { describe } from 'vitest';

/** Groups tests that need other programs than Node. They are skipped if one is not installed. */
export function describeWithPrograms(programs: readonly string[], tests: () => void): void {
  const isHere = programs.every(isInstalled);
  describe.skipIf(!isHere)(`needs ${programs.join(' and ')}:`, tests);
}

/** Returns whether a program is installed; `.ci/run` installs all that the tests need. */
export function isInstalled(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
}

export interface RunningProgram {
  process: ChildProcess;
  /** Returns everything printed so far. */
  output(): string;
  stop(): Promise<void>;
}

/** Starts a long-running program in the foreground. */
export function runProgram(
  command: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): RunningProgram {
  let printed = '';
  const env = { ...process.env, ...environment };
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  }
  const exit = new Promise<void>((resolve) => child.once('close', () => resolve()));
  child.once('error', (error) => (printed += error.message));
  return {
    process: child,
    output: () => printed,
    stop: () => {
      child.kill('SIGTERM');
      return exit;
    },
  };
}
