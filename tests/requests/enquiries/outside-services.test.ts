import { type Socket, createServer, type AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test, beforeEach, describe } from 'vitest';
import { ATTACHMENTS } from '#app/domain/limits.ts';
import { WORK } from '#app/http/limiter.server.ts';
import { drawing, newVisitor, typed } from '../../support/people/enquirer.ts';
import { eventually } from '../../support/reading/eventually.ts';
import { startSite, ORIGIN } from '../../support/servers/site.ts';
import { startTurnstile } from '../../support/servers/turnstile-stand-in.ts';
import { contactErrors } from '#app/content/words/contact.server.ts';
import { column, one, run } from '../../support/servers/store.ts';
import { office } from '#db/seed/people.ts';
import { readMail } from '#app/domain/mail/mail.server.ts';

/** A scanner that takes every connection and never answers. */
const scanned = new Set<Socket>();
const silent = createServer((socket) => {
  scanned.add(socket.on('error', () => undefined));
});
await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
const turnstile = await startTurnstile();
const site = await startSite({
  TRUST_PROXY: '1',
  TURNSTILE_SITE_KEY: 'site-key',
  TURNSTILE_SECRET_KEY: 'secret-key',
  TURNSTILE_ORIGIN: turnstile.origin,
  ENQUIRY_NOTIFY_TO: office,
  RECEIPT_MAIL: 'off',
  STAFF_LANGUAGE: 'el',
  CLAMD_URL: `tcp://127.0.0.1:${(silent.address() as AddressInfo).port}`,
});
const MANY = WORK.present.all + 22;
afterAll(async () => {
  for (const socket of scanned) socket.destroy();
  silent.close();
  await turnstile.stop();
});

/** So many forms, each from an address of its own, sent again when it is refused; ended by `abort`. */
function send(subnet: string, form: () => FormData, many = MANY) {
  const stopped = new AbortController();
  for (let i = 0; i < many; i++) {
    sendOne(`${subnet}.${i}`, form, stopped.signal).catch(() => undefined);
  }
  return stopped;
}

async function sendOne(address: string, form: () => FormData, signal: AbortSignal): Promise<void> {
  const headers = { 'x-forwarded-for': address };
  const post = () => fetch(`${site}/contact`, { method: 'POST', headers, body: form(), signal });
  // A busy machine brings them all at once: what has no place among them comes again.
  while ((await post()).status === 503) await wait(200, undefined, { signal });
}

function formWith(more: Record<string, string | File>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...typed, ...more })) form.set(name, value);
  return form;
}

async function expectPages(): Promise<void> {
  for (const path of ['/contact', '/admin', '/terms', '/projects?year=2019']) {
    expect([path, (await fetch(site + path)).status]).toEqual([path, 200]);
  }
}

const good = { success: true, hostname: new URL(ORIGIN).hostname, action: 'contact' };

beforeEach(() => {
  turnstile.asked = [];
});

async function sendWith(turnstileToken: string) {
  const browser = newVisitor(site);
  return browser.submit(await browser.get('/contact'), { ...typed, turnstileToken });
}

const newestVerified = () => one('SELECT verified FROM contact_submissions ORDER BY id DESC');

test('CF-12 a passed token is asked about with the secret, and makes a verified enquiry', async () => {
  turnstile.answer = good;
  expect((await sendWith('token-1')).status).toBe(303);
  expect(Object.fromEntries(turnstile.asked[0]!)).toEqual({
    secret: 'secret-key',
    response: 'token-1',
  });
  expect(newestVerified()).toBe(1);
});

test('VP-1 RECEIPT_MAIL=off: a verified sender gets no mail, and the notice is in STAFF_LANGUAGE', async () => {
  turnstile.answer = good;
  run('UPDATE outbox SET sealed = NULL');
  expect((await sendWith('token-off')).status).toBe(303);
  const sealed = column('SELECT sealed FROM outbox WHERE sealed IS NOT NULL');
  const mails = sealed.map((text) => readMail(String(text))!);
  expect(mails.map(({ to }) => to)).toEqual([[office]]);
  expect(mails[0]!.html).toContain('<html lang="el">');
});

test('CF-12 a token that passed once does not pass again', async () => {
  turnstile.answer = good;
  await sendWith('token-2');
  expect((await sendWith('token-2')).status).toBe(422);
});

describe('CF-12 a token is refused', () => {
  test.each([
    ['that Turnstile refuses', { success: false, 'error-codes': ['invalid-input-response'] }],
    ['made on another site', { ...good, hostname: 'evil.example' }],
    ['made for another action', { ...good, action: 'login' }],
  ])('CF-12 %s', async (_, answer) => {
    turnstile.answer = answer;
    const page = await sendWith('token-3');
    expect(page.status).toBe(422);
    expect(page.text).toContain(contactErrors.en.verification.message);
  });
});

describe('CF-12 an outage loses no enquiry', () => {
  test.each([
    ['an answer that is no answer', 'garbage' as const],
    ['their internal error', { success: false, 'error-codes': ['internal-error'] }],
    ['no answer at all', 'hang' as const],
  ])('CF-12 %s: stored as unverified', async (_, answer) => {
    turnstile.answer = answer;
    expect((await sendWith('token-4')).status).toBe(303);
    expect(newestVerified()).toBe(0);
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

test('CF-12 forms that wait for Turnstile keep nobody from the pages', async () => {
  turnstile.answer = 'hang';
  const waiting = send('10.6.0', () => formWith({ turnstileToken: 'token' }));
  await eventually(() => expect(turnstile.asked.length).toBeGreaterThanOrEqual(WORK.present.all));
  await expectPages();
  waiting.abort();
});

test('AT-4 AT-9 files that wait for the scanner hold no turn of an upload', async () => {
  const many = ATTACHMENTS.uploads * 4;
  // More than is read at once: each of them needs a turn.
  const files = () => formWith({ files: drawing('plan.pdf', { bytes: 80_000 }) });
  const waiting = send('10.8.0', files, many);
  await eventually(() => expect(scanned.size).toBeGreaterThanOrEqual(many));
  waiting.abort();
  // Heard of in time, so that clamd does not count as out.
  for (const socket of scanned) socket.destroy();
  scanned.clear();
});

test('AT-9 forms whose files wait for the scanner keep nobody from the pages', async () => {
  const waiting = send('10.7.0', () => formWith({ files: drawing('plan.pdf', { bytes: 2000 }) }));
  await eventually(() => expect(scanned.size).toBeGreaterThanOrEqual(WORK.present.all));
  await expectPages();
  waiting.abort();
});
