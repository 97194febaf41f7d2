import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { describe } from 'vitest';

/** Tests that need programs beside Node: where one is missing they are skipped by names that say so. */
export function needing(programs: readonly string[], tests: () => void): void {
  const isHere = programs.every(isInstalled);
  describe.skipIf(!isHere)(`needs ${programs.join(' and ')}:`, tests);
}

/** Whether a program is here: `.ci/run` installs all that tests ask for. */
export function isInstalled(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
}

export interface RunningProgram {
  process: ChildProcess;
  /** What it has printed. */
  output(): string;
  stop(): Promise<void>;
}

/** Starts a program that stays, in the foreground. */
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
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()));
  child.once('error', (error) => (printed += error.message));
  return {
    process: child,
    output: () => printed,
    stop: () => {
      child.kill('SIGTERM');
      return gone;
    },
  };
}
