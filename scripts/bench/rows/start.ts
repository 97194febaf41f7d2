import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../../tests/support/servers/free-port.ts';
import { type Row, inMs, median, row, startProgram } from '../measure.ts';

const STARTS = 5;

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
  const what = `first page answered (${inMs(median(own))}): against a bare node with react-dom/server`;
  return [row(what, median(ratios), '×', '≤', 10)];
}

async function timeToFirstPage(script: string, dataDir: string): Promise<number> {
  const port = await freePort();
  const env = { DATA_DIR: dataDir, PORT: String(port), NODE_ENV: 'production' };
  const startedAt = performance.now();
  const starting = startProgram(process.execPath, [script, String(port)], env, /"listening"/);
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
    if (!answer?.ok) {
      await wait(5);
      continue;
    }
    const time = performance.now() - startedAt;
    await (await starting).stop();
    return time;
  }
}
