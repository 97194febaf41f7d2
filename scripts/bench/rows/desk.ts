import { join } from 'node:path';
import { staff } from '#db/seed/people.ts';
import { signedIn } from '../../../tests/support/people/admins.ts';
import { insertEnquiries } from '../../../tests/support/people/many-rows.ts';
import type { PlainBrowser } from '../../../tests/support/reading/browser.ts';
import { residentMegabytes } from '../../../tests/support/reading/memory.ts';
import { serveSite, type ServedSite } from '../../../tests/support/servers/served-site.ts';
import { createRow, getMedian, measureDelay, pickSize, type Row } from '../measure.ts';

const FEW = pickSize(1000, 100);
const MANY = pickSize(100_000, 200);
const MOST = pickSize(1_000_000, 400);
const VISITS = pickSize(20, 1);
const WARM_UP_VISITS = pickSize(5, 1);
// Lists that an index answers take as long for a million enquiries; the others have a limit of their own.
const INDEXED = ['', '?page=last', '?status=in_progress'];
const SEARCHED = [
  '?assigned=nobody&status=in_progress',
  '?due=1',
  '?q=walnut',
  '?q=reception+desk',
];

interface Desk {
  site: ServedSite;
  admin: PlainBrowser;
}

export async function measureDesk(): Promise<Row[]> {
  const few = await startDesk(FEW, 60);
  const many = await startDesk(MANY);
  const rows = await compareLists(SEARCHED, [few, many], MANY, 1.5);
  rows.push(await compareNumbers(few));
  rows.push(...(await measureExport(many)));
  await many.site.stop();
  const most = await startDesk(MOST);
  rows.push(...(await compareLists(INDEXED, [few, most], MOST, 1.5)));
  rows.push(...(await compareLists(SEARCHED, [few, most], MOST, 10)));
  await most.site.stop();
  await few.site.stop();
  return rows;
}

async function startDesk(count: number, minutesApart = 1): Promise<Desk> {
  const site = await serveSite({ TRUST_PROXY: '1' });
  const { code, stderr } = await site.run(['tests/support/people/fill-desk.ts', staff.anna.email]);
  if (code !== 0) throw new Error(stderr);
  insertEnquiries(join(site.dataDir, 'drys.db'), { count, minutesApart });
  return { site, admin: await signedIn(site.url, staff.anna.email) };
}

async function compareLists(
  queries: readonly string[],
  [few, many]: readonly [Desk, Desk],
  count: number,
  limit: number,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const query of queries) {
    const ratio = await compareTimes(few, many, `/admin/dashboard${query}`);
    const what = `list ${query || '(first page)'}: ${count} enquiries against ${FEW}`;
    rows.push(createRow(what, ratio, '×', '≤', limit));
  }
  return rows;
}

async function compareNumbers(few: Desk): Promise<Row> {
  const old = await startDesk(FEW, 60);
  const outside = { count: MANY, minutesApart: 1, shift: '-3 years' };
  insertEnquiries(join(old.site.dataDir, 'drys.db'), outside);
  const ratio = await compareTimes(few, old, '/admin/dashboard/numbers');
  await old.site.stop();
  const what = `numbers, 26 weeks: ${MANY} enquiries outside the range against none`;
  return createRow(what, ratio, '×', '≤', 1.5);
}

async function compareTimes(small: Desk, large: Desk, path: string): Promise<number> {
  const ratios: number[] = [];
  for (let visit = 0; visit < WARM_UP_VISITS + VISITS; visit++) {
    const smallMs = await timePage(small, path);
    const largeMs = await timePage(large, path);
    if (visit >= WARM_UP_VISITS) ratios.push(largeMs / smallMs);
  }
  return getMedian(ratios);
}

async function timePage({ admin }: Desk, path: string): Promise<number> {
  const startedAt = performance.now();
  const { status } = await admin.get(path);
  if (status !== 200) throw new Error(`${path} answered ${status}`);
  return performance.now() - startedAt;
}

async function measureExport({ site, admin }: Desk): Promise<Row[]> {
  const download = () => downloadExport(site, admin);
  await download();
  const startMegabytes = residentMegabytes(site.pid());
  let largestMegabytes = startMegabytes;
  const watch = setInterval(() => {
    largestMegabytes = Math.max(largestMegabytes, residentMegabytes(site.pid()));
  }, 20);
  const load = { url: `${site.url}/contact`, connections: 1, seconds: pickSize(4, 1) };
  const delayMs = await measureDelay(load, download);
  clearInterval(watch);
  const growth = largestMegabytes - startMegabytes;
  return [
    createRow(`CSV of ${MANY}: growth of memory`, growth, 'MB', '≤', 64),
    createRow(`pages during a CSV of ${MANY}, 99 of 100: longer by`, delayMs, 'ms', '≤', 50),
  ];
}

async function downloadExport(site: ServedSite, admin: PlainBrowser): Promise<void> {
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(`${site.url}/admin/dashboard/export.csv`, { headers: { cookie } });
  let sizeBytes = 0;
  for await (const chunk of response.body!) sizeBytes += chunk.length;
  if (sizeBytes < MANY * 50) throw new Error(`the export ended after ${sizeBytes} bytes`);
}
