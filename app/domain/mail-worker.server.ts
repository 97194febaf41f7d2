import { logFault } from '#app/http/log.server.ts';
import { database, inTransaction } from '#db/database.server.ts';
import { abandonMail, claimMail, dueMail, markSent, postponeMail } from '#db/outbox.ts';
import type { OutboxEntry } from '#db/schema.ts';
import { SERVER, recordAudit } from './audit.server.ts';
import { DAY, SECOND } from './clock.server.ts';
import { MAIL } from './limits.ts';
import { deliver } from './mail-transport.server.ts';
import { readMail } from './mail.server.ts';

/** Starts sending what is due, now and each second; the result stops it after the mail in hand. */
export function startMailWorker(): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let busy = false;
  const tick = () => {
    if (busy) return;
    busy = true;
    running = deliverDueMail()
      .catch((error: Error) => logFault('mail-worker', { reason: error.message }))
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
  if (!message) return giveUp(entry, 'sealed with a secret that is gone');
  try {
    const { id, kind, created_at: createdAt } = entry;
    await deliver({ id, kind, createdAt, message });
  } catch (error) {
    return postpone(entry, reasonOf(error), now);
  }
  await markSent(database(), entry.id, now);
}

async function postpone(entry: OutboxEntry, reason: string, now: number): Promise<void> {
  if (now > entry.created_at + MAIL.giveUpDays * DAY) return giveUp(entry, reason);
  const doubled = MAIL.firstRetrySeconds * 2 ** Math.min(entry.attempts - 1, 20);
  const seconds = Math.min(doubled, MAIL.longestRetrySeconds);
  await postponeMail(database(), entry.id, now + seconds * SECOND, reason);
  logFault('mail-waits', { mail: entry.id, kind: entry.kind, tries: entry.attempts, reason });
}

function giveUp(entry: OutboxEntry, reason: string): Promise<void> {
  return inTransaction(async (tx) => {
    await abandonMail(tx, entry.id, reason);
    const details = { mail: entry.id, kind: entry.kind, reason };
    await recordAudit(tx, SERVER, { event: 'mail.failed', details });
  });
}

// The server's own words may repeat an address or a text: its code says what went wrong.
function reasonOf(error: unknown): string {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return [code ?? 'error', responseCode].filter(Boolean).join(' ');
}
