import { resolve } from 'node:path';
import { z } from 'zod';
import { LANGUAGES } from '#app/content/language.ts';
import { removeInvisibleCharacters } from '#app/unicode.ts';

export class ConfigError extends Error {}

/** EX_CONFIG of sysexits.h: the exit code of a start that the configuration prevents. */
export const EXIT_CONFIG = 78;

/** A placeholder: domains of .example cannot be registered (RFC 2606). */
export const DEFAULT_MAIL_FROM = 'DRYS <no-reply@drys.example>';

const MIN_SECRET_BYTES = 32;
const MIN_DIFFERENT_CHARACTERS = 8;
const PLACEHOLDER = /^(secret|changeme|change-me|password|default|example|placeholder|your-|xxx)/i;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Returns whether a host of a URL is this machine, so that what goes there leaves no wire to listen to. */
export const isLoopback = (host: string): boolean => LOOPBACK.has(host.toLowerCase());

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
  // URL writes the host in lower case and ASCII, and leaves out the default port.
  if (url.href !== `${url.origin}/`) {
    ctx.addIssue('must be an origin only: no path, query or user name');
    return z.NEVER;
  }
  return url.origin;
});

const isPlaceholder = (secret: string) =>
  PLACEHOLDER.test(secret) || new Set(secret).size < MIN_DIFFERENT_CHARACTERS;

const secrets = z
  .string()
  .regex(
    /^[^#\\]*$/,
    'must not contain # or \\, which the readers of environment files read differently',
  )
  .transform((list) => list.split(',').map((secret) => secret.trim()))
  .refine(
    (list) => list.every((secret) => Buffer.byteLength(secret) >= MIN_SECRET_BYTES),
    `must have at least ${MIN_SECRET_BYTES} bytes (each secret of a comma-separated list)`,
  )
  .refine(
    (list) => !list.some(isPlaceholder),
    'looks like a placeholder: make a secret with "openssl rand -base64 48"',
  );

// Without mailto: and quotes, which mail programs would take for a part of the address.
const EMAIL = /[^\s@<>,":]+@[^\s@<>,":]+/.source;
const ONE_EMAIL = new RegExp(`^${EMAIL}$`);
// An address, or a name and an address in angle brackets. A comma in a name without quotes would separate two addresses.
const SENDER = new RegExp(`^(?:(?:"[^"]*" *|[^"<>@,;:]*)<${EMAIL}>|${EMAIL})$`);

const visibleText = z.string().overwrite(removeInvisibleCharacters);

const emailList = visibleText
  .transform((list) => list.split(',').map((email) => email.trim()))
  .refine(
    (list) => list.every((item) => ONE_EMAIL.test(item)),
    'must be email addresses without names, separated by commas',
  );

const email = visibleText.regex(ONE_EMAIL, 'must be one email address without a name');

const sender = visibleText.regex(
  SENDER,
  'must be one email address, such as DRYS <no-reply@drys.example>; a name has no comma, colon or semicolon',
);

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
    'must be imaps://user:password@host/FOLDER, percent-encoded; imap:// is for this machine only',
  );
  return z.NEVER;
});

export interface MailboxConfig {
  host: string;
  port: number;
  isEncrypted: boolean;
  user: string;
  password: string;
  folder: string;
}

function parseMailbox(value: string): MailboxConfig | null {
  const url = URL.parse(value);
  const defaultPort = url && IMAP_PORTS[url.protocol];
  if (!url || !defaultPort || !url.username || !url.password || !url.hostname) return null;
  if (url.search || url.hash) return null;

  const isEncrypted = url.protocol === 'imaps:';
  if (!isEncrypted && !isLoopback(url.hostname)) return null;

  try {
    const user = decodeURIComponent(url.username);
    const password = decodeURIComponent(url.password);
    const folder = decodeURIComponent(url.pathname.slice(1)) || 'INBOX';
    // A line break would be another command of the protocol.
    if (/[\0\r\n]/.test(user + password + folder)) return null;

    const host = url.hostname.replace(/^\[|\]$/g, '');
    return { host, port: Number(url.port || defaultPort), isEncrypted, user, password, folder };
  } catch {
    return null;
  }
}

function isSmtpUrl(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && url.hostname !== '' && /^smtps?:$/.test(url.protocol);
}

const environment = z.object({
  PORT: wholeNumber(0, 65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: origin.optional(),
  DATA_DIR: z.string().default('./data'),
  SESSION_SECRET: secrets.optional(),
  TRUST_PROXY: wholeNumber(0, 16).default(0),
  SMTP_URL: z
    .string()
    .refine(
      isSmtpUrl,
      'must be smtps:// or smtp://, such as smtps://office%40drys.example:password@smtp.example:465; ' +
        'percent-encode @, :, /, # and % in user and password',
    )
    .optional(),
  MAIL_FROM: sender.default(DEFAULT_MAIL_FROM),
  ENQUIRY_NOTIFY_TO: emailList.default([]),
  REPLY_TO: email.optional(),
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
  OPERATOR_COMMAND: z
    .string()
    .includes('{command}', 'must contain {command}')
    .default('npm run {command} --'),
  NODE_ENV: z.string().optional(),
});

export interface TurnstileConfig {
  siteKey: string;
  secretKey: string;
  origin: string;
}

/** The names of all environment variables that the site reads, except NODE_ENV. */
export const VARIABLES = Object.keys(environment.shape).filter((name) => name !== 'NODE_ENV');

/**
 * Parses environment variables; an empty one counts as not set. Throws ConfigError about the first invalid variable, or
 * about two that contradict each other: half a pair of Turnstile keys, or in production a PUBLIC_URL of another machine
 * without https.
 */
export function parseConfig(env: Record<string, string | undefined>) {
  const setVariables = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  for (const name of VARIABLES) {
    const problem = findSpellingProblem(setVariables[name] ?? '');
    if (problem) throw new ConfigError(`${name} ${problem}.`);
  }

  const parsed = environment.safeParse(setVariables);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(`${String(issue?.path[0])} ${issue?.message}.`);
  }

  const variables = parsed.data;
  const publicUrl = variables.PUBLIC_URL ?? `http://localhost:${variables.PORT}`;
  const secure = publicUrl.startsWith('https:');
  if (!secure && variables.NODE_ENV === 'production' && !isLoopback(new URL(publicUrl).hostname)) {
    throw new ConfigError('PUBLIC_URL must be https unless it names this machine (localhost).');
  }

  return {
    port: variables.PORT,
    host: variables.HOST,
    publicUrl,
    secure,
    dataDir: resolve(variables.DATA_DIR),
    sessionSecrets: variables.SESSION_SECRET,
    trustProxy: variables.TRUST_PROXY,
    smtpUrl: variables.SMTP_URL,
    mailFrom: variables.MAIL_FROM,
    enquiryNotifyTo: variables.ENQUIRY_NOTIFY_TO,
    replyTo: variables.REPLY_TO,
    receiptMail: variables.RECEIPT_MAIL === 'on',
    hasPeoplePage: variables.PEOPLE_PAGE === 'on',
    staffLanguage: variables.STAFF_LANGUAGE,
    turnstile: parseTurnstile(variables),
    attachmentsMaxMb: variables.ATTACHMENTS_MAX_MB,
    clamdUrl: variables.CLAMD_URL,
    mailbox: variables.IMAP_URL,
    retentionMonths: variables.RETENTION_MONTHS,
    operatorCommand: variables.OPERATOR_COMMAND,
  };
}

/**
 * Returns the error of a value that is written for a shell: Docker, systemd and others pass on quotes, blanks,
 * carriage returns and `~` as they are. Returns null for a value without these.
 */
function findSpellingProblem(value: string): string | null {
  // oxlint-disable-next-line no-control-regex -- the pattern finds control characters
  if (value !== value.trim() || /[\u0000-\u001f\u007f]/.test(value))
    return 'must not begin or end with a blank, or contain a line break';
  if (/^(["']).*\1$/.test(value)) return 'must be written without quotes around it';
  if (value.startsWith('~')) return 'must not begin with ~, which only a shell understands';
  return null;
}

function parseTurnstile(variables: z.infer<typeof environment>): TurnstileConfig | null {
  const { TURNSTILE_SITE_KEY: siteKey, TURNSTILE_SECRET_KEY: secretKey } = variables;
  if (siteKey && secretKey) return { siteKey, secretKey, origin: variables.TURNSTILE_ORIGIN };
  if (siteKey || secretKey) {
    const missing = siteKey ? 'TURNSTILE_SECRET_KEY' : 'TURNSTILE_SITE_KEY';
    throw new ConfigError(`${missing} is missing: set both Turnstile keys or neither.`);
  }
  return null;
}

export type Config = ReturnType<typeof parseConfig>;

let cachedConfig: Config | undefined;

/** Returns the configuration from process.env, parsed by the first call. Throws ConfigError. */
export function config(): Config {
  cachedConfig ??= parseConfig(process.env);
  return cachedConfig;
}

/** Returns a command as the operator types it, such as "npm run data -- restore FILE". Throws ConfigError. */
export function formatCommand(command: 'admin' | 'data' | 'doctor', args = ''): string {
  const call = config().operatorCommand.replace('{command}', command);
  return args === '' ? call.replace(/ --$/, '') : `${call} ${args}`;
}
