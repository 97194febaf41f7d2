import { recordAudit, type Requester } from '#app/domain/audit.server.ts';
import { MINUTE } from '#app/domain/clock.server.ts';
import { MAIL } from '#app/domain/limits.ts';
import { formatCount } from '#app/domain/plain-text.ts';
import { database, inTransaction } from '#db/database.server.ts';
import { hideBounce, listBounces } from '#db/messages.ts';
import { countUnsentMail, deleteFailedMail, listFailedMail, retryMail } from '#db/outbox.ts';
import type { LinkType, OutboxEntry } from '#db/schema.ts';
import { getGiveUpTime, LINK_LIFETIME_MS, unsealMail } from './mail.server.ts';

/** `responseCode` is the code of the refusal; null if the mail server was never reached. */
export async function readFailedMail() {
  const entries = await listFailedMail(database(), MAIL.failedShown);
  return entries.map((entry) => {
    const mail = entry.sealed === null ? null : unsealMail(entry.sealed);
    return {
      id: entry.id,
      enquiryId: entry.enquiry_id,
      subject: mail?.subject ?? null,
      to: mail?.to ?? [],
      failedAtMs: entry.failed_at!,
      reason: entry.last_error ?? '',
      responseCode: /\b5\d\d\b/.exec(entry.last_error ?? '')?.[0] ?? null,
      isLinkExpired: isLinkExpired(entry),
    };
  });
}

export type RetryResult = 'queued' | 'not-found';

export function sendMailAgain(
  id: number,
  requester: Requester,
  admin: { id: number },
): Promise<RetryResult> {
  const nowMs = Date.now();
  return inTransaction(async (tx) => {
    if (!(await retryMail(tx, id, { now: nowMs, giveUpAt: getGiveUpTime(nowMs) })))
      return 'not-found';
    await recordAudit(tx, requester, 'mail.again', { admin: admin.id, mail: id });
    return 'queued';
  });
}

export function discardFailedMail(
  id: number,
  requester: Requester,
  admin: { id: number },
): Promise<void> {
  return inTransaction(async (tx) => {
    if (!(await deleteFailedMail(tx, id))) return;
    await recordAudit(tx, requester, 'mail.discarded', { admin: admin.id, mail: id });
  });
}

/** Reads the reports that a mail could not be delivered, newest first, with the reply that each is about. */
export const readBounces = () => listBounces(database(), MAIL.failedShown);

/** Takes a report off the page Mail; it stays in the history of its enquiry (AN-6). */
export function discardBounce(
  id: number,
  requester: Requester,
  admin: { id: number },
): Promise<void> {
  return inTransaction(async (tx) => {
    if (!(await hideBounce(tx, id, new Date().toISOString()))) return;
    await recordAudit(tx, requester, 'mail.discarded', { admin: admin.id, message: id });
  });
}

/** Returns one English sentence for each problem with unsent mail, for the operator. */
export async function listMailErrors(nowMs: number): Promise<string[]> {
  const unsent = await countUnsentMail(database());
  const errors = [];
  const minutes = Math.floor((nowMs - (unsent.oldest ?? nowMs)) / MINUTE);
  if (unsent.waiting > 0 && minutes >= MAIL.unsentMinutes) {
    errors.push(
      `${formatCount(unsent.waiting, 'email')} waiting, the oldest for ${minutes} minutes: check SMTP_URL`,
    );
  }
  if (unsent.failed > 0) {
    errors.push(
      `${formatCount(unsent.failed, 'email')} could not be sent: see /admin/dashboard/mail`,
    );
  }
  return errors;
}

function isLinkExpired(entry: OutboxEntry): boolean {
  const lifetimeMs: number | undefined = LINK_LIFETIME_MS[entry.kind as LinkType];
  return lifetimeMs !== undefined && Date.now() > entry.created_at + lifetimeMs;
}
