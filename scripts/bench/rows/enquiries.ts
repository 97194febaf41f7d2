import { join } from 'node:path';
import { openFile } from '#db/engine/connection.ts';
import { typed } from '../../../tests/support/people/enquirer.ts';
import { type Row, inMs, load, median, quantile, row, startRival, startSite } from '../measure.ts';

const CLIENTS = 64;
const SECONDS = 4;
const ROUNDS = 3;

export async function benchEnquiries(folder: string): Promise<Row[]> {
  const site = await startSite(join(folder, 'enquiries'), { TRUST_PROXY: '1' });
  const order = { port: site.port, connections: CLIENTS, seconds: SECONDS, ask: typed };
  const ratios: number[] = [];
  const times: number[] = [];
  const slower: number[] = [];
  let refused = (await load({ ...order, run: 0 })).refused;
  for (let run = 1; run <= ROUNDS; run++) {
    const report = await load({ ...order, run });
    const store = join(folder, `bare-${run}`);
    await (await startSite(store)).stop();
    const rival = await startRival('bare-store.ts', join(store, 'drys.db'));
    const plain = await load({ ...order, port: rival.port, run });
    await rival.stop();
    refused += report.refused + plain.refused;
    slower.push(quantile(report.times, 0.99) / quantile(plain.times, 0.99));
    const bare = insertsPerSecond(join(store, 'drys.db'));
    ratios.push(report.times.length / report.seconds / bare);
    times.push(...report.times);
  }
  await site.stop();
  if (refused > 0) throw new Error(`${refused} enquiries were refused`);
  const within = inMs(quantile(times, 0.99));
  return [
    row(
      `enquiries accepted, ${CLIENTS} clients: against bare better-sqlite3, same row and pragmas`,
      median(ratios),
      '×',
      '≥',
      0.5,
    ),
    row(
      `enquiries, ${CLIENTS} clients, 99 of 100 within ${within}: against a bare server that inserts the same row`,
      median(slower),
      '×',
      '≤',
      3,
    ),
  ];
}

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
