import { describe, expect, test } from 'vitest';
import { DESK } from '#app/domain/limits.ts';
import { staff } from '#db/seed/people.ts';
import { eleni } from '#db/seed/seed-enquiries.ts';
import { newAdmin } from '../../support/people/admins.ts';
import { attribute, elements } from '../../support/reading/browser.ts';
import { linkTo, listed, namesListed, wordsOf } from '../../support/people/desk.ts';
import { startSite } from '../../support/servers/site.ts';
import { putEnquiry, putMany } from '../../support/servers/store.ts';

const site = await startSite();
const admin = await newAdmin(site, staff.anna.email);
const get = (query = '') => admin.get(`/admin/dashboard${query}`);

describe('without enquiries', () => {
  test("D-2 the empty list says 'No submissions yet.'", async () => {
    const page = await get();
    expect(page.status).toBe(200);
    expect(wordsOf(page.html)).toContain('No submissions yet.');
  });
});

describe('with enquiries', () => {
  test('D-2 a row: date, name, company, badge of its status, flags', async () => {
    const at = '2026-01-10T10:00:00.000Z';
    await putEnquiry({ full_name: 'Old', status: 'completed', created_at: at, verified: 0 });
    await putEnquiry({ full_name: 'Waiting', company: 'Mill', created_at: '2026-01-11T10:00:00Z' });
    const started = { full_name: 'Started', created_at: '2026-01-12T10:00:00Z' };
    await putEnquiry({ ...started, status: 'in_progress', phone: '+30 210 000 0001' });
    const page = await get();
    expect(listed(page).map((cells) => cells.slice(0, 5))).toEqual([
      ['12 Jan 2026 12:00', `Started ${eleni.email}`, '+30 210 000 0001', '-', 'Private House'],
      ['11 Jan 2026 12:00', `Waiting Overdue ${eleni.email}`, '-', 'Mill', 'Private House'],
      ['10 Jan 2026 12:00', `Old Unverified ${eleni.email}`, '-', '-', 'Private House'],
    ]);
    const badges = elements(page.html, 'span').filter((span) => attribute(span, 'data-s'));
    expect(badges.map((badge) => attribute(badge, 'data-s'))).toEqual([
      'in_progress',
      'new',
      'completed',
    ]);
    const chosen = elements(page.html, 'option').filter((o) => attribute(o, 'selected') === '');
    expect(chosen.map((o) => wordsOf(o)).slice(-3)).toEqual(['In Progress', 'New', 'Completed']);
    expect(page.html).toContain('<title>(1) Contact enquiries | DRYS</title>');
  });

  test('D-2 hostile text is text', async () => {
    const name = '<script>alert(1)</script>';
    const hostile = {
      company: '"><img src=x onerror=alert(1)>',
      message: '<iframe src=//e.example>',
    };
    const id = await putEnquiry({ ...hostile, full_name: name, email: `x"onclick=a@e.example` });
    for (const page of [await get(), await get(`?enquiry=${id}`)]) {
      expect(wordsOf(page.html)).toContain(name);
      expect(wordsOf(page.html)).toContain(hostile.company);
      expect(page.html).not.toContain('<script>alert');
      expect(elements(page.html, 'iframe')).toEqual([]);
      expect(elements(page.html, 'img')).toEqual([]);
      expect(elements(page.html, 'a').filter((link) => attribute(link, 'onclick'))).toEqual([]);
    }
  });

  test('D-2 pages by links: first, older, newer, last', async () => {
    await putMany(DESK.pageRows * 2);
    const first = await get();
    expect(namesListed(first)).toHaveLength(DESK.pageRows);
    const second = await admin.get(linkTo(first, 'Older'));
    const last = await admin.get(linkTo(second, 'Older'));
    expect(namesListed(last).at(-1)).toBe('Number 1');
    expect(() => linkTo(last, 'Older')).toThrow();
    expect(namesListed(await admin.get(linkTo(last, 'Newer')))).toEqual(namesListed(second));
    expect(namesListed(await admin.get(linkTo(last, 'First')))).toEqual(namesListed(first));
    expect(namesListed(await admin.get(linkTo(first, 'Last'))).at(-1)).toBe('Number 1');
  });

  test('filters by status, words and days stand in the URL and in their fields', async () => {
    expect(namesListed(await get('?status=in_progress'))).toEqual(['Started']);
    expect(namesListed(await get('?q=MILL+wait'))).toEqual(['Waiting']);
    const page = await get('?from=2026-01-10&to=2026-01-11&status=completed');
    expect(namesListed(page)).toEqual(['Old']);
    const values = elements(page.html, 'input').map((input) => attribute(input, 'value'));
    expect(values).toEqual(expect.arrayContaining(['2026-01-10', '2026-01-11']));
    expect(wordsOf((await get('?q=nothing-like-it')).html)).toContain('No enquiries match');
    expect(linkTo(page, 'View Old')).toMatch(/^\/admin\/dashboard\?status=completed.*enquiry=\d+$/);
  });

  test('DK-2 filters but the search are counted, open while one is active, each a removable chip', async () => {
    const filters = async (query: string) => {
      const [form] = elements((await get(query)).html, 'form').filter(
        (element) => attribute(element, 'role') === 'search',
      );
      const [details] = elements(form!, 'details');
      const links = elements(form!, 'a')
        .filter((link) => !attribute(link, 'href')!.includes('/export.'))
        .map((link) => [wordsOf(link), attribute(link, 'href')]);
      return [wordsOf(details!), attribute(details!, 'open') === '', Object.fromEntries(links)];
    };
    expect(await filters('')).toEqual(['Filters', false, {}]);
    const all = { 'Show all': '/admin/dashboard' };
    expect(await filters('?q=oak&page=last')).toEqual(['Filters', false, all]);
    expect(await filters('?status=new&q=oak&from=2026-01-31&page=last')).toEqual([
      'Filters (2)',
      true,
      {
        ...all,
        'Status: New': '/admin/dashboard?q=oak&from=2026-01-31',
        'From 31 Jan 2026': '/admin/dashboard?status=new&q=oak',
      },
    ]);
    const [, , chips] = await filters('?to=2026-01-31&assigned=nobody&due=1&language=el');
    expect(Object.keys(chips as object)).toEqual([
      'To 31 Jan 2026',
      'Assigned to: Nobody’s',
      'Language: Greek',
      'Due',
      'Show all',
    ]);
  });

  test.each([
    '?status=foreign',
    '?assigned=you&due=yes&language=fr',
    '?before=x&after=y&page=z',
    // A cursor of an earlier release.
    '?before=3801088000000000012',
    '?from=2026-99-99&to=2099-12-31',
    '?from=nonsense&stauts=new&__proto__=x',
    `?q=${'x'.repeat(DESK.searchMax + 1)}`,
  ])('D-2 an address is read without what it does not know: %s', async (query) => {
    const page = await get(query);
    expect(page.status).toBe(200);
    expect(namesListed(page)).toEqual(namesListed(await get()));
  });

  test('D-2 a search takes nothing typed for syntax', async () => {
    expect((await get('?q=%22%27*(%5E')).status).toBe(200);
  });

  test.each(['abc', '-1', '1e9', '99999', '9'.repeat(16)])(
    'D-3 ?enquiry=%s is an enquiry that is not there',
    async (enquiry) => {
      const page = await get(`?enquiry=${enquiry}&status=new`);
      expect(page.status).toBe(404);
      expect(wordsOf(page.html)).toContain('There is no such enquiry. It may have been deleted.');
      expect(linkTo(page, 'Close')).toBe('/admin/dashboard?status=new');
    },
  );

  test('D-3 an address that opens no enquiry leaves the header within reach', async () => {
    const [header] = elements((await get('?enquiry=')).html, 'header');
    expect(attribute(header!, 'inert')).toBeUndefined();
  });
});
