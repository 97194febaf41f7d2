import { join } from 'node:path';
import { staff } from '#db/seed/people.ts';
import { signedIn } from '../../../tests/support/people/admins.ts';
import { insertEnquiries } from '../../../tests/support/people/many-rows.ts';
import type { PlainBrowser } from '../../../tests/support/reading/browser.ts';
import { residentMegabytes } from '../../../tests/support/reading/memory.ts';
import { serveSite, type ServedSite } from '../../../tests/support/servers/served-site.ts';
import { createRow, measureDelayMs, measureMedian, pickSize, type Row } from '../measure.ts';

const SMALL_COUNT = pickSize(1000, 100);
const MIDDLE_COUNT = pickSize(10_000, 150);
const LARGE_COUNT = pickSize(100_000, 200);
const VISITS = pickSize(20, 1);
const WARM_UP_VISITS = pickSize(5, 1);
const LIST_QUERIES = [
  '',
  '?page=last',
  '?status=in_progress',
  '?assigned=nobody&status=in_progress',
  '?due=1',
  '?q=walnut',
  '?q=reception+desk',
];

interface Desk {
  enquiryCount: number;
  site: ServedSite;
  admin: PlainBrowser;
}

/** Compares the pages of the desk with few, 10,000 and 100,000 enquiries, and measures a CSV export. */
export async function measureDesk(): Promise<Row[]> {
  const smallDesk = await startDesk(SMALL_COUNT, 60);
  const largeDesk = await startDesk(LARGE_COUNT);
  const rows = await compareLists(smallDesk, largeDesk, 100);
  rows.push(await compareNumbers(smallDesk));
  rows.push(...(await measureExport(largeDesk)));
  await largeDesk.site.stop();
  const middleDesk = await startDesk(MIDDLE_COUNT);
  rows.push(...(await compareLists(smallDesk, middleDesk, 10)));
  await middleDesk.site.stop();
  await smallDesk.site.stop();
  return rows;
}

async function startDesk(enquiryCount: number, minutesApart = 1): Promise<Desk> {
  const site = await serveSite({ TRUST_PROXY: '1' });
  const { code, stderr } = await site.run(['tests/support/people/fill-desk.ts', staff.anna.email]);
  if (code !== 0) throw new Error(stderr);
  insertEnquiries(join(site.dataDir, 'drys.db'), { count: enquiryCount, minutesApart });
  return { enquiryCount, site, admin: await signedIn(site.url, staff.anna.email) };
}

/** Measures the cost of the queries of a list: how much longer its page takes than with few enquiries. */
async function compareLists(smallDesk: Desk, largeDesk: Desk, maxMs: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const query of LIST_QUERIES) {
    const path = `/admin/dashboard${query}`;
    const compareOnce = async () => {
      const smallMs = await timePage(smallDesk, path);
      return (await timePage(largeDesk, path)) - smallMs;
    };

    const increaseMs = await measureMedian(VISITS, compareOnce, WARM_UP_VISITS);
    const counts = `increase with ${largeDesk.enquiryCount} enquiries`;
    rows.push(
      createRow(`list ${query || '(first page)'}: ${counts}`, increaseMs, 'ms', '≤', maxMs),
    );
  }
  return rows;
}

async function compareNumbers(smallDesk: Desk): Promise<Row> {
  const agedDesk = await startDesk(SMALL_COUNT, 60);
  const olderEnquiries = { count: LARGE_COUNT, minutesApart: 1, shift: '-3 years' };
  insertEnquiries(join(agedDesk.site.dataDir, 'drys.db'), olderEnquiries);

  const path = '/admin/dashboard/numbers';
  const compareOnce = async () => {
    const smallMs = await timePage(smallDesk, path);
    return (await timePage(agedDesk, path)) / smallMs;
  };

  const ratio = await measureMedian(VISITS, compareOnce, WARM_UP_VISITS);
  await agedDesk.site.stop();
  const label = `numbers, 26 weeks: ${LARGE_COUNT} enquiries outside the range against none`;
  return createRow(label, ratio, '×', '≤', 1.5);
}

async function timePage({ admin }: Desk, path: string): Promise<number> {
  const startedAt = performance.now();
  const { status } = await admin.get(path);
  if (status !== 200) throw new Error(`${path} answered ${status}`);
  return performance.now() - startedAt;
}

async function measureExport({ site, admin }: Desk): Promise<Row[]> {
  const download = () => downloadExport(site, admin);

  // Before any load: the memory of rendered pages would be counted too.
  const startMegabytes = residentMegabytes(site.pid());
  let largestMegabytes = startMegabytes;
  const watch = setInterval(() => {
    largestMegabytes = Math.max(largestMegabytes, residentMegabytes(site.pid()));
  }, 20);
  await download();
  clearInterval(watch);

  const growth = largestMegabytes - startMegabytes;

  const load = { url: `${site.url}/contact`, connections: 1, seconds: pickSize(4, 1) };
  const delayMs = await measureDelayMs(load, download);
  const delayLabel = `pages during a CSV of ${LARGE_COUNT}: increase of the 99th percentile`;
  return [
    createRow(`CSV of ${LARGE_COUNT}: growth of memory`, growth, 'MB', '≤', 64),
    createRow(delayLabel, delayMs, 'ms', '≤', 50),
  ];
}

async function downloadExport(site: ServedSite, admin: PlainBrowser): Promise<void> {
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(`${site.url}/admin/dashboard/export.csv`, { headers: { cookie } });
  let sizeBytes = 0;
  for await (const chunk of response.body!) sizeBytes += chunk.length;
  if (sizeBytes < LARGE_COUNT * 50) throw new Error(`the export ended after ${sizeBytes} bytes`);
}
