import { addDays, DAY, repeatTask, toAthensClock, toAthensDay } from '#app/domain/clock.server.ts';
import { getOverdueLimit, isWorkingDay } from '#app/domain/desk/working-days.server.ts';
import { DIGEST, SITE } from '#app/domain/limits.ts';
import { queueMail } from '#app/domain/mail/mail.server.ts';
import { log } from '#app/log.server.ts';
import { database, inTransaction } from '#db/database.server.ts';
import { listStaff } from '#db/desk-changes.ts';
import {
  insertDigest,
  readEndingCertificates,
  readLastDigest,
  readSubscribers,
  readUnanswered,
  readWaiting,
  type EndingCertificate,
  type Subscriber,
} from '#db/digests.ts';
import { buildDigestEmail, type Digest } from './digest-email.server.ts';

export const startDigestWorker = () =>
  repeatTask('digests', DIGEST.checkSeconds, async () => {
    const digests = await sendDigests();
    if (digests > 0) log('digests', { digests });
  });

/**
 * Queues the digests of the day and returns how many there were. The transaction that queues a mail also
 * stores that the admin has had the day's digest: neither a restart nor a second process sends another
 * one (DA-4).
 */
export async function sendDigests(now = new Date()): Promise<number> {
  const day = getDigestDay(now);
  if (day === null) return 0;
  let queuedCount = 0;
  for (const admin of await readSubscribers(database(), day)) {
    if (await sendDigest(admin, day, now)) queuedCount += 1;
  }
  return queuedCount;
}

async function sendDigest(admin: Subscriber, day: string, now: Date): Promise<boolean> {
  const mail = buildDigestEmail(await readDigest(admin, day, now), admin, day);
  return inTransaction(async (tx) => {
    // Another process may have sent it by now, or the admin no longer wants it.
    const subscribers = await readSubscribers(tx, day);
    if (!subscribers.some(({ id }) => id === admin.id)) return false;
    const mailId = mail && (await queueMail(tx, mail, now.getTime()));
    const row = { admin_id: admin.id, day, created_at: now.getTime(), mail_id: mailId };
    await insertDigest(tx, row);
    return mail !== null;
  });
}

async function readDigest(admin: Subscriber, day: string, now: Date): Promise<Digest> {
  const db = database();
  const lastDigestMs = await readLastDigest(db, admin.id, now.getTime());
  const earliestMs = now.getTime() - DIGEST.newDays * DAY;
  const from = new Date(Math.max(lastDigestMs ?? 0, earliestMs)).toISOString();
  const { listed } = DIGEST;
  return {
    newEnquiries: await readWaiting(db, { status: 'new', from }, 'newest', listed),
    overdue: await readUnanswered(db, getOverdueLimit(now).toISOString(), listed),
    due: await readWaiting(db, { dueBy: day }, 'newest', listed),
    answered: await readWaiting(db, { isUnread: true }, 'newest', listed),
    expiringCertificates: await listExpiringCertificates(day, lastDigestMs),
    staff: await listStaff(db),
  };
}

/** Returns the certificates that end soon and that no earlier digest has mentioned (PB-7). */
async function listExpiringCertificates(
  day: string,
  lastDigestMs: number | null,
): Promise<EndingCertificate[]> {
  const certificates = await readEndingCertificates(database(), addDays(day, SITE.endsWithinDays));
  if (lastDigestMs === null) return certificates;
  const lastDigestDay = toAthensDay(new Date(lastDigestMs));
  return certificates.filter(({ last_day: lastDay, since }) => {
    return (
      lastDigestDay < addDays(lastDay, -SITE.endsWithinDays) || lastDigestMs <= Date.parse(since)
    );
  });
}

/** Returns the ISO day, or null outside the hours of DIGEST and on days that are no working days. */
export function getDigestDay(now: Date): string | null {
  const [day = '', time = ''] = toAthensClock(now).split('T');
  const isTime = time >= DIGEST.from && time < DIGEST.to;
  return isTime && isWorkingDay(day) ? day : null;
}
