import { join } from 'node:path';
import { openOrCreateDatabaseFile } from '#db/engine/connection.ts';
import { typed } from '../../../tests/support/people/enquirer.ts';
import { newDataFolder } from '../../../tests/support/servers/new-data.ts';
import { serveSite } from '../../../tests/support/servers/served-site.ts';
import {
  createRow,
  getLowerMedian,
  pickSize,
  sendLoad,
  startRivalServer,
  type Row,
} from '../measure.ts';

const CLIENTS = 64;
const SECONDS = 4;
const INSERT_MS = 2000;
const ROUNDS = pickSize(3, 1);

const LOAD = { connections: CLIENTS, seconds: SECONDS, form: typed };

/** Compares enquiries per second and their 99th percentile with a minimal server that stores the same row. */
export async function measureEnquiryIntake(): Promise<Row[]> {
  await using site = await serveSite({ TRUST_PROXY: '1' });
  // Warms the server up.
  await sendLoad({ ...LOAD, url: site.url, connections: 4 });

  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await measureRound(site.url));

  const getMedian = (figure: keyof Round) => getLowerMedian(rounds.map((round) => round[figure]));
  const rateLabel = `rate of accepted enquiries, ${CLIENTS} clients`;
  const timeLabel = `time within which 99 % of enquiries are accepted, ${CLIENTS} clients (${getMedian('p99Ms')} ms)`;
  return [
    createRow(`${rateLabel}: against bare better-sqlite3`, getMedian('rateRatio'), '×', '≥', 0.5),
    createRow(`${timeLabel}: against a bare server`, getMedian('p99Ratio'), '×', '≤', 3),
  ];
}

interface Round {
  rateRatio: number;
  p99Ratio: number;
  p99Ms: number;
}

async function measureRound(siteUrl: string): Promise<Round> {
  const { perSecond, p99Ms } = await sendLoad({ ...LOAD, url: siteUrl });
  const databasePath = join(newDataFolder(), 'drys.db');
  const rivalResult = await measureRival(databasePath);
  const insertsPerSecond = measureInsertsPerSecond(databasePath);
  return { rateRatio: perSecond / insertsPerSecond, p99Ratio: p99Ms / rivalResult.p99Ms, p99Ms };
}

/** The rival has ended afterwards: it would slow down the next measurement. */
async function measureRival(databasePath: string) {
  await using rival = await startRivalServer('bare-store.ts', databasePath);
  return await sendLoad({ ...LOAD, url: rival.url });
}

function measureInsertsPerSecond(databasePath: string): number {
  const file = openOrCreateDatabaseFile(databasePath);
  const insert = file.prepare(
    `INSERT INTO contact_submissions
     (full_name, email, phone, company, project, message, created_at)
     VALUES (@full_name, @email, @phone, @company, @project, @message, @created_at)`,
  );

  const startedAt = performance.now();
  let count = 0;
  while (performance.now() - startedAt < INSERT_MS) {
    insert.run({ ...typed, created_at: new Date().toISOString() });
    count++;
  }

  const seconds = (performance.now() - startedAt) / 1000;
  file.close();
  return count / seconds;
}
