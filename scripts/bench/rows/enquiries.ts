import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { openFile } from '#db/engine/connection.ts';
import { typed } from '../../../tests/support/people/enquirer.ts';
import { newDataFolder } from '../../../tests/support/servers/new-data.ts';
import { serveSite } from '../../../tests/support/servers/served-site.ts';
import { createRow, getMedian, pickSize, sendLoad, startRival, type Row } from '../measure.ts';

const CLIENTS = 64;
const SECONDS = 4;
const ROUNDS = pickSize(3, 1);

/** Compares enquiries per second and their 99th percentile with a minimal server that stores the same row. */
export async function measureEnquiries(): Promise<Row[]> {
  const site = await serveSite({ TRUST_PROXY: '1' });
  const load = { connections: CLIENTS, seconds: SECONDS, form: typed };
  const rateRatios: number[] = [];
  const timeRatios: number[] = [];
  const p99s: number[] = [];
  // Warms the server up.
  await sendLoad({ ...load, url: site.url, connections: 4 });
  for (let round = 0; round < ROUNDS; round++) {
    const siteResult = await sendLoad({ ...load, url: site.url });
    const dataDir = newDataFolder();
    const path = join(dataDir, 'drys.db');
    const rival = await startRival('bare-store.ts', path);
    const rivalResult = await sendLoad({ ...load, url: rival.url });
    await rival.stop();
    rateRatios.push(siteResult.perSecond / countInsertsPerSecond(path));
    timeRatios.push(siteResult.p99Ms / rivalResult.p99Ms);
    p99s.push(siteResult.p99Ms);
    rmSync(dataDir, { recursive: true });
  }
  await site.stop();
  const label = `enquiries, ${CLIENTS} clients`;
  const percentile = `99 of 100 within ${getMedian(p99s)} ms`;
  return [
    createRow(`${label}: against bare better-sqlite3`, getMedian(rateRatios), '×', '≥', 0.5),
    createRow(`${label}, ${percentile}: against a bare server`, getMedian(timeRatios), '×', '≤', 3),
  ];
}

function countInsertsPerSecond(path: string): number {
  const file = openFile(path);
  const insert = file.prepare(
    `INSERT INTO contact_submissions
     (full_name, email, phone, company, project, message, created_at)
     VALUES (@full_name, @email, @phone, @company, @project, @message, @created_at)`,
  );
  const startedAt = performance.now();
  let count = 0;
  for (; performance.now() - startedAt < SECONDS * 500; count++) {
    insert.run({ ...typed, created_at: new Date().toISOString() });
  }
  const seconds = (performance.now() - startedAt) / 1000;
  file.close();
  return count / seconds;
}
