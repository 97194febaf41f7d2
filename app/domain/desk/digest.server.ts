import { listStaff } from '#app/domain/accounts/admin-names.server.ts';
import {
  addDays,
  DAY,
  startPeriodicTask,
  toAthensDateTime,
  toAthensDay,
} from '#app/domain/clock.server.ts';
import { getOverdueCutoff, isWorkingDay } from '#app/domain/desk/working-days.server.ts';
import { DIGEST, SITE } from '#app/domain/limits.ts';
import { queueMail } from '#app/domain/mail/mail.server.ts';
import { log } from '#app/log.server.ts';
import { listAdmins } from '#db/accounts.ts';
import { getDatabase, inTransaction } from '#db/database.server.ts';
import {
  findLastDigestTimeMs,
  listCertificatesEndingBy,
  listDueSubscribers,
  readEnquiriesWithTotal,
  readUnansweredEnquiries,
  type EndingCertificate,
  type Subscriber,
} from '#db/digests.ts';
import { insertRow } from '#db/rows.ts';
import { buildDigestEmail, type Digest } from './digest-email.server.ts';

/** Queues the digests that are due, at intervals. Returns a function that stops this. */
export function startDigestWorker(): () => Promise<void> {
  return startPeriodicTask('digests', DIGEST.checkSeconds, async () => {
    const digests = await queueDueDigests();
    if (digests > 0) log('digests', { digests });
  });
}

/**
 * Queues the digests that are due now, and returns their number; 0 outside the hours of DIGEST. The transaction that
 * queues a mail also stores that the admin has had the day's digest: neither a restart nor a second process sends
 * another one (DA-4).
 */
export async function queueDueDigests(now = new Date()): Promise<number> {
  if (!isDigestTime(now)) return 0;

  const day = toAthensDay(now);
  let queuedCount = 0;
  for (const admin of await listDueSubscribers(getDatabase(), day)) {
    if (await queueDigest(admin, day, now)) queuedCount += 1;
  }
  return queuedCount;
}

/** Returns whether it queued a mail: if nothing waits, it only stores that the digest is done. */
async function queueDigest(admin: Subscriber, day: string, now: Date): Promise<boolean> {
  const mail = buildDigestEmail(await readDigest(admin, day, now), admin, day);

  return inTransaction(async (tx) => {
    // Another process may have sent it by now, or the admin no longer wants it.
    const subscribers = await listDueSubscribers(tx, day);
    if (!subscribers.some(({ id }) => id === admin.id)) return false;

    const nowMs = now.getTime();
    const mailId = mail === null ? null : await queueMail(tx, mail, nowMs);
    const digest = { admin_id: admin.id, day, created_at: nowMs, mail_id: mailId };
    await insertRow(tx, 'digests', digest);
    return mail !== null;
  });
}

async function readDigest(admin: Subscriber, day: string, now: Date): Promise<Digest> {
  const db = getDatabase();
  const lastDigestMs = await findLastDigestTimeMs(db, admin.id, now.getTime());
  const earliestMs = now.getTime() - DIGEST.newDays * DAY;
  const from = new Date(Math.max(lastDigestMs ?? 0, earliestMs)).toISOString();
  const { listed } = DIGEST;

  return {
    newEnquiries: await readEnquiriesWithTotal(db, { status: 'new', from }, 'newest', listed),
    overdue: await readUnansweredEnquiries(db, getOverdueCutoff(now).toISOString(), listed),
    due: await readEnquiriesWithTotal(db, { dueBy: day }, 'newest', listed),
    answered: await readEnquiriesWithTotal(db, { isUnread: true }, 'newest', listed),
    expiringCertificates: await listExpiringCertificates(day, lastDigestMs),
    staff: listStaff(await listAdmins(db)),
  };
}

/** Returns the certificates that end soon and that no earlier digest has mentioned (PB-7). */
async function listExpiringCertificates(
  day: string,
  lastDigestMs: number | null,
): Promise<EndingCertificate[]> {
  const endsBy = addDays(day, SITE.endsWithinDays);
  const certificates = await listCertificatesEndingBy(getDatabase(), endsBy);
  if (lastDigestMs === null) return certificates;
  const lastDigestDay = toAthensDay(new Date(lastDigestMs));
  return certificates.filter(({ last_day: lastDay, since }) => {
    const firstDayOfNotice = addDays(lastDay, -SITE.endsWithinDays);
    const wasTooEarly = lastDigestDay < firstDayOfNotice;
    const wasUnpublished = lastDigestMs <= Date.parse(since);
    return wasTooEarly || wasUnpublished;
  });
}

/** Returns whether it is a working day, in the hours of DIGEST. */
export function isDigestTime(now: Date): boolean {
  const [day = '', time = ''] = toAthensDateTime(now).split('T');
  return time >= DIGEST.from && time < DIGEST.to && isWorkingDay(day);
}
