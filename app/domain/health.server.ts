import { database } from '#db/database.server.ts';
import { storeHealth } from '#db/health.ts';
import { oldestWaitingMail } from '#db/outbox.ts';

/** Mail is tried again and again; after this long somebody should look. */
export const MAIL_STUCK_AFTER_MINUTES = 60;

/**
 * Why this server should not be sent visitors, or should be looked at, in one line for an operator;
 * null when all is well. Cheap enough to be asked every second.
 */
export async function healthFault(now = Date.now()): Promise<string | null> {
  return storeHealth() ?? (await mailFault(now));
}

/** Whether mail has been waiting for too long; `now` in epoch milliseconds. */
export async function mailFault(now: number): Promise<string | null> {
  const since = await oldestWaitingMail(database());
  if (since === null) return null;
  const minutes = Math.floor((now - since) / 60_000);
  if (minutes < MAIL_STUCK_AFTER_MINUTES) return null;
  return `mail has been waiting for ${minutes} minutes: check SMTP_URL with npm run doctor`;
}
