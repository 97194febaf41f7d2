import SQLite from 'better-sqlite3';
import { beforeEach, describe, expect, test } from 'vitest';
import { replyFaults } from '#app/content/words/enquiry.server.ts';
import { disableAdmin, enableAdmin } from '#app/domain/accounts/accounts.server.ts';
import { DAY, HOUR } from '#app/domain/clock.server.ts';
import { REPLY } from '#app/domain/limits.ts';
import { databaseFile, databasePath } from '#db/database.server.ts';
import { staff } from '#db/seed/people.ts';
import { eleni } from '#db/seed/seed-enquiries.ts';
import { makeAdmin, signedIn } from '../../support/people/admins.ts';
import {
  linkTo,
  toasts,
  wordsOf,
  fieldsTo,
  faultAt,
  formTo,
  openReply,
  sendReply,
} from '../../support/people/desk.ts';
import type { Page, PlainBrowser } from '../../support/reading/browser.ts';
import { startMailServer } from '../../support/servers/mail-server.ts';
import { startSite } from '../../support/servers/site.ts';
import { putEnquiry, one, run } from '../../support/servers/store.ts';

const server = await startMailServer();
const site = await startSite({ SMTP_URL: `smtp://127.0.0.1:${server.port}` });
const { deliverDueMail } = await import('#app/domain/mail/mail-delivery.server.ts');

const ANNA = staff.anna.email;
const BASIL = staff.basil.email;
await makeAdmin(ANNA);
await makeAdmin(BASIL);
const written = { subject: 'Your desk in oak', message: 'Dear Eleni,\n\n3 < 4 & "quotes".' };

let anna: PlainBrowser;
let id: number;

beforeEach(async () => {
  server.refusals.clear();
  server.received.length = 0;
  databaseFile().exec('DELETE FROM contact_submissions; DELETE FROM outbox');
  anna = await signedIn(site, ANNA);
  await anna.get('/admin/dashboard');
  id = await putEnquiry({ project: 'Office Spaces' });
});

const count = (table: string) => one(`SELECT count(*) FROM ${table}`);
const statusOf = (enquiry: number) =>
  one('SELECT status FROM contact_submissions WHERE id = ?', enquiry);
const audited = (event: string) =>
  one('SELECT details FROM audit_log WHERE event = ? ORDER BY id DESC', event);

describe('DA-1 the form of a reply', () => {
  test('opens from the enquiry with the first template, and says where answers go', async () => {
    const page = await anna.get(`/admin/dashboard?status=new&enquiry=${id}`);
    const at = linkTo(page, 'Reply');
    expect(at).toBe(`/admin/dashboard?status=new&enquiry=${id}&reply=1#reply`);
    const form = await anna.get(at);
    const { subject, message } = fieldsTo(form, 'replies');
    expect(subject).toBe('Your enquiry to DRYS: Office Spaces');
    expect(message).toMatch(/^Dear Eleni Papadaki,\n\nThank you .* We have read it/);
    expect(wordsOf(form.html)).toContain(`Reply to ${eleni.full_name} , in English`);
    expect(wordsOf(form.html)).toContain(`Answers go to ${ANNA}.`);
    expect(linkTo(form, 'Cancel')).toBe(`/admin/dashboard?status=new&enquiry=${id}`);
    expect(linkTo(form, 'Close')).toBe('/admin/dashboard?status=new');
  });

  test('DA-2 starts from a template in the language of the enquiry, filled in', async () => {
    const page = await openReply(anna, id);
    const english = await anna.get(linkTo(page, 'First answer / Πρώτη απάντηση'));
    expect(fieldsTo(english, 'replies')).toMatchObject({
      subject: 'Your enquiry to DRYS: Office Spaces',
      message: expect.stringMatching(/^Dear Eleni Papadaki,\n\nThank you for your enquiry\./),
    });
    const greek = await putEnquiry({
      full_name: 'Ελένη {project} <b>\r\nBcc: x@mail.example',
      project: 'Public Buildings',
      language: 'el',
    });
    const { subject, message } = fieldsTo(await openReply(anna, greek, 2), 'replies');
    expect(subject).toBe('Σχέδια για το αίτημά σας στην DRYS: Δημόσια κτίρια');
    expect(message).toMatch(/^Προς: Ελένη \{project\} <b>\r?\nBcc: x@mail\.example\n\n/);
  });

  test('a template that is not there, or is no template, is said to be so', async () => {
    for (const template of ['99', 'x', '1e3', "'"]) {
      const page = await anna.get(`/admin/dashboard?enquiry=${id}&reply=1&template=${template}`);
      expect(page.status).toBe(200);
      expect(wordsOf(page.html)).toContain('There is no such template.');
    }
  });
});

describe('DA-1 a reply', () => {
  test('arrives once, from the site, with answers to the admin, and stands in the history', async () => {
    const answer = await sendReply(anna, await openReply(anna, id), written);
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      `/admin/dashboard?enquiry=${id}`,
    ]);
    const page = await anna.follow(answer);
    expect(toasts(page)).toEqual([
      'Reply queued It is on its way. The enquiry is In Progress now.',
    ]);
    expect(wordsOf(page.html)).toMatch(
      /Replies anna@drys\.example \/ .{17} \/ Queued \/ New to In Progress Your desk in oak Dear Eleni,/,
    );
    expect(statusOf(id)).toBe('in_progress');
    await deliverDueMail();
    await deliverDueMail(Date.now() + HOUR);
    expect(server.received).toHaveLength(1);
    const [mail] = server.received;
    expect(mail).toMatchObject({
      from: { address: 'no-reply@drys.example', name: 'DRYS' },
      replyTo: [{ address: ANNA }],
      recipients: [eleni.email],
      subject: written.subject,
    });
    expect(mail!.text).toMatch(/^Dear Eleni,\n\n3 < 4 & "quotes"\.\n\n--\nDRYS/);
    expect(mail!.html).toContain('Dear Eleni,');
    expect(mail!.html).toContain('3 &lt; 4 &amp; &quot;quotes&quot;.');
    expect(mail!.headers.map(({ key }) => key)).not.toContain('auto-submitted');
    expect(wordsOf((await anna.get(page.url)).html)).toMatch(/\/ Sent \/ New to/);
    expect(JSON.parse(String(audited('reply.queued')))).toEqual({
      enquiry: id,
      reply: expect.any(Number),
      mail: expect.any(Number),
    });
    expect(JSON.parse(String(audited('status.changed')))).toMatchObject({
      enquiry: id,
      from: 'new',
    });
  });

  test('leaves a status that is not New as it is, and does not speak of it', async () => {
    databaseFile().exec(`UPDATE contact_submissions SET status = 'completed'`);
    const answer = await sendReply(anna, await openReply(anna, id), written);
    const page = await anna.follow(answer);
    expect(toasts(page)).toEqual(['Reply queued It is on its way.']);
    expect(wordsOf(page.html)).not.toContain('to In Progress');
    expect([statusOf(id), count('status_changes')]).toEqual(['completed', 0]);
  });

  test('is one mail, however often its form arrives: the second is answered like the first', async () => {
    const page = await openReply(anna, id);
    const answers = await Promise.all([1, 2, 3].map(() => sendReply(anna, page, written)));
    await deliverDueMail();
    answers.push(await sendReply(anna, page, written));
    for (const answer of answers) {
      expect(answer.status).toBe(303);
      expect(answer.headers.getSetCookie().join()).toContain('flash=reply-began');
    }
    await deliverDueMail(Date.now() + HOUR);
    expect([count('replies'), count('outbox'), server.received.length]).toEqual([1, 1, 1]);
  });

  test('another text from a page that has sent one is kept, and sent when it is sent again', async () => {
    const page = await openReply(anna, id);
    await anna.follow(await sendReply(anna, page, written));
    const answer = await sendReply(anna, page, { ...written, message: 'And one thing more.' });
    expect(answer.status).toBe(409);
    expect(toasts(answer)[0]).toContain(replyFaults.en.spent);
    expect(fieldsTo(answer, 'replies')['message']).toBe('And one thing more.');
    expect((await sendReply(anna, answer)).status).toBe(303);
    expect(count('replies')).toBe(2);
  });

  test('of two who reply at once, the second reads the first and may send all the same', async () => {
    const basil = await signedIn(site, BASIL);
    const pages = await Promise.all([openReply(anna, id), openReply(basil, id)]);
    expect((await sendReply(anna, pages[0]!, written)).status).toBe(303);
    const other = { subject: 'Mine', message: 'What Basil wrote.' };
    const overtaken = await sendReply(basil, pages[1]!, other);
    expect(overtaken.status).toBe(409);
    expect(toasts(overtaken)[0]).toMatch(/^Error sending reply anna@drys\.example replied on /);
    expect(wordsOf(overtaken.html)).toContain('3 < 4 & "quotes".');
    expect(fieldsTo(overtaken, 'replies')).toMatchObject(other);
    const answer = await sendReply(basil, overtaken);
    const page = await basil.follow(answer);
    expect(wordsOf(page.html)).toMatch(/anna@drys\.example .* basil@drys\.example .* What Basil/);
    await deliverDueMail();
    expect(server.received.map(({ replyTo }) => replyTo?.[0]?.address)).toEqual([ANNA, BASIL]);
  });

  test('has a subject of one line, whatever is typed or named', async () => {
    const name = 'Eve\r\nBcc: all@mail.example\r\n\r\n<script>';
    const evil = await putEnquiry({ full_name: name });
    const page = await openReply(anna, evil, 1);
    const subject = 'Yours\r\nBcc: evil@mail.example\n\n\u2028Subject: other\tend';
    expect((await sendReply(anna, page, { subject })).status).toBe(303);
    await deliverDueMail();
    expect(server.received).toHaveLength(1);
    expect(server.received[0]).toMatchObject({
      recipients: [eleni.email],
      subject: 'Yours Bcc: evil@mail.example Subject: other end',
    });
    expect(server.received[0]!.bcc).toBeUndefined();
    expect(server.received[0]!.html).not.toContain('<script>');
  });
});

describe('DA-1 what is refused keeps what was written', () => {
  const long = (count: number) => 'λ'.repeat(count);

  test.each([
    ['no subject', { subject: ' \n ' }, 'subject', replyFaults.en.noSubject],
    ['no message', { message: ' \n ' }, 'message', replyFaults.en.noMessage],
    ['a long subject', { subject: long(201) }, 'subject', replyFaults.en.longSubject(200)],
    ['a long message', { message: long(10_001) }, 'message', replyFaults.en.longMessage(10_000)],
  ])('%s', async (_, fields, field, fault) => {
    const answer = await sendReply(anna, await openReply(anna, id), { ...written, ...fields });
    expect(answer.status).toBe(422);
    expect(faultAt(answer, field)).toBe(fault);
    const kept = { ...written, ...fields };
    const trimmed = { subject: kept.subject.trim(), message: kept.message.trim() };
    expect(fieldsTo(answer, 'replies')).toMatchObject(trimmed);
    expect([count('replies'), count('outbox'), statusOf(id)]).toEqual([0, 0, 'new']);
    const good = { subject: long(REPLY.subjectMax), message: long(REPLY.messageMax) };
    expect((await sendReply(anna, answer, good)).status).toBe(303);
  });

  test('a form without its hidden fields', async () => {
    const enquiry = String(id);
    const answer = await anna.post(`/admin/dashboard/replies?enquiry=${id}&reply=1`, {
      ...written,
      enquiry,
    });
    expect(answer.status).toBe(422);
    expect(fieldsTo(answer, 'replies')).toMatchObject(written);
    expect((await sendReply(anna, answer)).status).toBe(303);
    for (const odd of ['', 'x', '-1', '1e9']) {
      const lost = await anna.post('/admin/dashboard/replies', { ...written, enquiry: odd });
      expect(lost.status).toBe(404);
    }
  });

  test('an enquiry that was erased meanwhile', async () => {
    const page = await openReply(anna, id);
    run('DELETE FROM contact_submissions WHERE id = ?', id);
    const answer = await sendReply(anna, page, written);
    expect(answer.status).toBe(404);
    expect(toasts(answer)).toEqual([
      'Error sending reply The enquiry has been deleted by another user.',
    ]);
    expect(wordsOf(answer.html)).toContain(
      'What you wrote Your desk in oak Dear Eleni, 3 < 4 & "quotes".',
    );
    expect([count('replies'), count('outbox')]).toEqual([0, 0]);
  });

  test('a store that is busy, or fails', async () => {
    const page = await openReply(anna, id);
    const other = new SQLite(databasePath());
    other.exec('BEGIN IMMEDIATE');
    const busy = await sendReply(anna, page, written);
    other.close();
    expect(busy.status).toBe(503);
    databaseFile().exec('ALTER TABLE status_changes RENAME TO nowhere');
    const failed = await sendReply(anna, page, written);
    databaseFile().exec('ALTER TABLE nowhere RENAME TO status_changes');
    expect(failed.status).toBe(500);
    expect(fieldsTo(busy, 'replies')).toMatchObject(written);
    expect([count('replies'), count('outbox'), statusOf(id)]).toEqual([0, 0, 'new']);
    expect((await sendReply(anna, busy)).status).toBe(303);
    expect((await sendReply(anna, page, written)).status).toBe(303);
    expect(count('replies')).toBe(1);
  });

  test('a disabled admin sends nothing', async () => {
    const page = await openReply(anna, id);
    await disableAdmin(ANNA);
    const answer = await sendReply(anna, page, written);
    expect(answer.headers.get('location')).toBe('/admin?draft=replies');
    expect([count('replies'), count('outbox'), statusOf(id)]).toEqual([0, 0, 'new']);
    await enableAdmin(ANNA);
  });
});

test('DA-1 a recipient field with several addresses is sent to none of them', async () => {
  const email = 'a@mail.example, b@mail.example';
  const several = await putEnquiry({ email });
  await sendReply(anna, await openReply(anna, several), written);
  await deliverDueMail();
  await deliverDueMail(Date.now() + HOUR);
  const recipients = server.received.flatMap((mail) => mail.recipients);
  expect(recipients.filter((address) => address !== email)).toEqual([]);
});

describe('DA-1 a reply that could not be sent', () => {
  const again = (page: Page) => anna.submit(page, {}, formTo(page, 'replies/retry'));

  async function failedReply(): Promise<Page> {
    server.refusals.set(eleni.email, 550);
    await sendReply(anna, await openReply(anna, id), written);
    await deliverDueMail();
    const page = await anna.get(`/admin/dashboard?enquiry=${id}`);
    expect(wordsOf(page.html)).toMatch(/\/ Failed \/ New to/);
    return page;
  }

  test('is tried again, once for a double click, as the same message', async () => {
    const page = await failedReply();
    server.refusals.clear();
    const answers = await Promise.all([again(page), again(page)]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    const shown = await anna.follow(answers[0]!);
    expect(toasts(shown)).toEqual(['Email queued It is on its way again.']);
    expect(wordsOf(shown.html)).toMatch(/\/ Queued \/ New to/);
    await deliverDueMail();
    expect((await again(page)).status).toBe(303);
    await deliverDueMail(Date.now() + HOUR);
    expect(server.received).toHaveLength(1);
    const mail = databaseFile().prepare('SELECT id, created_at FROM outbox').get() as {
      id: number;
      created_at: number;
    };
    expect(server.received[0]!.messageId).toContain(`<outbox-${mail.id}-${mail.created_at}@`);
    expect(wordsOf((await anna.get(page.url)).html)).toMatch(/\/ Sent \/ New to/);
  });

  test('that no server took for three days has failed too', async () => {
    server.refusals.set(eleni.email, 451);
    await sendReply(anna, await openReply(anna, id), written);
    await deliverDueMail();
    const address = `/admin/dashboard?enquiry=${id}`;
    expect(wordsOf((await anna.get(address)).html)).toMatch(/\/ Queued \/ New to/);
    await deliverDueMail(Date.now() + 3 * DAY + HOUR);
    const page = await anna.get(address);
    expect(wordsOf(page.html)).toMatch(/\/ Failed \/ New to/);
    server.refusals.clear();
    await again(page);
    await deliverDueMail();
    expect(server.received).toHaveLength(1);
  });

  test('stays failed when its mail was discarded, and cannot be tried again', async () => {
    const page = await failedReply();
    const mails = await anna.get('/admin/dashboard/mail');
    expect(wordsOf(mails.html)).toContain(`Your desk in oak ${eleni.email}`);
    await anna.follow(await anna.submit(mails, {}, formTo(mails, 'mail/discarded')));
    const answer = await again(page);
    expect(answer.status).toBe(409);
    expect(toasts(answer)[0]).toContain(replyFaults.en.notRetried);
    expect(wordsOf(answer.html)).toMatch(/\/ Failed \/ New to/);
    expect(() => formTo(answer, 'replies/retry')).toThrow();
  });

  test('of another enquiry, or of none, is not touched', async () => {
    const page = await failedReply();
    const { reply } = fieldsTo(page, 'replies/retry');
    const other = await putEnquiry();
    for (const enquiry of [String(other), '99', 'x']) {
      const fields = { enquiry, reply: reply! };
      expect((await anna.post('/admin/dashboard/replies/retry', fields)).status).toBeGreaterThan(
        403,
      );
    }
    expect(one('SELECT state FROM replies')).toBe('failed');
  });
});
