import { beforeEach, expect, test } from 'vitest';
import { DAY, HOUR } from '#app/domain/clock.server.ts';
import { office, staff } from '#db/seed/people.ts';
import { eleni } from '#db/seed/seed-enquiries.ts';
import { newAdmin } from '../../support/people/admins.ts';
import { fieldsTo, openReply, sendReply } from '../../support/people/desk.ts';
import { textOf } from '../../support/reading/browser.ts';
import { sendEnquiry } from '../../support/people/enquirer.ts';
import { startMailServer } from '../../support/servers/mail-server.ts';
import { startSite } from '../../support/servers/site.ts';
import { column, putEnquiry } from '../../support/servers/store.ts';

const server = await startMailServer();
const site = await startSite({
  TRUST_PROXY: '1',
  SMTP_URL: `smtp://127.0.0.1:${server.port}`,
  ENQUIRY_NOTIFY_TO: `${office},${staff.dora.email}`,
  MAIL_FROM: 'DRYS <office@drys.example>',
  REPLY_TO: 'enquiries@drys.example',
});
const { deliverDueMail } = await import('#app/domain/mail/mail-delivery.server.ts');
const { databaseFile } = await import('#db/database.server.ts');
const { mailErrors } = await import('#app/domain/mail/unsent-mail.server.ts');

const anna = await newAdmin(site, staff.anna.email);
const PAGE = '/admin/dashboard/mail';

beforeEach(() => {
  server.refusals.clear();
  server.received.length = 0;
  databaseFile().exec('DELETE FROM outbox');
});

/** An enquiry whose e-mail the server refuses for every recipient. */
async function refusedNotice(code = 550): Promise<void> {
  server.refusals.set(office, code).set(staff.dora.email, code);
  expect((await sendEnquiry(site)).page.status).toBe(303);
  await deliverDueMail();
}

const tries = () => column('SELECT attempts FROM outbox');
const said = async (path: string) => (await anna.get(path)).text;
const healthz = async () => (await fetch(`${site}/healthz`)).status;

test('a mail that is refused for good is tried once, and health is not of its concern', async () => {
  await refusedNotice();
  for (let hour = 1; hour < 5; hour++) await deliverDueMail(Date.now() + hour * HOUR);
  expect(tries()).toEqual([1]);
  expect(await healthz()).toBe(200);
  expect(await mailErrors(Date.now())).toEqual([
    '1 mail(s) could not be sent: see /admin/dashboard/mail',
  ]);
  const [event] = column(`SELECT details FROM audit_log WHERE event = 'mail.failed'`) as string[];
  expect(JSON.parse(event!)).toMatchObject({ kind: 'enquiry', reason: 'EENVELOPE 550' });
});

test('a refused message is as final as a refused address', async () => {
  server.refusals.set('DATA', 554);
  await sendEnquiry(site);
  await deliverDueMail();
  await deliverDueMail(Date.now() + HOUR);
  expect(tries()).toEqual([1]);
});

test('the desk shows a refused mail and sends it again, once for a double click', async () => {
  await refusedNotice();
  expect(await said('/admin/dashboard')).toContain('Mail (1)');
  const page = await anna.get(PAGE);
  expect(page.text).toContain('New enquiry from Eleni');
  expect(page.text).toContain(`${office}, ${staff.dora.email}`);
  expect(page.text).toContain('refused by the mail server (550)');
  server.refusals.clear();
  const form = 2;
  const [first, second] = await Promise.all([
    anna.submit(page, {}, form),
    anna.submit(page, {}, form),
  ]);
  expect([first.status, second.status].toSorted()).toEqual([303, 409]);
  expect(textOf([first, second].find(({ status }) => status === 409)!.html)).toContain(
    'It is no longer here',
  );
  await deliverDueMail();
  await deliverDueMail(Date.now() + HOUR);
  expect(server.received).toHaveLength(1);
  expect(server.received[0]!.recipients).toEqual([office, staff.dora.email]);
  expect(await said(PAGE)).toContain('All emails have gone out or are on their way.');
});

test('a refused mail can be discarded', async () => {
  await refusedNotice();
  const discarded = await anna.submit(await anna.get(PAGE), {}, 3);
  expect(discarded.location).toBe(PAGE);
  expect(await said(PAGE)).toContain('Email discarded');
  expect(tries()).toEqual([]);
});

test.each([
  ['asks to come again', 451],
  ['wants a login', 530],
])('a server that %s is tried again', async (_, code) => {
  await refusedNotice(code);
  expect(tries()).toEqual([1]);
  expect(await said(PAGE)).toContain('Mail is not going out');
  expect(await healthz()).toBe(200);
  server.refusals.clear();
  await deliverDueMail(Date.now() + HOUR);
  expect(server.received).toHaveLength(1);
});

test('what one of two addresses refuses, only that one gets again', async () => {
  server.refusals.set(staff.dora.email, 550);
  await sendEnquiry(site);
  await deliverDueMail();
  expect(server.received.map(({ recipients }) => recipients)).toEqual([[office]]);
  const page = await anna.get(PAGE);
  expect(page.text).not.toContain(office);
  server.refusals.clear();
  await anna.submit(page, {}, 2);
  await deliverDueMail();
  expect(server.received.map(({ recipients }) => recipients)).toEqual([
    [office],
    [staff.dora.email],
  ]);
});

test('mail that waits for three days is given up, kept, and tried as long when it is sent again', async () => {
  await refusedNotice(451);
  await deliverDueMail(Date.now() + 3 * DAY + HOUR);
  expect(await said(PAGE)).toContain('not taken for 3 days');
  await anna.submit(await anna.get(PAGE), {}, 2);
  await deliverDueMail();
  expect(await said(PAGE)).toContain('Mail is not going out');
});

test('a link that is no longer good is not sent again', async () => {
  const { inviteAdmin } = await import('#app/domain/accounts/accounts.server.ts');
  server.refusals.set(staff.basil.email, 550);
  await inviteAdmin(staff.basil.email);
  await deliverDueMail();
  databaseFile().exec(`UPDATE outbox SET created_at = created_at - ${8 * DAY}`);
  const page = await anna.get(PAGE);
  expect(page.text).toContain('Its link no longer works.');
  expect(page.text).not.toContain('Send again');
});

test('DA-1 a Greek enquiry is answered in Greek, and answers go to REPLY_TO', async () => {
  const id = await putEnquiry({
    full_name: 'Ελένη Παπαδάκη',
    email: eleni.email,
    project: 'Private House',
    language: 'el',
  });
  const page = await openReply(anna, id, 1);
  expect(page.text).toContain('Answers go to enquiries@drys.example.');
  const { message } = fieldsTo(page, 'replies');
  await sendReply(anna, page, { message: `${message}\n\nΆννα <Κ.>` });
  await deliverDueMail();
  expect(server.received).toHaveLength(1);
  const [mail] = server.received;
  expect(mail).toMatchObject({
    from: { name: 'DRYS', address: 'office@drys.example' },
    replyTo: [{ address: 'enquiries@drys.example' }],
    to: [{ address: eleni.email }],
    subject: 'Το αίτημά σας στην DRYS: Ιδιωτική κατοικία',
  });
  expect(mail!.text).toMatch(
    /^Προς: Ελένη Παπαδάκη\n\nΣας ευχαριστούμε[^]+Με εκτίμηση\n\nΆννα <Κ\.>\n\n--\nDRYS/,
  );
  expect(mail!.text).toContain('Βιομηχανική Περιοχή Αυλώνα');
  expect(mail!.html).toContain('<html lang="el">');
  expect(mail!.html).toContain('Άννα &lt;Κ.&gt;');
});
