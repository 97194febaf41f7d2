import { config } from '#app/config.server.ts';
import { recordAuditByAdmin, type AdminRequest } from '#app/domain/audit.server.ts';
import { MINUTE } from '#app/domain/clock.server.ts';
import { MAIL } from '#app/domain/limits.ts';
import { formatCount } from '#app/domain/plain-text.ts';
import { getDatabase, inTransaction } from '#db/database.server.ts';
import { listOpenBounces, type Bounce } from '#db/messages.ts';
import {
  countDelayedMail,
  countWaitingAndFailedMail,
  deleteFailedMail,
  FILE_INFECTED,
  FILE_MISSING,
  listFailedMail,
  NO_TLS,
  requeueFailedMail,
  RESTORED_MAIL_ERROR,
} from '#db/outbox.ts';
import { updateRows } from '#db/rows.ts';
import type { OutboxEntry } from '#db/schema.ts';
import { getGiveUpTimeMs, LINK_LIFETIME_MS, unsealMail } from './mail.server.ts';

export type FailedMail = Awaited<ReturnType<typeof readLatestFailedMail>>[number];

/** Returns at most MAIL.failedShown, newest first; without subject and recipients if it cannot decrypt them. */
export async function readLatestFailedMail() {
  const entries = await listFailedMail(getDatabase(), MAIL.failedShown);
  return entries.map((entry) => {
    const mail = entry.sealed === null ? null : unsealMail(entry.sealed);
    const reason = entry.last_error ?? '';
    return {
      id: entry.id,
      enquiryId: entry.enquiry_id,
      subject: mail?.subject ?? null,
      to: mail?.to ?? [],
      failedAtMs: entry.failed_at!,
      reason,
      // Tried for MAIL.giveUpDays; otherwise its error was permanent.
      isGivenUp: entry.failed_at! > entry.give_up_at,
      responseCode: /\b5\d\d\b/.exec(reason)?.[0] ?? null,
      // It may have been sent since.
      isFromBackup: reason === RESTORED_MAIL_ERROR,
      // Why a file of a reply cannot leave with it.
      fileError: FILE_ERRORS.get(reason) ?? null,
      isLinkExpired: isLinkExpired(entry),
    };
  });
}

function isLinkExpired({ kind, created_at: createdAtMs }: OutboxEntry): boolean {
  const hasLink = kind === 'invite' || kind === 'recovery';
  return hasLink && Date.now() > createdAtMs + LINK_LIFETIME_MS[kind];
}

const FILE_ERRORS: ReadonlyMap<string, 'infected' | 'missing'> = new Map([
  [FILE_INFECTED, 'infected'],
  [FILE_MISSING, 'missing'],
]);

export const countMailWithoutTls = (): Promise<number> => countDelayedMail(getDatabase(), NO_TLS);

/** Queues a failed mail again, with as much time as a new one. 'not-found' also for a mail that has not failed. */
export function retryFailedMail(author: AdminRequest, id: number): Promise<'queued' | 'not-found'> {
  const nowMs = Date.now();
  return inTransaction(async (tx) => {
    const times = { nowMs, giveUpAtMs: getGiveUpTimeMs(nowMs) };
    if (!(await requeueFailedMail(tx, id, times))) return 'not-found';
    await recordAuditByAdmin(tx, author, 'mail.again', { mail: id });
    return 'queued';
  });
}

/** Deletes a failed mail. Ignores an unknown mail, and a mail that has not failed. */
export function discardFailedMail(author: AdminRequest, id: number): Promise<void> {
  return inTransaction(async (tx) => {
    if (!(await deleteFailedMail(tx, id))) return;
    await recordAuditByAdmin(tx, author, 'mail.discarded', { mail: id });
  });
}

/** Returns the newest first, at most MAIL.failedShown, without dismissed ones, each with its reply. */
export function readLatestBounces(): Promise<Bounce[]> {
  return listOpenBounces(getDatabase(), MAIL.failedShown);
}

/** Hides a report from the page Mail, not from its enquiry (AN-6). Ignores an unknown or hidden one. */
export function dismissBounce(author: AdminRequest, id: number): Promise<void> {
  return inTransaction(async (tx) => {
    const openBounce = { id, kind: 'bounce', discarded_at: null } as const;
    const discarded_at = new Date().toISOString();
    if (!(await updateRows(tx, 'messages', openBounce, { discarded_at }))) return;
    await recordAuditByAdmin(tx, author, 'mail.discarded', { message: id });
  });
}

/**
 * Returns up to two English lines for the operator: about mail that has waited longer than MAIL.unsentMinutes, and about
 * mail that failed for good.
 */
export async function describeMailProblems(nowMs: number): Promise<string[]> {
  const unsent = await countWaitingAndFailedMail(getDatabase());
  const errors = [];

  const minutes = Math.floor((nowMs - (unsent.oldestWaitingAtMs ?? nowMs)) / MINUTE);
  if (minutes >= MAIL.unsentMinutes) {
    const mails = formatCount(unsent.waitingCount, 'email');
    const remedy = `check that the site runs${config().smtpUrl ? ', and SMTP_URL' : ''}`;
    errors.push(`${mails} waiting, the oldest for ${minutes} minutes: ${remedy}`);
  }

  if (unsent.failedCount > 0) {
    errors.push(
      `${formatCount(unsent.failedCount, 'email')} could not be sent: see /admin/dashboard/mail`,
    );
  }

  return errors;
}
