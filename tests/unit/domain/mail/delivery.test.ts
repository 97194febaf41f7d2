import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { SECOND } from '#app/domain/clock.server.ts';
import { MAIL } from '#app/domain/limits.ts';
import { getDatabase, inTransaction } from '#db/database.server.ts';
import { claimMail, listDueMail, requeueFailedMail, updateMailIfClaimed } from '#db/outbox.ts';
import { eventually } from '../../../support/reading/eventually.ts';
import { startMailServer } from '../../../support/servers/mail-server.ts';
import { resetScratchDatabase, useScratchDatabase } from '../../../support/servers/site.ts';
import { audited, one, run } from '../../../support/servers/store.ts';

const server = await startMailServer();
afterAll(() => server.stop());
await useScratchDatabase({ SMTP_URL: `smtp://127.0.0.1:${server.port}` });
const { queueMail } = await import('#app/domain/mail/mail.server.ts');
const { deliverDueMail } = await import('#app/domain/mail/mail-delivery.server.ts');

vi.spyOn(process.stderr, 'write').mockReturnValue(true);
beforeEach(async () => {
  await resetScratchDatabase();
  server.received.length = 0;
  server.refusals.clear();
});

const GOOD = 'good@mail.example';
const BAD = 'bad@mail.example';
const CLAIM_MS = MAIL.claimSeconds * SECOND;
const putMail = () =>
  inTransaction((tx) =>
    queueMail(tx, {
      kind: 'enquiry',
      language: 'en',
      to: [GOOD, BAD],
      content: { subject: 'subject', message: 'private text' },
    }),
  );
const listDue = (nowMs = Date.now()) => listDueMail(getDatabase(), nowMs, 10);

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
