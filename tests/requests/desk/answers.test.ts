import { beforeEach, describe, expect, test } from 'vitest';
import { deskFaults, replyFaults, replyWords } from '#app/content/words/enquiry.server.ts';
import { DAY, athensDay } from '#app/domain/clock.server.ts';
import { readNumbers } from '#app/domain/desk/numbers.server.ts';
import { DESK } from '#app/domain/limits.ts';
import { readUnanswered } from '#db/digests.ts';
import { database, databaseFile } from '#db/database.server.ts';
import { staff } from '#db/seed/people.ts';
import { newAdmin } from '../../support/people/admins.ts';
import {
  toasts,
  wordsOf,
  fieldsTo,
  formTo,
  openReply,
  sendReply,
} from '../../support/people/desk.ts';
import type { Page } from '../../support/reading/browser.ts';
import { startSite } from '../../support/servers/site.ts';
import { audited, one, putEnquiry, run } from '../../support/servers/store.ts';

const site = await startSite();
const anna = await newAdmin(site, staff.anna.email);

let id: number;
beforeEach(async () => {
  databaseFile().exec('DELETE FROM contact_submissions');
  id = await putEnquiry();
});

const open = () => anna.get(`/admin/dashboard?q=eleni&enquiry=${id}`);
const record = (page: Page, fields: Record<string, string>) =>
  anna.submit(page, fields, formTo(page, 'answers'));
const stored = () =>
  one(`SELECT group_concat(channel || ': ' || message || ' ' || state) FROM replies`);
const status = () => one('SELECT status FROM contact_submissions WHERE id = ?', id);

describe('DK-3 an answer given elsewhere', () => {
  test.each([
    ['phone', 'She sends the drawings.\nCall on Monday.'],
    ['visit', ''],
    ['mail', 'x'.repeat(DESK.noteMax)],
  ] as const)('by %s is recorded, and begins what is new', async (channel, note) => {
    const page = await open();
    const words = wordsOf(page.html);
    for (const label of Object.values(replyWords.en.channels)) expect(words).toContain(label);
    const shown = await anna.follow(await record(page, { channel, note }));
    expect(shown.url).toBe(`/admin/dashboard?q=eleni&enquiry=${id}`);
    expect(toasts(shown)).toEqual(['Answer recorded The enquiry is In Progress now.']);
    const entry = [replyWords.en.channels[channel], '/ New to In Progress', note].join(' ');
    expect(wordsOf(shown.html)).toContain(entry.replaceAll('\n', ' ').trim());
    expect([stored(), status()]).toEqual([`${channel}: ${note} sent`, 'in_progress']);
    expect(audited('answer.recorded')[0]).toEqual({ enquiry: id, reply: expect.any(Number) });
    expect(audited('status.changed')[0]).toMatchObject({ enquiry: id, to: 'in_progress' });
  });

  test('counts as the first reply, in the numbers and for the digest', async () => {
    const [asked, now] = [new Date(Date.now() - 14 * DAY).toISOString(), new Date()];
    run('UPDATE contact_submissions SET created_at = ?', asked);
    const range = { from: athensDay(new Date(asked)), to: athensDay(now) };
    const seen = async () => [
      (await readNumbers(range, now)).answered,
      (await readUnanswered(database(), now.toISOString(), 10)).total,
    ];
    expect(await seen()).toEqual([0, 1]);
    await record(await open(), { channel: 'phone', note: '' });
    expect(await seen()).toEqual([1, 0]);
  });

  test('is one however often its form arrives, and leaves what is completed so', async () => {
    run(`UPDATE contact_submissions SET status = 'completed'`);
    const page = await open();
    const twice = [1, 2].map(() => record(page, { channel: 'phone', note: 'Once' }));
    for (const answer of await Promise.all(twice)) expect(answer.status).toBe(303);
    expect([stored(), status()]).toEqual(['phone: Once sent', 'completed']);
    expect(toasts(await open())).toEqual(['Answer recorded']);
  });

  test('is refused with its note kept, and recorded when it is sent again', async () => {
    const note = 'x'.repeat(DESK.noteMax + 1);
    const long = await record(await open(), { channel: 'phone', note });
    expect([long.status, fieldsTo(long, 'answers')['note']]).toEqual([422, note]);
    const other = await record(await open(), { channel: 'pigeon', note: 'Coo' });
    expect([other.status, fieldsTo(other, 'answers')['note']]).toEqual([422, 'Coo']);
    expect(toasts(other)[0]).toContain(replyFaults.en.unknownChannel);
    expect(stored()).toBeNull();
    expect((await record(other, { channel: 'visit' })).status).toBe(303);
    expect(stored()).toBe('visit: Coo sent');
    run('DELETE FROM contact_submissions WHERE id = ?', id);
    const gone = await record(other, { channel: 'visit' });
    expect([gone.status, toasts(gone).at(-1)]).toEqual([
      404,
      `${deskFaults.en.answer} ${deskFaults.en.gone}`,
    ]);
  });

  test('is read by a colleague first who is writing a reply', async () => {
    const reply = await openReply(anna, id);
    await record(await open(), { channel: 'phone', note: 'All settled' });
    const answer = await sendReply(anna, reply);
    expect([answer.status, wordsOf(answer.html).includes('All settled')]).toEqual([409, true]);
  });
});

test('DK-3 who left no address is not written to: there is no Reply', async () => {
  run(`UPDATE contact_submissions SET email = ''`);
  const page = await anna.get(`/admin/dashboard?enquiry=${id}&reply=1`);
  expect(() => formTo(page, 'replies')).toThrow();
  expect(page.html).not.toContain('mailto:');
  const fields = {
    enquiry: String(id),
    key: 'k'.repeat(22),
    after: '0',
    subject: 'S',
    message: 'M',
  };
  const answer = await anna.post('/admin/dashboard/replies', fields);
  expect([answer.status, toasts(answer)[0]]).toEqual([
    422,
    `${deskFaults.en.reply} ${replyFaults.en.noAddress}`,
  ]);
});
