import { type ChildProcess, spawn } from 'node:child_process';

export interface Child {
  process: ChildProcess;
  stop(): Promise<void>;
}

/** A server beside the site's own. */
export interface Rival extends Child {
  port: number;
}

/** Starts a program and waits until it prints what `ready` matches; gives the first group. */
export async function startChild(
  command: string,
  args: string[],
  env: Record<string, string>,
  ready: RegExp,
): Promise<Child & { said: string }> {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = await new Promise<string>((resolve, reject) => {
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
    child.once('exit', () => reject(new Error(`${command} ended: ${printed.trim()}`)));
  });
  return { process: child, said, stop: () => stop(child) };
}

/** Starts the site as it is served, on a port of its own. */
export async function startSite(
  dataDir: string,
  more: Record<string, string> = {},
): Promise<Rival> {
  const env = { DATA_DIR: dataDir, PORT: '0', NODE_ENV: 'production', ...more };
  const ready = /"event":"listening".*"port":(\d+)/;
  const child = await startChild(process.execPath, ['scripts/serve.ts'], env, ready);
  return { ...child, port: Number(child.said) };
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.removeAllListeners('exit');
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}
