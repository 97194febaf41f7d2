import { spawn, type ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { SqliteFile } from '#db/engine/sqlite-file.ts';
import { newDataFolder, newFolder } from './new-data.ts';
import { endProcess } from './start-program.ts';

export interface ProgramResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** `await using` stops it at the end of its block. */
export interface ServedSite extends AsyncDisposable {
  url: string;
  dataDir: string;
  pid(): number;
  process(): ChildProcess;
  /** Returns everything that the server has printed. */
  output(): string;
  /** Runs a script of the project against the same data, e.g. ['scripts/admin.ts', 'list']. */
  run(args: string[]): Promise<ProgramResult>;
  /** Opens its database, which `using` closes. */
  openDatabase(): SqliteFile;
  /** Returns the first value of a query on its database. */
  one(sql: string, ...values: unknown[]): unknown;
  /** Starts a long-running script and returns a function that sends it a line and returns its answer. */
  accompany(args: string[]): (question: string) => Promise<string>;
  /** Stops the server and keeps its data; restart() starts it on the same port. */
  halt(): Promise<void>;
  restart(signal?: NodeJS.Signals): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts `scripts/serve.ts` as a process with a free port and a new data folder. `project` is the folder of
 * another copy of the project. Another command must become the server process itself, so that signals
 * reach it.
 */
export async function serveSite(
  environment: Record<string, string> = {},
  project = process.cwd(),
  [program = '', ...args]: readonly string[] = [process.execPath, 'scripts/serve.ts'],
): Promise<ServedSite> {
  // The prepared data folder fits this project only.
  const dataDir = project === process.cwd() ? newDataFolder() : newFolder();
  const defaults = { DATA_DIR: dataDir, PORT: '0', NODE_ENV: 'production' };
  const env = { ...process.env, ...defaults, ...environment };
  let printed = '';
  let child: ChildProcess;
  const companions: ChildProcess[] = [];
  const site: ServedSite = {
    url: '',
    dataDir,
    pid: () => child.pid!,
    process: () => child,
    output: () => printed,
    run: (args) => runScript(args, env),
    openDatabase: () => new SqliteFile(join(env.DATA_DIR, 'drys.db')),
    one(sql, ...values) {
      using file = new SqliteFile(join(env.DATA_DIR, 'drys.db'), { readonly: true });
      const query = file.prepare(sql).pluck();
      return query.get(...values);
    },
    accompany(args) {
      const companion = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
      companions.push(companion);
      const answers = createInterface({ input: companion.stdout })[Symbol.asyncIterator]();
      return async (question) => {
        companion.stdin.write(`${question}\n`);
        const { value, done } = await answers.next();
        if (done) throw new Error(`${args.join(' ')} ended before it answered`);
        return value;
      };
    },
    halt: () => endProcess(child, 'SIGTERM'),
    async restart(signal = 'SIGTERM') {
      await endProcess(child, signal);
      env.PORT = new URL(site.url).port;
      await start();
    },
    async stop() {
      await Promise.all([child, ...companions].map((each) => endProcess(each, 'SIGTERM')));
      rmSync(dataDir, { recursive: true, force: true });
    },
    [Symbol.asyncDispose]: () => site.stop(),
  };
  async function start(): Promise<void> {
    child = spawn(program, args, { env, cwd: project });
    let listening = false;
    site.url = await new Promise<string>((resolve, reject) => {
      const read = (chunk: Buffer) => {
        printed += chunk;
        if (listening) return;
        const port = /"event":"listening".*?"port":(\d+)/.exec(printed.slice(mark))?.[1];
        listening = port !== undefined;
        if (port) resolve(`http://localhost:${port}`);
      };
      const mark = printed.length;
      child.stdout!.on('data', read);
      child.stderr!.on('data', read);
      child.once('exit', (code) => reject(new Error(`the server ended (${code}): ${printed}`)));
    });
  }
  await start();
  return site;
}

/** Runs a script of the project to its end. */
export function runScript(args: string[], environment: NodeJS.ProcessEnv): Promise<ProgramResult> {
  const child = spawn(process.execPath, args, { env: { ...process.env, ...environment } });
  const output = { code: null, stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (output.stdout += chunk));
  child.stderr.on('data', (chunk) => (output.stderr += chunk));
  return new Promise((resolve) => child.once('close', (code) => resolve({ ...output, code })));
}
