import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { config } from '#app/config.server.ts';
import { log } from '#app/log.server.ts';
import { MAIL } from '#app/domain/limits.ts';
import { MailRefused } from './mail-refusal.server.ts';
import type { MailMessage } from './mail.server.ts';

/** Folder of the mail that is written instead of sent. */
export const mailFolder = (): string => join(config().dataDir, 'outbox');

/** File name of a written mail. */
export const mailFile = (id: number, kind: string): string =>
  `${String(id).padStart(6, '0')}-${kind}.eml`;

/** Mail to admins about their account. Other subjects name a visitor and stay out of the log. */
const ACCOUNT_KINDS: ReadonlySet<string> = new Set(['invite', 'recovery', 'password-changed']);

export interface Envelope {
  id: number;
  kind: string;
  createdAt: number;
  message: MailMessage;
}

/**
 * Sends a mail over SMTP_URL; without it writes the mail as a file and logs its link, and the
 * subject of an account's mail (ledger, Decisions). Throws when it is not out, MailRefused when
 * some recipients have it.
 */
export async function deliver(envelope: Envelope): Promise<void> {
  if (!config().smtpUrl) return writeMail(envelope);
  const { rejected, rejectedErrors } = await smtp().sendMail(mailOf(envelope));
  if (rejected.length > 0) throw new MailRefused(rejected, rejectedErrors ?? []);
}

/** Connects to the mail server and signs in, sends nothing; throws why it could not. */
export async function greetMailServer(): Promise<void> {
  await smtp().verify();
}

function smtp() {
  const timeout = MAIL.sendTimeoutSeconds * 1000;
  return createTransport({
    url: config().smtpUrl,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    dnsTimeout: timeout,
  });
}

function mailOf({ id, kind, createdAt, message }: Envelope) {
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

async function writeMail(envelope: Envelope): Promise<void> {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message: bytes } = await composer.sendMail(mailOf(envelope));
  const folder = mailFolder();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, mailFile(envelope.id, envelope.kind));
  await writeFile(`${path}.part`, bytes as Buffer, { mode: 0o600 });
  await rename(`${path}.part`, path);
  const { id, kind, message } = envelope;
  const subject = ACCOUNT_KINDS.has(kind) ? { subject: message.subject } : {};
  const link = message.link ? { link: message.link } : {};
  log('mail-written', { mail: id, kind, file: path, ...subject, ...link });
}
