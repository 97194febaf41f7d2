import { expect, test } from 'vitest';
import { disableAdmin, enableAdmin, resetAdmin } from '#app/domain/accounts/accounts.server.ts';
import { MINUTE } from '#app/domain/clock.server.ts';
import { sign, unsign } from '#app/domain/keys.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import { getDatabaseFile } from '#db/database.server.ts';
import { lockOut, newAdmin, PASSWORD } from '../../support/people/admins.ts';
import { Authenticator } from '../../support/people/authenticator.ts';
import { newVisitor } from '../../support/people/enquirer.ts';
import { forms, type Page, type PlainBrowser } from '../../support/reading/browser.ts';
import { ORIGIN, startSite } from '../../support/servers/site.ts';
import { run } from '../../support/servers/store.ts';

const site = await startSite({ TRUST_PROXY: '1' });
const ACCOUNT = '/admin/dashboard/account';
const RP = { origin: ORIGIN, rpId: 'localhost' };
let made = 0;
const someone = () => `key${(made += 1)}@drys.example`;
const visitor = () => newVisitor(site);

async function readOptions(browser: PlainBrowser, path: string) {
  return JSON.parse((await browser.get(path)).html) as {
    challenge: string;
    user: { id: string };
    allowCredentials?: unknown[];
    excludeCredentials: { id: string }[];
    authenticatorSelection: Record<string, unknown>;
    attestation: string;
  };
}

async function add(browser: PlainBrowser, name = 'Phone', key = new Authenticator(), rp = RP) {
  const { challenge, user } = await readOptions(browser, `${ACCOUNT}/passkeys/options`);
  const response = key.register({ challenge, ...rp }, user.id);
  return { key, response, page: await browser.post(`${ACCOUNT}/passkeys`, { name, response }) };
}

async function open(browser = visitor()) {
  const token = forms((await browser.get('/admin')).html)[0]!.fields['csrf_token']!;
  const { challenge } = await readOptions(browser, '/admin/passkey/options');
  const send = (response: string) =>
    browser.post('/admin/passkey', { csrf_token: token, response });
  return { browser, challenge, send };
}

async function signInBy(key: Authenticator, rp = RP): Promise<Page> {
  const { challenge, send } = await open();
  return send(key.sign({ challenge, ...rp }));
}

test('PK-1 PK-2 adds a passkey, signs in with it as both steps, and removes it', async () => {
  const email = someone();
  const browser = await newAdmin(site, email);
  const options = await readOptions(browser, `${ACCOUNT}/passkeys/options`);
  expect(options.attestation).toBe('none');
  expect(options.authenticatorSelection).toMatchObject({
    residentKey: 'required',
    userVerification: 'required',
  });
  const { key, page } = await add(browser, 'Phone <b>');
  expect(page.outcome).toBe(`303 ${ACCOUNT}`);
  expect((await browser.follow(page)).text).toContain('Passkey added');
  const again = await readOptions(browser, `${ACCOUNT}/passkeys/options`);
  expect(again.user.id).toBe(options.user.id);
  expect(again.excludeCredentials.map(({ id }) => id)).toEqual([key.id.toString('base64url')]);
  run("UPDATE admins SET totp_secret = 'sealed' WHERE email = ?", email);
  const { browser: other, challenge, send } = await open();
  const welcome = await send(key.sign({ challenge, ...RP }));
  expect(welcome.outcome).toBe('303 /admin/dashboard');
  expect((await other.follow(welcome)).text).toContain('Login successful');
  run('UPDATE admins SET totp_secret = NULL WHERE email = ?', email);
  const account = await browser.get(ACCOUNT);
  const removed = await browser.submitTo(account, 'passkeys/removed');
  expect((await browser.follow(removed)).text).toContain('Passkey removed');
  const kinds = getDatabaseFile().prepare('SELECT kind FROM outbox').pluck().all();
  expect(kinds.filter((kind) => kind === 'passkey-changed')).toHaveLength(2);
  expect((await signInBy(key)).status).toBe(401);
});

test('PK-1 a stolen session cookie cannot add or remove a passkey', async () => {
  const browser = await newAdmin(site, someone());
  const { key } = await add(browser);
  run('UPDATE sessions SET confirmed_at = 0');
  const { page: asked, response } = await add(browser);
  expect(asked.text).toContain('Confirm your password');
  await browser.post(`${ACCOUNT}/passkeys/removed`, { id: key.id.toString('base64url') });
  expect((await signInBy(key)).status).toBe(303);
  const added = await browser.submitTo(asked, 'passkeys', { current_password: PASSWORD });
  expect(added.outcome).toBe(`303 ${ACCOUNT}`);
  expect((await browser.post(`${ACCOUNT}/passkeys`, { name: 'x', response })).status).toBe(422);
});

test('PK-2 refuses all alike: unknown, removed, disabled, another origin, a used or foreign challenge', async () => {
  const email = someone();
  const { key } = await add(await newAdmin(site, email));
  const refusals = [
    await signInBy(new Authenticator()),
    await signInBy(key, { ...RP, origin: 'https://evil.example' }),
    await signInBy(key, { ...RP, rpId: 'evil.example' }),
    await (await open()).send('no credential'),
  ];
  const first = await open();
  const other = await open();
  refusals.push(await other.send(key.sign({ challenge: first.challenge, ...RP })));
  const failed = await open();
  refusals.push(await failed.send(key.sign({ ...failed, ...RP, origin: 'https://evil.example' })));
  refusals.push(await failed.send(key.sign({ challenge: failed.challenge, ...RP })));
  const used = await open();
  expect((await used.send(key.sign({ challenge: used.challenge, ...RP }))).status).toBe(303);
  refusals.push(await used.send(key.sign({ challenge: used.challenge, ...RP })));
  await disableAdmin(email);
  refusals.push(await signInBy(key));
  await enableAdmin(email);
  refusals.push(await signInBy(key));
  for (const { status, text } of refusals) {
    expect(status).toBe(401);
    expect(text).toContain('Login failed');
    expect(text).toBe(refusals[0]!.text);
  }
});

test('PK-1 refuses a challenge that another session asked for', async () => {
  const [anna, basil] = [await newAdmin(site, someone()), await newAdmin(site, someone())];
  const { challenge, user } = await readOptions(anna, `${ACCOUNT}/passkeys/options`);
  const response = new Authenticator().register({ challenge, ...RP }, user.id);
  const form = { name: 'Phone', response };
  expect((await basil.post(`${ACCOUNT}/passkeys`, form)).status).toBe(422);
  expect((await anna.post(`${ACCOUNT}/passkeys`, form)).outcome).toBe(`303 ${ACCOUNT}`);
});

test('PK-2 refuses a challenge after five minutes', async () => {
  const { key } = await add(await newAdmin(site, someone()));
  const respondAfter = async (ms: number) => {
    const { challenge, send } = await open();
    const text = Buffer.from(challenge, 'base64url').toString();
    const [random, owner, expiresAtMs] = unsign('passkey', text)!.split('~');
    const aged = sign('passkey', [random, owner, Number(expiresAtMs) - ms].join('~'));
    return send(key.sign({ challenge: Buffer.from(aged).toString('base64url'), ...RP }));
  };
  expect((await respondAfter(5 * MINUTE)).status).toBe(401);
  expect((await respondAfter(4 * MINUTE)).status).toBe(303);
});

test('PK-2 refuses a counter that goes back', async () => {
  const { key } = await add(await newAdmin(site, someone()));
  key.counter = 10;
  expect((await signInBy(key)).status).toBe(303);
  key.counter = 5;
  expect((await signInBy(key)).status).toBe(401);
});

test('PK-2 counts 20 failures per address, apart from passwords', async () => {
  const email = someone();
  const { key } = await add(await newAdmin(site, email));
  await lockOut(site, email);
  expect((await signInBy(key)).status).toBe(303);
  const { send, browser } = await open();
  for (let i = 0; i < AUTH.passkeyFailures; i++) expect((await send('wrong')).status).toBe(401);
  const late = await send('wrong');
  expect(late.status).toBe(429);
  expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
  const page = await browser.get('/admin');
  expect(page.values('fieldset', 'disabled')).toEqual([]);
  expect((await signInBy(key)).status).toBe(303);
});

test('PK-2 PK-3 is offered in the e-mail field, and only reset with --passkeys removes it', async () => {
  const page = await visitor().get('/admin');
  expect(page.values('input', 'autocomplete')).toContain('username webauthn');
  const email = someone();
  const { key } = await add(await newAdmin(site, email));
  await resetAdmin(email);
  expect((await signInBy(key)).status).toBe(303);
  await resetAdmin(email, { removePasskeys: true });
  expect((await signInBy(key)).status).toBe(401);
});
