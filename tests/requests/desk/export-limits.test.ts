import { type IncomingMessage, request } from 'node:http';
import { expect, test } from 'vitest';
import { eventually } from '../../support/reading/eventually.ts';
import { EXPORT } from '#app/domain/limits.ts';
import { databaseFile } from '#db/database.server.ts';
import { staff } from '#db/seed/people.ts';
import { makeAdmin, signedIn } from '../../support/people/admins.ts';
import { toasts } from '../../support/people/desk.ts';
import { startSite } from '../../support/servers/site.ts';
import { putMany } from '../../support/servers/store.ts';

const ROWS = EXPORT.batchRows * 8;
const site = await startSite();
await makeAdmin(staff.anna.email);
const admin = await signedIn(site, staff.anna.email);
await admin.get('/admin/dashboard');
await putMany(ROWS);
// Long texts: the file is larger than what the sockets between take in.
databaseFile().function('long_text', () => 'oak '.repeat(450));
databaseFile().exec(`DROP TRIGGER enquiry_search_before; DROP TRIGGER enquiry_search_after;
  UPDATE contact_submissions SET message = long_text()`);

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') => {
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const all = { cookie, ...headers };
  return fetch(`${site}/admin/dashboard/${path}`, { method, redirect: 'manual', headers: all });
};

/** An export of which nothing is read after its first bytes. */
function stalledExport(): Promise<IncomingMessage> {
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return new Promise((resolve, reject) => {
    const url = `${site}/admin/dashboard/export.csv`;
    request(url, { headers: { cookie } }, (response) => {
      response.once('readable', () => resolve(response));
      response.on('error', () => undefined);
    })
      .on('error', reject)
      .end();
  });
}

async function wholeExport(path = 'export.csv'): Promise<string> {
  return eventually(async () => {
    const answer = await ask(path);
    expect(answer.status).toBe(200);
    return answer.text();
  });
}

test("D-6 one export is made at a time, others hear 'An export is running'", async () => {
  const first = await stalledExport();
  for (const path of ['export.csv', 'export.xlsx', 'export.csv?q=number']) {
    const script = await ask(path);
    expect(script.status).toBe(429);
    expect(script.headers.get('retry-after')).toBe(String(EXPORT.retryAfterSeconds));
    expect(await script.text()).toBe('An export is running.\n');
  }
  admin.headers['accept'] = 'text/html';
  const answer = await admin.get('/admin/dashboard/export.csv?status=completed');
  expect(answer.headers.get('location')).toBe('/admin/dashboard?status=completed');
  expect(toasts(await admin.follow(answer))).toEqual([
    'An export is running One file is made at a time. Please try again in a moment.',
  ]);
  expect((await fetch(`${site}/contact`)).status).toBe(200);
  first.destroy();
  expect((await wholeExport()).split('\r\n')).toHaveLength(ROWS + 2);
});

test('D-6 of ten exports at once one is made and nine are refused', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask('export.csv')));
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses).toEqual([200, ...Array(9).fill(429)]);
  await Promise.all(answers.map((answer) => answer.arrayBuffer()));
});

test('D-6 a reader who stands still holds the reading up, nothing more', async () => {
  const stalled = await stalledExport();
  // The oldest go last: what is not read yet is exported as it is when it is read.
  databaseFile().exec(`UPDATE contact_submissions SET phone = '555' WHERE id <= 1000`);
  let text = '';
  stalled.setEncoding('utf8');
  for await (const piece of stalled) text += piece;
  expect(text.match(/"555"/g)).toHaveLength(1000);
});

test('D-6 asking for the head of an export makes none and audits none', async () => {
  const count = databaseFile().prepare(
    `SELECT count(*) FROM audit_log WHERE event LIKE 'export.%'`,
  );
  const before = count.pluck().get();
  for (const path of ['export.csv', 'export.xlsx']) {
    const answer = await ask(path, {}, 'HEAD');
    expect([answer.status, answer.headers.get('x-enquiries')]).toEqual([200, String(ROWS)]);
  }
  expect(count.get()).toBe(before);
  expect(await (await ask('export.csv')).text()).toContain('Number 1"');
});
