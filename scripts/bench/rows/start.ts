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
const RENDER_BAR = 40;
const BUILD_BAR = 2;

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

/**
 * Processor time of rendering a public page once the server is warm, beside React writing the same
 * elements without components, data or router; the worst of all pages.
 */
export async function benchRender(): Promise<Row[]> {
  // React decides when it is loaded how it will work: after NODE_ENV is set.
  const { RouterContextProvider, createRequestHandler } = await import('react-router');
  const { bareElements, renderBare } = await import('../bare-render.ts');
  const build = await import(pathToFileURL('build/server/index.js').href);
  const route = createRequestHandler(build, 'production');
  const render = async (path: string) => {
    const request = new Request(`http://localhost${path}`);
    return (await route(request, new RouterContextProvider())).text();
  };
  let worst = { path: '', ms: 0, ratio: 0 };
  for (const path of publicPaths()) {
    const elements = bareElements(await render(path));
    const ms = await processorTime(() => render(path));
    const ratio = ms / (await processorTime(() => renderBare(elements)));
    if (ratio > worst.ratio) worst = { path, ms, ratio };
  }
  return [
    {
      what: `rendering a page (the worst: ${worst.path}, ${inMs(worst.ms)}): against React writing its elements`,
      figure: worst.ratio,
      unit: '×',
      bar: `≤ ${RENDER_BAR}`,
      holds: worst.ratio <= RENDER_BAR,
    },
  ];
}

/** Milliseconds of the processor for one run, warm. */
async function processorTime(run: () => Promise<unknown>): Promise<number> {
  for (let i = 0; i < RENDERS; i++) await run();
  const before = process.cpuUsage();
  for (let i = 0; i < RENDERS; i++) await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / RENDERS;
}

/** How long the build takes, beside the compiler reading the same files. */
export function benchBuild(): Row[] {
  const build = seconds('npm', ['run', '-s', 'build']);
  const ratio = build / seconds('node_modules/.bin/tsc', ['--noEmit']);
  return [
    {
      what: `npm run build (${build.toFixed(1)} s): against tsc --noEmit`,
      figure: ratio,
      unit: '×',
      bar: `≤ ${BUILD_BAR}`,
      holds: ratio <= BUILD_BAR,
    },
  ];
}

function seconds(program: string, args: readonly string[]): number {
  const startedAt = performance.now();
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${stdout}${stderr}`);
  return (performance.now() - startedAt) / 1000;
}
