import { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { DAY, SECOND } from '#app/domain/clock.server.ts';
import { MAIL } from '#app/domain/limits.ts';
import {
  getDatabase,
  getDatabasePath,
  getSqliteConnection,
  inTransaction,
} from '#db/database.server.ts';
import { LOCK_TIMEOUT_MS } from '#db/engine/connection.ts';
import { SqliteFile } from '#db/engine/sqlite-file.ts';
import { claimMail, listDueMail, requeueFailedMail, updateMailIfClaimed } from '#db/outbox.ts';
import { eventually } from '../../../support/reading/eventually.ts';
import { startMailServer } from '../../../support/servers/mail-server.ts';
import { resetScratchDatabase, useScratchDatabase } from '../../../support/servers/site.ts';
import { audited, one, run } from '../../../support/servers/store.ts';

const server = await startMailServer();
afterAll(() => server.stop());
await useScratchDatabase({ SMTP_URL: `smtp://127.0.0.1:${server.port}` });
const { getGiveUpTimeMs, queueMail } = await import('#app/domain/mail/mail.server.ts');
const { readLatestFailedMail } = await import('#app/domain/mail/unsent-mail.server.ts');
const { deliverDueMail, LATEST_ATTEMPT_MS } =
  await import('#app/domain/mail/mail-delivery.server.ts');

vi.spyOn(process.stderr, 'write').mockReturnValue(true);
beforeEach(async () => {
  await resetScratchDatabase();
  server.received.length = 0;
  server.refusals.clear();
});

const GOOD = 'good@mail.example';
const BAD = 'bad@mail.example';
const CLAIM_MS = MAIL.claimSeconds * SECOND;
const putMail = (subject = 'subject') =>
  inTransaction((tx) =>
    queueMail(tx, {
      kind: 'enquiry',
      language: 'en',
      to: [GOOD, BAD],
      content: { subject, message: 'private text' },
    }),
  );
const listDue = (nowMs = Date.now()) =>
  listDueMail(getDatabase(), {
    dueAtMs: nowMs,
    latestPlannedMs: nowMs + LATEST_ATTEMPT_MS,
    limit: 10,
  });

test.each([451, 550])(
  'writes nothing about an attempt (%i) whose claim another process has taken over',
  async (code) => {
    await putMail();
    server.refusals.set(BAD, code);
    const releaseSlowAttempt = server.hold();
    const slowAttempt = deliverDueMail();
    await eventually(() => expect(server.received).toHaveLength(1));
    server.hold()();
    server.refusals.clear();
    await deliverDueMail({ aheadMs: CLAIM_MS + SECOND });
    releaseSlowAttempt();
    await slowAttempt;
    expect(one('SELECT sent_at IS NOT NULL FROM outbox')).toBe(1);
    expect(one('SELECT sealed FROM outbox')).toBeNull();
    expect(one('SELECT last_error FROM outbox')).toBeNull();
    expect(audited('mail.failed')).toEqual([]);
  },
);

test('DA-1 sends a mail once to a server that takes a minute to accept it', async () => {
  // The timeouts of sockets run 60 times as fast, so that a second is a minute.
  const setTimeout = Socket.prototype.setTimeout;
  const timeoutSpy = vi.spyOn(Socket.prototype, 'setTimeout').mockImplementation(function (
    this: Socket,
    timeoutMs,
    listener,
  ) {
    return setTimeout.call(this, timeoutMs / 60, listener);
  });
  onTestFinished(() => timeoutSpy.mockRestore());
  await putMail();
  const acceptMail = server.hold();
  const delivery = deliverDueMail();
  await wait(SECOND);
  acceptMail();
  await delivery;
  await deliverDueMail({ aheadMs: DAY });
  expect(server.received).toHaveLength(1);
});

test.each([
  ['all recipients', undefined, [[GOOD, BAD]]],
  ['one of its recipients', 451, [[GOOD], [BAD]]],
])(
  'DA-1 sends a mail once although the database is locked when a server accepts it for %s',
  async (_, refusal, sentTo) => {
    await putMail();
    if (refusal) server.refusals.set(BAD, refusal);
    const acceptMail = server.hold();
    const delivery = deliverDueMail();
    await eventually(() => expect(server.received).toHaveLength(1));
    using otherProcess = new SqliteFile(getDatabasePath());
    otherProcess.exec('BEGIN IMMEDIATE');
    acceptMail();
    await wait(LOCK_TIMEOUT_MS + SECOND);
    otherProcess.exec('ROLLBACK');
    await delivery;
    server.refusals.clear();
    await deliverDueMail({ aheadMs: DAY });
    expect(server.received.map(({ recipients }) => recipients)).toEqual(sentTo);
  },
);

test('AN-2 sends a mail at each attempt with the same Message-ID, to a recipient whose server first refused it for now', async () => {
  await putMail();
  server.refusals.set(BAD, 451);
  await deliverDueMail();
  server.refusals.clear();
  await deliverDueMail({ aheadMs: DAY });
  expect(server.received.map(({ recipients }) => recipients)).toEqual([[GOOD], [BAD]]);
  const [first, second] = server.received.map(({ messageId }) => messageId);
  expect(first).toBe(one('SELECT message_id FROM outbox'));
  expect(second).toBe(first);
});

test('DA-7 looks for files only of a reply', async () => {
  await putMail();
  using prepareSpy = vi.spyOn(getSqliteConnection(), 'prepare');
  await deliverDueMail();
  expect(server.received).toHaveLength(1);
  const statements = prepareSpy.mock.calls.map(([sql]) => String(sql));
  expect(statements.filter((sql) => sql.includes('outbox'))).not.toEqual([]);
  expect(statements.filter((sql) => sql.includes('attachments'))).toEqual([]);
});

test('AN-2 names its own Message-ID in References too, because a mail service may replace it', async () => {
  await putMail();
  await deliverDueMail();
  const [mail] = server.received;
  expect(mail!.references).toBe(mail!.messageId);
  expect(mail!.messageId).toBe(one('SELECT message_id FROM outbox'));
});

test.each([
  'New enquiry from =?UTF-8?Q?Spoofed?=',
  '=?UTF-8?B?U3Bvb2ZlZA==?=',
  `New enquiry from =?UTF-8?Q?${'Ελένη '.repeat(20)}?= and =?x`,
])(
  'CF-6 sends the subject %j as it was typed, without an encoded word of the visitor',
  async (subject) => {
    await putMail(subject);
    await deliverDueMail();
    expect(server.received[0]!.subject).toBe(subject);
  },
);

test('ends each claim when a failed mail is queued again', async () => {
  await putMail();
  const [due] = await listDue();
  const claim = (await claimMail(getDatabase(), due!, Date.now()))!;
  run('UPDATE outbox SET failed_at = 1');
  await requeueFailedMail(getDatabase(), claim.id, { nowMs: Date.now(), giveUpAtMs: Date.now() });
  const [requeued] = await listDue(Date.now() + 1);
  const newClaim = (await claimMail(getDatabase(), requeued!, Date.now()))!;
  const change = { last_error: 'late' };
  expect(await updateMailIfClaimed(getDatabase(), claim, change)).toBe(false);
  expect(await updateMailIfClaimed(getDatabase(), newClaim, change)).toBe(true);
});

test('DA-1 dates a mail that is sent again after days by the time of Try again', async () => {
  await putMail();
  run('UPDATE outbox SET failed_at = 1, created_at = created_at - ?', 5 * DAY);
  const nowMs = Math.floor(Date.now() / SECOND) * SECOND;
  const times = { nowMs, giveUpAtMs: getGiveUpTimeMs(nowMs) };
  await requeueFailedMail(getDatabase(), Number(one('SELECT id FROM outbox')), times);
  await deliverDueMail();
  expect(server.received[0]!.date).toBe(new Date(nowMs).toISOString());
});

test('sends at once a mail that was tried under a clock a day ahead', async () => {
  await putMail();
  server.refusals.set('DATA', 451);
  await deliverDueMail({ aheadMs: DAY });
  server.refusals.clear();
  await deliverDueMail();
  expect(server.received).toHaveLength(1);
});

test('does not take over a claim of now, nor a retry that is due in a minute', async () => {
  await putMail();
  const nowMs = Date.now();
  for (const nextMs of [nowMs + CLAIM_MS, nowMs + MAIL.longestRetrySeconds * SECOND]) {
    run('UPDATE outbox SET next_attempt_at = ?', nextMs);
    expect(await listDue(nowMs)).toEqual([]);
  }
});

test('gives up after three days only if it has made several attempts', async () => {
  await putMail();
  server.refusals.set('DATA', 451);
  const aheadMs = (MAIL.giveUpDays + 1) * DAY;
  await deliverDueMail({ aheadMs });
  expect(one('SELECT failed_at FROM outbox')).toBeNull();
  run('UPDATE outbox SET attempts = ?, next_attempt_at = 0', MAIL.giveUpAttempts - 1);
  await deliverDueMail({ aheadMs });
  expect(one('SELECT failed_at IS NOT NULL FROM outbox')).toBe(1);
});

test.each([
  { code: 530, attempts: MAIL.giveUpAttempts, isGivenUp: true },
  { code: 550, attempts: 1, isGivenUp: false },
])(
  'tells a mail that was tried for days from one that was refused at once ($code)',
  async (failure) => {
    await putMail();
    server.refusals.set('DATA', failure.code);
    run('UPDATE outbox SET attempts = ?', failure.attempts - 1);
    await deliverDueMail({ aheadMs: failure.isGivenUp ? (MAIL.giveUpDays + 1) * DAY : 0 });
    expect(await readLatestFailedMail()).toMatchObject([
      { isGivenUp: failure.isGivenUp, responseCode: String(failure.code) },
    ]);
  },
);

test('gives up three days after the first retry a mail that was queued under a clock ahead', async () => {
  await putMail();
  run('UPDATE outbox SET give_up_at = give_up_at + ?', 400 * DAY);
  server.refusals.set('DATA', 451);
  await deliverDueMail();
  const giveUpAtMs = Number(one('SELECT give_up_at FROM outbox'));
  expect(giveUpAtMs).toBeLessThanOrEqual(Date.now() + MAIL.giveUpDays * DAY);
});
