import { database, inTransaction } from '#db/database.server.ts';
import { readStaff } from '#db/desk-changes.ts';
import {
  type Subscriber,
  readLastDigest,
  readSubscribers,
  readUnanswered,
  readWaiting,
  takeDigest,
  tieDigestToMail,
} from '#db/digests.ts';
import { DAY } from '#app/domain/clock.server.ts';
import { overdueBefore } from '#app/domain/desk/working-days.server.ts';
import { DIGEST } from '#app/domain/limits.ts';
import { queueMail } from '#app/domain/mail/mail.server.ts';
import { digestDayAt } from './digest-day.server.ts';
import { type Digest, digestMail } from './digest-mail.server.ts';

/**
 * Queues today's digest for each admin who wants it and has none yet, if it is time (DA-4). The row
 * of the admin and the day is written in the transaction that queues the mail: whatever restarts,
 * and whichever process comes first, a day has one digest. Returns how many were queued.
 */
export async function sendDigests(now = new Date()): Promise<number> {
  const day = digestDayAt(now);
  if (day === null) return 0;
  let queued = 0;
  for (const admin of await readSubscribers(database(), day)) {
    if (await sendDigest(admin, day, now)) queued += 1;
  }
  return queued;
}

async function sendDigest(admin: Subscriber, day: string, now: Date): Promise<boolean> {
  const mail = digestMail(await readDigest(admin, day, now), admin, day);
  const at = { adminId: admin.id, day, now: now.getTime() };
  return inTransaction(async (tx) => {
    if (!(await takeDigest(tx, at))) return false;
    if (!mail) return false;
    await tieDigestToMail(tx, { ...at, mailId: await queueMail(tx, mail, at.now) });
    return true;
  });
}

/** New since the last digest, or in DIGEST.newDays; overdue; and due by an ISO day. */
async function readDigest(admin: Subscriber, day: string, now: Date): Promise<Digest> {
  const db = database();
  const last = await readLastDigest(db, admin.id, now.getTime());
  const since = new Date(Math.max(last ?? 0, now.getTime() - DIGEST.newDays * DAY)).toISOString();
  const { listed } = DIGEST;
  return {
    fresh: await readWaiting(db, { status: 'new', from: since }, 'newest', listed),
    overdue: await readUnanswered(db, overdueBefore(now).toISOString(), listed),
    due: await readWaiting(db, { dueBy: day }, 'newest', listed),
    staff: await readStaff(db),
  };
}
