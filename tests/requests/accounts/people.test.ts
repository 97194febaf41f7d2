import { describe, expect, test, vi } from 'vitest';
import {
  disableAdmin,
  inviteAdmin,
  removeAdminSecondFactor,
} from '#app/domain/accounts/accounts.server.ts';
import { unsealPendingForm } from '#app/domain/accounts/confirmation.server.ts';
import { flushEventCounts } from '#app/domain/audit.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import { getSqliteConnection } from '#db/database.server.ts';
import {
  makeAdmin,
  newAdmin,
  PASSWORD,
  signedIn,
  turnOnTwoStep,
  TWO_STEP,
} from '../../support/people/admins.ts';
import {
  attribute,
  elements,
  textOf,
  values,
  type Page,
  type PlainBrowser,
} from '../../support/reading/browser.ts';
import { expectGreekBut } from '../../support/reading/latin.ts';
import { startSite } from '../../support/servers/site.ts';
import { column, listRows, one, readMails, run } from '../../support/servers/store.ts';

const site = await startSite();
const PEOPLE = '/admin/dashboard/people';
let personCount = 0;
const someone = () => `person${(personCount += 1)}@drys.example`;
const idOf = (email: string) => Number(one('SELECT id FROM admins WHERE email = ?', email));

/** As if the password had been given longer ago than it counts. */
const forgetConfirmations = () => run('UPDATE sessions SET confirmed_at = confirmed_at - 600000');

const rowOf = (page: Page, email: string) => {
  const row = page.all('tr').find((each) => textOf(each).includes(email));
  if (!row) throw new Error(`no row of ${email}`);
  return row;
};
const invite = async (browser: PlainBrowser, email: string, language = 'en') =>
  browser.submitTo(await browser.get(PEOPLE), 'invite', { email, language });
const postAbout = (browser: PlainBrowser, intent: string, email: string) =>
  browser.post(PEOPLE, { intent, admin: String(idOf(email)) });

/** Returns all that the sensitive actions change. */
const readAccounts = () => [
  ...['admins', 'passkeys', 'access_links', 'recovery_codes'].map((table) =>
    listRows(`SELECT * FROM ${table}`),
  ),
  listRows('SELECT id FROM outbox'),
  listRows('SELECT token_hash, confirmed_at FROM sessions'),
];

const isAsked = (page: Page) => page.values('input', 'name').includes('current_password');
const mailsTo = (email: string) => readMails().filter(({ to }) => to.includes(email));
const readAudit = (event: string, admin: number) =>
  column('SELECT details FROM audit_log WHERE event = ? AND admin_id = ?', event, admin).map(
    (details) => JSON.parse(String(details)) as Record<string, unknown>,
  );

test('PP-1 lists each admin in a row with state, last login, two-step login and passkey', async () => {
  const [email, invited, disabled] = [someone(), someone(), someone()];
  const browser = await newAdmin(site, email);
  await inviteAdmin(invited);
  await makeAdmin(disabled);
  await disableAdmin(disabled);
  const page = await browser.get(PEOPLE);
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Athens' }).format();
  const ownRow = rowOf(page, email);
  expect(values(ownRow, 'time', 'datetime')).toEqual([today]);
  expect(textOf(ownRow)).toContain('Active');
  expect(textOf(ownRow)).not.toMatch(/Two-step|Passkey/);
  expect(textOf(rowOf(page, invited))).toContain('Invited');
  expect(elements(rowOf(page, invited), 'time')).toHaveLength(0);
  expect(textOf(rowOf(page, disabled))).toContain('Disabled');
  run(`UPDATE admins SET language = 'el', totp_secret = 'sealed' WHERE email = ?`, email);
  const greek = await browser.get(PEOPLE);
  expect(greek.texts('h1')).toEqual(['Χρήστες']);
  expect(textOf(rowOf(greek, email))).toMatch(/Σύνδεση σε δύο βήματαΕνεργός/);
  expect(greek.text).toMatch(/Προσκεκλημένος/);
  expect(greek.text).toMatch(/Ανενεργός/);
});

describe('an admin', () => {
  test('PP-2 sends the link only to the invited person, and a notice to every active admin in their language', async () => {
    const [anna, basil, invited] = [someone(), someone(), someone()];
    const browser = await newAdmin(site, anna);
    await makeAdmin(basil);
    run(`UPDATE admins SET language = 'el' WHERE email = ?`, basil);
    using log = vi.spyOn(process.stdout, 'write');
    const response = await invite(browser, invited, 'el');
    expect(response.outcome).toBe(`303 ${PEOPLE}`);
    const page = await browser.follow(response);
    expect(page.text).toContain('Invitation sent');
    expect(textOf(rowOf(page, invited))).toContain('Invited');
    const [mail] = mailsTo(invited);
    expect(mail).toMatchObject({ kind: 'invite', subject: expect.stringContaining('πρόσκλησή') });
    const code = /[0-9A-Z]{4}(-[0-9A-Z]{2,4}){6}/.exec(mail!.text)![0];
    const token = /access_token=([^&]+)/.exec(mail!.link!)![1]!;
    const notices = [anna, basil].map((email) => mailsTo(email).at(-1)!);
    expect(notices.map(({ kind }) => kind)).toEqual(['invitation-notice', 'invitation-notice']);
    expect(notices[0]!.subject).toContain('Somebody was invited');
    expect(notices[1]!.subject).toContain('Νέα πρόσκληση');
    for (const { text, html } of notices) {
      expect(text).toContain(anna);
      expect(text).toContain(invited);
      for (const secret of [code, token]) expect(text + html).not.toContain(secret);
    }
    await flushEventCounts();
    const logLines = log.mock.calls.flat().join('');
    expect(logLines).toContain('audit.invite.created');
    const auditLog = JSON.stringify(listRows('SELECT * FROM audit_log'));
    for (const secret of [code, token]) {
      expect(page.html + auditLog + logLines).not.toContain(secret);
    }
    expect(readAudit('invite.created', idOf(invited))).toEqual([{ by: idOf(anna) }]);
  });

  test('DA-8 is called by name in the notice of an invitation, and by name and email on the page', async () => {
    const [email, invited] = [someone(), someone()];
    const browser = await newAdmin(site, email);
    run(`UPDATE admins SET name = 'Anna Xenou' WHERE email = ?`, email);
    const page = await browser.follow(await invite(browser, invited));
    expect(mailsTo(email).at(-1)!.text).toContain(`Anna Xenou invited ${invited}`);
    expect(textOf(rowOf(page, email))).toContain(`Anna Xenou${email}`);
  });

  test('PP-2 invites again, disables, enables and signs out everywhere, each by its button and in the audit log', async () => {
    const [anna, basil, invited] = [someone(), someone(), someone()];
    const browser = await newAdmin(site, anna);
    const other = await newAdmin(site, basil);
    await invite(browser, invited);
    const pageAfterInvite = await browser.follow(await postAbout(browser, 'invite', invited));
    expect(pageAfterInvite.text).toContain('Invitation sent');
    expect(mailsTo(invited)).toHaveLength(1);
    const buttons = (page: Page, email: string) =>
      elements(rowOf(page, email), 'button').map((button) => textOf(button));
    expect(buttons(pageAfterInvite, invited)).toEqual(['Invite again', 'Disable']);
    expect(buttons(pageAfterInvite, basil)).toEqual(['Disable', 'Log out everywhere']);
    expect(buttons(pageAfterInvite, anna)).toEqual(['Log out everywhere']);
    expect((await postAbout(browser, 'signOut', basil)).status).toBe(303);
    expect((await other.get('/admin/dashboard')).status).toBe(303);
    const disabled = await browser.follow(await postAbout(browser, 'disable', basil));
    expect(buttons(disabled, basil)).toEqual(['Enable']);
    expect((await postAbout(browser, 'enable', basil)).status).toBe(303);
    const adminId = idOf(anna);
    expect(readAudit('session.revoked', idOf(basil))).toEqual([{ by: adminId, sessions: 1 }]);
    expect(readAudit('admin.disabled', idOf(basil))).toEqual([{ by: adminId }]);
    expect(readAudit('admin.enabled', idOf(basil))).toEqual([{ by: adminId }]);
  });

  test('PP-2 cannot invite an active or disabled admin or an invalid email, and nothing is sent', async () => {
    const [anna, disabled] = [someone(), someone()];
    const browser = await newAdmin(site, anna);
    await makeAdmin(disabled);
    await disableAdmin(disabled);
    const count = () => one('SELECT count(*) FROM outbox');
    const mailCount = count();
    for (const [email, message] of [
      [anna, 'This person can already log in.'],
      [disabled, 'This account is disabled.'],
      ['no address', 'Please enter a valid email address.'],
    ] as const) {
      const refused = await invite(browser, email);
      expect([email, refused.status]).toEqual([email, 422]);
      expect(refused.text).toContain(message);
      expect(refused.values('input', 'value')).toContain(email);
    }
    expect((await postAbout(browser, 'invite', disabled)).status).toBe(422);
    expect((await browser.post(PEOPLE, { intent: 'invite', admin: '999999' })).status).toBe(422);
    expect(count()).toBe(mailCount);
  });

  test('PP-2 can send ten invitations in 24 hours; refused ones do not count', async () => {
    const anna = someone();
    const browser = await newAdmin(site, anna);
    const invited = someone();
    await invite(browser, anna);
    for (let i = 0; i < AUTH.invitationsPerDay; i++) {
      expect((await invite(browser, i % 2 ? invited : someone())).status).toBe(303);
    }
    const refusal = await invite(browser, someone());
    expect(refusal.status).toBe(429);
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(3600);
    await inviteAdmin(someone());
    const rushed = await newAdmin(site, someone());
    const invitations = Array.from({ length: AUTH.invitationsPerDay + 2 }, () =>
      rushed.post(PEOPLE, { intent: 'invite', email: someone() }),
    );
    const statuses = (await Promise.all(invitations)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 303)).toHaveLength(AUTH.invitationsPerDay);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    const other = await newAdmin(site, someone());
    expect((await invite(other, someone())).status).toBe(303);
  });

  test('PP-2 cannot disable themselves; when two disable each other, one stays active', async () => {
    const [anna, basil] = [someone(), someone()];
    const [one, two] = [await newAdmin(site, anna), await newAdmin(site, basil)];
    expect((await postAbout(one, 'disable', anna)).status).toBe(422);
    await Promise.all([postAbout(one, 'disable', basil), postAbout(two, 'disable', anna)]);
    const states = 'SELECT disabled FROM admins WHERE email IN (?, ?) ORDER BY disabled';
    expect(column(states, anna, basil)).toEqual([0, 1]);
  });
});

describe('the password confirmation', () => {
  test('PP-2 is required after ten minutes, and then makes the requested change', async () => {
    const [anna, invited] = [someone(), someone()];
    const browser = await newAdmin(site, anna);
    forgetConfirmations();
    const question = await invite(browser, invited, 'el');
    expect(isAsked(question)).toBe(true);
    expect(question.texts('h1')).toEqual(['Enter your password']);
    expect(question.text).toContain(`To invite ${invited}, enter your password.`);
    expect(question.values('input', 'name')).not.toContain('code');
    const passwordField = question.all('input[name=current_password]')[0]!;
    expect(attribute(passwordField, 'autofocus')).toBeDefined();
    expect(mailsTo(invited)).toEqual([]);
    const wrong = await browser.submitTo(question, 'invite', { current_password: 'wrong one' });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain('This is not your current password.');
    expect(wrong.text).toContain(`To invite ${invited}, enter your password.`);
    const response = await browser.submitTo(wrong, 'invite', { current_password: PASSWORD });
    expect(response.outcome).toBe(`303 ${PEOPLE}`);
    expect(mailsTo(invited)[0]!.subject).toContain('πρόσκλησή');
    expect((await invite(browser, someone())).status).toBe(303);
  });

  const password = 'thief & burglar 1';
  test.each([
    ['people', { intent: 'invite', email: 'thief@drys.example', admin: '' }, 'To invite thief@'],
    ['people', { intent: 'disable' }, 'To disable the account of COLLEAGUE,'],
    ['people', { intent: 'enable' }, 'To enable the account of COLLEAGUE,'],
    ['people', { intent: 'signOut' }, 'To log COLLEAGUE out everywhere,'],
    [
      'account/password',
      { intent: 'password', password, confirm_password: password },
      'To change the password of OWN,',
    ],
    ['account/two-step', { intent: 'twoStep' }, 'To turn off two-step login for OWN,'],
    [
      'account/two-step',
      { intent: 'twoStep', setup: 'x', code: '123456' },
      'To turn on two-step login for OWN,',
    ],
    ['account', { intent: 'addPasskey', name: 'New', response: '{}' }, 'To add the passkey “New”,'],
    ['account', { intent: 'removePasskey', id: 'owner’s key' }, 'To remove the passkey “Phone”,'],
    ['account', { intent: 'signOutOthers' }, 'To log out everywhere else,'],
  ])('PP-2 PK-1 protects %s %j from a stolen session: %s', async (path, fields, change) => {
    const [email, colleague] = [someone(), someone()];
    const thief = await newAdmin(site, email);
    await signedIn(site, email);
    const id = await makeAdmin(colleague);
    await signedIn(site, colleague);
    run(
      "INSERT INTO passkeys VALUES ('owner’s key', ?, 'Phone', x'00', 0, '2026-01-01')",
      idOf(email),
    );
    forgetConfirmations();
    const accounts = readAccounts();
    const form = { admin: String(id), ...fields };
    const question = await thief.post(`/admin/dashboard/${path}`, form);
    expect(question.status).toBe(200);
    expect(isAsked(question)).toBe(true);
    const description = change.replace('OWN', email).replace('COLLEAGUE', colleague);
    expect(question.text).toContain(description);
    for (const current_password of ['', 'wrong password']) {
      const questionForm = path.split('/').at(-1)!;
      const refusal = await thief.submitTo(question, questionForm, { current_password });
      expect(refusal.status).toBe(422);
      expect(isAsked(refusal)).toBe(true);
    }
    // The changed fields do not replace the password, and a question without its pending form
    // asks again.
    expect(isAsked(await thief.post(`/admin/dashboard/${path}`, { ...form, pending: '' }))).toBe(
      true,
    );
    expect(readAccounts()).toEqual(accounts);
    run('DELETE FROM passkeys');
  });

  test('PP-2 counts for ten minutes, and for the session in which it was given', async () => {
    const email = someone();
    const [browser, other] = [await newAdmin(site, email), await signedIn(site, email)];
    run('UPDATE sessions SET confirmed_at = confirmed_at - 590000');
    expect((await invite(browser, someone())).status).toBe(303);
    forgetConfirmations();
    const question = await invite(browser, someone());
    await browser.submitTo(question, 'invite', { current_password: PASSWORD });
    expect((await invite(browser, someone())).status).toBe(303);
    expect(isAsked(await invite(other, someone()))).toBe(true);
    run('UPDATE sessions SET confirmed_at = confirmed_at + 3600000');
    expect(isAsked(await invite(browser, someone()))).toBe(true);
  });

  test('PP-2 asks in Greek, and keeps the form while the database is busy', async () => {
    const [email, invited] = [someone(), someone()];
    const browser = await newAdmin(site, email);
    run(`UPDATE admins SET language = 'el' WHERE email = ?`, email);
    getSqliteConnection().pragma('query_only = 1');
    const refusal = await invite(browser, invited, 'en').finally(() =>
      getSqliteConnection().pragma('query_only = 0'),
    );
    expect(refusal.status).toBe(503);
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refusal.text).toContain('Ο διακομιστής είναι απασχολημένος');
    expectGreekBut(`DRYS Woodworking Email ${email}`)(refusal, 'Γράψτε το συνθηματικό σας');
    const response = await browser.submitTo(refusal, 'invite', { current_password: PASSWORD });
    expect(response.outcome).toBe(`303 ${PEOPLE}`);
    expect(mailsTo(invited)).toHaveLength(1);
  });

  test('PP-2 locks after five wrong passwords, even for the right one, but does not lock the login', async () => {
    const [email, invited] = [someone(), someone()];
    const browser = await newAdmin(site, email);
    forgetConfirmations();
    const question = await invite(browser, invited);
    const confirm = (current_password: string) =>
      browser.submitTo(question, 'invite', { current_password });
    const statuses: number[] = [];
    for (let i = 0; i < AUTH.lockoutFailures; i++) {
      const refusal = await confirm('wrong guess');
      expect(refusal.html).not.toContain('wrong guess');
      statuses.push(refusal.status);
    }
    expect(statuses).toEqual([422, 422, 422, 422, 429]);
    const locked = await confirm(PASSWORD);
    expect(locked.status).toBe(429);
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(800);
    expect(mailsTo(invited)).toEqual([]);
    const fresh = await signedIn(site, email);
    expect((await invite(fresh, invited)).status).toBe(303);
  });

  test('PP-2 locks after five wrong codes with the right password', async () => {
    const browser = await newAdmin(site, someone());
    const { app } = await turnOnTwoStep(browser);
    forgetConfirmations();
    const question = await invite(browser, someone());
    const confirm = async (code: string) => {
      const form = { current_password: PASSWORD, code };
      return (await browser.submitTo(question, 'invite', form)).status;
    };
    const statuses: number[] = [];
    for (let i = 0; i < AUTH.lockoutFailures; i++) statuses.push(await confirm('AAAA-BBBB'));
    expect(statuses).toEqual([422, 422, 422, 422, 429]);
    expect(await confirm(app.generate({ timestamp: Date.now() + 30_000 }))).toBe(429);
  });

  test('PP-2 also requires the second step where it is on, and accepts no code twice', async () => {
    const [email, invited] = [someone(), someone()];
    const browser = await newAdmin(site, email);
    const { app, usedCode } = await turnOnTwoStep(browser);
    forgetConfirmations();
    const question = await invite(browser, invited);
    expect(question.values('input', 'autocomplete')).toContain('one-time-code');
    const confirm = (code: string) =>
      browser.submitTo(question, 'invite', { current_password: PASSWORD, code });
    expect((await confirm('')).status).toBe(422);
    expect((await confirm(usedCode)).status).toBe(422);
    expect(mailsTo(invited)).toEqual([]);
    const next = app.generate({ timestamp: Date.now() + 30_000 });
    expect((await confirm(next)).outcome).toBe(`303 ${PEOPLE}`);
    forgetConfirmations();
    const turnOffQuestion = await browser.post(TWO_STEP, { intent: 'twoStep' });
    expect(isAsked(turnOffQuestion)).toBe(true);
    const fields = { current_password: PASSWORD, code: next };
    expect((await browser.submitTo(turnOffQuestion, 'two-step', fields)).status).toBe(422);
  });

  test('PP-2 mails the admin each change of the two-step login', async () => {
    const email = someone();
    const browser = await newAdmin(site, email);
    await turnOnTwoStep(browser);
    const page = await browser.get(TWO_STEP);
    const response = await browser.submitTo(page, 'two-step', {});
    expect((await browser.follow(response)).text).toContain('Two-step login is off');
    // It is off by now: neither the same form again nor the command changes anything.
    await browser.submitTo(page, 'two-step', {});
    await removeAdminSecondFactor(email);
    await turnOnTwoStep(browser);
    await removeAdminSecondFactor(email);

    expect(mailsTo(email).map(({ subject }) => subject)).toEqual([
      'Two-step login was turned on',
      'Two-step login was turned off',
      'Two-step login was turned on',
      'Two-step login was turned off',
    ]);
  });

  test('PP-2 carries the posted form sealed, for its admin and its path only, and refuses what it cannot read', async () => {
    const [anna, basil] = [someone(), someone()];
    const [one, two] = [await newAdmin(site, anna), await newAdmin(site, basil)];
    forgetConfirmations();
    const question = await one.post('/admin/dashboard/account/password', {
      intent: 'password',
      password: 'a new long password',
      confirm_password: 'a new long password',
    });
    expect(question.html).not.toContain('a new long password');
    const pending = question.values('input[name=pending]', 'value')[0]!;
    expect(unsealPendingForm(pending, idOf(anna))?.fields['password']).toBe('a new long password');
    const confirmed = { intent: 'password', pending, current_password: PASSWORD };
    for (const [browser, path, fields] of [
      [two, '/admin/dashboard/account/password', {}],
      [one, PEOPLE, { intent: 'invite' }],
      [one, '/admin/dashboard/account/password', { pending: 'unreadable' }],
    ] as const)
      expect((await browser.post(path, { ...confirmed, ...fields })).status).toBe(422);
    const changed = await one.submitTo(question, 'password', { current_password: PASSWORD });
    expect(changed.outcome).toBe('303 /admin/dashboard/account');
  });
});

test('PP-3 links to the people page from the navigation and the setup checklist when it is on', async () => {
  const browser = await newAdmin(site, someone());
  const page = await browser.get('/admin/dashboard/site');
  expect(page.values('a', 'href').filter((link) => link === PEOPLE).length).toBeGreaterThan(1);
  expect(page.text).not.toContain('npm run admin -- invite');
  expect((await browser.post(PEOPLE, { intent: 'promote' })).status).toBe(400);
});
