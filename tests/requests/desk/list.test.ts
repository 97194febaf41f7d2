import { beforeEach, describe, expect, test } from 'vitest';
import { DESK } from '#app/domain/limits.ts';
import { insertAdmin } from '#db/accounts.ts';
import { getDatabase } from '#db/database.server.ts';
import { staff } from '#db/seed/people.ts';
import { eleni } from '#db/seed/seed-enquiries.ts';
import { newAdmin } from '../../support/people/admins.ts';
import { linkTo, listed, namesListed, readText, toasts } from '../../support/people/desk.ts';
import {
  attribute,
  elements,
  forms,
  texts,
  values,
  type Page,
} from '../../support/reading/browser.ts';
import { startSite } from '../../support/servers/site.ts';
import {
  audited,
  column,
  lastAuditId,
  putEnquiry,
  putMany,
  run,
} from '../../support/servers/store.ts';

const site = await startSite();
const anna = await newAdmin(site, staff.anna.email);
const basil = await newAdmin(site, staff.basil.email);
const [annaId, basilId] = [1, 2];
const LIST = '/admin/dashboard';
const get = (query = '') => anna.get(LIST + query);

beforeEach(() => {
  for (const browser of [anna, basil]) browser.cookies.delete('flash');
  run('DELETE FROM contact_submissions');
});

test("D-2 says 'No submissions yet.' in an empty list", async () => {
  const page = await get();
  expect(page.status).toBe(200);
  expect(page.text).toContain('No submissions yet.');
});

describe('with enquiries', () => {
  beforeEach(async () => {
    const createdAt = '2026-01-10T10:00:00.000Z';
    await putEnquiry({ full_name: 'Old', status: 'completed', created_at: createdAt, verified: 0 });
    await putEnquiry({ full_name: 'Waiting', company: 'Mill', created_at: '2026-01-11T10:00:00Z' });
    const started = { full_name: 'Started', created_at: '2026-01-12T10:00:00Z' };
    await putEnquiry({ ...started, status: 'in_progress', phone: '+30 210 000 0001' });
  });

  test('D-2 shows date, name, company, status badge and flags in a row', async () => {
    const page = await get();
    expect(listed(page).map((cells) => cells.slice(0, 5))).toEqual([
      ['12 Jan 2026 12:00', `Started ${eleni.email}`, '+30 210 000 0001', '-', 'Private House'],
      ['11 Jan 2026 12:00', `Waiting Overdue ${eleni.email}`, '-', 'Mill', 'Private House'],
      ['10 Jan 2026 12:00', `Old Unverified ${eleni.email}`, '-', '-', 'Private House'],
    ]);
    const statuses = ['in_progress', 'new', 'completed'];
    expect(values(page.html, 'span', 'data-s')).toEqual(statuses);
    const chosenStatuses = forms(page.html).flatMap(({ fields }) => fields['from'] ?? []);
    expect(chosenStatuses.slice(-3)).toEqual(statuses);
    expect(page.html).toContain('<title>(1) Contact enquiries | DRYS</title>');
  });

  test('CF-7 marks in the list who filled the honeypot and passed the human check, and says why in the enquiry', async () => {
    const id = await putEnquiry({ full_name: 'Filled', suspected: 1 });
    const [first, ...others] = listed(await get()).map((cells) => cells[1]);
    expect(first).toBe(`Filled Possible spam ${eleni.email}`);
    expect(others.join(' ')).not.toContain('Possible spam');
    const reason = 'The sender passed the “I am human” check, but';
    expect((await get(`?enquiry=${id}`)).text).toContain(reason);
  });

  test('EL-4 names the language of a message that is not that of the desk', async () => {
    await putEnquiry({ language: 'el', message: 'Καλημέρα' });
    expect(texts((await get()).html, 'span[lang=el]')).toEqual(['Καλημέρα']);
  });

  test('D-2 renders hostile text as text', async () => {
    const hostile = {
      full_name: '<script>alert(1)</script>',
      email: `x"onclick=a@e.example`,
      company: '"><img src=x onerror=alert(1)>',
      message: '<iframe src=//e.example>',
    };
    const id = await putEnquiry(hostile);
    for (const page of [await get(), await get(`?enquiry=${id}`)]) {
      for (const text of Object.values(hostile)) expect(readText(page.html)).toContain(text);
      expect(page.html).not.toContain('<script>alert');
      expect(page.all('iframe, img')).toEqual([]);
      expect(page.values('a', 'onclick')).toEqual([]);
    }
  });

  test('D-2 links the first, older, newer and last page', async () => {
    await putMany(DESK.pageRows * 2);
    const first = await get();
    expect(namesListed(first)).toHaveLength(DESK.pageRows);
    const second = await anna.get(linkTo(first, 'Older'));
    const last = await anna.get(linkTo(second, 'Older'));
    expect(namesListed(last).at(-1)).toBe('Number 1');
    expect(() => linkTo(last, 'Older')).toThrow();
    expect(namesListed(await anna.get(linkTo(last, 'Newer')))).toEqual(namesListed(second));
    expect(namesListed(await anna.get(linkTo(last, 'First')))).toEqual(namesListed(first));
    expect(namesListed(await anna.get(linkTo(first, 'Last'))).at(-1)).toBe('Number 1');
  });

  test('D-2 DK-2 keeps the filters by status, words and days in the URL and in their fields, the days in words too', async () => {
    expect(namesListed(await get('?status=in_progress'))).toEqual(['Started']);
    expect(namesListed(await get('?q=MILL+wait'))).toEqual(['Waiting']);
    // Search terms are never parsed as syntax.
    expect(readText((await get('?q=%22%27*(%5E')).html)).toContain('No enquiries match');
    const page = await get('?from=2026-01-10&to=2026-01-11&status=completed');
    expect(namesListed(page)).toEqual(['Old']);
    expect(page.values('input', 'value')).toEqual(
      expect.arrayContaining(['2026-01-10', '2026-01-11']),
    );
    expect(page.texts('label')).toEqual(
      expect.arrayContaining(['From 10 Jan 2026', 'To 11 Jan 2026']),
    );
    expect(linkTo(page, 'View Old')).toMatch(/^\/admin\/dashboard\?status=completed.*enquiry=\d+$/);
  });

  test('DK-2 counts all filters but the search, opens them while one is active, and shows each as a removable chip', async () => {
    const filters = async (query: string) => {
      const [form] = (await get(query)).all('form[role=search]');
      const [details] = elements(form!, 'details');
      const links = elements(form!, 'a')
        .filter((link) => !attribute(link, 'href')!.includes('/export.'))
        .map((link) => [readText(link), attribute(link, 'href')]);
      const isOpen = attribute(details!, 'open') === '';
      return { label: readText(details!), isOpen, links: Object.fromEntries(links) };
    };
    expect(await filters('')).toEqual({ label: 'Filters', isOpen: false, links: {} });
    const showAllLink = { 'Show all': LIST };
    const searched = await filters('?q=oak&page=last');
    expect(searched).toEqual({ label: 'Filters', isOpen: false, links: showAllLink });
    expect(await filters('?status=new&q=oak&from=2026-01-31&page=last')).toEqual({
      label: 'Filters (2)',
      isOpen: true,
      links: {
        ...showAllLink,
        'Status: New': `${LIST}?q=oak&from=2026-01-31`,
        'From 31 Jan 2026': `${LIST}?status=new&q=oak`,
      },
    });
    const { links: chips } = await filters('?to=2026-01-31&assigned=nobody&due=1&language=el');
    expect(Object.keys(chips as object)).toEqual([
      'To 31 Jan 2026',
      'Assigned to: Unassigned',
      'Language: Greek',
      'Follow-up due',
      'Show all',
    ]);
  });

  test('D-2 ignores parameters and values that it does not know', async () => {
    const allNames = namesListed(await get());
    for (const query of [
      'status=foreign&assigned=you&due=yes&language=fr',
      'before=x&after=y&page=z',
      // A cursor of an earlier release.
      'before=3801088000000000012',
      'from=2026-99-99&to=2099-12-31',
      'from=nonsense&stauts=new&__proto__=x',
      `q=${'x'.repeat(DESK.searchMax + 1)}`,
    ])
      expect(namesListed(await get(`?${query}`)), query).toEqual(allNames);
  });

  test('D-2 shows the first page instead of one whose rows were deleted', async () => {
    const page = await get('?before=2026-01-01T00:00:00.000Z_1');
    expect(namesListed(page)).toEqual(namesListed(await get()));
    expect(page.text).not.toContain('No submissions yet.');
  });

  test('D-3 answers 404 for an unknown enquiry; without an open one the header stays usable', async () => {
    for (const enquiry of ['abc', '-1', '1e9', '99999', '9'.repeat(16)]) {
      const page = await get(`?enquiry=${enquiry}&status=new`);
      expect(page.status).toBe(404);
      expect(page.text).toContain('There is no such enquiry. It may have been deleted.');
      expect(linkTo(page, 'Close')).toBe(`${LIST}?status=new`);
    }
    expect((await get('?enquiry=')).values('header', 'inert')).toEqual([]);
  });
});

describe('DK-5 the form for several rows, without JavaScript', () => {
  let ids: number[] = [];
  let auditId: number;
  beforeEach(async () => {
    auditId = lastAuditId();
    ids = [];
    for (const name of ['Oak', 'Ash', 'Elm']) ids.push(await putEnquiry({ full_name: name }));
  });

  interface Given {
    status?: string;
    admin?: number | string;
  }

  /** Sends a list's form with these ticked, by their names. */
  const send = (page: Page, names: readonly string[], { status = '', admin = '' }: Given = {}) => {
    const form = forms(page.html).find(({ fields }) => 'shown' in fields)!;
    const ticked = page
      .all('input')
      .filter((box) => names.includes(attribute(box, 'aria-label')!))
      .map((box): [string, string] => ['ids', attribute(box, 'value')!]);
    const formFields = { ...form.fields, status, admin: String(admin) };
    return anna.post(form.action!, [...ticked, ...Object.entries(formFields)]);
  };
  const undo = (page: Page, browser = anna) => browser.submitTo(page, 'selection');
  /** Basil's concurrent changes. */
  const setAsh = async (status: string) => {
    const page = await basil.get(`${LIST}?q=ash`);
    await basil.submitTo(page, 'status', { status });
  };
  const statuses = () => column('SELECT status FROM contact_submissions ORDER BY id');
  const holders = () => column('SELECT assigned_to FROM contact_submissions ORDER BY id');
  const changed = (field: string) =>
    column(
      'SELECT enquiry_id FROM enquiry_changes WHERE field = ? AND enquiry_id >= ? ORDER BY enquiry_id',
      field,
      ids[0],
    );

  test('DK-5 sets status and assignee of the ticked rows, with one history entry each and one Undo', async () => {
    const changes = { status: 'in_progress', admin: basilId };
    const set = await send(await get('?status=new'), ['Oak', 'Elm'], changes);
    expect(set.outcome).toBe(`303 ${LIST}?status=new`);
    expect(statuses()).toEqual(['in_progress', 'new', 'in_progress']);
    expect(holders()).toEqual([basilId, null, basilId]);
    for (const field of ['status', 'assigned_to']) expect(changed(field)).toEqual([ids[0], ids[2]]);
    for (const event of ['assignment.changed', 'status.changed']) {
      const enquiries = audited(event, auditId).map(({ enquiry }) => enquiry);
      expect(enquiries.toSorted((a, b) => a - b)).toEqual([ids[0], ids[2]]);
    }
    const changedPage = await anna.follow(set);
    expect(toasts(changedPage)).toEqual(['Enquiries updated 2 updated. Undo']);
    expect(listed(changedPage)).toHaveLength(1);
    const undone = await undo(changedPage);
    expect([statuses(), holders()]).toEqual([Array(3).fill('new'), [null, null, null]]);
    expect(toasts(await anna.follow(undone))[0]).toBe(
      'Change undone 2 enquiries are back as they were. Undo',
    );
    // A page that stays open can undo once.
    expect((await undo(changedPage)).status).toBe(409);
    expect(changed('status')).toHaveLength(4);
  });

  test('DK-5 leaves rows that a colleague has changed, and names them', async () => {
    const stale = await get();
    await setAsh('completed');
    run('DELETE FROM contact_submissions WHERE id = ?', ids[2]);
    const names = ['Oak', 'Ash', 'Elm'];
    const changes = { status: 'in_progress', admin: annaId };
    const changedPage = await anna.follow(await send(stale, names, changes));
    expect(statuses()).toEqual(['in_progress', 'completed']);
    expect(holders()).toEqual([annaId, null]);
    expect(toasts(changedPage)[0]).toBe(
      `Enquiries updated 1 updated. Not updated, because somebody else has changed them: Enquiry DRYS-${ids[2]}, Ash. Undo`,
    );
    const refusal = await send(stale, names, changes);
    expect(refusal.status).toBe(409);
    expect(toasts(refusal)[0]).toMatch(/^Enquiries not updated Not updated.* Oak/);
    // Only the changed field is checked for conflicts.
    const free = await send(stale, ['Ash'], { admin: basilId });
    expect([free.status, holders()]).toEqual([303, [annaId, basilId]]);
  });

  test('DK-5 undoes only those changes of the admin that are still the last', async () => {
    const complete = async (...names: string[]) =>
      anna.follow(await send(await get(), names, { status: 'completed' }));
    const changedPage = await complete('Oak', 'Ash');
    await setAsh('in_progress');
    const undone = await anna.follow(await undo(changedPage));
    expect(statuses()).toEqual(['new', 'in_progress', 'new']);
    expect(toasts(undone)[0]).toContain('1 enquiry is back as it was. Not updated');
    // A colleague's Undo changes nothing, and does not claim it did.
    const refused = await undo(await complete('Oak'), basil);
    expect(refused.status).toBe(409);
    expect(toasts(refused).at(-1)).toMatch(/^Enquiries not updated Not updated.*Oak\.$/);
    expect(statuses()[0]).toBe('completed');
  });

  test('DK-5 counts a row that needed no change, and leaves it alone on Undo', async () => {
    await setAsh('completed');
    const complete = async (...names: string[]) =>
      anna.follow(await send(await get(), names, { status: 'completed' }));
    expect(toasts(await complete('Ash'))).toEqual(['Enquiries updated 1 updated.']);
    const changedPage = await complete('Oak', 'Ash');
    expect(toasts(changedPage)).toEqual(['Enquiries updated 2 updated. Undo']);
    expect(toasts(await anna.follow(await undo(changedPage)))[0]).toBe(
      'Change undone 1 enquiry is back as it was. Undo',
    );
    expect(statuses()).toEqual(['new', 'completed', 'new']);
  });

  test('DK-5 changes nothing, and says so, when no row is ticked or nothing is chosen', async () => {
    const page = await get();
    for (const [names, given] of [
      [['Oak'], {}],
      [[], { status: 'new' }],
    ] as const) {
      expect(toasts(await anna.follow(await send(page, names, given)))).toEqual([
        'Nothing updated Select enquiries, and choose a status or a person.',
      ]);
    }
    for (const [given, now] of [
      [{ status: 'completed' }, ['completed', null]],
      [{ admin: annaId }, ['completed', annaId]],
      [{ admin: 'nobody' }, ['completed', null]],
    ] as const) {
      await send(await get(), ['Oak'], given);
      expect([statuses()[0], holders()[0]]).toEqual(now);
    }
  });

  test('DK-5 answers 422 in words to a disabled or unknown admin, an unknown status and malformed rows', async () => {
    const page = await get();
    const { id } = await insertAdmin(getDatabase(), 'gone@drys.example', '2026-01-01');
    for (const admin of [id, 99_999, 'x', '-1', '9'.repeat(30)]) {
      const answer = await send(page, ['Oak'], { status: 'completed', admin });
      expect([answer.status, statuses()[0]]).toEqual([422, 'new']);
      expect(toasts(answer)[0]).toContain('This person has no access to the desk');
    }
    expect((await send(page, ['Oak'], { status: 'foreign' })).status).toBe(422);
    const tooManyIds = Array.from({ length: DESK.pageRows + 1 }, () => '1');
    const rows = (chosenIds: string[], shownIds: string): [string, string][] => [
      ...chosenIds.map((row): [string, string] => ['ids', row]),
      ...Object.entries({ shown: shownIds, status: 'new', admin: '' }),
    ];
    for (const fields of [
      rows(['x'], '1.new.'),
      rows(['1'], '1.foreign.'),
      rows(['1'], ''),
      rows(tooManyIds, '1.new.'),
      [['at', 'x'] as [string, string], ['rows', '1'] as [string, string]],
      [['at', '1'] as [string, string], ['rows', '1.2'] as [string, string]],
    ]) {
      const refused = await anna.post(LIST, [['intent', 'selection'], ...fields]);
      expect(refused.status, String(fields)).toBe(422);
    }
  });
});
