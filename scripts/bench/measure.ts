import { type ChildProcess, spawn } from 'node:child_process';
import { Worker } from 'node:worker_threads';
import type { LoadOrder, LoadReport } from './load-worker.ts';

export interface Row {
  what: string;
  figure: number | string;
  unit: string;
  bar: string;
  holds: boolean;
}

export function row(
  what: string,
  figure: number,
  unit: string,
  side: '≤' | '≥',
  limit: number,
): Row {
  const holds = side === '≤' ? figure <= limit : figure >= limit;
  return { what, figure, unit, bar: `${side} ${limit} ${unit}`.trim(), holds };
}

export function rounded(figure: number): string {
  return figure >= 100 || Number.isInteger(figure) ? figure.toFixed(0) : figure.toFixed(2);
}

export const inMs = (ms: number) => `${rounded(ms)} ms`;

export const median = (numbers: readonly number[]) => quantile(numbers, 0.5);

export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? NaN;
}

export function load(order: LoadOrder): Promise<LoadReport> {
  const worker = new Worker(new URL('./load-worker.ts', import.meta.url), { workerData: order });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

interface Program {
  process: ChildProcess;
  announced: string;
  stop(): Promise<void>;
}

export interface Rival {
  port: number;
  pid: number;
  stop(): Promise<void>;
}

export async function startProgram(
  command: string,
  args: string[],
  env: Record<string, string>,
  ready: RegExp,
): Promise<Program> {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const announced = await new Promise<string>((resolve, reject) => {
    let printed = '';
    const read = (chunk: Buffer) => {
      printed += chunk.toString();
      const match = ready.exec(printed);
      if (!match) return;
      // What it says from now on is read, so that it never waits, and forgotten.
      for (const stream of [child.stdout, child.stderr]) stream.off('data', read).resume();
      resolve(match[1] ?? '');
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`${command} ended: ${printed.trim()}`)));
  });
  return { process: child, announced, stop: () => stop(child) };
}

export async function startSite(
  dataDir: string,
  more: Record<string, string> = {},
): Promise<Rival> {
  const env = { DATA_DIR: dataDir, PORT: '0', NODE_ENV: 'production', ...more };
  const ready = /"event":"listening".*"port":(\d+)/;
  const program = await startProgram(process.execPath, ['scripts/serve.ts'], env, ready);
  return { port: Number(program.announced), pid: program.process.pid!, stop: program.stop };
}

export async function startRival(script: string, ...args: string[]): Promise<Rival> {
  const path = [`scripts/bench/${script}`, ...args];
  const program = await startProgram(process.execPath, path, {}, /^(\d+)/);
  return { port: Number(program.announced), pid: program.process.pid!, stop: program.stop };
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.removeAllListeners('exit');
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}
