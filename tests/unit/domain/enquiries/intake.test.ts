import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { config } from '#app/config.server.ts';
import { getAttachmentFolder } from '#app/domain/attachments/attachment-folder.server.ts';
import type { IncomingFile } from '#app/domain/attachments/attachment-intake.server.ts';
import { submitEnquiry } from '#app/domain/enquiries/intake.server.ts';
import { submitStaffEnquiry } from '#app/domain/enquiries/new-enquiry.server.ts';
import { createProofOfWorkChallenge } from '#app/domain/enquiries/verification.server.ts';
import { CONTACT, DESK } from '#app/domain/limits.ts';
import { unsealMail } from '#app/domain/mail/mail.server.ts';
import { getSqliteConnection } from '#db/database.server.ts';
import { drawing, MB, typed } from '../../../support/people/enquirer.ts';
import { useScratchDatabase } from '../../../support/servers/site.ts';
import { column, one, putEnquiry, readCounts, run } from '../../../support/servers/store.ts';

await useScratchDatabase();
const START = Date.parse('2026-03-02T10:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
let senderCount = 0;

interface Sender {
  address?: string;
  visitor?: string | null;
  now?: number;
  files?: AsyncIterable<IncomingFile>;
}

afterEach(() => void vi.useRealTimers());

function submit(
  fields: Record<string, string> = {},
  {
    address = `fe80:${(senderCount += 1).toString(16)}::`,
    visitor = null,
    now,
    files,
  }: Sender = {},
) {
  if (now !== undefined) vi.setSystemTime(now);
  const form = new FormData();
  const form_token = (senderCount += 1).toString(16).padStart(CONTACT.formTokenBytes * 2, '0');
  for (const [name, value] of Object.entries({ ...typed, form_token, ...fields }))
    form.set(name, value);
  const incomingFiles = files && { announcedBytes: undefined, files };
  return submitEnquiry(form, { visitor, ipAddress: address, requestId: 'test' }, incomingFiles);
}

async function* uploadPlan(): AsyncGenerator<IncomingFile> {
  const bytes = drawing('plan.pdf', { bytes: 400 }).stream();
  yield { field: 'files', name: 'plan.pdf', bytes };
}

async function solveNewChallenge(timeMs = Date.now()): Promise<string> {
  const challenge = await createProofOfWorkChallenge(timeMs);
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

const STORED = { kind: 'stored' };

describe('CF-9 the throttle', () => {
  const submitAt = (address: string, offsetMs: number) =>
    submit({}, { address, now: START + offsetMs });

  test('CF-9 allows one enquiry a minute, to the second', async () => {
    expect(await submitAt('192.0.2.1', 0)).toMatchObject(STORED);
    const wait = { kind: 'rate-limited', reason: 'wait', retryAfterSeconds: 1 };
    expect(await submitAt('192.0.2.1', 59_000)).toMatchObject(wait);
    expect(await submitAt('192.0.2.1', CONTACT.intervalSeconds * 1000)).toMatchObject(STORED);
  });

  test('CF-9 refuses after five in a day, and counts anew after 24 hours', async () => {
    for (let n = 0; n < CONTACT.perIpAddressUnverified.perDay; n += 1) {
      expect(await submitAt('192.0.2.2', n * HOUR)).toMatchObject(STORED);
    }
    const limit = { kind: 'rate-limited', reason: 'limit', retryAfterSeconds: (18 * HOUR) / 1000 };
    expect(await submitAt('192.0.2.2', 6 * HOUR)).toMatchObject(limit);
    expect(await submitAt('192.0.2.2', 24 * HOUR)).toMatchObject(STORED);
    expect(await submitAt('192.0.2.2', 24 * HOUR + 30 * MINUTE)).toMatchObject({ reason: 'limit' });
  });

  test('CF-9 allows senders after the clock was set back', async () => {
    expect(await submitAt('192.0.2.3', 400 * 24 * HOUR)).toMatchObject(STORED);
    expect(await submitAt('192.0.2.3', 0)).toMatchObject(STORED);
  });

  test('CF-9 DA-4 counts and dates an enquiry when it is stored, however long its upload takes', async () => {
    const address = '192.0.2.6';
    async function* uploadFor(minutes: number): AsyncGenerator<IncomingFile> {
      await submit({}, { address, now: START + HOUR });
      vi.setSystemTime(START + HOUR + minutes * MINUTE);
      yield* [];
    }
    const sendAtStart = (minutes: number) =>
      submit({ full_name: 'Slow' }, { address, now: START, files: uploadFor(minutes) });
    expect(await sendAtStart(0.5)).toMatchObject({ reason: 'wait', retryAfterSeconds: 30 });
    expect(await sendAtStart(2)).toMatchObject(STORED);
    const sql = `SELECT created_at FROM contact_submissions WHERE full_name = 'Slow'`;
    expect(column(sql)).toEqual([new Date(START + HOUR + 2 * MINUTE).toISOString()]);
  });

  test('CF-9 counts a verified visitor by cookie, regardless of the IP address', async () => {
    const send = async (address: string, nowMs: number) =>
      submit({ turnstileToken: await solveNewChallenge() }, { address, now: nowMs, visitor: 'v1' });
    const nowMs = Date.now();
    expect(await send('192.0.2.4', nowMs)).toMatchObject(STORED);
    expect(await send('192.0.2.5', nowMs + 1000)).toMatchObject({ reason: 'wait' });
  });

  test('CF-9 stores no IP address and no cookie in readable form', async () => {
    for (let n = 10; n < 16; n += 1) await submitAt(`192.0.2.${n}`, 0);
    const turnstileToken = await solveNewChallenge();
    await submit({ turnstileToken }, { address: '192.0.2.16', visitor: 'v2' });
    const rows = getSqliteConnection().prepare('SELECT * FROM counted_uses').all();
    expect(rows.length).toBeGreaterThan(5);
    expect(JSON.stringify(rows)).not.toMatch(/192\.0\.2|v[12]"/);
  });
});

test('CF-12 refuses an expired challenge', async () => {
  const turnstileToken = await solveNewChallenge(
    Date.now() - CONTACT.challengeMinutes * MINUTE - 1000,
  );
  expect(await submit({ turnstileToken })).toMatchObject({
    kind: 'not-human',
    values: { full_name: typed.full_name, email: typed.email },
  });
});

test('VP-1 sends one receipt per mailbox and day, in every spelling of its address', async () => {
  run('DELETE FROM outbox');
  const nowMs = Date.parse('2027-04-01T09:00:00Z');
  const emails = [
    'eleni@δρυς-έπιπλα.gr',
    'eleni@ΔΡΥΣ-ΈΠΙΠΛΑ.GR',
    'eleni@δρυς\u00ad-έπιπλα.gr',
    `eleni@${new URL('http://δρυς-έπιπλα.gr').hostname}`,
    '"eleni"@δρυς-έπιπλα.gr',
    String.raw`"el\eni"@δρυς-έπιπλα.gr`,
    'el"en"i@δρυς-έπιπλα.gr',
    'eleni(office)@δρυς-έπιπλα.gr',
  ];
  for (const email of emails) {
    const result = await submit(
      { email, turnstileToken: await solveNewChallenge(nowMs) },
      { now: nowMs },
    );
    expect([email, result]).toEqual([email, expect.objectContaining(STORED)]);
  }
  expect(column(`SELECT count(*) FROM outbox WHERE kind = 'receipt'`)).toEqual([1]);
});

test('VP-1 sends one receipt per email and day in Athens, in upper and lower case', async () => {
  run('DELETE FROM outbox');
  const listReceipts = () => column(`SELECT sealed FROM outbox WHERE kind = 'receipt'`);
  for (const [time, email, mails] of [
    ['2027-03-01T20:00:00Z', 'Day@mail.example', 1],
    ['2027-03-01T21:50:00Z', 'dAY@mail.example', 1],
    ['2027-03-01T21:55:00Z', 'other@mail.example', 2],
    ['2027-03-01T22:10:00Z', 'day@mail.example', 3],
  ] as const) {
    const nowMs = Date.parse(time);
    expect(
      await submit({ email, turnstileToken: await solveNewChallenge(nowMs) }, { now: nowMs }),
    ).toMatchObject(STORED);
    expect(listReceipts().length, time).toBe(mails);
  }
  // REPLY_TO is not set.
  const mail = unsealMail(String(listReceipts()[0]))!;
  expect(mail.replyTo).toBeNull();
  expect(mail.text).toContain('send what you have to info@drys.example.');
});

describe('CF-7 honeypots', () => {
  const PERSON = 'person@mail.example';
  const countStoredFrom = (email: string) =>
    one('SELECT count(*) FROM spam WHERE email = ?', email);
  const countStored = () => one('SELECT count(*) FROM spam');
  const submitHoneypot = (email: string, address: string) =>
    submit({ email, website: 'https://spam.example' }, { address });

  beforeEach(() => void run('DELETE FROM spam'));

  /** Submits concurrently, so that the submissions share their transactions. */
  async function flood(count: number, addressOf: (i: number) => string): Promise<void> {
    const submissions = Array.from({ length: count }, (_, n) =>
      submitHoneypot(`bot${n}@mail.example`, addressOf(n)),
    );
    await Promise.all(submissions);
  }

  /** Inserts existing rows; the first one gets the lowest id. */
  function fill(count: number, addressOf: (i: number) => string | null): void {
    const file = getSqliteConnection();
    const insert = file.prepare(`INSERT INTO spam
    (full_name, email, phone, company, project, message, verified, reason, created_at, ip_hash)
    VALUES ('Filler', ?, '', '', 'Office Spaces', '', 0, 'honeypot', ?, ?)`);
    const createdAt = new Date().toISOString();
    file.transaction(() => {
      for (let i = 0; i < count; i += 1)
        insert.run(`filler${i}@mail.example`, createdAt, addressOf(i));
    })();
  }

  test.each([
    ['one address', () => '192.0.2.1'],
    ['one /64', (i: number) => `2001:db8:0:1::${i.toString(16)}`],
  ])(
    'CF-7 500 submissions from %s push no earlier sender out of the spam folder, and are counted',
    async (_, addressOf) => {
      const countBefore = (await readCounts())['quarantine.full']?.count ?? 0;
      await submitHoneypot(PERSON, '198.51.100.1');
      await flood(500, addressOf);
      await submitHoneypot('later@mail.example', '198.51.100.2');
      expect([countStoredFrom(PERSON), countStoredFrom('later@mail.example')]).toEqual([1, 1]);
      expect(countStored()).toBe(2 + DESK.spamPerIpAddressAndDay);
      expect(countStoredFrom('bot0@mail.example'), 'the first ones of an address are stored').toBe(
        1,
      );
      const rejectedCount = 500 - DESK.spamPerIpAddressAndDay;
      expect((await readCounts())['quarantine.full']!.count).toBe(countBefore + rejectedCount);
      for (const name of column('SELECT ip_hash FROM spam'))
        expect(name, 'a key that changes each day').toMatch(/^[\w-]{16}$/);
    },
  );

  test('CF-7 keeps the newest submissions in a full spam folder: the oldest goes for each new one', async () => {
    await submitHoneypot(PERSON, '198.51.100.1');
    fill(DESK.spamRows - 1, (i) => `crowd ${i}`);
    expect(countStoredFrom(PERSON)).toBe(1);
    await submitHoneypot('later@mail.example', '198.51.100.2');
    expect([countStoredFrom(PERSON), countStoredFrom('later@mail.example')]).toEqual([0, 1]);
    expect(countStoredFrom('filler0@mail.example')).toBe(1);
    expect(countStored()).toBe(DESK.spamRows);
  });

  test('CF-7 VP-1 submissions that are not stored use up no enquiry numbers', async () => {
    await flood(DESK.spamPerIpAddressAndDay, () => '192.0.2.77');
    const getNumber = async (result: ReturnType<typeof submit>) =>
      ({ id: 0, ...(await result) }).id;
    const nextNumber = await getNumber(submit());
    expect(await getNumber(submitHoneypot('bot@mail.example', '192.0.2.77'))).toBe(nextNumber - 1);
    expect(await getNumber(submit())).toBe(nextNumber + 1);
  });

  test('CF-7 searches for files without a row only after it has stored a submission with files', async () => {
    const orphan = join(getAttachmentFolder(), '0f'.repeat(16));
    mkdirSync(getAttachmentFolder(), { recursive: true });
    writeFileSync(orphan, '');
    const submitFile = (address: string) =>
      submit({ website: 'https://spam.example' }, { address, files: uploadPlan() });
    await flood(DESK.spamPerIpAddressAndDay, () => '192.0.2.78');
    await submitFile('192.0.2.78');
    expect(existsSync(orphan)).toBe(true);
    await submitFile('192.0.2.79');
    expect(existsSync(orphan)).toBe(false);
  });
});

describe('AT-8 a form with files, when their space is full', () => {
  beforeEach(() => {
    run('DELETE FROM attachments');
    return () => void run('DELETE FROM attachments');
  });

  async function fillStorage(): Promise<void> {
    const sql = `INSERT INTO attachments (enquiry_id, name, type, size, sha256, file, created_at)
      VALUES (?, 'full', 'pdf', ?, ?, ?, '')`;
    const size = config().attachmentsMaxMb * MB;
    run(sql, await putEnquiry(), size, '0'.repeat(64), '0'.repeat(32));
  }

  test('AT-5 is stored once although its own files took the last space the first time', async () => {
    const fields = { form_token: 'ab'.repeat(CONTACT.formTokenBytes) };
    const send = () => submit(fields, { address: '192.0.2.90', files: uploadPlan() });
    const firstResult = await send();
    expect(firstResult).toMatchObject({ kind: 'stored', fileCount: 1, filesLeftOut: false });
    await fillStorage();
    const receipt: unknown = expect.any(String);
    expect(await send()).toEqual({ ...firstResult, receipt, filesLeftOut: true });
  });

  function submitAsStaff(key: string, files: AsyncIterable<IncomingFile>) {
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...typed, source: 'phone', key }))
      form.set(name, value);
    const requester = { ipAddress: null, requestId: 'test' };
    const admin = { id: 1, email: 'anna@drys.example', language: 'en' } as const;
    return submitStaffEnquiry(form, { admin, requester }, { announcedBytes: undefined, files });
  }

  test('AT-5 DK-4 is stored once as an enquiry of staff too', async () => {
    const firstResult = await submitAsStaff('first', uploadPlan());
    expect(firstResult).toMatchObject({ kind: 'stored', filesLeftOut: false });
    await fillStorage();
    expect(await submitAsStaff('first', uploadPlan())).toEqual({
      ...firstResult,
      filesLeftOut: true,
    });
  });

  test('DK-4 says each time that an enquiry of staff was stored without its files', async () => {
    // The space is taken while the file arrives: that is found when its row is inserted.
    async function* uploadAndFill() {
      yield* uploadPlan();
      await fillStorage();
    }
    const firstResult = await submitAsStaff('second', uploadAndFill());
    expect(firstResult).toMatchObject({ kind: 'stored', filesLeftOut: true });
    expect(await submitAsStaff('second', uploadPlan())).toEqual(firstResult);
  });
});
