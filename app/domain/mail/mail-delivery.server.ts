// Sends the mails of the outbox by SMTP, or writes them into files. `startMailWorker` runs in every server
// process; one of them claims each mail.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { config, isLoopback } from '#app/config.server.ts';
import {
  readStoredFile,
  readStoredSize,
} from '#app/domain/attachments/attachment-folder.server.ts';
import { recordAudit, SERVER } from '#app/domain/audit.server.ts';
import { DAY, MINUTE, SECOND, startPeriodicTask } from '#app/domain/clock.server.ts';
import { MAIL } from '#app/domain/limits.ts';
import { log, logError } from '#app/log.server.ts';
import { listAttachmentsOfMail } from '#db/attachments.ts';
import { getDatabase, inTransaction, type Db } from '#db/database.server.ts';
import { flushToDisk } from '#db/engine/database-files.ts';
import {
  claimMail,
  FILE_INFECTED,
  FILE_MISSING,
  listDueMail,
  listMailIds,
  NO_TLS,
  updateMailIfClaimed,
  type MailCopy,
} from '#db/outbox.ts';
import { updateRows } from '#db/rows.ts';
import type { Attachment, OutboxEntry } from '#db/schema.ts';
import { isStoreError } from '#db/store-error.ts';
import {
  getFromAddress,
  getGiveUpTimeMs,
  getMailHost,
  sealMail,
  unsealMail,
  type RenderedMail,
} from './mail.server.ts';

const CLAIM_MS = MAIL.claimSeconds * SECOND;
// As the mailer itself splits them: with its charset, a word of the header has at most 75 characters (RFC 2047).
const MAX_ENCODED_WORD_LENGTH = 52;
/** No attempt is planned further ahead than this, except under a clock that was ahead. */
export const LATEST_ATTEMPT_MS =
  (Math.max(MAIL.claimSeconds, MAIL.longestRetrySeconds) + MAIL.clockToleranceSeconds) * SECOND;

/** Sends the due mails, now and every MAIL.checkSeconds. The returned function stops it after the current mail. */
export const startMailWorker = (): (() => Promise<void>) =>
  startPeriodicTask('mail-worker', MAIL.checkSeconds, (stop) => deliverDueMail({ stop }));

/**
 * Claims and sends the mails that are due at the call, one after another; without SMTP_URL, writes them into the outbox
 * folder. A failed mail is tried again later, or given up and audited: only errors of the database and the data folder
 * reject. After a mail server has accepted a mail, waits until the database can record it. `aheadMs` sets the clock
 * ahead for this call.
 */
export async function deliverDueMail({
  aheadMs = 0,
  stop,
}: { aheadMs?: number; stop?: AbortSignal } = {}): Promise<void> {
  const clock = () => Date.now() + aheadMs;
  // Fixed, so that a mail that fails now is not tried again in this call.
  const dueAtMs = clock();

  while (!stop?.aborted) {
    // A mail planned for later is due too: a clock that was ahead has planned it.
    const latestPlannedMs = clock() + LATEST_ATTEMPT_MS;
    const [due] = await listDueMail(getDatabase(), { dueAtMs, latestPlannedMs, limit: 1 });
    if (!due) return;

    const entry = await inTransaction((tx) => claimMail(tx, due, clock() + CLAIM_MS));
    if (entry) await attemptDelivery(entry, clock);
  }
}

/** Renews the claim of a mail until the returned function is called. If this process dies, another sends the mail. */
function keepClaim(entry: OutboxEntry, clock: () => number): () => void {
  const renew = () => {
    const change = { next_attempt_at: clock() + CLAIM_MS };
    inTransaction((tx) => updateMailIfClaimed(tx, entry, change)).catch((error: Error) =>
      logError('mail-worker', { reason: error.message }),
    );
  };
  const timer = setInterval(renew, CLAIM_MS / 4);
  return () => clearInterval(timer);
}

async function attemptDelivery(entry: OutboxEntry, clock: () => number): Promise<void> {
  const mail = entry.sealed === null ? null : unsealMail(entry.sealed);
  if (!mail) return recordFailure(entry, 'encrypted with a secret that no longer exists', clock());

  const hasFiles = entry.kind === 'reply';
  const files = hasFiles ? await listAttachmentsOfMail(getDatabase(), entry.id) : [];
  const fileError = findFileError(files);
  if (fileError) return recordFailure(entry, fileError, clock());

  const releaseClaim = keepClaim(entry, clock);
  try {
    // Before the result is recorded: a later renewal would replace the time of the next attempt.
    await deliver(entry, mail, files).finally(releaseClaim);
  } catch (error) {
    return recordDeliveryError(entry, mail, error, clock());
  }

  // This is recorded even if another process has the claim by now.
  const change = { sent_at: clock(), sealed: null, last_error: null, failed_at: null };
  const isStored = await recordAcceptance((tx) =>
    updateRows(tx, 'outbox', { id: entry.id }, change),
  );
  // The mail was erased while it was being sent: its copy is erased too.
  if (!isStored) deleteMailFiles([entry]);
}

/**
 * Runs a transaction that stores what a mail server has accepted. Repeats it while the database fails, without end:
 * otherwise the recipients would get the mail again. (They still may, from another process, once its claim has expired.)
 */
async function recordAcceptance<T>(work: (tx: Db) => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await inTransaction(work);
    } catch (error) {
      if (!isStoreError(error)) throw error;
      logError('mail-worker', { reason: error.message });
      await wait(MAIL.checkSeconds * SECOND);
    }
  }
}

/** A mail never leaves without one of its files (DA-7). */
function findFileError(files: readonly Attachment[]): string | null {
  if (files.some(({ removed }) => removed === 'infected')) return FILE_INFECTED;
  const isMissing = ({ file, size, removed }: Attachment) =>
    removed !== null || readStoredSize(file) !== size;
  return files.some(isMissing) ? FILE_MISSING : null;
}

async function recordDeliveryError(
  entry: OutboxEntry,
  mail: RenderedMail,
  error: unknown,
  nowMs: number,
): Promise<void> {
  if (error instanceof RecipientsRefused) {
    // The next attempt is for those who have not received it.
    const sealed = sealMail({ ...mail, to: error.recipients });
    // Another process may have sent the mail by now: its text must not come back.
    await recordAcceptance((tx) => updateMailIfClaimed(tx, entry, { sealed }));
  }

  const { reason, isPermanent } = classifyError(error);
  const isTriedForTooLong = nowMs > entry.give_up_at && entry.attempts >= MAIL.giveUpAttempts;
  if (isPermanent || isTriedForTooLong) await recordFailure(entry, reason, nowMs);
  else await scheduleRetry(entry, reason, nowMs);
}

async function scheduleRetry(entry: OutboxEntry, reason: string, nowMs: number): Promise<void> {
  const doubledSeconds = MAIL.firstRetrySeconds * 2 ** Math.min(entry.attempts - 1, 20);
  const nextAttemptAt = nowMs + Math.min(doubledSeconds, MAIL.longestRetrySeconds) * SECOND;

  const change = {
    next_attempt_at: nextAttemptAt,
    last_error: reason,
    // A mail that was queued under a clock that was ahead is given up no later than others.
    give_up_at: Math.min(entry.give_up_at, getGiveUpTimeMs(nowMs)),
  };

  const isOurClaim = await inTransaction((tx) => updateMailIfClaimed(tx, entry, change));
  if (!isOurClaim) return;
  logError('mail-waits', { mail: entry.id, kind: entry.kind, tries: entry.attempts, reason });
}

function recordFailure(entry: OutboxEntry, reason: string, nowMs: number): Promise<void> {
  return inTransaction(async (tx) => {
    const change = { failed_at: nowMs, last_error: reason };
    if (!(await updateMailIfClaimed(tx, entry, change))) return;
    await recordAudit(tx, SERVER, 'mail.failed', { mail: entry.id, kind: entry.kind, reason });
  });
}

export const getOutboxFolder = (): string => join(config().dataDir, 'outbox');

const getMailFileName = (id: number, kind: string): string =>
  `${String(id).padStart(6, '0')}-${kind}.eml`;

// Mail to admins about their account. The subjects of other kinds may name a visitor, and stay out of the log.
const ACCOUNT_KINDS: ReadonlySet<string> = new Set(['invite', 'recovery', 'password-changed']);

/** Throws RecipientsRefused if only some recipients were accepted, another error if none was. */
async function deliver(
  entry: OutboxEntry,
  mail: RenderedMail,
  files: readonly Attachment[],
): Promise<void> {
  const message = await composeMail(entry, mail, files);
  try {
    if (!config().smtpUrl) return await writeMailFile(entry, mail, message);
    const transport = await createSmtpTransport(MAIL.acceptTimeoutMinutes * MINUTE);
    const { rejected, rejectedErrors } = await transport.sendMail(message);
    if (rejected.length > 0) throw new RecipientsRefused(rejected, rejectedErrors ?? []);
  } finally {
    // A mail server that refuses the mail leaves some files unread: they are closed here.
    for (const { content } of message.attachments) content.destroy();
  }
}

/** Throws if the server of SMTP_URL, which must be set, cannot be reached, offers no TLS, or refuses the login. */
export async function requireUsableMailServer(): Promise<void> {
  try {
    const transport = await createSmtpTransport(MAIL.connectTimeoutSeconds * SECOND);
    await transport.verify();
  } catch (error) {
    if (classifyError(error).reason !== NO_TLS) throw error;
    const { message } = error as Error;
    throw new Error(
      `it offers no TLS, and without it neither mail nor password may leave this machine: ${message}`,
      { cause: error },
    );
  }
}

// Loaded with the first mail: most commands, and the start of the site, send none.
const loadMailer = () => import('nodemailer');

async function createSmtpTransport(responseTimeoutMs: number) {
  const { createTransport } = await loadMailer();
  const connectTimeoutMs = MAIL.connectTimeoutSeconds * SECOND;
  return createTransport({
    ...parseSmtpUrl(config().smtpUrl!),
    // The name in EHLO: some servers refuse the unqualified name of the machine.
    name: getMailHost(),
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: responseTimeoutMs,
    dnsTimeout: connectTimeoutMs,
  });
}

/** Requires TLS to other machines (STARTTLS), except with our own parameter `?tls=off`, which `url` then lacks. */
export function parseSmtpUrl(smtpUrl: string): { url: string; requireTLS: boolean } {
  const url = new URL(smtpUrl);
  const isTlsOff = url.searchParams.get('tls') === 'off';
  url.searchParams.delete('tls');
  return { url: url.href, requireTLS: !isTlsOff && !isLoopback(url.hostname) };
}

async function composeMail(entry: OutboxEntry, mail: RenderedMail, files: readonly Attachment[]) {
  return {
    from: mail.fromName ? { name: mail.fromName, address: getFromAddress() } : config().mailFrom,
    // Objects instead of one string, because an e-mail address may contain a comma.
    to: mail.to.map((email) => ({ name: '', address: email })),
    replyTo: mail.replyTo ? { name: '', address: mail.replyTo } : undefined,
    inReplyTo: mail.thread?.inReplyTo,
    // Some mail services replace the Message-ID. Answers (AN-2) and reports (AN-6) then name it from here.
    references: [...(mail.thread?.references ?? []), entry.message_id],
    subject: await encodeSubject(mail.subject),
    text: toCrlf(mail.text),
    html: toCrlf(mail.html),
    attachments: files.map(({ name, type, file }) => ({
      filename: name,
      contentType: type,
      content: Readable.from(readStoredFile(file)),
    })),
    // When it was queued, the last time: mail programs sort by it, and an old date looks like spam.
    date: new Date(entry.give_up_at - MAIL.giveUpDays * DAY),
    // The same for each attempt, so that a server recognises a mail that it gets twice.
    messageId: entry.message_id,
    // A person writes a reply; the site itself sends all other mail (RFC 3834).
    headers: entry.kind === 'reply' ? {} : { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** The mailer leaves what looks like an encoded word (RFC 2047) as it is, and a mail program would decode it (CF-6). */
async function encodeSubject(subject: string): Promise<string> {
  if (!subject.includes('=?')) return subject;

  const { encodeWord } = await import('nodemailer/lib/mime-funcs');
  return encodeWord(subject, 'B', MAX_ENCODED_WORD_LENGTH);
}

/** Line breaks must be CRLF before a text is encoded as Base64 (RFC 2045, 6.8). */
const toCrlf = (text: string): string => text.replace(/\r?\n/g, '\r\n');

/** Writes a mail into the outbox folder. The log names the file, never a link: it may set a password (PP-2). */
async function writeMailFile(
  entry: OutboxEntry,
  mail: RenderedMail,
  message: Awaited<ReturnType<typeof composeMail>>,
): Promise<void> {
  const { id, kind } = entry;
  const { createTransport } = await loadMailer();
  const composer = createTransport({ streamTransport: true, newline: 'windows' });
  const { message: bytes } = await composer.sendMail(message);

  const folder = getOutboxFolder();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, getMailFileName(id, kind));
  await writeFile(`${path}.part`, bytes as Readable, { mode: 0o600, flush: true });
  await rename(`${path}.part`, path);
  flushToDisk(folder);

  const subject = ACCOUNT_KINDS.has(kind) ? { subject: mail.subject } : {};
  log('mail-written', { mail: id, kind, file: path, ...subject });
}

interface SmtpError extends Error {
  code?: string;
  responseCode?: number;
}

class RecipientsRefused extends Error {
  readonly recipients: string[];
  readonly errors: readonly SmtpError[];

  constructor(recipients: string[], errors: readonly SmtpError[]) {
    super('refused for some recipients');
    this.recipients = recipients;
    this.errors = errors;
  }
}

// nodemailer's codes for errors of the message or an e-mail address (RFC 5321); its other codes are
// about the connection or the account.
const MESSAGE_ERROR_CODES = new Set(['EENVELOPE', 'EMESSAGE']);
// The server refuses the login: the mail can be sent once the settings are corrected.
const LOGIN_RESPONSE_CODES = new Set([530, 534, 535, 538]);

/** `reason` has only codes, because the server's text may repeat an e-mail address or the message. */
function classifyError(error: unknown): { reason: string; isPermanent: boolean } {
  const errors = error instanceof RecipientsRefused ? error.errors : [error as SmtpError];
  const reasons = errors.map(({ code, responseCode }) =>
    code === 'ETLS' ? NO_TLS : [code ?? 'error', responseCode].filter(Boolean).join(' '),
  );
  return { reason: [...new Set(reasons)].join(', '), isPermanent: errors.every(isPermanentError) };
}

/** Without a response code, nodemailer itself has refused the message: another attempt would fail too. */
function isPermanentError({ code = '', responseCode = 0 }: SmtpError): boolean {
  const isTemporary = responseCode >= 400 && responseCode < 500;
  return MESSAGE_ERROR_CODES.has(code) && !isTemporary && !LOGIN_RESPONSE_CODES.has(responseCode);
}

const COPY_NAME = /^(\d+)-.*\.eml(\.part)?$/;

/** Deletes the copies of mails in the outbox folder, if there are any, unfinished ones too. Their rows stay. */
export function deleteMailFiles(mails: readonly MailCopy[]): void {
  for (const { id, kind } of mails) {
    const path = join(getOutboxFolder(), getMailFileName(id, kind));
    for (const file of [path, `${path}.part`]) rmSync(file, { force: true });
  }
}

/** Deletes the copies of mails that have no row any more. Leaves all other files of the outbox folder. */
export async function deleteOrphanedMailFiles(db: Db): Promise<void> {
  const folder = getOutboxFolder();
  if (!existsSync(folder)) return;

  // List the files before the rows: a mail has its row before it has a file.
  const files = readdirSync(folder);
  const storedIds = await listMailIds(db);
  for (const file of files) {
    const [, id] = COPY_NAME.exec(file) ?? [];
    const isOrphaned = id !== undefined && !storedIds.has(Number(id));
    if (isOrphaned) rmSync(join(folder, file), { force: true });
  }
}
