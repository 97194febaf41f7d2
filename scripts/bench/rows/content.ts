import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { staff } from '#db/seed/people.ts';
import { signedIn } from '../../../tests/support/people/admins.ts';
import { multiplyProjects } from '../../../tests/support/people/many-rows.ts';
import { formTo } from '../../../tests/support/reading/browser.ts';
import { serveSite, type ServedSite } from '../../../tests/support/servers/served-site.ts';
import {
  createRow,
  measureDelayMs,
  measureMedian,
  pickSize,
  sendLoad,
  type Row,
} from '../measure.ts';

const PROJECTS = 300;
const PUBLISH_INTERVAL_MS = 600;
const ENTRY = '/admin/dashboard/site/projects/1';

/** Measures pages with many projects, and while entries are published. */
export async function measureContent(): Promise<Row[]> {
  await using sample = await serveSite();
  await using large = await serveSite();
  await large.halt();
  multiplyProjects(join(large.dataDir, 'drys.db'), PROJECTS);
  await large.restart();

  return [
    ...(await compareProjects(sample, large)),
    await measurePublishing(sample, 'the sample projects'),
    await measurePublishing(large, `${PROJECTS} projects`),
  ];
}

async function compareProjects(sample: ServedSite, large: ServedSite): Promise<Row[]> {
  const headers = { 'accept-encoding': 'br' };
  const response = await fetch(`${large.url}/projects`, { headers });
  await response.arrayBuffer();
  const sizeKilobytes = Number(response.headers.get('content-length')) / 1024;

  const load = { connections: 16, seconds: 1 };
  const ratio = await measureMedian(pickSize(5, 1), async () => {
    const sampleResult = await sendLoad({ ...load, url: `${sample.url}/projects` });
    const largeResult = await sendLoad({ ...load, url: `${large.url}/projects` });
    return largeResult.perSecond / sampleResult.perSecond;
  });

  const label = `list of ${PROJECTS} projects`;
  return [
    createRow(`${label}, compressed`, sizeKilobytes, 'KB', '≤', 33),
    createRow(`${label} from memory: against the sample's`, ratio, '×', '≥', 0.9),
  ];
}

async function measurePublishing(site: ServedSite, name: string): Promise<Row> {
  await site.run(['tests/support/people/fill-desk.ts', staff.anna.email]);
  const admin = await signedIn(site.url, staff.anna.email);
  const load = { url: site.url, connections: 16, seconds: pickSize(4, 1) };
  const delayMs = await measureDelayMs(load, async () => {
    const page = await admin.get(ENTRY);
    const { status } = await admin.submit(page, { do: 'publish' }, formTo(page, ENTRY));
    if (status !== 302 && status !== 303) throw new Error(`publish: ${status}`);
    await wait(PUBLISH_INTERVAL_MS);
  });
  const label = `pages while one of ${name} is published 100 times a minute: increase of the 99th percentile`;
  return createRow(label, delayMs, 'ms', '≤', 50);
}
