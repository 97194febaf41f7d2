import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { openFile } from '#db/engine/connection.ts';
import { startChild, startSite } from '../child.ts';
import { typed } from '../../../tests/support/people/enquiry.ts';
import { median, quantile } from '../load.ts';
import type { PostOrder, PostReport } from '../post-worker.ts';
import { type Row, inMs } from '../table.ts';

const CLIENTS = 64;
const SECONDS = 4;
const ROUNDS = 3;
const SLOWER_BAR = 3;

/** Enquiries accepted over HTTP, beside the same rows put into SQLite with nothing around it. */
export async function benchEnquiries(folder: string): Promise<Row[]> {
  const site = await startSite(join(folder, 'enquiries'), { TRUST_PROXY: '1' });
  const { port } = site;
  const ratios: number[] = [];
  const times: number[] = [];
  const slower: number[] = [];
  let refused = 0;
  for (let run = 0; run <= ROUNDS; run++) {
    const order = { port, connections: CLIENTS, seconds: SECONDS, fields: typed, run };
    const report = await post(order);
    refused += report.refused;
    // The first round warms it up.
    if (run === 0) continue;
    const store = await copyOfStore(folder, run);
    const args = ['scripts/bench/bare-store.ts', store];
    const rival = await startChild(process.execPath, args, {}, /^(\d+)/);
    const plain = await post({ ...order, port: Number(rival.said) });
    await rival.stop();
    refused += plain.refused;
    slower.push(quantile(report.times, 0.99) / quantile(plain.times, 0.99));
    const bare = insertsPerSecond(store);
    ratios.push(report.accepted / report.seconds / bare);
    times.push(...report.times);
    console.error(
      `enquiries: ${(report.accepted / report.seconds).toFixed(0)}/s, bare ${bare.toFixed(0)}/s`,
    );
  }
  await site.stop();
  if (refused > 0) throw new Error(`${refused} enquiries were refused`);
  return [
    {
      what: `enquiries accepted, ${CLIENTS} clients: against bare better-sqlite3, same row and pragmas`,
      figure: median(ratios),
      unit: '×',
      bar: '≥ 0.5',
      holds: median(ratios) >= 0.5,
    },
    {
      what: `enquiries, ${CLIENTS} clients, 99 of 100 within ${inMs(quantile(times, 0.99))}: against a bare server that inserts the same row`,
      figure: median(slower),
      unit: '×',
      bar: `≤ ${SLOWER_BAR}`,
      holds: median(slower) <= SLOWER_BAR,
    },
  ];
}

export function post(order: PostOrder): Promise<PostReport> {
  const worker = new Worker(new URL('../post-worker.ts', import.meta.url), { workerData: order });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

/** An empty, migrated database of its own. */
async function copyOfStore(folder: string, run: number): Promise<string> {
  const dataDir = join(folder, `bare-${run}`);
  await (await startSite(dataDir)).stop();
  return join(dataDir, 'drys.db');
}

/** The same row into the same table, with its indexes and triggers, by nothing but better-sqlite3. */
function insertsPerSecond(path: string): number {
  const file = openFile(path);
  const insert = file.prepare(
    `INSERT INTO contact_submissions
     (full_name, email, phone, company, project, message, created_at)
     VALUES (@full_name, @email, @phone, @company, @project, @message, @created_at)`,
  );
  const startedAt = performance.now();
  let count = 0;
  while (performance.now() - startedAt < SECONDS * 500) {
    insert.run({ ...typed, created_at: new Date().toISOString() });
    count++;
  }
  const seconds = (performance.now() - startedAt) / 1000;
  file.close();
  return count / seconds;
}
