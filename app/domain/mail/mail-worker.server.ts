import { logError } from '#app/log.server.ts';
import { database, inTransaction } from '#db/database.server.ts';
import { replaceMail } from '#db/mail/outbox.ts';
import { claimMail, dueMail, failMail, markSent, postponeMail } from '#db/mail/sending.ts';
import type { OutboxEntry } from '#db/schema.ts';
import { SERVER, recordAudit } from '#app/domain/audit.server.ts';
import { SECOND } from '#app/domain/clock.server.ts';
import { MAIL } from '#app/domain/limits.ts';
import { removeMailCopies } from './mail-copies.server.ts';
import { MailRefused, mailRefusal } from './mail-refusal.server.ts';
import { deliver } from './mail-transport.server.ts';
import { type MailMessage, readMail, sealMail } from './mail.server.ts';

/** Starts sending what is due, now and each second; the result stops it after the mail in hand. */
export function startMailWorker(): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let busy = false;
  const tick = () => {
    if (busy) return;
    busy = true;
    running = deliverDueMail()
      .catch((error: Error) => logError('mail-worker', { reason: error.message }))
      .finally(() => (busy = false));
  };
  const timer = setInterval(tick, MAIL.checkSeconds * SECOND);
  tick();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** Tries each mail whose time has come, once. */
export async function deliverDueMail(now = Date.now()): Promise<void> {
  for (const entry of await dueMail(database(), now, MAIL.batch)) {
    const claimed = await claimMail(database(), entry, now + MAIL.claimSeconds * SECOND);
    if (claimed) await tryOne({ ...entry, attempts: entry.attempts + 1 }, now);
  }
}

async function tryOne(entry: OutboxEntry, now: number): Promise<void> {
  const message = entry.sealed === null ? null : readMail(entry.sealed);
  if (!message) return fail(entry, 'sealed with a secret that is gone', now);
  try {
    const { id, kind, created_at: createdAt } = entry;
    await deliver({ id, kind, createdAt, message });
  } catch (error) {
    if (error instanceof MailRefused) await keepFor(entry, message, error.refused);
    const { reason, forGood } = mailRefusal(error);
    return forGood || now > entry.give_up_at
      ? fail(entry, reason, now)
      : postpone(entry, reason, now);
  }
  // Erased while it went out: then its copy goes too.
  if (!(await markSent(database(), entry.id, now))) removeMailCopies([entry]);
}

/** Some have it: the others alone get it when it is sent again. */
function keepFor(entry: OutboxEntry, message: MailMessage, to: string[]): Promise<void> {
  return replaceMail(database(), entry.id, sealMail({ ...message, to }));
}

async function postpone(entry: OutboxEntry, reason: string, now: number): Promise<void> {
  const doubled = MAIL.firstRetrySeconds * 2 ** Math.min(entry.attempts - 1, 20);
  const seconds = Math.min(doubled, MAIL.longestRetrySeconds);
  await postponeMail(database(), entry.id, now + seconds * SECOND, reason);
  logError('mail-waits', { mail: entry.id, kind: entry.kind, tries: entry.attempts, reason });
}

function fail(entry: OutboxEntry, reason: string, now: number): Promise<void> {
  return inTransaction(async (tx) => {
    await failMail(tx, entry.id, now, reason);
    const details = { mail: entry.id, kind: entry.kind, reason };
    await recordAudit(tx, SERVER, { event: 'mail.failed', details });
  });
}
