import { freePort } from '../../../tests/support/servers/free-port.ts';
import { newDataFolder } from '../../../tests/support/servers/new-data.ts';
import { startProgram } from '../../../tests/support/servers/start-program.ts';
import { createRow, formatFigure, getLowerMedian, pickSize, type Row } from '../measure.ts';

const STARTS = pickSize(5, 1);

/** Compares the time from a start to the first page with that of a bare React server. */
export async function measureStart(): Promise<Row[]> {
  const dataDir = newDataFolder();
  const times: number[] = [];
  const ratios: number[] = [];

  for (let start = 0; start <= STARTS; start++) {
    const siteMs = await timeFirstPage('scripts/serve.ts', dataDir);
    const bareMs = await timeFirstPage('scripts/bench/rivals/bare-start.ts', dataDir);
    // The first start fills caches.
    if (start === 0) continue;
    times.push(siteMs);
    ratios.push(siteMs / bareMs);
  }

  const label = `first page after a start (${formatFigure(getLowerMedian(times))} ms)`;
  return [
    createRow(`${label}: against bare react-dom/server`, getLowerMedian(ratios), '×', '≤', 10),
  ];
}

async function timeFirstPage(script: string, dataDir: string): Promise<number> {
  const port = await freePort();
  const env = { DATA_DIR: dataDir, PORT: String(port), NODE_ENV: 'production' };

  const startedAt = performance.now();
  const args = [script, String(port)];
  await using _program = await startProgram(process.execPath, args, env, /"listening"/);
  const response = await fetch(`http://127.0.0.1:${port}/`);
  await response.arrayBuffer();
  const timeMs = performance.now() - startedAt;
  if (!response.ok) throw new Error(`${script} answered ${response.status}`);
  return timeMs;
}
