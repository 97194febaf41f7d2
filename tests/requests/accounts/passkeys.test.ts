import { expect, test } from 'vitest';
import { disableAdmin, enableAdmin } from '#app/domain/accounts/accounts.server.ts';
import { MINUTE } from '#app/domain/clock.server.ts';
import { sign, unsign } from '#app/domain/keys.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import {
  lockOut,
  logIn,
  makeAdmin,
  newAdmin,
  PASSWORD,
  signedIn,
} from '../../support/people/admins.ts';
import { Authenticator } from '../../support/people/authenticator.ts';
import { newVisitor } from '../../support/people/enquirer.ts';
import { forms, textOf, type Page, type PlainBrowser } from '../../support/reading/browser.ts';
import { ORIGIN, startSite } from '../../support/servers/site.ts';
import { column, readMails, run } from '../../support/servers/store.ts';

const site = await startSite({ TRUST_PROXY: '1' });
const ACCOUNT = '/admin/dashboard/account';
const RP = { origin: ORIGIN, rpId: 'localhost' };
let emailCount = 0;
const createEmail = () => `key${(emailCount += 1)}@drys.example`;

async function readOptions(browser: PlainBrowser, path: string) {
  return JSON.parse((await browser.get(path)).html) as {
    challenge: string;
    user: { id: string };
    allowCredentials: unknown[];
    userVerification: string;
    excludeCredentials: { id: string }[];
    authenticatorSelection: Record<string, unknown>;
    attestation: string;
  };
}

async function addPasskey(browser: PlainBrowser, name = 'Phone', changes = {}) {
  const key = new Authenticator();
  const { challenge, user } = await readOptions(browser, `${ACCOUNT}/passkeys/options`);
  const response = key.register({ challenge, ...RP, ...changes }, user.id);
  const page = await browser.post(ACCOUNT, { intent: 'addPasskey', name, response });
  return { key, response, page };
}

async function openLogin() {
  const browser = newVisitor(site);
  const token = forms((await browser.get('/admin')).html)[0]!.fields['csrf_token']!;
  const { challenge } = await readOptions(browser, '/admin/passkey/options');
  const send = (response: string) => browser.post('/admin', { csrf_token: token, response });
  return { browser, challenge, send };
}

/** Returns a challenge as if it had been asked for longer ago. */
function ageChallenge(challenge: string, ageMs: number): string {
  const signed = Buffer.from(challenge, 'base64url').toString();
  const [random, owner, expiresAtMs] = unsign('passkey', signed)!.split('~');
  const aged = sign('passkey', [random, owner, Number(expiresAtMs) - ageMs].join('~'));
  return Buffer.from(aged).toString('base64url');
}

/** Returns all that an outsider sees of a response, without what differs between any two of them. */
function describeResponse({ status, headers, html }: Page) {
  const visibleHeaders = Object.fromEntries(headers);
  for (const name of ['date', 'x-request-id', 'content-security-policy']) {
    delete visibleHeaders[name];
  }
  const visibleHtml = html
    .replace(/[0-9a-f]{64}/g, 'TOKEN')
    .replace(/nonce(="|-|\\",\\")[\w+/=]+/g, 'NONCE');
  return { status, visibleHeaders, visibleHtml };
}

const listMails = (email: string) =>
  readMails('passkey-changed').filter(({ to }) => to.includes(email));

async function signInWith(key: Authenticator, changes = {}): Promise<Page> {
  const { challenge, send } = await openLogin();
  return send(key.sign({ challenge, ...RP, ...changes }));
}

test('PK-1 PK-2 adds a passkey, signs in with it as both steps, and removes it', async () => {
  const email = createEmail();
  const browser = await newAdmin(site, email);
  const options = await readOptions(browser, `${ACCOUNT}/passkeys/options`);
  expect(options.attestation).toBe('none');
  expect(options.authenticatorSelection).toMatchObject({
    residentKey: 'required',
    userVerification: 'required',
  });
  const { key, page } = await addPasskey(browser, 'Phone <b>');
  expect(page.outcome).toBe(`303 ${ACCOUNT}`);
  expect((await browser.follow(page)).text).toContain('Passkey added');
  const nextOptions = await readOptions(browser, `${ACCOUNT}/passkeys/options`);
  expect(nextOptions.user.id).toBe(options.user.id);
  expect(nextOptions.excludeCredentials.map(({ id }) => id)).toEqual([
    key.id.toString('base64url'),
  ]);
  run("UPDATE admins SET totp_secret = 'sealed' WHERE email = ?", email);
  const login = await openLogin();
  const welcome = await login.send(key.sign({ challenge: login.challenge, ...RP }));
  expect(welcome.outcome).toBe('303 /admin/dashboard');
  expect((await login.browser.follow(welcome)).text).toContain('Login successful');
  run('UPDATE admins SET totp_secret = NULL WHERE email = ?', email);
  const removal = await browser.submitTo(await browser.get(ACCOUNT), 'removePasskey');
  expect((await browser.follow(removal)).text).toContain('Passkey removed');
  expect(listMails(email)).toHaveLength(2);
  const listEvents = (condition: string) =>
    column(
      `SELECT event FROM audit_log WHERE ${condition} AND admin_id = (SELECT id FROM admins WHERE email = ?)`,
      email,
    );
  expect(listEvents("details LIKE '%passkey%'")).toEqual(['login.ok']);
  expect(listEvents("event LIKE 'passkey.%'")).toEqual(['passkey.added', 'passkey.removed']);
  expect((await signInWith(key)).status).toBe(401);
});

test('PK-1 adds a passkey once the password was asked for and given', async () => {
  const browser = await newAdmin(site, createEmail());
  run('UPDATE sessions SET confirmed_at = 0');
  const { key, page: question } = await addPasskey(browser);
  expect(question.text).toContain('Enter your password');
  const fields = { current_password: PASSWORD };
  const confirmation = await browser.submitTo(question, 'addPasskey', fields);
  expect(confirmation.outcome).toBe(`303 ${ACCOUNT}`);
  expect((await signInWith(key)).status).toBe(303);
});

test("PK-1 never removes another admin's passkey", async () => {
  const { key } = await addPasskey(await newAdmin(site, createEmail()));
  const colleague = await newAdmin(site, createEmail());
  const id = key.id.toString('base64url');
  const refused = await colleague.post(ACCOUNT, { intent: 'removePasskey', id });
  expect(refused.status).toBe(404);
  expect(refused.text).toContain('Passkey not removed');
  expect((await signInWith(key)).status).toBe(303);
});

test('PK-1 says that a device is already added, when it is added twice', async () => {
  const browser = await newAdmin(site, createEmail());
  const { key } = await addPasskey(browser);
  const { challenge, user } = await readOptions(browser, `${ACCOUNT}/passkeys/options`);
  const response = key.register({ challenge, ...RP }, user.id);
  const page = await browser.post(ACCOUNT, { intent: 'addPasskey', name: 'Phone', response });
  expect(page.status).toBe(422);
  expect(page.text).toContain('This device already has a passkey for this account.');
});

test('PK-2 PK-3 gives the same refusal for an unknown, removed or disabled passkey, another origin, and a used or foreign challenge', async () => {
  const email = createEmail();
  const browser = await newAdmin(site, email);
  const { key } = await addPasskey(browser);
  const { key: removedKey } = await addPasskey(browser);
  const id = removedKey.id.toString('base64url');
  await browser.post(ACCOUNT, { intent: 'removePasskey', id });
  const refusals = [
    await signInWith(new Authenticator()),
    await signInWith(removedKey),
    await signInWith(key, { origin: 'https://evil.example' }),
    await signInWith(key, { rpId: 'evil.example' }),
    await signInWith(key, { flags: 1 }),
    await signInWith(key, { crossOrigin: true }),
    await signInWith(key, { type: 'webauthn.create' }),
    await signInWith(key, { userHandle: 'another' }),
    await (await openLogin()).send('no credential'),
  ];
  const { challenge } = await openLogin();
  refusals.push(await signInWith(key, { challenge }));
  for (const wrong of [{ origin: 'https://evil.example' }, { type: 'webauthn.create' }]) {
    const login = await openLogin();
    const ceremony = { challenge: login.challenge, ...RP };
    await login.send(key.sign({ ...ceremony, ...wrong }));
    refusals.push(await login.send(key.sign(ceremony)));
  }
  // Disabled after the passkey was read: its row is still there.
  run('UPDATE admins SET disabled = 1 WHERE email = ?', email);
  refusals.push(await signInWith(key));
  await disableAdmin(email);
  refusals.push(await signInWith(key));
  await enableAdmin(email);
  refusals.push(await signInWith(key));
  expect(refusals[0]!.status).toBe(401);
  expect(refusals[0]!.text).toContain('Login failed');
  for (const refusal of refusals) {
    expect(describeResponse(refusal)).toEqual(describeResponse(refusals[0]!));
  }
});

test('PK-2 accepts a challenge once, however it is spelled', async () => {
  const { key } = await addPasskey(await newAdmin(site, createEmail()));
  const { challenge, send } = await openLogin();
  expect((await send(key.sign({ challenge, ...RP }))).status).toBe(303);
  const signed = Buffer.from(challenge, 'base64url').toString();
  for (const spelling of [`${signed}=`, `${signed}!`, ` ${signed}`, signed]) {
    const respelled = Buffer.from(spelling).toString('base64url');
    const { status } = await send(key.sign({ challenge: respelled, ...RP }));
    expect(status, spelling).toBe(401);
  }
});

test('PK-1 PK-2 adds a passkey only with an unused challenge of its session, at most five minutes old, and user verification', async () => {
  const email = createEmail();
  const browser = await newAdmin(site, email);
  const otherSession = await signedIn(site, email);
  const readChallenge = async (from = browser, path = `${ACCOUNT}/passkeys/options`) =>
    (await readOptions(from, path)).challenge;
  const add = async (challenge: string, changes = {}) =>
    (await addPasskey(browser, 'Phone', { challenge, ...changes })).page;

  for (const challenge of [
    await readChallenge(otherSession),
    await readChallenge(browser, '/admin/passkey/options'),
    ageChallenge(await readChallenge(), 5 * MINUTE),
    'invented',
  ]) {
    const refusal = await add(challenge);
    expect(refusal.status).toBe(422);
    expect(refusal.text).toContain('Passkey not added');
  }
  expect((await add(await readChallenge(), { flags: 1 })).status).toBe(422);

  const spent = await readChallenge();
  expect((await add(spent, { origin: 'https://evil.example' })).status).toBe(422);
  expect((await add(spent)).status).toBe(422);
  const challenge = await readChallenge();
  expect([(await add(challenge)).status, (await add(challenge)).status]).toEqual([303, 422]);
});

test('PP-1 PP-2 PK-1 PK-2 shows the passkeys of each account, mails their changes, and accepts one as the recent password', async () => {
  const email = createEmail();
  const browser = await newAdmin(site, email);
  await browser.post(ACCOUNT, { intent: 'language', language: 'el' });
  const { key } = await addPasskey(browser, 'Κινητό');
  const [mail] = listMails(email);
  expect(mail!.to).toEqual([email]);
  expect(mail!.subject).toContain('Προστέθηκε κλειδί πρόσβασης');
  expect(mail!.text).toContain('Κινητό');
  const login = await openLogin();
  await login.send(key.sign({ challenge: login.challenge, ...RP }));
  const people = await login.browser.get('/admin/dashboard/people');
  const row = people.all('tr').find((each) => textOf(each).includes(email))!;
  expect(textOf(row)).toContain('Κλειδί πρόσβασης');
  run("UPDATE sessions SET confirmed_at = 0 WHERE token_hash <> ''");
  const nextLogin = await openLogin();
  await nextLogin.send(key.sign({ challenge: nextLogin.challenge, ...RP }));
  const invited = { email: createEmail() };
  const send = (from: PlainBrowser) =>
    from.post('/admin/dashboard/people', { intent: 'invite', ...invited });
  expect((await send(login.browser)).text).toContain('Γράψτε το συνθηματικό σας');
  expect((await send(nextLogin.browser)).status).toBe(303);
  const id = key.id.toString('base64url');
  await nextLogin.browser.post(ACCOUNT, { intent: 'removePasskey', id });
  expect(listMails(email).at(-1)!.subject).toContain('Αφαιρέθηκε κλειδί πρόσβασης');
});

test('PK-2 refuses a challenge after five minutes', async () => {
  const { key } = await addPasskey(await newAdmin(site, createEmail()));
  for (const [ageMs, status] of [
    [4 * MINUTE, 303],
    [5 * MINUTE, 401],
  ] as const) {
    const login = await openLogin();
    const challenge = ageChallenge(login.challenge, ageMs);
    expect((await login.send(key.sign({ challenge, ...RP }))).status).toBe(status);
  }
});

test('PK-2 refuses a signature counter that decreases', async () => {
  const { key } = await addPasskey(await newAdmin(site, createEmail()));
  key.counter = 10;
  expect((await signInWith(key)).status).toBe(303);
  key.counter = 5;
  expect((await signInWith(key)).status).toBe(401);
});

test('PK-2 counts 20 failures per IP address, apart from wrong passwords', async () => {
  const email = createEmail();
  const { key } = await addPasskey(await newAdmin(site, email));
  await lockOut(site, email);
  expect((await signInWith(key)).status).toBe(303);
  const { send, browser } = await openLogin();
  for (let i = 0; i < AUTH.passkeyFailures; i++) expect((await send('wrong')).status).toBe(401);
  const lockedPage = await send('wrong');
  expect(lockedPage.status).toBe(429);
  expect(Number(lockedPage.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await signInWith(key)).status).toBe(303);
  const colleagueEmail = createEmail();
  await makeAdmin(colleagueEmail);
  expect((await logIn(browser, colleagueEmail)).status).toBe(303);
});

test('PK-2 offers passkeys in the email field, and the same options for known and unknown emails', async () => {
  const email = createEmail();
  await addPasskey(await newAdmin(site, email));
  const readFor = async (typedEmail: string) => {
    const browser = newVisitor(site);
    await browser.submit(await browser.get('/admin'), { email: typedEmail, password: 'wrong' });
    const query = new URLSearchParams({ email: typedEmail });
    return readOptions(browser, `/admin/passkey/options?${query}`);
  };
  const knownOptions = await readFor(email);
  const unknownOptions = await readFor('nobody@drys.example');
  expect(knownOptions.challenge).not.toBe(unknownOptions.challenge);
  expect({ ...knownOptions, challenge: '' }).toEqual({ ...unknownOptions, challenge: '' });
  expect(knownOptions).toMatchObject({ allowCredentials: [], userVerification: 'required' });
  const login = await newVisitor(site).get('/admin');
  expect(login.values('input', 'autocomplete')).toContain('username webauthn');
});
