import { beforeEach, describe, expect, test } from 'vitest';
import { staff } from '#db/seed/people.ts';
import { newAdmin } from '../../support/people/admins.ts';
import { readText, statusForm, toasts } from '../../support/people/desk.ts';
import {
  attribute,
  elements,
  forms,
  textOf,
  texts,
  type Page,
  type PlainBrowser,
} from '../../support/reading/browser.ts';
import { startSite } from '../../support/servers/site.ts';
import { audited, one, putEnquiry, putSpam, run } from '../../support/servers/store.ts';

// The frame of every page of the desk: the navigation, the toasts with their Undo, the notice of
// new enquiries.
const site = await startSite();
const ANNA = staff.anna.email;
const anna = await newAdmin(site, ANNA);
const basil = await newAdmin(site, staff.basil.email);
const toDeskPath = (path = '') => `/admin/dashboard${path}`;

type Node = ReturnType<typeof elements>[number];
const linksIn = (node: Node) =>
  elements(node, 'a').map((link) => [textOf(link), attribute(link, 'href')]);
const header = (page: Page) => page.all('header')[0]!;
/** The links of the row, and those of the menu of a narrow window. */
function navigation(page: Page) {
  const [nav] = elements(header(page), 'nav');
  return [elements(nav!, 'ul')[0]!, elements(nav!, 'details')[0]!];
}
const current = (page: Page) => navigation(page).map((list) => texts(list, 'a[aria-current=page]'));

beforeEach(() => {
  for (const browser of [anna, basil]) browser.cookies.delete('flash');
  for (const table of ['contact_submissions', 'spam', 'outbox']) run(`DELETE FROM ${table}`);
});

test('DK-1 shows the same navigation on each page, as a row and as a menu, with the current section marked', async () => {
  for (const [path, place] of [
    ['?status=new&q=oak', 'Enquiries'],
    ['/numbers', 'Statistics'],
    ['/site/projects?bin', 'Site'],
    ['/templates?change=1', 'Templates'],
    ['/quarantine', 'Spam'],
    ['/person', 'Privacy'],
    ['/people', 'People'],
    ['/account/password', 'Account'],
  ] as const) {
    const page = await anna.get(toDeskPath(path));
    for (const list of navigation(page)) {
      expect(linksIn(list)).toEqual([
        ['Enquiries', toDeskPath()],
        ['Statistics', toDeskPath('/numbers')],
        ['Site', toDeskPath('/site')],
        ['Templates', toDeskPath('/templates')],
        ['Spam', toDeskPath('/quarantine')],
        ['Privacy', toDeskPath('/person')],
        ['People', toDeskPath('/people')],
        ['Account', toDeskPath('/account')],
      ]);
    }
    expect(current(page)).toEqual([[place], [place]]);
    expect(textOf(header(page))).toContain(`${ANNA}Logout`);
  }
});

test('DK-1 counts new and due enquiries, spam and unsent mail in the navigation', async () => {
  await putEnquiry({ status: 'new', due_on: '2026-01-02' });
  await putEnquiry({ status: 'in_progress', due_on: '2026-01-02' });
  await putEnquiry({ status: 'in_progress', due_on: '2099-01-02' });
  const id = await putEnquiry({ status: 'completed' });
  await putSpam();
  const mail = `INSERT INTO outbox
    (kind, created_at, next_attempt_at, give_up_at, failed_at, last_error) VALUES ('x', 0, 0, 0, ?, 'x')`;
  run(mail, 1);
  run(mail, null);
  const page = await anna.get(toDeskPath('/numbers'));
  for (const list of navigation(page)) {
    const names = linksIn(list).map(([name]) => name);
    expect(names).toEqual(expect.arrayContaining(['Enquiries', '2', 'Spam (1)', 'Statistics']));
  }
  expect(linksIn(header(page))).toContainEqual(['Email (2)', toDeskPath('/mail')]);
  expect(current(await anna.get(toDeskPath('/mail')))).toEqual([[], []]);
  // A refused change shows the page of its form.
  const open = await anna.get(toDeskPath(`?enquiry=${id}`));
  run(`UPDATE contact_submissions SET status = 'in_progress' WHERE id = ?`, id);
  const refused = await anna.submit(open, { status: 'new' }, statusForm(open, id));
  expect(refused.status).toBe(409);
  expect(refused.url).toBe(toDeskPath(`?enquiry=${id}`));
  expect(current(refused)).toEqual([['Enquiries'], ['Enquiries']]);
});

describe('the Undo of a status change', () => {
  let id = 0;
  beforeEach(async () => {
    id = await putEnquiry({ full_name: 'Changed Sample' });
  });
  const statusOf = () => one('SELECT status FROM contact_submissions WHERE id = ?', id);
  async function change(browser: PlainBrowser, status: string): Promise<Page> {
    const page = await browser.get(toDeskPath(`?enquiry=${id}`));
    return browser.follow(await browser.submit(page, { status }, statusForm(page, id)));
  }
  const undoForm = ({ html }: Page) => forms(html).findIndex(({ fields }) => 'after' in fields);
  const undo = (browser: PlainBrowser, page: Page) => browser.submit(page, {}, undoForm(page));

  test('DA-6 is in the toast without JavaScript, and works once', async () => {
    const changed = await change(anna, 'completed');
    expect(toasts(changed)).toEqual(['Status updated Completed Undo']);
    const answer = await undo(anna, changed);
    expect([answer.status, statusOf()]).toEqual([303, 'new']);
    const undone = await anna.follow(answer);
    expect((await undo(anna, changed)).status).toBe(409);
    // Still where it was done, and the way there and back is in the history.
    expect(undone.url).toBe(toDeskPath(`?enquiry=${id}`));
    expect(toasts(undone)).toEqual(['Change undone The status is New again. Undo']);
    expect(readText(undone.html)).toMatch(/New to Completed .* Completed to New/);
    // Taking back is a change too, and can be taken back.
    await undo(anna, undone);
    expect(statusOf()).toBe('completed');
    expect(audited('status.changed')[0]).toEqual({ enquiry: id, from: 'new', to: 'completed' });
  });

  test('DA-6 is refused after any later change, even one back to the same status', async () => {
    const changed = await change(anna, 'in_progress');
    for (const [status, messages] of [
      ['completed', 'Completed'],
      ['in_progress', 'In Progress'],
    ] as const) {
      await change(basil, status);
      const answer = await undo(anna, changed);
      expect([answer.status, statusOf()]).toEqual([409, status]);
      expect(toasts(answer)[0]).toMatch(
        new RegExp(
          `^Error updating status basil@drys\\.example changed the status to ${messages} on .* Nothing was overwritten\\.$`,
        ),
      );
    }
  });

  test('DA-6 is not offered where nothing changed, a colleague was faster, or the message is another', async () => {
    expect(toasts(await change(anna, 'new'))).toEqual(['Status updated New']);
    const page = await anna.get(toDeskPath(`?enquiry=${id}`));
    const answer = await anna.submit(page, { status: 'completed' }, statusForm(page, id));
    await change(basil, 'in_progress');
    expect(toasts(await anna.follow(answer))).toEqual(['Status updated Completed']);
    const unknownChanges = ['status-completed.999999', 'status-completed.x', 'note-added.1.2'];
    for (const flash of [...unknownChanges, 'x.1']) {
      anna.cookies.set('flash', flash);
      const list = await anna.get(toDeskPath());
      expect([list.status, undoForm(list)]).toEqual([200, -1]);
    }
  });

  test('DA-6 is refused in words for a deleted enquiry and for malformed fields', async () => {
    const changed = await change(anna, 'completed');
    const { fields } = forms(changed.html)[undoForm(changed)]!;
    for (const after of ['x', '-1', '1.5', '9'.repeat(16)]) {
      const refused = await anna.post(toDeskPath(), { ...fields, after });
      expect([refused.status, statusOf()]).toEqual([422, 'completed']);
    }
    run('DELETE FROM contact_submissions WHERE id = ?', id);
    const refusal = await undo(anna, changed);
    expect(refusal.status).toBe(404);
    expect(toasts(refusal)[0]).toContain('Somebody else has deleted this enquiry.');
  });

  test('DA-6 leaves another enquiry alone, whose change has the id of a deleted one', async () => {
    const changed = await change(anna, 'completed');
    const deletedId = id;
    id = await putEnquiry({ full_name: 'Other Sample' });
    run('DELETE FROM contact_submissions WHERE id = ?', deletedId);
    await change(basil, 'completed');
    expect([(await undo(anna, changed)).status, statusOf()]).toEqual([404, 'completed']);
  });
});

describe('D-2 an open dashboard', () => {
  const askSince = (browser: PlainBrowser, id: unknown) =>
    browser.get(toDeskPath(`/events?since=${id}`));
  const newCount = () => one(`SELECT count(*) FROM contact_submissions WHERE status = 'new'`);

  test('asks how many enquiries have arrived since it was loaded, and how many wait for an answer', async () => {
    const newestId = await putEnquiry();
    expect(JSON.parse((await askSince(anna, newestId)).text)).toMatchObject({ arrived: 0 });
    await putEnquiry();
    const news = JSON.parse((await askSince(anna, newestId)).text);
    expect(news).toMatchObject({ arrived: 1, answeredIds: [], fresh: newCount() });
    const { html } = await anna.get(toDeskPath('/numbers'));
    expect(readText(html)).toContain(`Enquiries ${news.waiting}`);
    expect((await askSince(anna, 'x')).status).toBe(400);
  });

  test('does not extend the session that it asks with, and learns that it has ended', async () => {
    const egon = await newAdmin(site, staff.egon.email);
    const sessionRow = `sessions WHERE admin_id = (SELECT max(id) FROM admins)`;
    run(`UPDATE sessions SET last_seen_at = last_seen_at - 3600000
      WHERE admin_id = (SELECT max(id) FROM admins)`);
    const lastUse = one(`SELECT last_seen_at FROM ${sessionRow}`);
    expect((await askSince(egon, 0)).status).toBe(200);
    expect(one(`SELECT last_seen_at FROM ${sessionRow}`)).toBe(lastUse);
    await egon.get(toDeskPath());
    expect(one(`SELECT last_seen_at FROM ${sessionRow}`)).not.toBe(lastUse);
    run(`DELETE FROM ${sessionRow}`);
    expect((await askSince(egon, 0)).outcome).toBe('303 /admin');
  });
});
