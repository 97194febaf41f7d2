import { beforeEach, describe, expect, test } from 'vitest';
import { staff } from '#db/seed/people.ts';
import { newAdmin } from '../../support/people/admins.ts';
import { linkTo, listed, namesListed, readText } from '../../support/people/desk.ts';
import { elements } from '../../support/reading/browser.ts';
import { startSite } from '../../support/servers/site.ts';
import { putEnquiry, putMessage, putReply, run } from '../../support/servers/store.ts';

const site = await startSite();
const anna = await newAdmin(site, staff.anna.email);
const LIST = '/admin/dashboard';

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString();
const putWaiting = (full_name: string, days: number, status: 'new' | 'in_progress' = 'new') =>
  putEnquiry({ full_name, created_at: daysAgo(days), status });
function failReply(replyId: number): void {
  const { lastInsertRowid: mailId } = run(
    `INSERT INTO outbox (kind, created_at, next_attempt_at, failed_at) VALUES ('reply', 0, 0, 1)`,
  );
  run(`UPDATE replies SET state = 'failed', mail_id = ? WHERE id = ?`, mailId, replyId);
}

async function readWaitingRows(): Promise<string[]> {
  const page = await anna.get(`${LIST}?view=answer`);
  return listed(page).map((cells) => cells.join(' '));
}

beforeEach(() => {
  anna.cookies.delete('flash');
  run('DELETE FROM contact_submissions');
});

describe('an enquiry in To answer', () => {
  test('DK-7 is listed while it is new, with its reason and the days that it has waited', async () => {
    await putWaiting('Three Days', 3);
    await putWaiting('Today Only', 0);
    const rows = await readWaitingRows();
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatch(/Three Days.*New \/ 3 days/);
    expect(rows[1]).toMatch(/Today Only.*New \/ today/);
  });

  test('DK-7 waits from the customer’s message until a reply, also when the page was opened', async () => {
    const id = await putWaiting('Maria Page', 9, 'in_progress');
    await putReply(id, daysAgo(8));
    await putMessage(id, { received_at: daysAgo(2) });
    await anna.get(`${LIST}?enquiry=${id}`);
    expect((await readWaitingRows())[0]).toMatch(/Answered \/ 2 days/);
    await putReply(id, daysAgo(1));
    expect(await readWaitingRows()).toEqual([]);
  });

  test('DK-7 leaves when staff set a status after the message', async () => {
    const id = await putWaiting('Maria Page', 9, 'in_progress');
    await putMessage(id, { received_at: daysAgo(2) });
    expect(await readWaitingRows()).toHaveLength(1);
    const page = `${LIST}?view=answer`;
    const change = { enquiry: String(id), from: 'in_progress', status: 'completed' };
    expect((await anna.post(page, { intent: 'status', ...change })).status).toBe(303);
    expect(await readWaitingRows()).toEqual([]);
  });

  test('DK-7 waits from its follow-up day until it is answered or completed', async () => {
    const id = await putWaiting('Due Person', 20, 'in_progress');
    await putReply(id, daysAgo(10));
    run('UPDATE contact_submissions SET due_on = ? WHERE id = ?', daysAgo(4).slice(0, 10), id);
    // The person's last message is older than the follow-up day.
    expect((await readWaitingRows())[0]).toMatch(/Due \/ 20 days/);
    run('UPDATE contact_submissions SET due_on = ? WHERE id = ?', '2099-01-01', id);
    expect(await readWaitingRows()).toEqual([]);
    run('UPDATE contact_submissions SET due_on = ? WHERE id = ?', daysAgo(4).slice(0, 10), id);
    await putReply(id, daysAgo(1));
    expect(await readWaitingRows()).toEqual([]);
  });

  test('DK-7 waits while a reply is undelivered, until it arrives or is discarded', async () => {
    const id = await putWaiting('Failed Reply', 5, 'in_progress');
    const replyId = await putReply(id, daysAgo(4));
    failReply(replyId);
    expect((await readWaitingRows())[0]).toMatch(/Reply not delivered \/ 5 days/);
    run(`UPDATE outbox SET failed_at = NULL, sent_at = 1`);
    expect(await readWaitingRows()).toEqual([]);
    await putMessage(id, { kind: 'bounce', reply_id: replyId, reason: '550' });
    expect(await readWaitingRows()).toHaveLength(1);
    run(`UPDATE messages SET discarded_at = ?`, daysAgo(0));
    expect(await readWaitingRows()).toEqual([]);
  });

  test('DK-7 AN-5 DK-1 is listed once, with the first of its reasons, and counted once in the navigation', async () => {
    const id = await putWaiting('All Reasons', 5);
    await putMessage(id, { received_at: daysAgo(1) });
    run('UPDATE contact_submissions SET due_on = ? WHERE id = ?', daysAgo(3).slice(0, 10), id);
    expect(await readWaitingRows()).toHaveLength(1);
    expect((await readWaitingRows())[0]).toContain('Answered');
    failReply(await putReply(id, daysAgo(4)));
    expect((await readWaitingRows())[0]).toContain('Reply not delivered');
    expect(linkTo(await anna.get(LIST), '1 to answer')).toBe(`${LIST}?view=answer`);
  });
});

test('DK-7 lists the customer with the longest wait first; Next and Previous use the same order', async () => {
  const newestId = await putWaiting('New Person', 1);
  const oldestId = await putWaiting('Old Person', 9);
  const middleId = await putWaiting('Middle Person', 30, 'in_progress');
  await putMessage(middleId, { received_at: daysAgo(4) });
  const page = await anna.get(`${LIST}?view=answer`);
  expect(namesListed(page)).toEqual(['Old Person', 'Middle Person', 'New Person']);
  const open = await anna.get(`${LIST}?view=answer&enquiry=${middleId}`);
  expect(linkTo(open, 'Previous enquiry')).toContain(`view=answer&enquiry=${oldestId}`);
  expect(linkTo(open, 'Next enquiry')).toContain(`view=answer&enquiry=${newestId}`);
});

test('DK-7 shows four views with their counts above the list, and a chip for To answer', async () => {
  await putWaiting('New Person', 1);
  await putWaiting('Other Person', 1, 'in_progress');
  const page = await anna.get(`${LIST}?view=answer`);
  const nav = elements(page.html, 'nav[aria-label="Views of the list"]')[0]!;
  const views = elements(nav, 'a').map((link) => readText(link));
  expect(views).toEqual(['All (2)', 'To answer (1)', 'In Progress (1)', 'Completed (0)']);
  expect(linkTo(page, 'Remove filter: To answer')).toBe(LIST);
});

test('DK-7 goes through the pages of a long list in both directions', async () => {
  for (let day = 60; day > 0; day--) await putWaiting(`Person ${day}`, day);
  const first = await anna.get(`${LIST}?view=answer`);
  expect(namesListed(first)[0]).toBe('Person 60');
  const second = await anna.get(linkTo(first, 'Newer')!);
  expect(namesListed(second)).toEqual(Array.from({ length: 10 }, (_, i) => `Person ${10 - i}`));
  expect(namesListed(await anna.get(linkTo(second, 'Older')!))).toEqual(namesListed(first));
});

test('DK-8 takes an enquiry that needs no answer off To answer', async () => {
  const id = await putWaiting('Job Seeker', 3);
  const page = await anna.get(`${LIST}?enquiry=${id}`);
  expect((await anna.submitTo(page, 'answer', { channel: 'none' })).status).toBe(303);
  const emptyView = await anna.get(`${LIST}?view=answer`);
  expect(emptyView.text).toContain('Nothing is waiting for an answer.');
  expect(emptyView.html).not.toContain('to answer"');
});
