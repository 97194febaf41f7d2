import { resolve } from 'node:path';
import { z } from 'zod';
import { LANGUAGES } from '#app/content/language.ts';

export class ConfigError extends Error {}

/** What sysexits.h calls EX_CONFIG: every refused start exits with it. */
export const EXIT_CONFIG = 78;

const MIN_SECRET_BYTES = 32;
const PLACEHOLDER = /^(secret|changeme|change-me|password|default|example|placeholder|your-|xxx)/i;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be between ${min} and ${max}`);

const origin = z.string().transform((value, ctx) => {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !/^https?:$/.test(url.protocol)) {
    ctx.addIssue('must be an http or https origin, such as https://drys.example');
    return z.NEVER;
  }
  if (url.origin !== value.replace(/\/$/, '')) {
    ctx.addIssue('must be an origin only, without path, query or user name');
    return z.NEVER;
  }
  return url.origin;
});

const secrets = z
  .string()
  .transform((list) => list.split(',').map((secret) => secret.trim()))
  .refine(
    (list) => list.every((secret) => Buffer.byteLength(secret) >= MIN_SECRET_BYTES),
    `must have at least ${MIN_SECRET_BYTES} bytes (each one, in a comma list)`,
  )
  .refine(
    (list) => !list.some((s) => PLACEHOLDER.test(s) || new Set(s).size < 8),
    'looks like a placeholder; make one with: openssl rand -base64 48',
  );

const addressList = z
  .string()
  .transform((list) => list.split(',').map((address) => address.trim()))
  .refine((list) => list.every((a) => /^[^\s@<>]+@[^\s@<>]+$/.test(a)), 'must be email addresses');

const address = z
  .string()
  .trim()
  .regex(/^[^\s@<>,]+@[^\s@<>,]+$/, 'must be one email address');

const clamd = z.string().transform((value, ctx) => {
  const url = URL.canParse(value) ? new URL(value) : null;
  const isTcp = url?.protocol === 'tcp:' && url.hostname !== '' && url.port !== '';
  if (url && (isTcp || (url.protocol === 'unix:' && url.pathname.startsWith('/')))) return url;
  ctx.addIssue('must be tcp://host:port or unix:/path');
  return z.NEVER;
});

const IMAP_PORTS: Readonly<Record<string, number>> = { 'imap:': 143, 'imaps:': 993 };

const mailbox = z.string().transform((value, ctx) => {
  const parsedMailbox = parseMailbox(value);
  if (parsedMailbox) return parsedMailbox;
  // The value is not repeated: it holds a password.
  ctx.addIssue(
    'must be imaps://user:password@host/FOLDER, percent-encoded; imap:// on this machine only',
  );
  return z.NEVER;
});

function parseMailbox(value: string) {
  const url = URL.parse(value);
  const port = url && IMAP_PORTS[url.protocol];
  if (!url || !port || !url.username || !url.password || !url.hostname) return null;
  const isEncrypted = url.protocol === 'imaps:';
  const isComplete = !url.search && !url.hash;
  if (!isComplete || (!isEncrypted && !LOOPBACK.has(url.hostname))) return null;
  try {
    const [user, password, folder] = [url.username, url.password, url.pathname.slice(1)].map(
      decodeURIComponent,
    ) as [string, string, string];
    // A line break would be another command of the protocol.
    if (/[\0\r\n]/.test(user + password + folder)) return null;
    const host = url.hostname.replace(/^\[|\]$/g, '');
    return {
      host,
      port: url.port ? Number(url.port) : port,
      isEncrypted,
      user,
      password,
      folder: folder || 'INBOX',
    };
  } catch {
    return null;
  }
}

export type MailboxConfig = NonNullable<ReturnType<typeof parseMailbox>>;

const environment = z.object({
  PORT: wholeNumber(0, 65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: origin.optional(),
  DATA_DIR: z.string().default('./data'),
  SESSION_SECRET: secrets.optional(),
  TRUST_PROXY: wholeNumber(0, 16).default(0),
  SMTP_URL: z
    .string()
    .refine((u) => URL.canParse(u) && /^smtps?:$/.test(new URL(u).protocol), 'must be smtp(s)://…')
    .optional(),
  MAIL_FROM: z
    .string()
    .refine((from) => !/[\r\n]/.test(from) && from.includes('@'), 'must be an email address')
    .default('DRYS <no-reply@drys.example>'),
  ENQUIRY_NOTIFY_TO: addressList.default([]),
  REPLY_TO: address.optional(),
  RECEIPT_MAIL: z.enum(['on', 'off'], 'must be on or off').default('on'),
  PEOPLE_PAGE: z.enum(['on', 'off'], 'must be on or off').default('on'),
  STAFF_LANGUAGE: z.enum(LANGUAGES, `must be one of ${LANGUAGES.join(', ')}`).default('en'),
  TURNSTILE_SITE_KEY: z.string().optional(),
  TURNSTILE_SECRET_KEY: z.string().optional(),
  TURNSTILE_ORIGIN: origin.default('https://challenges.cloudflare.com'),
  ATTACHMENTS_MAX_MB: wholeNumber(0, 100_000_000).default(5000),
  CLAMD_URL: clamd.optional(),
  IMAP_URL: mailbox.optional(),
  RETENTION_MONTHS: wholeNumber(0, 1200).default(24),
  NODE_ENV: z.string().optional(),
});

export const VARIABLES = Object.keys(environment.shape).filter((name) => name !== 'NODE_ENV');

/** An empty value counts as not set. Throws ConfigError, one line with the first bad value. */
export function readConfig(env: Record<string, string | undefined>) {
  const setVariables = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const parsed = environment.safeParse(setVariables);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(`${String(issue?.path[0])} ${issue?.message}`);
  }
  const e = parsed.data;
  const publicUrl = e.PUBLIC_URL ?? `http://localhost:${e.PORT}`;
  const secure = publicUrl.startsWith('https:');
  if (!secure && e.NODE_ENV === 'production' && !LOOPBACK.has(new URL(publicUrl).hostname)) {
    throw new ConfigError('PUBLIC_URL must be https unless it names this machine (localhost)');
  }
  return {
    port: e.PORT,
    host: e.HOST,
    publicUrl,
    secure,
    dataDir: resolve(e.DATA_DIR),
    sessionSecrets: e.SESSION_SECRET,
    trustProxy: e.TRUST_PROXY,
    smtpUrl: e.SMTP_URL,
    mailFrom: e.MAIL_FROM,
    enquiryNotifyTo: e.ENQUIRY_NOTIFY_TO,
    replyTo: e.REPLY_TO,
    receiptMail: e.RECEIPT_MAIL === 'on',
    hasPeoplePage: e.PEOPLE_PAGE === 'on',
    staffLanguage: e.STAFF_LANGUAGE,
    turnstile: parseTurnstile(e),
    attachmentsMaxMb: e.ATTACHMENTS_MAX_MB,
    clamdUrl: e.CLAMD_URL,
    mailbox: e.IMAP_URL,
    retentionMonths: e.RETENTION_MONTHS,
  };
}

function parseTurnstile(e: z.infer<typeof environment>) {
  const { TURNSTILE_SITE_KEY: siteKey, TURNSTILE_SECRET_KEY: secretKey } = e;
  if (siteKey && secretKey) return { siteKey, secretKey, origin: e.TURNSTILE_ORIGIN };
  if (siteKey || secretKey) {
    const missing = siteKey ? 'TURNSTILE_SECRET_KEY' : 'TURNSTILE_SITE_KEY';
    throw new ConfigError(`${missing} is missing: set both Turnstile keys or neither`);
  }
  return null;
}

export type Config = ReturnType<typeof readConfig>;

let current: Config | undefined;

export function config(): Config {
  current ??= readConfig(process.env);
  return current;
}
