import { beforeEach, expect, test } from 'vitest';
import { DESK } from '#app/domain/limits.ts';
import { disableAdmin } from '#app/domain/accounts/accounts.server.ts';
import { staff } from '#db/seed/people.ts';
import { makeAdmin, signedIn } from '../../support/people/admins.ts';
import { listed, statusForm, toasts, wordsOf } from '../../support/people/desk.ts';
import {
  type Page,
  type PlainBrowser,
  attribute,
  elements,
} from '../../support/reading/browser.ts';
import { startSite } from '../../support/servers/site.ts';
import { column, one, putEnquiry, run } from '../../support/servers/store.ts';

const site = await startSite();
const ANNA = staff.anna.email;
const BASIL = staff.basil.email;
const annaId = await makeAdmin(ANNA);
const basilId = await makeAdmin(BASIL);
const anna = await signedIn(site, ANNA);
const basil = await signedIn(site, BASIL);
const LIST = '/admin/dashboard';
await anna.get(LIST);

let ids: number[] = [];
beforeEach(async () => {
  run('DELETE FROM contact_submissions');
  ids = [];
  for (const name of ['Oak', 'Ash', 'Elm']) ids.push(await putEnquiry({ full_name: name }));
});

/** What the ticked boxes of a list send: who is ticked as they are shown, by their names. */
const ticked = (page: Page, names: readonly string[]) =>
  elements(page.html, 'input')
    .filter((box) => names.includes(attribute(box, 'aria-label')!))
    .map((box): [string, string] => [attribute(box, 'name')!, attribute(box, 'value')!]);

/** Sends a list's form with these ticked. */
const send = (
  page: Page,
  names: readonly string[],
  { status = '', admin = '' }: { status?: string; admin?: number | string } = {},
  browser: PlainBrowser = anna,
) => {
  const form = elements(page.html, 'form').find((each) => attribute(each, 'id') === 'selection')!;
  const shown = elements(form, 'input').find((each) => attribute(each, 'name') === 'shown')!;
  const chosen: [string, string][] = [
    ['shown', attribute(shown, 'value')!],
    ['status', status],
    ['admin', String(admin)],
  ];
  return browser.post(attribute(form, 'action')!, [...ticked(page, names), ...chosen]);
};
const undo = (page: Page) => anna.submitTo(page, 'selection', {});
const statuses = () => column('SELECT status FROM contact_submissions ORDER BY id');
const holders = () => column('SELECT assigned_to FROM contact_submissions ORDER BY id');
const history = (table: string) =>
  column(`SELECT enquiry_id FROM ${table} WHERE enquiry_id >= ? ORDER BY id`, ids[0]);

test('DK-5 a status and a person for those that are ticked: one entry each, and one Undo', async () => {
  const given = { status: 'in_progress', admin: basilId };
  const set = await send(await anna.get(`${LIST}?status=new`), ['Oak', 'Elm'], given);
  expect([set.status, set.headers.get('location')]).toEqual([303, `${LIST}?status=new`]);
  expect(statuses()).toEqual(['in_progress', 'new', 'in_progress']);
  expect(holders()).toEqual([basilId, null, basilId]);
  for (const table of ['status_changes', 'assignments']) {
    expect(history(table).toSorted()).toEqual([ids[0], ids[2]]);
  }
  const events = column('SELECT event FROM audit_log ORDER BY id DESC LIMIT 4');
  expect(events.toSorted()).toEqual([
    ...Array<string>(2).fill('assignment.changed'),
    ...Array<string>(2).fill('status.changed'),
  ]);
  const shown = await anna.follow(set);
  expect(toasts(shown)).toEqual(['Enquiries updated 2 updated. Undo']);
  expect(listed(shown)).toHaveLength(1);
  const undone = await undo(shown);
  expect(undone.status).toBe(303);
  expect([statuses(), holders()]).toEqual([Array(3).fill('new'), [null, null, null]]);
  expect(toasts(await anna.follow(undone))[0]).toContain('2 updated.');
  // A page that was kept open takes back once.
  expect((await undo(shown)).status).toBe(409);
  expect(history('status_changes')).toHaveLength(4);
});

test('DK-5 each row is guarded: who was faster is kept, and the answer names those that were left', async () => {
  const stale = await anna.get(LIST);
  const other = await basil.get(`${LIST}?enquiry=${ids[1]}`);
  await basil.submit(other, { status: 'completed' }, statusForm(other, ids[1]!));
  run('DELETE FROM contact_submissions WHERE id = ?', ids[2]);
  const names = ['Oak', 'Ash', 'Elm'];
  const given = { status: 'in_progress', admin: annaId };
  const some = await send(stale, names, given);
  expect(some.status).toBe(303);
  expect([statuses(), holders()]).toEqual([
    ['in_progress', 'completed'],
    [annaId, null],
  ]);
  const shown = await anna.follow(some);
  expect(toasts(shown)[0]).toBe(
    `Enquiries updated 1 updated. Left as they are, because somebody has changed them: Enquiry DRYS-${ids[2]}, Ash. Undo`,
  );
  const none = await send(stale, names, given);
  expect(none.status).toBe(409);
  expect(toasts(none)[0]).toMatch(/^Error updating the enquiries Left as they are.* Oak/);
  // Only what is set is guarded: nobody else has taken it.
  const free = await send(stale, ['Ash'], { admin: basilId });
  expect([free.status, holders()]).toEqual([303, [annaId, basilId]]);
});

test('DK-5 Undo leaves what somebody has changed since, and says so', async () => {
  const shown = await anna.follow(
    await send(await anna.get(LIST), ['Oak', 'Ash'], { status: 'completed' }),
  );
  const other = await basil.get(`${LIST}?enquiry=${ids[1]}`);
  await basil.submit(other, { status: 'in_progress' }, statusForm(other, ids[1]!));
  const undone = await anna.follow(await undo(shown));
  expect(statuses()).toEqual(['new', 'in_progress', 'new']);
  expect(toasts(undone)[0]).toContain('1 updated. Left as they are');
  // Nobody takes back what another did.
  const again = await send(await anna.get(LIST), ['Oak'], { status: 'completed' });
  const theirs = await basil.submitTo(await anna.follow(again), 'selection', {});
  expect([theirs.status, statuses()[0]]).toEqual([303, 'completed']);
});

test('DK-5 an empty select changes nothing, and nothing is claimed', async () => {
  const page = await anna.get(LIST);
  for (const names of [['Oak'], []]) {
    const answer = await send(page, names, names.length > 0 ? {} : { status: 'completed' });
    expect(answer.status).toBe(303);
    expect(toasts(await anna.follow(answer))).toEqual([
      'Nothing updated Tick enquiries, and choose a status or a person.',
    ]);
  }
  await send(page, ['Oak'], { status: 'completed' });
  expect([statuses()[0], holders()[0]]).toEqual(['completed', null]);
  await send(await anna.get(LIST), ['Oak'], { admin: annaId });
  expect([statuses()[0], holders()[0]]).toEqual(['completed', annaId]);
  await send(await anna.get(LIST), ['Oak'], { admin: 'nobody' });
  expect([statuses()[0], holders()[0]]).toEqual(['completed', null]);
});

test('DK-5 a disabled or unknown admin, a foreign status and rows that are none: 422, in words', async () => {
  const page = await anna.get(LIST);
  await makeAdmin('gone@drys.example');
  await disableAdmin('gone@drys.example');
  const disabled = Number(one('SELECT max(id) FROM admins'));
  for (const admin of [disabled, 99_999, 'x', '-1', '9'.repeat(30)]) {
    const answer = await send(page, ['Oak'], { status: 'completed', admin });
    expect([answer.status, statuses()[0]]).toEqual([422, 'new']);
    expect(toasts(answer)[0]).toContain('This person has no access to the desk');
  }
  expect(wordsOf(page.html)).not.toContain('gone@drys.example');
  expect((await send(page, ['Oak'], { status: 'foreign' })).status).toBe(422);
  const many = Array.from({ length: DESK.pageRows + 1 }, () => '1');
  const shown = (row: string): [string, string] => ['shown', row];
  for (const [ids, row] of [
    [['x'], '1.new.'],
    [['1'], '1.foreign.'],
    [['1'], ''],
    [many, '1.new.'],
  ] as const) {
    const chosen = ids.map((id): [string, string] => ['ids', id]);
    const rest: [string, string][] = [shown(row), ['status', 'new'], ['admin', '']];
    const posted = await anna.post(`${LIST}/selection`, [...chosen, ...rest]);
    expect(posted.status, row).toBe(422);
  }
  for (const given of [
    { at: 'x', rows: '1' },
    { at: '1', rows: '1.2' },
  ]) {
    expect((await anna.post(`${LIST}/selection`, given)).status).toBe(422);
  }
});
