import { log, logError } from '#app/log.server.ts';
import { type Db, database, inTransaction } from '#db/database.server.ts';
import {
  type MailCopy,
  claimMail,
  dueMail,
  knownMail,
  updateClaimed,
  updateMail,
} from '#db/outbox.ts';
import { reachMilestone } from '#db/milestones.ts';
import type { OutboxEntry } from '#db/schema.ts';
import { recordAudit, SERVER } from '#app/domain/audit.server.ts';
import { SECOND, repeat } from '#app/domain/clock.server.ts';
import { MAIL } from '#app/domain/limits.ts';
import { type MailMessage, readMail, sealMail } from './mail.server.ts';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { config } from '#app/config.server.ts';

const CLAIM_MS = MAIL.claimSeconds * SECOND;

export const startMailWorker = () =>
  repeat('mail-worker', MAIL.checkSeconds, (stop) => deliverDueMail(Date.now(), stop));

/** One after another: a claim is of the mail in hand alone. */
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
  inTransaction((tx) => updateClaimed(tx, entry, { next_attempt_at: until })).catch(
    (error: Error) => logError('mail-worker', { reason: error.message }),
  );
}

async function tryOne(entry: OutboxEntry, clock: () => number): Promise<void> {
  const message = entry.sealed === null ? null : readMail(entry.sealed);
  if (!message) return fail(entry, 'sealed with a secret that is gone', clock());
  try {
    await deliver(entry, message);
  } catch (error) {
    if (error instanceof MailRefused) {
      // The same one, for those who lack it.
      const sealed = sealMail({ ...message, to: error.refused });
      await inTransaction((tx) => updateMail(tx, entry.id, { sealed }));
    }
    const { reason, forGood } = mailRefusal(error);
    return forGood || clock() > entry.give_up_at
      ? fail(entry, reason, clock())
      : postpone(entry, reason, clock());
  }
  // Erased while it went out: then its copy goes too.
  const sent = { sent_at: clock(), sealed: null, last_error: null };
  const isKnown = await inTransaction(async (tx) => {
    if (config().smtpUrl) await reachMilestone(tx, 'mail');
    return updateMail(tx, entry.id, sent);
  });
  if (!isKnown) removeMailCopies([entry]);
}

async function postpone(entry: OutboxEntry, reason: string, now: number): Promise<void> {
  const doubled = MAIL.firstRetrySeconds * 2 ** Math.min(entry.attempts - 1, 20);
  const nextAt = now + Math.min(doubled, MAIL.longestRetrySeconds) * SECOND;
  const change = { next_attempt_at: nextAt, last_error: reason };
  await inTransaction((tx) => updateClaimed(tx, entry, change));
  logError('mail-waits', { mail: entry.id, kind: entry.kind, tries: entry.attempts, reason });
}

function fail(entry: OutboxEntry, reason: string, now: number): Promise<void> {
  return inTransaction(async (tx) => {
    await updateClaimed(tx, entry, { failed_at: now, last_error: reason });
    await recordAudit(tx, SERVER, 'mail.failed', { mail: entry.id, kind: entry.kind, reason });
  });
}

export const mailFolder = (): string => join(config().dataDir, 'outbox');

export const mailFile = (id: number, kind: string): string =>
  `${String(id).padStart(6, '0')}-${kind}.eml`;

// Mail to admins about their account. Other subjects name a visitor and stay out of the log.
const ACCOUNT_KINDS: ReadonlySet<string> = new Set(['invite', 'recovery', 'password-changed']);

/**
 * Without SMTP_URL into a file, logging its link and the subject of an account's mail (ledger,
 * Decisions). Throws when it is not out, MailRefused when some recipients have it.
 */
async function deliver(entry: OutboxEntry, message: MailMessage): Promise<void> {
  if (!config().smtpUrl) return writeMail(entry, message);
  const { rejected, rejectedErrors } = await (await smtp()).sendMail(mailOf(entry, message));
  if (rejected.length > 0) throw new MailRefused(rejected, rejectedErrors ?? []);
}

export async function greetMailServer(): Promise<void> {
  await (await smtp()).verify();
}

// Loaded with the first mail: a start, and each command, has other things to read.
const mailer = () => import('nodemailer');

async function smtp() {
  const { createTransport } = await mailer();
  const timeout = MAIL.sendTimeoutSeconds * 1000;
  return createTransport({
    url: config().smtpUrl,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    dnsTimeout: timeout,
  });
}

function mailOf({ id, kind, created_at: createdAt }: OutboxEntry, message: MailMessage) {
  const { hostname } = new URL(config().publicUrl);
  return {
    from: config().mailFrom,
    // As addresses, not as lists: one that holds a comma is still one.
    to: message.to.map((address) => ({ name: '', address })),
    ...(message.replyTo ? { replyTo: { name: '', address: message.replyTo } } : {}),
    subject: message.subject,
    text: message.text,
    html: message.html,
    date: new Date(createdAt),
    // The same for each try: a server that got it twice can tell.
    messageId: `<outbox-${id}-${createdAt}@${hostname}>`,
    // A reply is written by a person; all other mail is the site's own (RFC 3834).
    headers: kind === 'reply' ? {} : { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

async function writeMail(entry: OutboxEntry, message: MailMessage): Promise<void> {
  const { id, kind } = entry;
  const { createTransport } = await mailer();
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message: bytes } = await composer.sendMail(mailOf(entry, message));
  const folder = mailFolder();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, mailFile(id, kind));
  await writeFile(`${path}.part`, bytes as Buffer, { mode: 0o600 });
  await rename(`${path}.part`, path);
  const subject = ACCOUNT_KINDS.has(kind) ? { subject: message.subject } : {};
  const link = message.link ? { link: message.link } : {};
  log('mail-written', { mail: id, kind, file: path, ...subject, ...link });
}

interface SmtpError extends Error {
  code?: string;
  responseCode?: number;
}

class MailRefused extends Error {
  readonly refused: string[];
  readonly errors: readonly SmtpError[];

  constructor(refused: string[], errors: readonly SmtpError[]) {
    super('refused for some recipients');
    this.refused = refused;
    this.errors = errors;
  }
}

// Answers about the message or an address (RFC 5321), not about the connection or the account.
const ABOUT_THE_MAIL = new Set(['EENVELOPE', 'EMESSAGE']);
// What the server refuses for now (4xx); without a number it was nodemailer that refused.
const forNow = (response: number): boolean => response >= 400 && response < 500;
// The server wants another login: a fault of the settings, which somebody will mend.
const ABOUT_THE_LOGIN = new Set([530, 534, 535, 538]);

/** The server's own words may repeat an address or a text: its code says what went wrong. */
function mailRefusal(error: unknown): { reason: string; forGood: boolean } {
  const errors = error instanceof MailRefused ? error.errors : [error as SmtpError];
  const reasons = errors.map(({ code, responseCode }) =>
    [code ?? 'error', responseCode].filter(Boolean).join(' '),
  );
  return { reason: [...new Set(reasons)].join(', '), forGood: errors.every(isForGood) };
}

function isForGood({ code = '', responseCode = 0 }: SmtpError): boolean {
  return ABOUT_THE_MAIL.has(code) && !forNow(responseCode) && !ABOUT_THE_LOGIN.has(responseCode);
}

const SWEPT_AT_ONCE = 500;
const COPY = /^(\d+)-.*\.eml(\.part)?$/;

export function removeMailCopies(mails: readonly MailCopy[]): void {
  for (const { id, kind } of mails) {
    const path = join(mailFolder(), mailFile(id, kind));
    for (const file of [path, `${path}.part`]) rmSync(file, { force: true });
  }
}

export async function sweepMailCopies(db: Db): Promise<void> {
  const folder = mailFolder();
  if (!existsSync(folder)) return;
  // The files first: a mail that is being written has its row before it has a file.
  const files = readdirSync(folder).filter((name) => COPY.test(name));
  for (let at = 0; at < files.length; at += SWEPT_AT_ONCE) {
    const some = files.slice(at, at + SWEPT_AT_ONCE);
    const known = await knownMail(db, some.map(idOf));
    for (const file of some)
      if (!known.has(idOf(file))) rmSync(join(folder, file), { force: true });
  }
}

function idOf(file: string): number {
  return Number(COPY.exec(file)![1]);
}
