import { get as request, type IncomingMessage } from 'node:http';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { numberTexts } from '#app/content/texts/desk-pages.server.ts';
import { OPERATOR } from '#app/domain/audit.server.ts';
import { toAthensDay } from '#app/domain/clock.server.ts';
import { EXPORT } from '#app/domain/limits.ts';
import { erasePerson } from '#app/domain/privacy.server.ts';
import { getSqliteConnection } from '#db/database.server.ts';
import { staff } from '#db/seed/people.ts';
import { eleni } from '#db/seed/seed-enquiries.ts';
import { newAdmin } from '../../support/people/admins.ts';
import { linkTo, readText, toasts } from '../../support/people/desk.ts';
import { elements, texts, values } from '../../support/reading/browser.ts';
import { eventually } from '../../support/reading/eventually.ts';
import { readWorkbook } from '../../support/reading/workbook.ts';
import { startSite } from '../../support/servers/site.ts';
import {
  audited,
  lastAuditId,
  one,
  putEnquiry,
  putMany,
  putReply,
  run,
} from '../../support/servers/store.ts';

const site = await startSite();
const admin = await newAdmin(site, staff.anna.email);
const NUMBERS = '/admin/dashboard/numbers';
const pageTexts = numberTexts.en;
const html = { accept: 'text/html,application/xhtml+xml' };
Object.assign(admin.headers, html);
const fetchExport = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${site}/admin/dashboard/${path}`, {
    method,
    redirect: 'manual',
    headers: { cookie: admin.cookie, ...headers },
  });
const total = () => Number(one('SELECT count(*) FROM contact_submissions'));

beforeEach(() => {
  admin.cookies.delete('flash');
  run('DELETE FROM contact_submissions');
});

test("D-6 says 'No data to export' when the list is empty, with and without JavaScript", async () => {
  for (const path of ['export.csv', 'export.xlsx', 'export.csv?q=nobody']) {
    expect((await fetchExport(path)).status).toBe(204);
    const answer = await admin.follow(await admin.get(`/admin/dashboard/${path}`));
    const [toast] = toasts(answer);
    expect(toast).toBe('No data to export There are no contact submissions to export.');
  }
});

test('DA-5 shows the numbers of an empty database without dividing by zero', async () => {
  const page = await admin.get(linkTo(await admin.get('/admin/dashboard'), 'Statistics'));
  expect([page.status, page.url]).toEqual([200, NUMBERS]);
  expect(page.text).toContain(pageTexts.empty);
  expect(page.text).toContain('No enquiry in this period is more than 2 business days old yet.');
  expect(page.html).not.toMatch(/NaN|undefined|Infinity/);
});

test('DA-5 shows the numbers of a range: figures, a row for each week and project type, and bars as long as their shares', async () => {
  const office = { project: 'Office Spaces', language: 'en' as const };
  const enquiries = [
    { created_at: '2026-01-05T10:00:00.000Z', ...office },
    { created_at: '2026-01-07T10:00:00.000Z', language: 'el' as const },
    { created_at: '2026-01-20T10:00:00.000Z', language: 'el' as const, email: 'a@mail.example' },
  ];
  const ids: number[] = [];
  for (const fields of enquiries) ids.push(await putEnquiry(fields));
  await putReply(ids[0]!, '2026-01-05T13:00:00.000Z');
  const read = async () => {
    const page = await admin.get(`${NUMBERS}?from=2026-01-05&to=2026-02-01`);
    const tables = page.all('table').map((table) =>
      elements(table, 'tr')
        .slice(1)
        .map((row) => readText(row)),
    );
    return { page, tables };
  };
  const { page, tables } = await read();
  expect(page.text).toContain('from 5 Jan 2026 to 1 Feb 2026.');
  expect(page.values('input', 'value')).toEqual(['2026-01-05', '2026-02-01']);
  const labels = page.texts('label');
  expect(labels, 'the days in words').toEqual(['From 5 Jan 2026', 'To 1 Feb 2026']);
  expect(tables[0]!.map((row) => row.split(' ').at(-1))).toEqual(['2', '0', '1', '0']);
  expect(tables.slice(1)).toEqual([
    [
      'Private House 2 67%',
      'Office Spaces 1 33%',
      'Public Buildings 0 0%',
      'Exhibition Booths 0 0%',
    ],
    ['Greek 2 67%', 'English 1 33%'],
  ]);
  expect(readText(page.html)).toContain(
    'within 2 business days 33% 1 of 3. Counts enquiries that are more than 2 business days old.',
  );
  expect(readText(page.html)).toContain('first reply 3 hours Based on 1 answered enquiry.');

  // The chart has no inline styles, which the policy would block, and nothing that a screen reader reads out.
  const bars = page.all('table').map((table) => values(table, 'rect', 'width').map(parseFloat));
  expect(bars.slice(1).map((widths) => widths.map(Math.round))).toEqual([
    [67, 33, 0, 0],
    [67, 33],
  ]);
  const main = page.all('main')[0]!;
  const heard = ({ parentNode: parent, attrs }: (typeof drawings)[number]): boolean =>
    !attrs.some(({ name }) => name === 'aria-hidden') &&
    (parent === main || heard(parent as typeof main));
  const drawings = elements(main, 'svg');
  expect(drawings.length).toBeGreaterThan(3);
  expect(drawings.filter(heard)).toEqual([]);
  expect(page.html).not.toMatch(/ style="|NaN/);
  const numbers = drawings
    .flatMap((drawing) => texts(drawing, 'text'))
    .filter((text) => /^\d+$/.test(text));
  expect(numbers, 'axis and weeks').toEqual(['1', '2', '2', '1']);

  // An erased person no longer counts.
  await erasePerson('a@mail.example', OPERATOR);
  expect((await read()).tables[2]).toEqual(['English 1 50%', 'Greek 1 50%']);
});

test('D-7 exports the CSV file byte for byte, under its name', async () => {
  await putEnquiry({
    full_name: 'Αθηνά "Δρυς"',
    phone: '+30 210 000 0001',
    message: 'one; two\nthree;=1+1',
    created_at: '2026-11-19T22:30:00.000Z',
  });
  const response = await fetchExport('export.csv', html);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="contact-submissions-${toAthensDay(new Date())}.csv"`,
    'x-enquiries': '1',
  });
  expect(Buffer.from(await response.arrayBuffer()).toString('utf8')).toBe(
    '\uFEFF"Name";"Email";"Phone";"Company";"Project Type";"Message";"Status";"Date"\r\n' +
      `"Αθηνά ""Δρυς""";"${eleni.email}";"+30 210 000 0001";"";"Private House";` +
      '"one, two\nthree,\'=1+1";"new";"2026-11-20"\r\n',
  );
});

test('D-6 exports the filtered enquiries, with the same rows in the workbook; the audit log records each export, but no HEAD request', async () => {
  const auditId = lastAuditId();
  await putEnquiry({ full_name: 'New' });
  await putEnquiry({ full_name: 'Finished', status: 'completed' });
  const csv = await (await fetchExport('export.csv?status=completed&enquiry=1')).text();
  expect(csv.split('\r\n')).toHaveLength(3);
  expect(csv).toContain('"Finished"');
  const response = await fetchExport('export.xlsx?status=completed');
  expect(response.headers.get('content-disposition')).toMatch(/\.xlsx"$/);
  const rows = readWorkbook(new Uint8Array(await response.arrayBuffer()));
  expect(rows.map((row) => row[0]!.value)).toEqual(['Name', 'Finished']);
  for (const path of ['export.csv', 'export.xlsx']) {
    const { status, headers } = await fetchExport(path, {}, 'HEAD');
    expect([status, headers.get('x-enquiries')]).toEqual([200, '2']);
  }
  expect(audited('export.csv', auditId)).toEqual([{ rows: 1 }]);
  expect(audited('export.xlsx', auditId)).toEqual([{ rows: 1 }]);
});

test("D-6 offers the exports in one menu, which needs no script and begins with 'Export to Excel'", async () => {
  const page = await admin.get('/admin/dashboard?status=new');
  const menus = page.all('details').filter((menu) => texts(menu, 'summary')[0] === 'Export');
  // One beside the title, and one with the filters for narrow windows.
  expect(menus).toHaveLength(2);
  for (const menu of menus) {
    expect(texts(menu, 'a')).toEqual(['Export to Excel', 'Workbook (.xlsx)']);
    expect(values(menu, 'a', 'href')).toEqual([
      '/admin/dashboard/export.csv?status=new',
      '/admin/dashboard/export.xlsx?status=new',
    ]);
  }
});

test('D-6 refuses an export that another site requests', async () => {
  await putEnquiry();
  for (const path of ['export.csv', 'export.xlsx'])
    expect((await fetchExport(path, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await fetchExport('export.csv', { 'sec-fetch-site': 'same-origin' })).status).toBe(200);
});

/**
 * Alters a table while no transaction is open: a transaction that is rolled back would undo the
 * change.
 */
async function alter(change: string): Promise<void> {
  await vi.waitUntil(() => !getSqliteConnection().inTransaction, { timeout: 60_000 });
  getSqliteConnection().exec(`ALTER TABLE ${change}`);
}

test.each([
  [
    'counting',
    'contact_submissions RENAME COLUMN created_at TO arrived_at',
    'contact_submissions RENAME COLUMN arrived_at TO created_at',
  ],
  [
    'reading the first rows',
    'contact_submissions RENAME COLUMN company TO firm',
    'contact_submissions RENAME COLUMN firm TO company',
  ],
])("D-6 shows 'Export failed' after an error while %s", async (_, spoil, mend) => {
  await putEnquiry({ status: 'completed' });
  await alter(spoil);
  for (const path of ['export.csv', 'export.xlsx?status=completed'])
    expect((await fetchExport(path)).status).toBe(503);
  const { status, headers } = await fetchExport('export.csv', html);
  const flash = expect.stringContaining('flash=export-failed');
  expect([status, headers.get('set-cookie')]).toEqual([303, flash]);
  await alter(mend);
});

/** Starts an export and stops reading after the first bytes. */
function stalledExport(): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { cookie: admin.cookie };
    request(`${site}/admin/dashboard/export.csv`, { headers }, (response) => {
      response.once('readable', () => resolve(response));
      response.on('error', () => undefined);
    }).on('error', reject);
  });
}

/** Saves time where many enquiries are inserted or changed. */
function dropSearchTriggers(): void {
  for (const trigger of ['insert', 'delete', 'before', 'after'])
    getSqliteConnection().exec(`DROP TRIGGER IF EXISTS enquiry_search_${trigger}`);
}

/** Inserts enough enquiries for an export that does not fit into the buffers of the sockets. */
async function putLongEnquiries(): Promise<void> {
  dropSearchTriggers();
  await putMany(EXPORT.batchRows * 8);
  run('UPDATE contact_submissions SET message = ?', 'oak '.repeat(450));
}

test("D-6 builds one export at a time, and answers others with 'An export is running'", async () => {
  await putLongEnquiries();
  const first = await stalledExport();
  for (const path of ['export.csv', 'export.xlsx', 'export.csv?q=number']) {
    const script = await fetchExport(path);
    expect(script.status).toBe(429);
    expect(script.headers.get('retry-after')).toBe(String(EXPORT.retryAfterSeconds));
    expect(await script.text()).toBe('An export is running.\n');
  }
  const answer = await admin.get('/admin/dashboard/export.csv?status=completed');
  expect(answer.location).toBe('/admin/dashboard?status=completed');
  expect(toasts(await admin.follow(answer))).toEqual([
    'An export is running Only one file is created at a time. Please try again in a moment.',
  ]);
  expect((await fetch(`${site}/contact`)).status).toBe(200);
  first.destroy();
  const completeCsv = await eventually(async () => {
    const next = await fetchExport('export.csv');
    expect(next.status).toBe(200);
    return next.text();
  });
  expect(completeCsv.split('\r\n')).toHaveLength(total() + 2);
});

test('D-6 puts at most 100,000 enquiries into a workbook, and says what to do with more', async () => {
  dropSearchTriggers();
  await putMany(100_001);
  const { location } = await admin.get('/admin/dashboard/export.xlsx');
  expect(location).toBe('/admin/dashboard');
  expect(toasts(await admin.get(location!))).toEqual([
    'Export failed There are too many enquiries for a workbook. Filter the list, or press “Export to Excel”, which has no such limit.',
  ]);
  run('DELETE FROM contact_submissions WHERE id = (SELECT max(id) FROM contact_submissions)');
  const { status, headers } = await fetchExport('export.xlsx', {}, 'HEAD');
  expect([status, headers.get('x-enquiries')]).toEqual([200, '100000']);
});

test('D-6 breaks the connection after an error in the middle, so that no partial file looks complete', async () => {
  await putLongEnquiries();
  const response = await stalledExport();
  await alter('contact_submissions RENAME COLUMN company TO firm');
  onTestFinished(() => alter('contact_submissions RENAME COLUMN firm TO company'));
  const pieces: Buffer[] = [];
  const read = async () => {
    for await (const piece of response) pieces.push(piece as Buffer);
  };
  await expect(read()).rejects.toThrow('aborted');
  expect(Buffer.concat(pieces).toString()).toContain('"Number');
});
