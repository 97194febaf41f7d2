import { database } from '#db/database.server.ts';
import { countLateMail } from '#db/mail/outbox.ts';
import { MINUTE } from '#app/domain/clock.server.ts';
import { MAIL } from '#app/domain/limits.ts';

/** What an operator has to do about mail, a line each; `now` in epoch milliseconds. */
export async function mailErrors(now: number): Promise<string[]> {
  const { waiting, oldest, failed } = await countLateMail(database());
  const faults = [];
  const minutes = Math.floor((now - (oldest ?? now)) / MINUTE);
  if (waiting > 0 && minutes >= MAIL.lateMinutes) {
    faults.push(`${waiting} mail(s) waiting, the oldest for ${minutes} minutes: check SMTP_URL`);
  }
  if (failed > 0) {
    faults.push(`${failed} mail(s) could not be sent: see /admin/dashboard/mail`);
  }
  return faults;
}
