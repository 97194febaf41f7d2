import { type ChildProcess, spawn, spawnSync } from 'node:child_process';

/** Whether a program is here; each of them is a package of Debian that `.ci/run` installs. */
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
export function runProgram(command: string, args: readonly string[]): RunningProgram {
  let printed = '';
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
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
