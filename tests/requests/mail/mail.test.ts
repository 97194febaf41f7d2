import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '#app/domain/clock.server.ts';
import { MAIL } from '#app/domain/limits.ts';
import { getDatabase } from '#db/database.server.ts';
import { office, staff } from '#db/seed/people.ts';
import { eleni } from '#db/seed/seed-enquiries.ts';
import { makeAdmin, newAdmin, PASSWORD } from '../../support/people/admins.ts';
import { fieldsTo, openReply, sendReply } from '../../support/people/desk.ts';
import { sendEnquiry, typed } from '../../support/people/enquirer.ts';
import { PlainBrowser } from '../../support/reading/browser.ts';
import { eventually } from '../../support/reading/eventually.ts';
import { startMailServer } from '../../support/servers/mail-server.ts';
import { startScriptedImapServer } from '../../support/servers/scripted-imap-server.ts';
import { runScript } from '../../support/servers/served-site.ts';
import { ORIGIN, startSite } from '../../support/servers/site.ts';
import {
  audited,
  column,
  one,
  putEnquiry,
  putMessage,
  putSentMessageId,
  run,
} from '../../support/servers/store.ts';

let server = await startMailServer();
const { port } = server;
const site = await startSite({
  TRUST_PROXY: '1',
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  ENQUIRY_NOTIFY_TO: `${office},${staff.dora.email}`,
  MAIL_FROM: 'DRYS <office@drys.example>',
  REPLY_TO: 'enquiries@drys.example',
  IMAP_URL: 'imap://desk:secret@127.0.0.1:9/INBOX',
});
const { countEvent, flushEventCounts, SERVER } = await import('#app/domain/audit.server.ts');
const { config, parseConfig } = await import('#app/config.server.ts');
const { getMailboxKey } = await import('#app/domain/mailbox/mailbox-connection.server.ts');
const { upsertMailbox } = await import('#db/mailboxes.ts');
const { inviteAdmin } = await import('#app/domain/accounts/accounts.server.ts');
const { deliverDueMail } = await import('#app/domain/mail/mail-delivery.server.ts');
const { describeMailProblems } = await import('#app/domain/mail/unsent-mail.server.ts');

afterAll(() => server.stop());
const anna = await newAdmin(site, staff.anna.email);
const PAGE = '/admin/dashboard/mail';

beforeEach(() => {
  server.refusals.clear();
  server.received.length = 0;
  run('DELETE FROM outbox');
});

/**
 * Sends an enquiry. The mail server refuses its notice for the given recipients, or the whole mail
 * for 'DATA'.
 */
async function refusedNotice(
  code = 550,
  refusedRecipients = [office, staff.dora.email],
): Promise<void> {
  for (const refused of refusedRecipients) server.refusals.set(refused, code);
  expect((await sendEnquiry(site)).page.status).toBe(303);
  await deliverDueMail();
}

const tries = () => column('SELECT attempts FROM outbox');
const readText = async (path: string) => (await anna.get(path)).text;
const healthz = async () => (await fetch(`${site}/healthz`)).status;
const recipients = () => server.received.map((mail) => mail.recipients);
const addressed = [office, staff.dora.email];

test('DA-1 says on the page Email that emails wait because the mail server offers no TLS', async () => {
  const notice = 'Emails waiting: 1. The mail server offers no encrypted connection (TLS)';
  await refusedNotice(451, ['DATA']);
  expect(await readText(PAGE)).not.toContain(notice);
  run(`UPDATE outbox SET last_error = 'no-tls'`);
  expect(await readText(PAGE)).toContain(notice);
});

test('AN-2 shows a warning on the page Mail if the messages in the mailbox answer no mail', async () => {
  const enquiryId = await putEnquiry();
  await putSentMessageId('<a@drys.example>', enquiryId);
  const switched_on_at = new Date().toISOString();
  await upsertMailbox(getDatabase(), getMailboxKey(config().mailbox!), { switched_on_at });
  const notice =
    /received messages \(2\), but none is a reply to one of the emails sent to customers \(\d+\)/;
  expect(await readText(PAGE)).not.toMatch(notice);

  for (let i = 0; i < 2; i++) countEvent(SERVER, 'message-ignored');
  await flushEventCounts();
  expect(await readText(PAGE)).toMatch(notice);
  await putMessage(enquiryId);
  expect(await readText(PAGE)).not.toMatch(notice);
});

test('AN-2 says in doctor that the messages in the mailbox answer no mail', async () => {
  run('DELETE FROM messages');
  await putSentMessageId('<b@drys.example>', await putEnquiry());
  const imap = await startScriptedImapServer({ messages: [] });
  onTestFinished(() => imap.stop());
  const runDoctor = async () => {
    const { stdout } = await runScript(['scripts/doctor.ts'], { IMAP_URL: imap.url });
    return stdout;
  };
  const switched_on_at = new Date().toISOString();
  const { mailbox } = parseConfig({ IMAP_URL: imap.url });
  await upsertMailbox(getDatabase(), getMailboxKey(mailbox!), { switched_on_at });
  const warning = /^ok {5}mailbox: .*; none of \d+ new messages? answers any of \d+ emails?: /m;
  countEvent(SERVER, 'message-ignored');
  await flushEventCounts();
  expect(await runDoctor()).toMatch(warning);
  await putMessage(await putEnquiry());
  expect(await runDoctor()).not.toMatch(warning);
});

test.each([
  ['an address', 550, addressed, 'EENVELOPE 550'],
  ['a message', 554, ['DATA'], 'EMESSAGE 554'],
])('tries %s that is refused for good once, and stays healthy', async (...given) => {
  const [, code, refusedRecipients, reason] = given;
  await refusedNotice(code, refusedRecipients);
  for (let hour = 1; hour < 5; hour++) await deliverDueMail({ aheadMs: hour * HOUR });
  expect(tries()).toEqual([1]);
  expect(await healthz()).toBe(200);
  expect(await describeMailProblems(Date.now())).toEqual([
    '1 email could not be sent: see /admin/dashboard/mail',
  ]);
  expect(audited('mail.failed')[0]).toMatchObject({ kind: 'enquiry', reason });
});

test('doctor says that mail waits, whether or not the site has tried to send it', async () => {
  expect((await sendEnquiry(site)).page.status).toBe(303);
  const afterAnHour = Date.now() + HOUR + MINUTE;
  const problem =
    '1 email waiting, the oldest for 61 minutes: check that the site runs, and SMTP_URL';
  expect(await describeMailProblems(afterAnHour)).toEqual([problem]);
  run(`UPDATE outbox SET last_error = 'ETIMEDOUT'`);
  expect(await describeMailProblems(afterAnHour)).toEqual([problem]);
});

test('shows a refused email at the desk, and sends it again to the refused recipient (once for a double click) or discards it', async () => {
  await refusedNotice(550, [staff.dora.email]);
  expect(await readText('/admin/dashboard')).toContain('Email (1)');
  const page = await anna.get(PAGE);
  expect(page.text).toContain('New enquiry from Eleni');
  expect(page.text).toContain(staff.dora.email);
  expect(page.text).not.toContain(office);
  expect(page.text).toContain('refused by the mail server (550)');
  server.refusals.clear();
  const sendAgain = () => anna.submit(page, {}, 2);
  const [first, second] = await Promise.all([sendAgain(), sendAgain()]);
  expect([first.status, second.status].toSorted()).toEqual([303, 409]);
  expect(first.text + second.text).toContain('This email is no longer here');
  await deliverDueMail();
  await deliverDueMail({ aheadMs: HOUR });
  expect(recipients()).toEqual([[office], [staff.dora.email]]);
  expect(await readText(PAGE)).toContain('All emails have been sent or are on their way.');
  await refusedNotice();
  expect((await anna.submit(await anna.get(PAGE), {}, 3)).location).toBe(PAGE);
  expect(await readText(PAGE)).toContain('Email discarded');
  expect(column('SELECT failed_at FROM outbox WHERE sent_at IS NULL')).toEqual([]);
});

test.each([
  ['asks to come again', 451],
  ['wants a login', 530],
])('tries a server that %s again', async (_, code) => {
  await refusedNotice(code);
  expect(tries()).toEqual([1]);
  expect(await readText(PAGE)).toContain('Email is not going out');
  expect(await healthz()).toBe(200);
  server.refusals.clear();
  await deliverDueMail({ aheadMs: HOUR });
  expect(server.received).toHaveLength(1);
});

test('gives up an email after three days, keeps it, and tries as long when it is sent again', async () => {
  await refusedNotice(451);
  run('UPDATE outbox SET attempts = ?', MAIL.giveUpAttempts);
  await deliverDueMail({ aheadMs: 3 * DAY + HOUR });
  expect(await readText(PAGE)).toContain('not accepted for 3 days');
  await anna.submit(await anna.get(PAGE), {}, 2);
  await deliverDueMail();
  expect(await readText(PAGE)).toContain('Email is not going out');
});

test('does not offer an email with an expired link for sending again', async () => {
  server.refusals.set(staff.egon.email, 550);
  await inviteAdmin(staff.egon.email);
  await deliverDueMail();
  run('UPDATE outbox SET created_at = created_at - ?', 8 * DAY);
  const page = await readText(PAGE);
  expect(page).toContain('Its link no longer works.');
  expect(page).not.toContain('Send again');
});

test('DA-1 sends a Greek reply in Greek, with Reply-To as in REPLY_TO', async () => {
  const id = await putEnquiry({ full_name: 'Ελένη Παπαδάκη', language: 'el' });
  const page = await openReply(anna, id, 1);
  expect(page.text).toContain('Replies to this email go to enquiries@drys.example.');
  const { message } = fieldsTo(page, 'reply');
  await sendReply(anna, page, { message: `${message}\n\nΆννα <Κ.>` });
  await deliverDueMail();
  expect(server.received).toMatchObject([
    {
      from: { name: 'DRYS', address: 'office@drys.example' },
      replyTo: [{ address: 'enquiries@drys.example' }],
      to: [{ address: eleni.email }],
      subject: `Το μήνυμά σας (DRYS-${id}): Ιδιωτική κατοικία`,
    },
  ]);
  const { text, html } = server.received[0]!;
  expect(text).toMatch(/^Γεια σας,\n\nσας ευχαριστούμε[^]+Με εκτίμηση\n\nΆννα <Κ\.>\n\n-- \nDRYS/);
  expect(text).toContain('Βιομηχανική Περιοχή Αυλώνα');
  expect(html).toContain('<html lang="el">');
  expect(html).toContain('Άννα &lt;Κ.&gt;');
});

test('writes CRLF line breaks in every encoding, and names the sender after the site', async () => {
  const page = await openReply(anna, await putEnquiry({ language: 'el' }), 1);
  await sendReply(anna, page, { message: 'Καλημέρα σας.\nΜια δεύτερη γραμμή.' });
  await deliverDueMail();
  const [mail] = server.received;
  expect(mail!.senderHost).toBe(new URL(ORIGIN).hostname);
  const parts = [...mail!.source.matchAll(/base64\r\n\r\n([\w+/=\r\n]+)/g)].map(
    ([, encoded = '']) => Buffer.from(encoded, 'base64').toString(),
  );
  expect(parts.some((part) => part.includes('Καλημέρα σας.\r\nΜια'))).toBe(true);
  for (const part of parts) expect(part).not.toMatch(/[^\r]\n/);
});

test('delivers each email exactly once after the mail server was down', async () => {
  await server.stop();
  const browser = new PlainBrowser(site);
  const submit = async (path: string, fields: Record<string, string>) =>
    browser.submit(await browser.get(path), fields);
  // Spent before its mail can go out: that one would carry a dead link, and is withdrawn.
  const spent = await inviteAdmin('spent@drys.example');
  const form = await browser.follow(await submit('/reset-password', { code: spent.code }));
  await browser.submit(form, { password: PASSWORD, confirm_password: PASSWORD });
  const { code } = await inviteAdmin(staff.basil.email);
  await makeAdmin(staff.clio.email);
  expect((await submit('/admin?forgot', { email: staff.clio.email })).status).toBe(303);
  const message = 'Καλημέρα "&"\nsecond line';
  expect((await submit('/contact', { ...typed, message })).status).toBe(303);

  // Each mail has its next try, before and after the server is back.
  for (let hour = 0; hour < 3; hour++) await deliverDueMail({ aheadMs: hour * HOUR });
  expect(await readText('/admin/dashboard')).toMatch(/Email \(\d+\)/);
  server = await startMailServer(port);
  for (let hour = 3; hour < 6; hour++) await deliverDueMail({ aheadMs: hour * HOUR });
  expect(server.received.map(({ subject }) => subject).toSorted()).toEqual([
    'New enquiry from Eleni Papadaki',
    'Set a new password',
    'Your invitation to the DRYS desk',
    'Your password was changed',
  ]);

  const invitation = server.findBySubject('invitation')[0]!;
  expect(invitation.recipients).toEqual([staff.basil.email]);
  expect(invitation.text).toContain(`${ORIGIN}/reset-password#access_token=`);
  expect(invitation.text).toContain(`Code: ${code}`);
  const email = server.findBySubject('New enquiry')[0]!;
  expect(email.recipients).toEqual(addressed);
  expect(email.replyTo).toMatchObject([{ address: eleni.email }]);
  expect(email.text).toContain(message);
  expect(email.html).toContain('Καλημέρα &quot;&amp;&quot;');
  expect(email.text).toMatch(new RegExp(`${ORIGIN}/admin/dashboard\\?enquiry=\\d+`));
  expect(one('SELECT count(*) FROM outbox WHERE sealed IS NOT NULL')).toBe(0);
  expect(await readText('/admin/dashboard')).not.toMatch(/Email \(\d+\)/);
});

test('sends a slow email once: each email is claimed in its turn, and the claim renewed', async () => {
  const letGo = server.hold();
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const to = ['first@drys.example', 'second@drys.example'];
  for (const email of to) await inviteAdmin(email);
  const claims = () =>
    column('SELECT next_attempt_at FROM outbox WHERE sent_at IS NULL AND attempts > 0');
  const senders = [];
  for (const receivedCount of [1, 2]) {
    senders.push(deliverDueMail());
    await eventually(() => expect(server.received).toHaveLength(receivedCount));
    for (let step = 0; step < 8; step++) {
      vi.advanceTimersByTime(0.3 * MAIL.claimSeconds * SECOND);
      await eventually(() => {
        for (const nextAttemptMs of claims()) expect(nextAttemptMs).toBeGreaterThan(Date.now());
      });
    }
  }
  await deliverDueMail();
  letGo();
  await Promise.all(senders);
  // Only one of several simultaneous runs sends the mail.
  await inviteAdmin('third@drys.example');
  await Promise.all([deliverDueMail(), deliverDueMail(), deliverDueMail()]);
  expect(recipients().flat().toSorted()).toEqual([...to, 'third@drys.example']);
});
