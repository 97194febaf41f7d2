import { spawnSync } from 'node:child_process';
import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { typed } from '../../../tests/support/people/enquiry.ts';
import type { PlainBrowser } from '../../../tests/support/reading/browser.ts';
import { residentMegabytes } from '../../../tests/support/reading/memory.ts';
import type { ServedSite } from '../../../tests/support/servers/served-site.ts';
import { post } from './enquiries.ts';
import type { Desk } from '../filled-desk.ts';
import { quantile } from '../load.ts';
import type { PostOrder } from '../post-worker.ts';
import { type Row, inMs } from '../table.ts';

const EXPORT = '/admin/dashboard/export.csv';
const WARM_UP = 25;
const ALONE_MS = 4000;
const PAGES_BAR_MS = 50;
const ENQUIRIES_BAR = 5;

/** All enquiries as CSV, `count` of them: alone, beside sqlite3, and while others use the site. */
export async function benchExport({ site, admin }: Desk, count: number): Promise<Row[]> {
  const plain = secondsOfSqlite(join(site.dataDir, 'drys.db'));
  const exportAll = () => secondsOfExport(site, admin, count);
  // The first ones fill caches and warm the server up.
  await exportAll();
  for (let i = 0; i < WARM_UP; i++) await visit(site);
  await post(enquiriesFor(site, 90));
  const seconds = await exportAll();
  const alone = await watched(site, () => wait(ALONE_MS));
  const { growth, p99 } = await watched(site, exportAll);
  const quiet = quantile((await post(enquiriesFor(site, 91))).times, 0.99);
  const [report] = await Promise.all([post(enquiriesFor(site, 92)), exportAll()]);
  const enquiries = quantile(report.times, 0.99);
  const longer = p99 - alone.p99;
  const ratio = plain / seconds;
  const row = (what: string, figure: number, unit: string, bar: string, holds: boolean): Row => {
    return { what, figure, unit, bar, holds };
  };
  const others = `99 of 100 within ${inMs(p99)}: longer than without (${inMs(alone.p99)})`;
  const stored = `99 of 100 within ${inMs(enquiries)}: against without (${inMs(quiet)})`;
  const times = enquiries / quiet;
  return [
    row(`CSV of ${count}: growth of memory`, growth, 'MB', '≤ 64 MB', growth <= 64),
    row(`CSV of ${count}: speed against sqlite3 -csv`, ratio, '×', '≥ 0.5', ratio >= 0.5),
    row(`pages meanwhile, ${others}`, longer, 'ms', `≤ ${PAGES_BAR_MS}`, longer <= PAGES_BAR_MS),
    row(`enquiries meanwhile, ${stored}`, times, '×', `≤ ${ENQUIRIES_BAR}`, times <= ENQUIRIES_BAR),
  ];
}

/** How much memory the site takes for some work, and how soon others are answered meanwhile. */
async function watched(site: ServedSite, work: () => Promise<unknown>) {
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
  await work();
  busy = false;
  await visiting;
  clearInterval(watch);
  return { growth: peak - before, p99: quantile(others, 0.99) };
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
function secondsOfExport(site: ServedSite, admin: PlainBrowser, count: number): Promise<number> {
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    get(site.url + EXPORT, { headers: { cookie } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('error', reject);
      response.on('end', () => {
        if (bytes < count * 50) reject(new Error(`the export was not whole: ${bytes} bytes`));
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

function enquiriesFor(site: ServedSite, run: number): PostOrder {
  const port = Number(new URL(site.url).port);
  return { port, connections: 64, seconds: 4, fields: typed, run };
}
