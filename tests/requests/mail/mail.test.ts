import { expect, onTestFinished, test, vi } from 'vitest';
import { HOUR, SECOND } from '#app/domain/clock.server.ts';
import { MAIL } from '#app/domain/limits.ts';
import { office, staff } from '#db/seed/people.ts';
import { eleni } from '#db/seed/seed-enquiries.ts';
import { PASSWORD, makeAdmin } from '../../support/people/admins.ts';
import { PlainBrowser } from '../../support/reading/browser.ts';
import { typed } from '../../support/people/enquirer.ts';
import { eventually } from '../../support/reading/eventually.ts';
import { startMailServer } from '../../support/servers/mail-server.ts';
import { ORIGIN, startSite } from '../../support/servers/site.ts';

const first = await startMailServer();
await first.stop();
const site = await startSite({
  SMTP_URL: `smtp://127.0.0.1:${first.port}`,
  ENQUIRY_NOTIFY_TO: `${office},${staff.dora.email}`,
});
const { inviteAdmin } = await import('#app/domain/accounts/accounts.server.ts');
const { deliverDueMail } = await import('#app/domain/mail/mail-delivery.server.ts');
const { databaseFile } = await import('#db/database.server.ts');

/** The server was dead at first, then each mail had its next try. */
async function receiveAll() {
  for (let hour = 0; hour < 3; hour++) await deliverDueMail(Date.now() + hour * HOUR);
  const server = await startMailServer(first.port);
  for (let hour = 3; hour < 6; hour++) await deliverDueMail(Date.now() + hour * HOUR);
  return server;
}

test('each mail arrives exactly once although the server was dead when it was caused', async () => {
  const browser = new PlainBrowser(site);
  // Spent before its mail can go out: that one would carry a dead link, and is withdrawn.
  const spent = await inviteAdmin(staff.anna.email);
  const form = await browser.follow(
    await browser.submit(await browser.get('/reset-password'), { code: spent.code }),
  );
  await browser.submit(form, { password: PASSWORD, confirm_password: PASSWORD });
  const { code } = await inviteAdmin(staff.basil.email);
  await makeAdmin(staff.clio.email);
  const asked = await browser.submit(await browser.get('/admin?forgot'), {
    email: staff.clio.email,
  });
  expect(asked.status).toBe(303);
  const sent = await browser.submit(await browser.get('/contact'), {
    ...typed,
    full_name: 'Ελένη Δοκιμή',
    email: eleni.email,
    message: 'Καλημέρα "&"\nsecond line',
  });
  expect(sent.status).toBe(303);

  await deliverDueMail();
  const banner = new PlainBrowser(site);
  const login = await banner.submit(await banner.get('/admin'), {
    email: staff.anna.email,
    password: PASSWORD,
  });
  expect((await banner.follow(login)).text).toMatch(/Mail \(\d+\)/);

  const server = await receiveAll();
  onTestFinished(server.stop);
  const subjects = server.received.map(({ subject }) => subject).toSorted();
  expect(subjects).toEqual([
    'New enquiry from Ελένη Δοκιμή',
    'Set a new password',
    'Your invitation to the DRYS enquiry desk',
    'Your password was changed',
  ]);
  for (const mail of server.received) {
    expect(mail.from?.address).toBe('no-reply@drys.example');
    expect(mail.text).toBeTruthy();
    expect(mail.html).toContain('<!doctype html>');
  }

  const invitation = server.about('invitation')[0]!;
  expect(invitation.to?.map(({ address }) => address)).toEqual([staff.basil.email]);
  expect(invitation.text).toContain(`${ORIGIN}/reset-password#access_token=`);
  expect(invitation.text).toContain(`Code: ${code}`);

  const email = server.about('New enquiry')[0]!;
  expect(email.recipients).toEqual([office, staff.dora.email]);
  expect(email.replyTo?.map(({ address }) => address)).toEqual([eleni.email]);
  expect(email.text).toContain('Καλημέρα "&"\nsecond line');
  expect(email.html).toContain('Καλημέρα &quot;&amp;&quot;');
  expect(email.text).toMatch(new RegExp(`${ORIGIN}/admin/dashboard\\?enquiry=\\d+`));

  const left = databaseFile().prepare('SELECT count(*) n FROM outbox WHERE sealed IS NOT NULL');
  expect(left.get()).toEqual({ n: 0 });
  expect((await banner.get('/admin/dashboard')).text).not.toContain('Mail is not');
});

test('two senders at once send a mail once', async () => {
  const server = await startMailServer(first.port);
  onTestFinished(server.stop);
  await inviteAdmin(staff.egon.email);
  await Promise.all([deliverDueMail(), deliverDueMail(), deliverDueMail()]);
  expect(server.received).toHaveLength(1);
});

test('a mail that is long in sending leaves once: each is claimed in its turn, and the claim renewed', async () => {
  const server = await startMailServer(first.port);
  const letGo = server.hold();
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  onTestFinished(async () => {
    vi.useRealTimers();
    await server.stop();
  });
  await inviteAdmin('first@drys.example');
  await inviteAdmin('second@drys.example');
  const claims = databaseFile().prepare(
    'SELECT next_attempt_at FROM outbox WHERE sent_at IS NULL AND attempts > 0',
  );
  const senders = [];
  for (const taken of [1, 2]) {
    senders.push(deliverDueMail());
    await eventually(() => expect(server.received).toHaveLength(taken));
    for (let step = 0; step < 8; step++) {
      vi.advanceTimersByTime(0.3 * MAIL.claimSeconds * SECOND);
      await eventually(() => {
        for (const until of claims.pluck().all()) expect(until).toBeGreaterThan(Date.now());
      });
    }
  }
  await deliverDueMail();
  letGo();
  await Promise.all(senders);
  const to = server.received.map(({ recipients }) => recipients[0]);
  expect(to.toSorted()).toEqual(['first@drys.example', 'second@drys.example']);
}, 30_000);
