import { spawnSync } from 'node:child_process';
import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import type { PlainBrowser } from '../../tests/support/browser.ts';
import { signedIn } from '../../tests/support/admins.ts';
import { residentMegabytes } from '../../tests/support/memory.ts';
import { type ServedSite, serveSite } from '../../tests/support/served-site.ts';
import { FIELDS, post } from './enquiries.ts';
import type { PostOrder } from './post-worker.ts';
import { median, quantile } from './load.ts';
import type { Row } from './table.ts';

const MANY = 1_000_000;
const FEW = 1000;
const VISITS = 25;
const EMAIL = 'bench@drys.example';
const EXPORT = '/admin/dashboard/export.csv';
const VIEWS: Record<string, string> = {
  'first page': '',
  'last page': '?page=last',
  'filtered page': '?status=in_progress',
  'search for a rare word': '?q=walnut',
  'search for two common words': '?q=reception+desk',
};

interface Desk {
  site: ServedSite;
  admin: PlainBrowser;
}

/** The dashboard over a thousand and over a million enquiries, and a million as CSV. */
export async function benchDesk(): Promise<Row[]> {
  const few = await deskOf(FEW);
  const many = await deskOf(MANY);
  const rows = await compareViews(few, many);
  await few.site.stop();
  rows.push(...(await benchExport(many)));
  await many.site.stop();
  return rows;
}

async function deskOf(count: number): Promise<Desk> {
  const site = await serveSite({ TRUST_PROXY: '1' });
  const filled = await site.run(['tests/support/fill-desk.ts', EMAIL]);
  if (filled.code !== 0) throw new Error(filled.stderr);
  fill(join(site.dataDir, 'drys.db'), count);
  return { site, admin: await signedIn(site.url, EMAIL) };
}

/** Ordinary enquiries a minute apart, a tenth of them in progress; a few mention walnut. */
function fill(path: string, count: number): void {
  const file = new SQLite(path);
  file.pragma('synchronous = OFF');
  file.pragma('cache_size = -200000');
  file
    .prepare(
      `WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO contact_submissions
         (full_name, email, phone, company, project, message, status, created_at, verified)
       SELECT 'Visitor Number ' || i, 'visitor' || i || '@mail.example', '+30 210 000 0001', '',
         'Office Spaces',
         CASE i % (? / 20) WHEN 3 THEN 'A table in walnut, please.'
           ELSE 'A reception desk in oak, four metres long, number ' || i END,
         CASE i % 10 WHEN 0 THEN 'in_progress' WHEN 1 THEN 'new' ELSE 'completed' END,
         strftime('%Y-%m-%dT%H:%M:%fZ', unixepoch() - (? - i) * 60, 'unixepoch'), 1
       FROM n`,
    )
    .run(count, count, count);
  file.pragma('wal_checkpoint(TRUNCATE)');
  file.close();
}

async function compareViews(few: Desk, many: Desk): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, query] of Object.entries(VIEWS)) {
    const ratios: number[] = [];
    for (let i = 0; i < VISITS; i++) {
      const small = await timeOf(few, query);
      const large = await timeOf(many, query);
      // The first visits fill caches.
      if (i >= 5) ratios.push(large / small);
    }
    const ratio = median(ratios);
    rows.push({
      what: `dashboard, ${name}: ${MANY} enquiries against ${FEW}`,
      figure: ratio,
      unit: '×',
      bar: '≤ 1.5',
      holds: ratio <= 1.5,
    });
  }
  return rows;
}

async function timeOf({ admin }: Desk, query: string): Promise<number> {
  const startedAt = performance.now();
  const page = await admin.get(`/admin/dashboard${query}`);
  if (page.status !== 200) throw new Error(`the dashboard answered ${page.status}`);
  return performance.now() - startedAt;
}

async function benchExport({ site, admin }: Desk): Promise<Row[]> {
  const plain = secondsOfSqlite(join(site.dataDir, 'drys.db'));
  // The first ones fill caches and warm the server up.
  await exportAll(site, admin);
  for (let i = 0; i < VISITS; i++) await visit(site);
  await post(enquiriesFor(site, 90));
  const seconds = await exportAll(site, admin);
  const before = residentMegabytes(site.pid());
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, residentMegabytes(site.pid()))), 50);
  const others: number[] = [];
  let busy = true;
  const visiting = (async () => {
    while (busy) {
      others.push(await visit(site));
      await wait(10);
    }
  })();
  await exportAll(site, admin);
  busy = false;
  await visiting;
  clearInterval(watch);
  const enquiries = await enquiriesMeanwhile(site, admin);
  const p99 = quantile(others, 0.99);
  const bar = (what: string, figure: number, unit: string, limit: string, holds: boolean): Row => ({
    what,
    figure,
    unit,
    bar: limit,
    holds,
  });
  return [
    bar(`CSV of ${MANY}: growth of memory`, peak - before, 'MB', '≤ 64 MB', peak - before <= 64),
    bar(
      `CSV of ${MANY}: speed against sqlite3 -csv`,
      plain / seconds,
      '×',
      '≥ 0.5',
      plain / seconds >= 0.5,
    ),
    bar('other requests meanwhile: 99 of 100 within', p99, 'ms', '≤ 50 ms', p99 <= 50),
    bar('enquiries meanwhile: 99 of 100 within', enquiries, 'ms', '≤ 100 ms', enquiries <= 100),
  ];
}

function secondsOfSqlite(path: string): number {
  const columns = 'full_name, email, phone, company, project, message, status, created_at';
  const startedAt = performance.now();
  const query = `SELECT ${columns} FROM contact_submissions ORDER BY created_at DESC, id DESC`;
  const { status } = spawnSync('sqlite3', ['-csv', path, query], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('sqlite3 is not installed: apt-get install sqlite3');
  return (performance.now() - startedAt) / 1000;
}

/** Seconds that a whole export takes; the receiver does as little as it can. */
function exportAll(site: ServedSite, admin: PlainBrowser): Promise<number> {
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    get(site.url + EXPORT, { headers: { cookie } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('error', reject);
      response.on('end', () => {
        if (bytes < MANY * 50) reject(new Error(`the export was not whole: ${bytes} bytes`));
        resolve((performance.now() - startedAt) / 1000);
      });
    }).on('error', reject);
  });
}

function visit(site: ServedSite): Promise<number> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    get(`${site.url}/contact`, (response) => {
      response.resume();
      response.on('end', () => resolve(performance.now() - startedAt));
    }).on('error', reject);
  });
}

async function enquiriesMeanwhile(site: ServedSite, admin: PlainBrowser): Promise<number> {
  const exporting = exportAll(site, admin);
  const report = await post(enquiriesFor(site, 91));
  await exporting;
  return quantile(report.times, 0.99);
}

function enquiriesFor(site: ServedSite, run: number): PostOrder {
  const port = Number(new URL(site.url).port);
  return { port, connections: 64, seconds: 4, fields: FIELDS, run };
}
