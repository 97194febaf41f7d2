import { one } from '../../support/servers/store.ts';
import { eventually } from '../../support/reading/eventually.ts';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { expect, test, vi } from 'vitest';
import { athensDay } from '#app/domain/clock.server.ts';
import { EXPORT } from '#app/domain/limits.ts';
import { databaseFile } from '#db/database.server.ts';
import { staff } from '#db/seed/people.ts';
import { eleni } from '#db/seed/seed-enquiries.ts';
import { newAdmin } from '../../support/people/admins.ts';
import { toasts } from '../../support/people/desk.ts';
import { startSite } from '../../support/servers/site.ts';
import { putEnquiry, putMany } from '../../support/servers/store.ts';
import { readWorkbook } from '../../support/reading/workbook.ts';

const site = await startSite();
const admin = await newAdmin(site, staff.anna.email);
const cookie = admin.cookie;
const fetchExport = (path: string, headers: Record<string, string> = {}, method = 'GET') => {
  const all = { cookie, ...headers };
  return fetch(`${site}/admin/dashboard/${path}`, { method, redirect: 'manual', headers: all });
};
const page = { accept: 'text/html,application/xhtml+xml' };

test("D-6 nothing to export: 'No data to export', with and without JavaScript", async () => {
  for (const path of ['export.csv', 'export.xlsx', 'export.csv?q=nobody']) {
    expect((await fetchExport(path)).status).toBe(204);
    admin.headers['accept'] = page.accept;
    const answer = await admin.get(`/admin/dashboard/${path}`);
    expect(answer.status).toBe(303);
    expect(toasts(await admin.follow(answer))).toEqual([
      'No data to export There are no contact submissions to export.',
    ]);
  }
});

test('D-7 the CSV file, byte for byte, under its name', async () => {
  await putEnquiry({
    full_name: 'Αθηνά "Δρυς"',
    phone: '+30 210 000 0001',
    message: 'one; two\nthree;=1+1',
    created_at: '2026-11-19T22:30:00.000Z',
  });
  const response = await fetchExport('export.csv', page);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="contact-submissions-${athensDay(new Date())}.csv"`,
  );
  expect(response.headers.get('x-enquiries')).toBe('1');
  expect(Buffer.from(await response.arrayBuffer()).toString('utf8')).toBe(
    '\uFEFF"Name";"Email";"Phone";"Company";"Project Type";"Message";"Status";"Date"\r\n' +
      `"Αθηνά ""Δρυς""";"${eleni.email}";"+30 210 000 0001";"";"Private House";` +
      '"one, two\nthree,\'=1+1";"new";"2026-11-20"\r\n',
  );
  const audit = databaseFile().prepare(`SELECT details FROM audit_log WHERE event = 'export.csv'`);
  expect(audit.pluck().all()).toEqual(['{"rows":1}']);
});

test('D-6 exports follow the filters; the workbook has the same rows', async () => {
  await putEnquiry({ full_name: 'Finished', status: 'completed' });
  const csv = await (await fetchExport('export.csv?status=completed&enquiry=1')).text();
  expect(csv.split('\r\n')).toHaveLength(3);
  expect(csv).toContain('"Finished"');
  const response = await fetchExport('export.xlsx?status=completed');
  expect(response.headers.get('content-disposition')).toMatch(/\.xlsx"$/);
  const rows = readWorkbook(new Uint8Array(await response.arrayBuffer()));
  expect(rows.map((row) => row[0]!.value)).toEqual(['Name', 'Finished']);
});

test('an export asked for by another site is refused', async () => {
  for (const path of ['export.csv', 'export.xlsx']) {
    expect((await fetchExport(path, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await fetchExport(path, { 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  }
});

test('D-6 an error in the middle breaks the connection: no half file looks whole', async () => {
  await putMany(EXPORT.batchRows * 20);
  const file = databaseFile();
  const { received, ended } = await breakOff(() =>
    file.exec('ALTER TABLE contact_submissions RENAME COLUMN company TO firm'),
  );
  file.exec('ALTER TABLE contact_submissions RENAME COLUMN firm TO company');
  expect(received).toContain('"Number');
  expect(ended).toBe('broken');
});

test.each([
  ['counting', 'enquiry_counts RENAME TO elsewhere', 'elsewhere RENAME TO enquiry_counts'],
  [
    'reading the first rows',
    'contact_submissions RENAME COLUMN company TO firm',
    'contact_submissions RENAME COLUMN firm TO company',
  ],
])('D-6 an error while %s: Export failed', async (_, spoil, mend) => {
  await alter(spoil);
  try {
    for (const path of ['export.csv', 'export.xlsx?status=completed']) {
      expect((await fetchExport(path)).status).toBe(503);
      const answer = await fetchExport(path, page);
      expect([answer.status, answer.headers.get('set-cookie')]).toEqual([
        303,
        expect.stringContaining('flash=export-failed'),
      ]);
    }
  } finally {
    await alter(mend);
  }
});

/** Alters a table between the site's own transactions: one that is rolled back would undo it. */
async function alter(change: string): Promise<void> {
  await vi.waitUntil(() => !databaseFile().inTransaction, { timeout: 60_000 });
  databaseFile().exec(`ALTER TABLE ${change}`);
}

/** Reads an export slowly and breaks the store after its first piece. */
function breakOff(spoil: () => void): Promise<{ received: string; ended: 'whole' | 'broken' }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${site}/admin/dashboard/export.csv`,
      { headers: { cookie } },
      (response) => {
        let received = '';
        response.setEncoding('utf8');
        response.once('data', spoil);
        response.on('data', (piece: string) => (received += piece));
        response.on('end', () => resolve({ received, ended: 'whole' }));
        response.on('error', () => resolve({ received, ended: 'broken' }));
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}

// Long texts: the file is larger than what the sockets between take in.
function writeLongTexts(): void {
  databaseFile().function('long_text', () => 'oak '.repeat(450));
  databaseFile().exec(`DROP TRIGGER enquiry_search_before; DROP TRIGGER enquiry_search_after;
    UPDATE contact_submissions SET message = long_text()`);
}

/** An export of which nothing is read after its first bytes. */
function stalledExport(): Promise<IncomingMessage> {
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
    const answer = await fetchExport(path);
    expect(answer.status).toBe(200);
    return answer.text();
  });
}

test("D-6 one export is made at a time, others hear 'An export is running'", async () => {
  writeLongTexts();
  const first = await stalledExport();
  for (const path of ['export.csv', 'export.xlsx', 'export.csv?q=number']) {
    const script = await fetchExport(path);
    expect(script.status).toBe(429);
    expect(script.headers.get('retry-after')).toBe(String(EXPORT.retryAfterSeconds));
    expect(await script.text()).toBe('An export is running.\n');
  }
  admin.headers['accept'] = 'text/html';
  const answer = await admin.get('/admin/dashboard/export.csv?status=completed');
  expect(answer.location).toBe('/admin/dashboard?status=completed');
  expect(toasts(await admin.follow(answer))).toEqual([
    'An export is running One file is made at a time. Please try again in a moment.',
  ]);
  expect((await fetch(`${site}/contact`)).status).toBe(200);
  first.destroy();
  expect((await wholeExport()).split('\r\n')).toHaveLength(
    Number(one('SELECT count(*) FROM contact_submissions')) + 2,
  );
});

test('D-6 asking for the head of an export makes none and audits none', async () => {
  const count = databaseFile().prepare(
    `SELECT count(*) FROM audit_log WHERE event LIKE 'export.%'`,
  );
  const before = count.pluck().get();
  for (const path of ['export.csv', 'export.xlsx']) {
    const answer = await fetchExport(path, {}, 'HEAD');
    expect([answer.status, answer.headers.get('x-enquiries')]).toEqual([
      200,
      String(one('SELECT count(*) FROM contact_submissions')),
    ]);
  }
  expect(count.get()).toBe(before);
  expect(await (await fetchExport('export.csv')).text()).toContain('Number 1"');
});
