import { expect, test, vi } from 'vitest';
import { staff } from '#db/seed/people.ts';
import { makeAdmin, signedIn } from '../../support/people/admins.ts';
import { listed, namesListed } from '../../support/people/desk.ts';
import { PlainBrowser, textOf } from '../../support/reading/browser.ts';
import { startSite } from '../../support/servers/site.ts';
import { putEnquiry } from '../../support/servers/store.ts';

// The machine is in a time zone half a day away, where the date differs.
process.env['TZ'] = 'Pacific/Auckland';
vi.useFakeTimers({ toFake: ['Date'] });
const site = await startSite();
const browser = new PlainBrowser(site);

async function copyright(): Promise<string> {
  const [footer] = (await browser.get('/about')).all('footer');
  return /© (\d{4})/.exec(textOf(footer!))![1]!;
}

test('SH-6 shows the year of Athens in the footer, which changes at midnight there', async () => {
  vi.setSystemTime('2026-12-31T21:59:30Z');
  expect(await copyright()).toBe('2026');
  vi.setSystemTime('2026-12-31T22:00:30Z');
  expect(await copyright()).toBe('2027');
});

test('D-2 D-7 shows and exports times of Athens, across changes to and from summer time', async () => {
  vi.setSystemTime('2026-11-20T10:00:00Z');
  await makeAdmin(staff.anna.email);
  const anna = await signedIn(site, staff.anna.email);
  const instants = {
    'the day before ends': '2026-10-24T20:59:59Z',
    'the day begins': '2026-10-24T21:00:00Z',
    'half past three in summer': '2026-10-25T00:30:00Z',
    'half past three in winter': '2026-10-25T01:30:00Z',
    'the day ends': '2026-10-25T21:59:59Z',
    'the next day begins': '2026-10-25T22:00:00Z',
    'before the spring': '2026-03-29T00:59:59Z',
    'after the spring': '2026-03-29T01:00:00Z',
  };
  for (const [full_name, created_at] of Object.entries(instants)) {
    await putEnquiry({ full_name, created_at });
  }
  const datesByName = Object.fromEntries(
    listed(await anna.get('/admin/dashboard')).map(([time, who]) => [
      who!.replace(/ (Overdue )?eleni@.*/, ''),
      time,
    ]),
  );
  expect(datesByName).toEqual({
    'the day before ends': '24 Oct 2026 23:59',
    'the day begins': '25 Oct 2026 00:00',
    'half past three in summer': '25 Oct 2026 03:30',
    'half past three in winter': '25 Oct 2026 03:30',
    'the day ends': '25 Oct 2026 23:59',
    'the next day begins': '26 Oct 2026 00:00',
    'before the spring': '29 Mar 2026 02:59',
    'after the spring': '29 Mar 2026 04:00',
  });

  // The day has 25 hours.
  const day = 'from=2026-10-25&to=2026-10-25';
  const names = namesListed(await anna.get(`/admin/dashboard?${day}`));
  expect(names).toEqual([
    'the day ends',
    'half past three in winter',
    'half past three in summer',
    'the day begins',
  ]);
  const { html: csv } = await anna.get(`/admin/dashboard/export.csv?${day}`);
  const dates = csv.trimEnd().split('\r\n').slice(1);
  expect(dates).toHaveLength(4);
  for (const row of dates) expect(row).toMatch(/;"2026-10-25"$/);
  const { html: fullCsv } = await anna.get('/admin/dashboard/export.csv');
  expect(fullCsv).toMatch(/"the day before ends";.*;"2026-10-24"\r\n/);
  expect(fullCsv).toMatch(/"the next day begins";.*;"2026-10-26"\r\n/);
});
