import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { contactErrors } from '#app/content/words/contact.server.ts';
import { database } from '#db/database.server.ts';
import { office } from '#db/seed/people.ts';
import { readMail } from '#app/domain/mail/mail.server.ts';
import { PlainBrowser, textOf } from '../../support/reading/browser.ts';
import { typed } from '../../support/people/enquiry.ts';
import { column, run } from '../../support/servers/store.ts';
import { ORIGIN, startSite } from '../../support/servers/site.ts';
import { startTurnstile } from '../../support/servers/turnstile-stand-in.ts';

const turnstile = await startTurnstile();
const site = await startSite({
  TRUST_PROXY: '1',
  TURNSTILE_SITE_KEY: 'site-key',
  TURNSTILE_SECRET_KEY: 'secret-key',
  TURNSTILE_ORIGIN: turnstile.origin,
  ENQUIRY_NOTIFY_TO: office,
  RECEIPT_MAIL: 'off',
  STAFF_LANGUAGE: 'el',
});
const good = { success: true, hostname: new URL(ORIGIN).hostname, action: 'contact' };
let sent = 0;

afterAll(() => turnstile.stop());
beforeEach(() => {
  turnstile.asked = [];
});

async function send(turnstileToken: string) {
  sent += 1;
  const browser = new PlainBrowser(site, { 'x-forwarded-for': `198.51.100.${sent}` });
  return browser.submit(await browser.get('/contact'), { ...typed, turnstileToken });
}

async function newest() {
  const query = database().selectFrom('contact_submissions').selectAll().orderBy('id', 'desc');
  return query.executeTakeFirst();
}

test('CF-12 a passed token is asked about with the secret, and makes a verified enquiry', async () => {
  turnstile.answer = good;
  expect((await send('token-1')).status).toBe(303);
  expect(Object.fromEntries(turnstile.asked[0]!)).toEqual({
    secret: 'secret-key',
    response: 'token-1',
  });
  expect((await newest())!.verified).toBe(1);
});

test('VP-1 RECEIPT_MAIL=off: a verified sender gets no mail, and the notice is in STAFF_LANGUAGE', async () => {
  turnstile.answer = good;
  run('UPDATE outbox SET sealed = NULL');
  expect((await send('token-off')).status).toBe(303);
  const sealed = column('SELECT sealed FROM outbox WHERE sealed IS NOT NULL');
  const mails = sealed.map((text) => readMail(String(text))!);
  expect(mails.map(({ to }) => to)).toEqual([[office]]);
  expect(mails[0]!.html).toContain('<html lang="el">');
});

test('CF-12 a token that passed once does not pass again', async () => {
  turnstile.answer = good;
  await send('token-2');
  expect((await send('token-2')).status).toBe(422);
});

describe('CF-12 a token is refused', () => {
  test.each([
    ['that Turnstile refuses', { success: false, 'error-codes': ['invalid-input-response'] }],
    ['made on another site', { ...good, hostname: 'evil.example' }],
    ['made for another action', { ...good, action: 'login' }],
  ])('CF-12 %s', async (_, answer) => {
    turnstile.answer = answer;
    const page = await send('token-3');
    expect(page.status).toBe(422);
    expect(textOf(page.html)).toContain(contactErrors.en.verification.message);
  });
});

describe('CF-12 an outage loses no enquiry', () => {
  test.each([
    ['an answer that is no answer', 'garbage' as const],
    ['their internal error', { success: false, 'error-codes': ['internal-error'] }],
    ['no answer at all', 'hang' as const],
  ])('CF-12 %s: stored as unverified', async (_, answer) => {
    turnstile.answer = answer;
    expect((await send('token-4')).status).toBe(303);
    expect((await newest())!.verified).toBe(0);
  });
});

test('CF-12 EL-1 the widget may come from its host on the contact page only', async () => {
  const policy = async (path: string) =>
    (await fetch(site + path)).headers.get('content-security-policy');
  for (const path of ['/contact', '/el/contact']) {
    expect(await policy(path)).toContain(`frame-src ${turnstile.origin}`);
    expect(await policy(path)).not.toContain('trusted-types');
  }
  expect(await policy('/about')).not.toContain(turnstile.origin);
});
