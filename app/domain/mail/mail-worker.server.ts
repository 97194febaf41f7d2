import { logError } from '#app/log.server.ts';
import { database, inTransaction } from '#db/database.server.ts';
import {
  claimMail,
  dueMail,
  extendClaim,
  failMail,
  markSent,
  postponeMail,
  replaceMail,
} from '#db/outbox.ts';
import type { OutboxEntry } from '#db/schema.ts';
import { recordAudit, SERVER } from '#app/domain/audit.server.ts';
import { SECOND } from '#app/domain/clock.server.ts';
import { MAIL } from '#app/domain/limits.ts';
import { MailRefused, deliver, mailRefusal, removeMailCopies } from './mail-transport.server.ts';
import { type MailMessage, readMail, sealMail } from './mail.server.ts';

const CLAIM_MS = MAIL.claimSeconds * SECOND;

/** Starts sending what is due, now and each second; the result stops it after the mail in hand. */
export function startMailWorker(): () => Promise<void> {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let busy = false;
  const tick = () => {
    if (busy) return;
    busy = true;
    running = deliverDueMail(Date.now(), stopping.signal)
      .catch((error: Error) => logError('mail-worker', { reason: error.message }))
      .finally(() => (busy = false));
  };
  const timer = setInterval(tick, MAIL.checkSeconds * SECOND);
  tick();
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await running;
  };
}

/** Tries each mail whose time has come, once, one after another: a claim is of the mail in hand alone. */
export async function deliverDueMail(now = Date.now(), stop?: AbortSignal): Promise<void> {
  const ahead = now - Date.now();
  const clock = () => Date.now() + ahead;
  while (!stop?.aborted) {
    const [due] = await dueMail(database(), now, 1);
    if (!due) return;
    const entry = await inTransaction((tx) => claimMail(tx, due, clock() + CLAIM_MS));
    if (!entry) continue;
    const renewal = setInterval(() => renew(entry, clock() + CLAIM_MS), CLAIM_MS / 4);
    await tryOne(entry, clock).finally(() => clearInterval(renewal));
  }
}

function renew(entry: OutboxEntry, until: number): void {
  inTransaction((tx) => extendClaim(tx, entry, until)).catch((error: Error) =>
    logError('mail-worker', { reason: error.message }),
  );
}

async function tryOne(entry: OutboxEntry, clock: () => number): Promise<void> {
  const message = entry.sealed === null ? null : readMail(entry.sealed);
  if (!message) return fail(entry, 'sealed with a secret that is gone', clock());
  try {
    const { id, kind, created_at: createdAt } = entry;
    await deliver({ id, kind, createdAt, message });
  } catch (error) {
    if (error instanceof MailRefused) await keepFor(entry, message, error.refused);
    const { reason, forGood } = mailRefusal(error);
    return forGood || clock() > entry.give_up_at
      ? fail(entry, reason, clock())
      : postpone(entry, reason, clock());
  }
  // Erased while it went out: then its copy goes too.
  const isKnown = await inTransaction((tx) => markSent(tx, entry.id, clock()));
  if (!isKnown) removeMailCopies([entry]);
}

/** Some have it: the others alone get it when it is sent again. */
function keepFor(entry: OutboxEntry, message: MailMessage, to: string[]): Promise<void> {
  return inTransaction((tx) => replaceMail(tx, entry.id, sealMail({ ...message, to })));
}

async function postpone(entry: OutboxEntry, reason: string, now: number): Promise<void> {
  const doubled = MAIL.firstRetrySeconds * 2 ** Math.min(entry.attempts - 1, 20);
  const nextAt = now + Math.min(doubled, MAIL.longestRetrySeconds) * SECOND;
  await inTransaction((tx) => postponeMail(tx, entry, nextAt, reason));
  logError('mail-waits', { mail: entry.id, kind: entry.kind, tries: entry.attempts, reason });
}

function fail(entry: OutboxEntry, reason: string, now: number): Promise<void> {
  return inTransaction(async (tx) => {
    await failMail(tx, entry, now, reason);
    const details = { mail: entry.id, kind: entry.kind, reason };
    await recordAudit(tx, SERVER, { event: 'mail.failed', details });
  });
}
