import { beforeEach, expect, test } from 'vitest';
import { databaseFile } from '#db/database.server.ts';
import { staff } from '#db/seed/people.ts';
import { newAdmin } from '../../support/people/admins.ts';
import { type Page, type PlainBrowser, forms } from '../../support/reading/browser.ts';
import { statusForm, toasts, wordsOf } from '../../support/people/desk.ts';
import { startSite } from '../../support/servers/site.ts';
import { putEnquiry, one, run } from '../../support/servers/store.ts';

const site = await startSite();
const anna = await newAdmin(site, staff.anna.email);
const basil = await newAdmin(site, staff.basil.email);

let id = 0;
beforeEach(async () => {
  id = await putEnquiry({ full_name: 'Changed Sample' });
});

const statusOf = () => one('SELECT status FROM contact_submissions WHERE id = ?', id);
const change = async (who: PlainBrowser, status: string) => {
  const page = await who.get(`/admin/dashboard?enquiry=${id}`);
  return who.follow(await who.submit(page, { status }, statusForm(page, id)));
};
const undoForm = ({ html }: Page) => forms(html).findIndex(({ fields }) => 'after' in fields);
const undo = (who: PlainBrowser, page: Page) => who.submit(page, {}, undoForm(page));

test('DA-6 without JavaScript: the toast of a change has Undo, which takes it back', async () => {
  const changed = await change(anna, 'completed');
  expect(toasts(changed)).toEqual(['Status updated Completed Undo']);
  const answer = await undo(anna, changed);
  expect([answer.status, statusOf()]).toEqual([303, 'new']);
  const undone = await anna.follow(answer);
  // Still where it was done, and the way there and back is in the history.
  expect(undone.url).toBe(`/admin/dashboard?enquiry=${id}`);
  expect(toasts(undone)).toEqual(['Status updated New Undo']);
  expect(wordsOf(undone.html)).toMatch(/New to Completed .* Completed to New/);
  // Taking back is a change too, and can be taken back.
  await undo(anna, undone);
  expect(statusOf()).toBe('completed');
  const audit = databaseFile().prepare(
    `SELECT details FROM audit_log WHERE event = 'status.changed' ORDER BY id DESC`,
  );
  expect(JSON.parse(String(audit.pluck().get()))).toEqual({
    enquiry: id,
    from: 'new',
    to: 'completed',
  });
});

test('DA-6 Undo does nothing, and says so, when somebody changed the row since', async () => {
  const changed = await change(anna, 'in_progress');
  await change(basil, 'completed');
  const answer = await undo(anna, changed);
  expect([answer.status, statusOf()]).toEqual([409, 'completed']);
  expect(toasts(answer)[0]).toMatch(
    /^Error updating status basil@drys\.example changed it to Completed on .* Nothing was overwritten\.$/,
  );
});

test('DA-6 Undo does nothing either when the row has come back to the same status since', async () => {
  const changed = await change(anna, 'in_progress');
  await change(basil, 'completed');
  await change(basil, 'in_progress');
  const answer = await undo(anna, changed);
  expect([answer.status, statusOf()]).toEqual([409, 'in_progress']);
  expect(toasts(answer)[0]).toContain(`${staff.basil.email} changed it to In Progress on`);
});

test('DA-6 an Undo that is sent twice takes back once', async () => {
  const changed = await change(anna, 'completed');
  const answers = [await undo(anna, changed), await undo(anna, changed)];
  expect(answers.map(({ status }) => status)).toEqual([303, 409]);
  expect(statusOf()).toBe('new');
});

test('DA-6 nothing is offered where nothing changed, or somebody else was faster', async () => {
  expect(toasts(await change(anna, 'new'))).toEqual(['Status updated New']);
  const page = await anna.get(`/admin/dashboard?enquiry=${id}`);
  const answer = await anna.submit(page, { status: 'completed' }, statusForm(page, id));
  await change(basil, 'in_progress');
  expect(toasts(await anna.follow(answer))).toEqual(['Status updated Completed']);
});

test('DA-6 an enquiry that is gone, and fields that are none, are refused in words', async () => {
  const changed = await change(anna, 'completed');
  const { fields } = forms(changed.html)[undoForm(changed)]!;
  for (const after of ['x', '-1', '1.5', '9'.repeat(16)]) {
    const refused = await anna.post('/admin/dashboard/status', { ...fields, after });
    expect([refused.status, statusOf()]).toEqual([422, 'completed']);
  }
  run('DELETE FROM contact_submissions WHERE id = ?', id);
  const gone = await undo(anna, changed);
  expect(gone.status).toBe(404);
  expect(toasts(gone)[0]).toContain('The enquiry has been deleted by another user.');
});

test('DA-6 a message of another kind, or of a change that never was, has no Undo', async () => {
  for (const flash of ['status-completed.999999', 'status-completed.x', 'note-added.1.2', 'x.1']) {
    anna.cookies.set('flash', flash);
    const page = await anna.get('/admin/dashboard');
    expect(page.status).toBe(200);
    expect(undoForm(page)).toBe(-1);
  }
});

test('DA-6 an Undo after the session has ended is offered after the login', async () => {
  const changed = await change(anna, 'completed');
  run('DELETE FROM sessions WHERE admin_id = 1');
  const answer = await undo(anna, changed);
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/admin']);
  expect(statusOf()).toBe('completed');
});
