import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import { staff } from '#db/seed/people.ts';
import { signedIn } from '../../../tests/support/people/admins.ts';
import type { PlainBrowser } from '../../../tests/support/reading/browser.ts';
import { residentMegabytes } from '../../../tests/support/reading/memory.ts';
import { type ServedSite, serveSite } from '../../../tests/support/servers/served-site.ts';
import { type Row, median, quantile, row } from '../measure.ts';

const FEW = 1000;
const MANY = 100_000;
const MOST = 1_000_000;
const VISITS = 25;
const FIRST_VISITS = 5;
const INDEXED: Record<string, string> = {
  'first page': '',
  'last page': '?page=last',
  'one filter (status)': '?status=in_progress',
};
const SEARCHED: Record<string, string> = {
  'two filters': '?assigned=nobody&status=in_progress',
  'what is due': '?due=1',
  'search for a rare word': '?q=walnut',
  'search for two common words': '?q=reception+desk',
};

interface Desk {
  site: ServedSite;
  admin: PlainBrowser;
}

export async function benchDesk(): Promise<Row[]> {
  const few = await deskOf(FEW, 60);
  const many = await deskOf(MANY);
  const rows = await listRows(SEARCHED, few, many, MANY, 1.5);
  rows.push(await benchNumbers(few));
  rows.push(...(await benchExport(many)));
  await many.site.stop();
  const most = await deskOf(MOST);
  rows.push(...(await listRows(INDEXED, few, most, MOST, 1.5)));
  rows.push(...(await listRows(SEARCHED, few, most, MOST, 10)));
  await most.site.stop();
  await few.site.stop();
  return rows;
}

async function listRows(
  lists: Record<string, string>,
  few: Desk,
  many: Desk,
  count: number,
  limit: number,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, query] of Object.entries(lists)) {
    const what = `list, ${name}: ${count} enquiries against ${FEW}`;
    rows.push(await compared(what, few, many, `/admin/dashboard${query}`, limit));
  }
  return rows;
}

async function benchNumbers(few: Desk): Promise<Row> {
  const old = await deskOf(FEW, 60);
  fill(join(old.site.dataDir, 'drys.db'), MANY, 1, '-3 years');
  const what = `numbers, 26 weeks: ${MANY} enquiries outside the range against none`;
  const compare = await compared(what, few, old, '/admin/dashboard/numbers', 1.5);
  await old.site.stop();
  return compare;
}

async function compared(
  what: string,
  few: Desk,
  many: Desk,
  path: string,
  limit: number,
): Promise<Row> {
  const ratios: number[] = [];
  for (let i = 0; i < VISITS; i++) {
    const small = await timeOf(few, path);
    const large = await timeOf(many, path);
    if (i >= FIRST_VISITS) ratios.push(large / small);
  }
  return row(what, median(ratios), '×', '≤', limit);
}

async function timeOf({ admin }: Desk, path: string): Promise<number> {
  const startedAt = performance.now();
  const page = await admin.get(path);
  if (page.status !== 200) throw new Error(`${path} answered ${page.status}`);
  return performance.now() - startedAt;
}

async function benchExport({ site, admin }: Desk): Promise<Row[]> {
  const exportAll = () => wholeExport(site, admin);
  await exportAll();
  const before = residentMegabytes(site.pid());
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, residentMegabytes(site.pid()))), 20);
  const waits = { alone: [] as number[], meanwhile: [] as number[] };
  // In turns, so that a busy moment of the machine meets both.
  for (let round = 0; round < 5; round++) {
    const startedAt = performance.now();
    waits.meanwhile.push(...(await waitsDuring(site, exportAll)));
    const took = performance.now() - startedAt;
    waits.alone.push(...(await waitsDuring(site, () => wait(took))));
  }
  clearInterval(watch);
  const longer = quantile(waits.meanwhile, 0.99) - quantile(waits.alone, 0.99);
  return [
    row(`CSV of ${MANY}: growth of memory`, peak - before, 'MB', '≤', 64),
    row(
      `pages while a CSV of ${MANY} leaves, 99 of 100: longer than without by`,
      longer,
      'ms',
      '≤',
      50,
    ),
  ];
}

async function waitsDuring(site: ServedSite, work: () => Promise<unknown>): Promise<number[]> {
  const waits: number[] = [];
  let isBusy = true;
  const visiting = (async () => {
    while (isBusy) {
      const startedAt = performance.now();
      await (await fetch(`${site.url}/contact`)).arrayBuffer();
      waits.push(performance.now() - startedAt);
    }
  })();
  await work();
  isBusy = false;
  await visiting;
  return waits;
}

function wholeExport(site: ServedSite, admin: PlainBrowser): Promise<void> {
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return new Promise((resolve, reject) => {
    get(`${site.url}/admin/dashboard/export.csv`, { headers: { cookie } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('error', reject);
      response.on('end', () => {
        if (bytes > MANY * 50) resolve();
        else reject(new Error(`the export was not whole: ${response.statusCode}, ${bytes} bytes`));
      });
    }).on('error', reject);
  });
}

async function deskOf(count: number, minutes = 1): Promise<Desk> {
  const site = await serveSite({ TRUST_PROXY: '1' });
  const filled = await site.run(['tests/support/people/fill-desk.ts', staff.anna.email]);
  if (filled.code !== 0) throw new Error(filled.stderr);
  fill(join(site.dataDir, 'drys.db'), count, minutes);
  return { site, admin: await signedIn(site.url, staff.anna.email) };
}

function fill(path: string, count: number, minutes: number, shift = '0 days'): void {
  const file = new SQLite(path);
  file.pragma('synchronous = OFF');
  file.pragma('cache_size = -200000');
  file
    .prepare(
      `WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO contact_submissions
         (full_name, email, phone, company, project, message, status, created_at, verified,
          language, assigned_to, due_on)
       SELECT 'Visitor Number ' || i, 'visitor' || i || '@mail.example', '+30 210 000 0001', '',
         CASE i % 4 WHEN 0 THEN 'Private House' WHEN 1 THEN 'Public Buildings' ELSE 'Office Spaces' END,
         CASE i % (? / 20) WHEN 3 THEN 'A table in walnut, please.'
           ELSE 'A reception desk in oak, four metres long, number ' || i END,
         CASE i % 10 WHEN 0 THEN 'in_progress' WHEN 1 THEN 'new' ELSE 'completed' END,
         strftime('%Y-%m-%dT%H:%M:%fZ', unixepoch() - (? - i) * 60 * ?, 'unixepoch', ?), 1,
         iif(i % 3, 'en', 'el'), iif(i % 50 = 7, 1, NULL), iif(i % 19 = 9, '2026-01-01', NULL)
       FROM n`,
    )
    .run(count, count, count, minutes, shift);
  file
    .prepare(
      `INSERT INTO replies (enquiry_id, admin_email, created_at, subject, message, form_key, began)
       SELECT id, ?, strftime('%Y-%m-%dT%H:%M:%fZ', created_at, (id * 37 % 48) || ' hours'),
         'Subject', 'Text', 'form', 0
       FROM contact_submissions WHERE id % 3 > 0 AND id NOT IN (SELECT enquiry_id FROM replies)`,
    )
    .run(staff.anna.email);
  file.pragma('wal_checkpoint(TRUNCATE)');
  file.close();
}
