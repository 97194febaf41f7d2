import { setTimeout as wait } from 'node:timers/promises';
import { config } from '#app/config.server.ts';
import { log, logError } from '#app/log.server.ts';
import { deleteDeadLinks, dropSessionDrafts, endOverdueSessions } from '#db/accounts.ts';
import { database, databasePath, inTransaction } from '#db/database.server.ts';
import { countMatching, readLastId } from '#db/desk-enquiries.ts';
import { dropReplaced } from '#db/engine/replaced-data.ts';
import { mailOfEnquiries } from '#db/outbox.ts';
import {
  deleteBefore,
  deleteRows,
  enquiriesBefore,
  lastRetention,
  newestInstant,
  noteRetention,
  purgeOldMail,
} from '#db/privacy.ts';
import { OPERATOR, recordAudit } from '#app/domain/audit.server.ts';
import { DAY, HOUR, MINUTE } from '#app/domain/clock.server.ts';
import { AUDIT, AUTH, DESK, PRIVACY } from '#app/domain/limits.ts';
import { removeMailCopies } from '#app/domain/mail/mail-transport.server.ts';
import { PERSONAL_DATA } from './personal-data.ts';
import { clearTraces } from './privacy.server.ts';

/** The instant before which enquiries are deleted; null when RETENTION_MONTHS is 0. */
export function retentionLimit(now: Date): string | null {
  const { retentionMonths } = config();
  return retentionMonths === 0 ? null : monthsBefore(now, retentionMonths).toISOString();
}

export async function countExpired(now = new Date()): Promise<number> {
  const limit = retentionLimit(now);
  if (limit === null) return 0;
  return countMatching(database(), { to: limit }, await readLastId(database()));
}

/**
 * Why nothing is deleted, for an operator, or null: a clock that is years ahead would make everything
 * old. Once it was, what came in since is dated by it too, so that the last run counts as well.
 */
export async function retentionDoubt(now = new Date()): Promise<string | null> {
  const known = [await newestInstant(database()), await lastRetention(database())];
  const oldest = Math.min(...known.map((at) => at ?? Infinity));
  if (now.getTime() - oldest <= PRIVACY.believedDays * DAY) return null;
  const [today, last] = [now, new Date(oldest)].map((at) => at.toISOString().slice(0, 10));
  return (
    `nothing is deleted by its age: today is ${today} by the clock of this machine, but the last sign ` +
    `of life here is of ${last}. Set the clock if it is wrong; if it is right: ` +
    'npm run data -- retention --clock-is-right'
  );
}

/**
 * Deletes enquiries past RETENTION_MONTHS with all that belongs to them, and every trace past its
 * own time (security model 1.12). Returns how many enquiries went. Safe to run twice at once. Deletes
 * nothing and throws a ClockError while there is a doubt, unless a person has looked at the clock.
 */
export async function applyRetention(now = new Date(), isClockRight = false): Promise<number> {
  const doubt = isClockRight ? null : await retentionDoubt(now);
  if (doubt) throw new ClockError(doubt);
  const limit = retentionLimit(now);
  let deleted = 0;
  for (let batch = 1; limit !== null && batch > 0; deleted += batch) {
    batch = await deleteBatch(limit);
    if (batch > 0) await wait(PRIVACY.pauseMs);
  }
  await inTransaction(async (tx) => {
    const at = now.getTime();
    for (const place of PERSONAL_DATA) {
      if (!('expires' in place)) continue;
      const { column, unit, keptMs } = place.expires;
      const before = unit === 'ms' ? at - keptMs : new Date(at - keptMs).toISOString();
      await deleteBefore(tx, place.place, column, before);
    }
    await deleteBefore(tx, 'used_challenges', 'expires_at', at);
    await deleteBefore(tx, 'audit_log', 'at', monthsBefore(now, AUDIT.logMonths).toISOString());
    await deleteDeadLinks(tx, at - DAY);
    await endOverdueSessions(tx, at, at - AUTH.sessionIdleHours * HOUR);
    await dropSessionDrafts(tx, at - DESK.draftMinutes * MINUTE);
    await purgeOldMail(tx, at - PRIVACY.mailCopyDays * DAY);
    if (deleted > 0) await recordAudit(tx, OPERATOR, { event: 'purge', details: { deleted } });
    await noteRetention(tx, at);
  });
  dropReplaced(databasePath(), now.getTime() - PRIVACY.replacedDays * DAY);
  await clearTraces();
  return deleted;
}

/** Retention does not trust the clock; the message says why, and what to do. */
export class ClockError extends Error {}

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
    await deleteRows(tx, 'contact_submissions', expired);
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
