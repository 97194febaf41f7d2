import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import { staff } from '#db/seed/people.ts';
import { signedIn } from '../../../tests/support/people/admins.ts';
import { type PlainBrowser, formTo } from '../../../tests/support/reading/browser.ts';
import { type ServedSite, serveSite } from '../../../tests/support/servers/served-site.ts';
import { type Row, load, median, quantile, row } from '../measure.ts';

const PROJECTS = 300;
const ROUNDS = 5;
const SECONDS = 4;
const CONNECTIONS = 16;
const PAUSE_MS = 600;
const ENTRY = '/admin/dashboard/site/projects/1';

export async function benchContent(): Promise<Row[]> {
  const sample = await serveSite();
  const large = await serveSite();
  await large.halt();
  multiply(join(large.dataDir, 'drys.db'));
  await large.restart();
  const rows = [
    ...(await benchProjects(sample, large)),
    await benchPublish(sample, '22 projects'),
    await benchPublish(large, `${PROJECTS} projects`),
  ];
  await large.stop();
  await sample.stop();
  return rows;
}

async function benchProjects(sample: ServedSite, large: ServedSite): Promise<Row[]> {
  const what = `list of projects, ${PROJECTS}: `;
  const init = { headers: { 'accept-encoding': 'br' } };
  const answer = await fetch(`${large.url}/projects`, init);
  const bytes = Number(answer.headers.get('content-length'));
  await answer.arrayBuffer();
  const ratios: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const few = (await reads(sample, '/projects', 1)).length;
    const many = (await reads(large, '/projects', 1)).length;
    // The first round warms them up.
    if (round > 0) ratios.push(many / few);
  }
  return [
    row(`${what}its first page, compressed`, bytes / 1024, 'KB', '≤', 33),
    row(`${what}its first page from memory, against that of 22`, median(ratios), '×', '≥', 0.9),
  ];
}

async function benchPublish(site: ServedSite, name: string): Promise<Row> {
  await site.run(['tests/support/people/fill-desk.ts', staff.anna.email]);
  const admin = await signedIn(site.url, staff.anna.email);
  const longer: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const without = quantile(await reads(site, '/', SECONDS), 0.99);
    const publishing = new AbortController();
    const published = publishUntil(admin, publishing.signal);
    const meanwhile = quantile(await reads(site, '/', SECONDS), 0.99);
    publishing.abort();
    if ((await published) === 0) throw new Error('nothing was published');
    longer.push(meanwhile - without);
  }
  const what = `pages while one of ${name} is published 100 times in a minute, 99 of 100: longer than without by`;
  return row(what, median(longer), 'ms', '≤', 50);
}

async function publishUntil(admin: PlainBrowser, over: AbortSignal): Promise<number> {
  let published = 0;
  for (; !over.aborted; published++) {
    const page = await admin.get(ENTRY);
    const saved = await admin.submit(page, { do: 'publish' }, formTo(page, ENTRY));
    if (saved.status !== 302 && saved.status !== 303) throw new Error(`publish: ${saved.status}`);
    await wait(PAUSE_MS);
  }
  return published;
}

async function reads(site: ServedSite, ask: string, seconds: number): Promise<number[]> {
  const port = Number(new URL(site.url).port);
  const { times, refused } = await load({ port, connections: CONNECTIONS, seconds, ask });
  if (refused > 0) throw new Error(`${refused} reads were refused`);
  return times;
}

function multiply(path: string): void {
  const file = new SQLite(path);
  file
    .prepare(
      `WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO site_entries
         (kind, position, slug, live, published, published_at, changed_at, changed_by)
       SELECT kind, position + 100 * i, slug || '-' || i, 1, published, published_at, changed_at, ''
       FROM n, site_entries WHERE kind = 'projects' LIMIT ?`,
    )
    .run(PROJECTS, PROJECTS - 22);
  file.exec('UPDATE site_revision SET revision = revision + 1');
  file.close();
}
