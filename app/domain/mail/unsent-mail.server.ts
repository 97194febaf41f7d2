import type { Language } from '#app/content/language.ts';
import { mailPage } from '#app/content/messages/desk-pages.server.ts';
import { recordAudit, type Requester } from '#app/domain/audit.server.ts';
import { formatAthensTime, MINUTE } from '#app/domain/clock.server.ts';
import { MAIL } from '#app/domain/limits.ts';
import { database, inTransaction } from '#db/database.server.ts';
import { countUnsentMail, discardMail, listFailedMail, retryMail } from '#db/outbox.ts';
import type { LinkType, OutboxEntry } from '#db/schema.ts';
import { getGiveUpTime, LINK_LIFETIME_MS, unsealMail } from './mail.server.ts';

export async function readFailedMail(language: Language) {
  const entries = await listFailedMail(database(), MAIL.failedShown);
  return entries.map((entry) => {
    const mail = entry.sealed === null ? null : unsealMail(entry.sealed);
    return {
      id: entry.id,
      enquiryId: entry.enquiry_id,
      subject: mail?.subject ?? null,
      to: mail?.to ?? [],
      time: formatAthensTime(new Date(entry.failed_at!).toISOString(), language),
      reason: describeReason(entry.last_error ?? '', language),
      isLinkExpired: isLinkExpired(entry),
    };
  });
}

export type RetryResult = 'queued' | 'gone';

export function sendMailAgain(
  id: number,
  requester: Requester,
  admin: { id: number },
): Promise<RetryResult> {
  const now = Date.now();
  return inTransaction(async (tx) => {
    if (!(await retryMail(tx, id, { now, giveUpAt: getGiveUpTime(now) }))) return 'gone';
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
    if (!(await discardMail(tx, id))) return;
    await recordAudit(tx, requester, 'mail.discarded', { admin: admin.id, mail: id });
  });
}

/** Returns what an operator should know of unsent mail, one sentence each; `now` in milliseconds. */
export async function listMailErrors(now: number): Promise<string[]> {
  const { waiting, oldest, failed } = await countUnsentMail(database());
  const errors = [];
  const minutes = Math.floor((now - (oldest ?? now)) / MINUTE);
  if (waiting > 0 && minutes >= MAIL.unsentMinutes) {
    errors.push(
      `${countMails(waiting)} waiting, the oldest for ${minutes} minutes: check SMTP_URL`,
    );
  }
  if (failed > 0) {
    errors.push(`${countMails(failed)} could not be sent: see /admin/dashboard/mail`);
  }
  return errors;
}

function describeReason(reason: string, language: Language): string {
  const { refused, notTaken } = mailPage[language];
  const [responseCode] = /\b5\d\d\b/.exec(reason) ?? [];
  return responseCode ? refused(responseCode) : notTaken(MAIL.giveUpDays, reason);
}

function isLinkExpired(entry: OutboxEntry): boolean {
  const lifetimeMs: number | undefined = LINK_LIFETIME_MS[entry.kind as LinkType];
  return lifetimeMs !== undefined && Date.now() > entry.created_at + lifetimeMs;
}

const countMails = (count: number) => (count === 1 ? '1 mail' : `${count} mails`);
