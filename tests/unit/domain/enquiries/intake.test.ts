import { describe, expect, test } from 'vitest';
import { queueReceipt } from '#app/domain/enquiries/enquiry-email.server.ts';
import { readMail } from '#app/domain/mail/mail.server.ts';
import { insertEnquiry } from '#db/enquiries.ts';
import { one } from '../../../support/servers/store.ts';
import { receiveEnquiry } from '#app/domain/enquiries/intake.server.ts';
import { CONTACT } from '#app/domain/limits.ts';
import { makeChallenge } from '#app/domain/enquiries/verification.server.ts';
import { database } from '#db/database.server.ts';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { typed } from '../../../support/people/enquirer.ts';
import { useScratchDatabase } from '../../../support/servers/site.ts';

await useScratchDatabase();

const START = Date.parse('2026-03-02T10:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
let made = 0;

function form(fields: Record<string, string> = {}): FormData {
  made += 1;
  const data = new FormData();
  const formToken = made.toString(16).padStart(CONTACT.formTokenBytes * 2, '0');
  const all = { ...typed, form_token: formToken, ...fields };
  for (const [name, value] of Object.entries(all)) data.set(name, value);
  return data;
}

function from(address: string, visitor: string | null = null) {
  return { visitor, address, requestId: 'test' };
}

function unverified(address: string, now: number) {
  return receiveEnquiry(form(), from(address), now);
}

async function proof(at = Date.now()): Promise<string> {
  const challenge = await makeChallenge(at);
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

describe('CF-9 the throttle', () => {
  test('CF-9 lets one a minute through, to the second', async () => {
    const at = (seconds: number) => unverified('192.0.2.1', START + seconds * 1000);
    expect(await at(0)).toMatchObject({ kind: 'stored' });
    expect(await at(59)).toMatchObject({ kind: 'throttled', reason: 'wait', retryAfterSeconds: 1 });
    expect(await at(CONTACT.intervalSeconds)).toMatchObject({ kind: 'stored' });
  });

  test('CF-9 stops after five in a day and counts anew after 24 hours', async () => {
    const at = (time: number) => unverified('192.0.2.2', START + time);
    for (let n = 0; n < CONTACT.perAddressStrict.perDay; n += 1) {
      expect(await at(n * HOUR)).toMatchObject({ kind: 'stored' });
    }
    expect(await at(6 * HOUR)).toMatchObject({
      kind: 'throttled',
      reason: 'limit',
      retryAfterSeconds: (18 * HOUR) / 1000,
    });
    expect(await at(24 * HOUR)).toMatchObject({ kind: 'stored' });
    expect(await at(24 * HOUR + 30 * MINUTE)).toMatchObject({ reason: 'limit' });
  });

  test('CF-9 a clock that was set back locks nobody out', async () => {
    const far = START + 400 * 24 * HOUR;
    expect(await unverified('192.0.2.3', far)).toMatchObject({ kind: 'stored' });
    expect(await unverified('192.0.2.3', START)).toMatchObject({ kind: 'stored' });
  });

  test('CF-9 a verified visitor is counted by cookie, wherever they are', async () => {
    const send = async (address: string, now: number) =>
      receiveEnquiry(form({ turnstileToken: await proof() }), from(address, 'v1'), now);
    const now = Date.now();
    expect(await send('192.0.2.4', now)).toMatchObject({ kind: 'stored' });
    expect(await send('192.0.2.5', now + 1000)).toMatchObject({ reason: 'wait' });
  });

  test('CF-9 keeps no address and no cookie in readable form', async () => {
    const rows = await database().selectFrom('counted_uses').selectAll().execute();
    expect(rows.length).toBeGreaterThan(5);
    expect(JSON.stringify(rows)).not.toMatch(/192\.0\.2|v1"/);
  });
});

test('VP-1 where nobody is named to answer, the receipt says where to write', async () => {
  const { website: _, ...fields } = typed;
  const created_at = new Date(START).toISOString();
  const stored = { ...fields, created_at, verified: 1, about_project: null };
  await queueReceipt(database(), await insertEnquiry(database(), stored), START);
  const mail = readMail(String(one('SELECT sealed FROM outbox ORDER BY id DESC')))!;
  expect(mail.replyTo).toBeNull();
  expect(mail.text).toContain('Write to info@drys.example.');
});

test('CF-12 an expired challenge proves nothing', async () => {
  const token = await proof(Date.now() - CONTACT.challengeMinutes * MINUTE - 1000);
  const origin = from('192.0.2.7', 'v2');
  expect(await receiveEnquiry(form({ turnstileToken: token }), origin)).toMatchObject({
    kind: 'not-human',
    values: { full_name: typed.full_name, email: typed.email },
  });
});
