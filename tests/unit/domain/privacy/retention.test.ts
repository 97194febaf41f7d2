import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { DAY } from '#app/domain/clock.server.ts';
import { AUDIT, AUTH, DESK, DIGEST, PRIVACY } from '#app/domain/limits.ts';
import { getOutboxFolder } from '#app/domain/mail/mail-delivery.server.ts';
import {
  applyRetention,
  countExpiredEnquiries,
  getRetentionCutoff,
} from '#app/domain/privacy.server.ts';
import { deletePreviewPicturesCutBefore } from '#app/domain/site/preview-pictures.server.ts';
import { getDatabasePath, getSqliteConnection } from '#db/database.server.ts';
import { deleteRestoreLeftovers } from '#db/engine/database-files.ts';
import { resetScratchDatabase, useScratchDatabase } from '../../../support/servers/site.ts';
import {
  column,
  listRows,
  one,
  putEnquiry,
  putMany,
  putMessage,
  putReply,
  putSpam,
  run,
} from '../../../support/servers/store.ts';

await useScratchDatabase({ RETENTION_MONTHS: '24' });
beforeEach(resetScratchDatabase);

const now = new Date('2026-11-20T12:00:00.000Z');
const putMail = (kind: string, timeMs: number, enquiry: number | null = null) =>
  Number(
    run(
      `INSERT INTO outbox (kind, enquiry_id, created_at, next_attempt_at, sent_at)
       VALUES (?, ?, ?, 0, ?)`,
      kind,
      enquiry,
      timeMs,
      timeMs,
    ).lastInsertRowid,
  );
const countRows = (table: string) => one(`SELECT count(*) FROM ${table}`);

test('counts RETENTION_MONTHS as whole months of the calendar', () => {
  expect(getRetentionCutoff(now)).toBe('2024-11-20T12:00:00.000Z');
  expect(getRetentionCutoff(new Date('2026-02-28T00:00:00Z'))).toBe('2024-02-28T00:00:00.000Z');
  expect(getRetentionCutoff(new Date('2028-02-29T00:00:00Z'))).toBe('2026-02-28T00:00:00.000Z');
});

test('deletes nothing where the newest record is older than 400 days, until an operator confirms it', async () => {
  await putEnquiry({ created_at: '2023-01-01T00:00:00.000Z' });
  await expect(applyRetention(now)).rejects.toThrow('last activity here was on 2023-01-01');
  expect(countRows('contact_submissions')).toBe(1);
  expect((await applyRetention(now, { isClockConfirmed: true })).deletedEnquiries).toBe(1);
});

test('deletes enquiries past their retention period and no others, and a dry run deletes nothing', async () => {
  await putMany(25);
  const borderlineId = await putEnquiry({ created_at: '2024-11-20T12:00:00.000Z' });
  const newestId = await putEnquiry({ created_at: '2026-11-19T12:00:00.000Z' });
  expect(await countExpiredEnquiries(now)).toBe(25);
  expect(countRows('contact_submissions')).toBe(27);
  expect((await applyRetention(now)).deletedEnquiries).toBe(25);
  expect(column('SELECT id FROM contact_submissions')).toEqual([borderlineId, newestId]);
  expect((await applyRetention(now)).deletedEnquiries).toBe(0);
});

test('deletes nothing under a clock that is years ahead, until an operator confirms it', async () => {
  await putEnquiry({ created_at: '2026-11-20T10:00:00.000Z' });
  await applyRetention(now);
  const aheadNow = new Date('2029-06-01T12:00:00.000Z');
  const countBefore = countRows('contact_submissions');
  const refusal = 'The clock of this machine says 2029-06-01, but the last activity here';
  await expect(applyRetention(aheadNow)).rejects.toThrow(`${refusal} was on 2026-11-20`);
  const aheadId = await putEnquiry({ created_at: aheadNow.toISOString() });
  await expect(applyRetention(aheadNow)).rejects.toThrow('--clock-is-right');
  expect(countRows('contact_submissions')).toBe(Number(countBefore) + 1);
  run('DELETE FROM contact_submissions WHERE id = ?', aheadId);
  expect((await applyRetention(now)).deletedEnquiries).toBe(0);
});

test('DA-1 deletes a reply with its enquiry, mail and copy, but keeps it when only its mail is deleted', async () => {
  mkdirSync(getOutboxFolder(), { recursive: true });
  const [, young] = await Promise.all(
    ['2024-11-19T12:00:00.000Z', '2026-10-01T12:00:00.000Z'].map(async (created_at) => {
      const enquiry = await putEnquiry({ created_at });
      const mail = putMail('reply', Date.parse(created_at), enquiry);
      run('UPDATE replies SET mail_id = ? WHERE id = ?', mail, await putReply(enquiry, created_at));
      const name = `${String(mail).padStart(6, '0')}-reply.eml`;
      writeFileSync(join(getOutboxFolder(), name), 'Dear Eleni');
      return { enquiry, mail };
    }),
  );
  run('UPDATE outbox SET sent_at = ?', now.getTime());
  await applyRetention(now);
  expect(listRows('SELECT enquiry_id, mail_id, state FROM replies')).toEqual([
    { enquiry_id: young!.enquiry, mail_id: null, state: 'sent' },
  ]);
  expect(readdirSync(getOutboxFolder())).toEqual([]);
  expect(countRows('outbox')).toBe(0);
});

test('AN-8 counts the retention period from the last message of an enquiry', async () => {
  const old = '2024-01-01T12:00:00.000Z';
  await putEnquiry({ created_at: old });
  const answeredId = await putEnquiry({ created_at: old });
  for (const received_at of ['2024-02-01T12:00:00.000Z', '2026-11-01T12:00:00.000Z'])
    await putMessage(answeredId, { received_at });
  expect(await countExpiredEnquiries(now)).toBe(1);
  expect((await applyRetention(now, { isClockConfirmed: true })).deletedEnquiries).toBe(1);
  expect(one('SELECT count(*) FROM messages')).toBe(2);
  run(`UPDATE messages SET received_at = '2024-03-01T12:00:00.000Z'`);
  expect((await applyRetention(now, { isClockConfirmed: true })).deletedEnquiries).toBe(1);
  expect(one('SELECT count(*) FROM messages')).toBe(0);
});

test('AN-8 deletes at most one message in a transaction, and the enquiry after its messages', async () => {
  const enquiry = await putEnquiry({ created_at: '2024-01-01T12:00:00.000Z' });
  for (const text of ['first', 'second', 'third'])
    await putMessage(enquiry, { text, received_at: '2024-02-01T12:00:00.000Z' });
  const observedCounts: unknown[] = [];
  // Between two transactions there is a pause, in which each of these calls gets its turn.
  const observer = setInterval(() => {
    if (getSqliteConnection().inTransaction) return;
    const counts = `${countRows('contact_submissions')} ${countRows('messages')}`;
    if (observedCounts.at(-1) !== counts) observedCounts.push(counts);
  });
  await applyRetention(now, { isClockConfirmed: true }).finally(() => clearInterval(observer));
  expect(observedCounts.slice(-4)).toEqual(['1 2', '1 1', '1 0', '0 0']);
});

test('deletes spam after 30 days, rate-limit counts after a day, and used challenges when they expire', async () => {
  for (const offsetMs of [1, -1]) {
    const timeMs = now.getTime() - offsetMs;
    const created_at = new Date(timeMs - DESK.spamDays * DAY).toISOString();
    await putSpam({ created_at });
    run(`INSERT INTO counted_uses (at, key) VALUES (?, 'address:a')`, timeMs - DAY);
    run('INSERT INTO used_challenges VALUES (?, ?)', `id ${offsetMs}`, timeMs);
  }
  await applyRetention(now);
  expect(['spam', 'counted_uses', 'used_challenges'].map(countRows)).toEqual([1, 1, 1]);
});

test('deletes counts of events, ended sessions, devices and digests after their time', async () => {
  run(`INSERT INTO admins (email, created_at) VALUES ('anna@drys.example', '')`);
  for (const offsetMs of [1, -1]) {
    const timeMs = now.getTime() - offsetMs;
    const minute = new Date(timeMs - AUDIT.countDays * DAY).toISOString();
    run(`INSERT INTO audit_counts VALUES (?, 'login.failed', 0, '', 1)`, minute);
    const endedMs = timeMs - AUTH.sessionMaxDays * DAY;
    run(`INSERT INTO ended_sessions VALUES (?, 1, 'idle', ?)`, `hash ${offsetMs}`, endedMs);
    const deviceMs = timeMs - AUTH.deviceDays * DAY;
    run('INSERT INTO devices VALUES (?, 1, ?)', `hash ${offsetMs}`, deviceMs);
    const digestMs = timeMs - DIGEST.keptDays * DAY;
    const day = new Date(digestMs).toISOString().slice(0, 10);
    run('INSERT INTO digests VALUES (1, ?, ?, NULL)', offsetMs > 0 ? day : '2026-10-22', digestMs);
  }
  await applyRetention(now);
  const tables = ['audit_counts', 'ended_sessions', 'devices', 'digests'];
  expect(tables.map(countRows)).toEqual([1, 1, 1, 1]);
});

test('deletes sent mail 30 days after it was written, with its file, and files without a row', async () => {
  const folder = getOutboxFolder();
  mkdirSync(folder, { recursive: true });
  const files = [PRIVACY.mailCopyDays + 1, PRIVACY.mailCopyDays - 1].flatMap((days) =>
    ['enquiry', 'invite'].map((kind) => {
      const timeMs = now.getTime() - days * DAY;
      return `${String(putMail(kind, timeMs)).padStart(6, '0')}-${kind}.eml`;
    }),
  );
  for (const file of [...files, '009000-enquiry.eml', '009001-enquiry.eml.part', 'kept.txt']) {
    writeFileSync(join(folder, file), '');
  }
  await applyRetention(now);
  expect(readdirSync(folder).toSorted()).toEqual([...files.slice(2), 'kept.txt']);
  expect(countRows('outbox')).toBe(2);
});

test('deletes mail that failed 30 days after it was written, and none that still waits', async () => {
  const writtenMs = now.getTime() - (PRIVACY.mailCopyDays + 1) * DAY;
  const [failedId, waitingId] = [putMail('reply', writtenMs), putMail('reply', writtenMs)];
  run(`UPDATE outbox SET sent_at = NULL, sealed = 'text'`);
  run('UPDATE outbox SET failed_at = ? WHERE id = ?', writtenMs + 3 * DAY, failedId);
  await applyRetention(now);
  expect(one('SELECT group_concat(id) FROM outbox')).toBe(String(waitingId));
});

test('two processes delete the same preview picture', () => {
  // A broken link behaves like a file that the other process deletes after this one has read the
  // folder.
  const cards = join(process.env['DATA_DIR']!, 'previews');
  mkdirSync(cards, { recursive: true });
  symlinkSync('deleted', join(cards, 'preview.jpg'));
  deletePreviewPicturesCutBefore(Date.now());
});

test('AT-8 deletes the unfinished copy of a killed restore once it is old', () => {
  const unfinishedCopy = `${getDatabasePath()}.part`;
  writeFileSync(unfinishedCopy, 'somebody');
  deleteRestoreLeftovers(getDatabasePath(), Date.now() - DAY);
  expect(existsSync(unfinishedCopy)).toBe(true);
  deleteRestoreLeftovers(getDatabasePath(), Date.now() + DAY);
  expect(existsSync(unfinishedCopy)).toBe(false);
});

test('AT-8 deletes the copy from before an upgrade after 30 days', async () => {
  const upgradeCopy = `${getDatabasePath()}.before-upgrade`;
  writeFileSync(upgradeCopy, 'somebody');
  await applyRetention(new Date(Date.now() + 29 * DAY), { isClockConfirmed: true });
  expect(existsSync(upgradeCopy)).toBe(true);
  await applyRetention(new Date(Date.now() + 31 * DAY), { isClockConfirmed: true });
  expect(existsSync(upgradeCopy)).toBe(false);
});
