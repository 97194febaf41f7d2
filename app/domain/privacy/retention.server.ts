import { setTimeout as wait } from 'node:timers/promises';
import { config } from '#app/config.server.ts';
import { log, logError } from '#app/log.server.ts';
import { deleteDeadLinks } from '#db/accounts/access-links.ts';
import { database, inTransaction } from '#db/database.server.ts';
import { countMatching } from '#db/desk/enquiry-cursor.ts';
import { readLastId } from '#db/desk/desk-counts.ts';
import { deleteOldDevices } from '#db/accounts/devices.ts';
import {
  enquiriesBefore,
  purgeAudit,
  purgeAuditCounts,
  purgeFormTraces,
  purgeOldMail,
} from '#db/privacy/retention.ts';
import { deleteOldAttempts } from '#db/accounts/login-attempts.ts';
import { deleteEndedLocks } from '#db/accounts/login-locks.ts';
import { purgeDigests } from '#db/digest/digests.ts';
import { mailOfEnquiries } from '#db/mail/outbox.ts';
import { deleteEnquiries } from '#db/privacy/people.ts';
import { purgeQuarantine } from '#db/enquiries/quarantine.ts';
import {
  dropSessionDrafts,
  endOverdueSessions,
  forgetEndedSessions,
} from '#db/accounts/sessions.ts';
import { OPERATOR, recordAudit } from '#app/domain/audit.server.ts';
import { dropReplaced } from '#app/domain/upkeep/backup.server.ts';
import { DAY, HOUR, MINUTE } from '#app/domain/clock.server.ts';
import { AUDIT, AUTH, CONTACT, DESK, DIGEST, PRIVACY } from '#app/domain/limits.ts';
import { removeMailCopies } from '#app/domain/mail/mail-copies.server.ts';
import { clearTraces } from './privacy.server.ts';

/** The instant before which enquiries are deleted; null when RETENTION_MONTHS is 0. */
export function retentionLimit(now: Date): string | null {
  const { retentionMonths } = config();
  return retentionMonths === 0 ? null : monthsBefore(now, retentionMonths).toISOString();
}

/** How many enquiries retention would delete now. */
export async function countExpired(now = new Date()): Promise<number> {
  const limit = retentionLimit(now);
  if (limit === null) return 0;
  return countMatching(database(), { to: limit }, await readLastId(database()));
}

/**
 * Deletes enquiries past RETENTION_MONTHS with all that belongs to them, and every trace past its
 * own time (security model 1.12). Returns how many enquiries went. Safe to run twice at once.
 */
export async function applyRetention(now = new Date()): Promise<number> {
  const limit = retentionLimit(now);
  let deleted = 0;
  for (let batch = 1; limit !== null && batch > 0; deleted += batch) {
    batch = await deleteBatch(limit);
    if (batch > 0) await wait(PRIVACY.pauseMs);
  }
  await inTransaction(async (tx) => {
    const at = now.getTime();
    await purgeFormTraces(tx, { sentBefore: at - CONTACT.dayHours * HOUR, expiredBefore: at });
    await purgeQuarantine(tx, new Date(at - DESK.quarantineDays * DAY).toISOString());
    await deleteDeadLinks(tx, at - DAY);
    await endOverdueSessions(tx, at, at - AUTH.sessionIdleHours * HOUR);
    await forgetEndedSessions(tx, at - AUTH.sessionMaxDays * DAY);
    await dropSessionDrafts(tx, at - DESK.draftMinutes * MINUTE);
    await deleteOldAttempts(tx, at - DAY);
    await deleteEndedLocks(tx, at);
    await deleteOldDevices(tx, at - AUTH.deviceDays * DAY);
    await purgeDigests(tx, at - DIGEST.keptDays * DAY);
    await purgeOldMail(tx, at - PRIVACY.mailCopyDays * DAY);
    await purgeAudit(tx, monthsBefore(now, AUDIT.logMonths).toISOString());
    await purgeAuditCounts(tx, new Date(at - AUDIT.countDays * DAY).toISOString());
    if (deleted > 0) await recordAudit(tx, OPERATOR, { event: 'purge', details: { deleted } });
  });
  dropReplaced(now.getTime() - PRIVACY.replacedDays * DAY);
  await clearTraces();
  return deleted;
}

/** Applies retention now and each day; the result stops it. */
export function startDailyWork(): () => void {
  const run = () => {
    applyRetention().then(
      (deleted) => log('retention', { deleted }),
      (error: Error) => logError('retention', { reason: error.message }),
    );
  };
  run();
  const timer = setInterval(run, DAY);
  timer.unref();
  return () => clearInterval(timer);
}

async function deleteBatch(limit: string): Promise<number> {
  const { expired, mails } = await inTransaction(async (tx) => {
    const expired = await enquiriesBefore(tx, limit, PRIVACY.deletedAtOnce);
    const mails = await mailOfEnquiries(tx, expired);
    await deleteEnquiries(tx, expired);
    return { expired, mails };
  });
  removeMailCopies(mails);
  return expired.length;
}

function monthsBefore(now: Date, months: number): Date {
  const date = new Date(now);
  date.setUTCMonth(date.getUTCMonth() - months);
  // The 31st of a shorter month would run over into the next one.
  if (date.getUTCDate() !== now.getUTCDate()) date.setUTCDate(0);
  return date;
}
