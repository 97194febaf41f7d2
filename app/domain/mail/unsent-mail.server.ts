import { database, inTransaction } from '#db/database.server.ts';
import { countUnsentMail, discardMail, listFailedMail, retryMail } from '#db/outbox.ts';
import type { LinkType, OutboxEntry } from '#db/schema.ts';
import { mailPage } from '#app/content/words/desk-pages.server.ts';
import type { Language } from '#app/content/language.ts';
import { athensText, MINUTE } from '#app/domain/clock.server.ts';
import { type Requester, recordAudit } from '#app/domain/audit.server.ts';
import { MAIL } from '#app/domain/limits.ts';
import { LINK_LIFE_MS, giveUpAt, readMail } from './mail.server.ts';

export async function readFailedMail(language: Language) {
  const entries = await listFailedMail(database(), MAIL.failedShown);
  return entries.map((entry) => {
    const message = entry.sealed === null ? null : readMail(entry.sealed);
    return {
      id: entry.id,
      enquiryId: entry.enquiry_id,
      subject: message?.subject ?? null,
      to: message?.to ?? [],
      time: athensText(new Date(entry.failed_at!).toISOString(), language),
      reason: reasonInWords(entry.last_error ?? '', language),
      isDated: isDated(entry),
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
    if (!(await retryMail(tx, id, { now, giveUpAt: giveUpAt(now) }))) return 'gone';
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

export async function mailErrors(now: number): Promise<string[]> {
  const { waiting, oldest, failed } = await countUnsentMail(database());
  const errors = [];
  const minutes = Math.floor((now - (oldest ?? now)) / MINUTE);
  if (waiting > 0 && minutes >= MAIL.unsentMinutes) {
    errors.push(`${waiting} mail(s) waiting, the oldest for ${minutes} minutes: check SMTP_URL`);
  }
  if (failed > 0) {
    errors.push(`${failed} mail(s) could not be sent: see /admin/dashboard/mail`);
  }
  return errors;
}

function reasonInWords(reason: string, language: Language): string {
  const { refused, notTaken } = mailPage[language];
  const [number] = /\b5\d\d\b/.exec(reason) ?? [];
  return number ? refused(number) : notTaken(MAIL.giveUpDays, reason);
}

function isDated(entry: OutboxEntry): boolean {
  const life: number | undefined = LINK_LIFE_MS[entry.kind as LinkType];
  // Mail without a link does not grow old.
  return life !== undefined && Date.now() > entry.created_at + life;
}
