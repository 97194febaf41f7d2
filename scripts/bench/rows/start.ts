import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { publicPaths } from '#app/content/public-paths.server.ts';
import { freePort } from '../../../tests/support/servers/free-port.ts';
import { startChild } from '../child.ts';
import { median } from '../load.ts';
import { type Row, inMs } from '../table.ts';

const STARTS = 5;
const RENDERS = 30;
const START_BAR = 10;

/**
 * How soon a visitor is answered after the process was started, its database being there, beside a
 * process that loads react-dom/server, listens and renders a line.
 */
export async function benchStart(folder: string): Promise<Row[]> {
  const own: number[] = [];
  const ratios: number[] = [];
  for (let i = 0; i <= STARTS; i++) {
    const time = await timeToFirstPage('scripts/serve.ts', join(folder, 'start'));
    const bare = await timeToFirstPage('scripts/bench/bare-start.ts', folder);
    // The first start makes the database.
    if (i === 0) continue;
    own.push(time);
    ratios.push(time / bare);
  }
  return [
    {
      what: `first page answered (${inMs(median(own))}): against a bare node with react-dom/server`,
      figure: median(ratios),
      unit: '×',
      bar: `≤ ${START_BAR}`,
      holds: median(ratios) <= START_BAR,
    },
  ];
}

async function timeToFirstPage(script: string, dataDir: string): Promise<number> {
  const port = await freePort();
  const env = { DATA_DIR: dataDir, PORT: String(port), NODE_ENV: 'production' };
  const startedAt = performance.now();
  const starting = startChild(process.execPath, [script, String(port)], env, /"listening"/);
  let time = 0;
  while (time === 0) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
    if (answer?.ok) time = performance.now() - startedAt;
    else await wait(5);
  }
  await (await starting).stop();
  return time;
}

/** Processor time of rendering a public page once the server is warm; the worst of them all. */
export async function benchRender(): Promise<Row[]> {
  // React decides when it is loaded how it will work: after NODE_ENV is set.
  const { RouterContextProvider, createRequestHandler } = await import('react-router');
  const build = await import(pathToFileURL('build/server/index.js').href);
  const route = createRequestHandler(build, 'production');
  const render = async (path: string) => {
    const request = new Request(`http://localhost${path}`);
    await (await route(request, new RouterContextProvider())).arrayBuffer();
  };
  let worst = { path: '', ms: 0 };
  for (const path of publicPaths()) {
    for (let i = 0; i < RENDERS; i++) await render(path);
    const before = process.cpuUsage();
    for (let i = 0; i < RENDERS; i++) await render(path);
    const { user, system } = process.cpuUsage(before);
    const ms = (user + system) / 1000 / RENDERS;
    if (ms > worst.ms) worst = { path, ms };
  }
  return [
    {
      what: `rendering a page, processor time (the worst: ${worst.path})`,
      figure: worst.ms,
      unit: 'ms',
      bar: '≤ 15 ms',
      holds: worst.ms <= 15,
    },
  ];
}

/** How long the build takes. */
export function benchBuild(): Row[] {
  const startedAt = performance.now();
  const { status, stderr } = spawnSync('npm', ['run', '-s', 'build'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the build failed: ${stderr}`);
  const seconds = (performance.now() - startedAt) / 1000;
  return [
    { what: 'npm run build', figure: seconds, unit: 's', bar: '≤ 20 s', holds: seconds <= 20 },
  ];
}
