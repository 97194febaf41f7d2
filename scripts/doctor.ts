import './command-line/closed-pipe.ts';
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { config, ConfigError, DEFAULT_MAIL_FROM, formatCommand } from '#app/config.server.ts';
import { getAttachmentFolder } from '#app/domain/attachments/attachment-folder.server.ts';
import { DAY } from '#app/domain/clock.server.ts';
import { getNewestKey } from '#app/domain/keys.server.ts';
import { formatCount } from '#app/domain/plain-text.ts';
import { checkAttachmentFiles } from '#db/attachments.ts';
import { getDatabase, getDatabasePath, hasDatabaseBeenCreated } from '#db/database.server.ts';
import { listDatabaseFiles } from '#db/engine/database-files.ts';
import { isForbidden, isOnReadOnlyDisk } from '#db/engine/file-access.ts';
import { findFullDiskError, readFreeDiskBytes } from '#db/engine/health.ts';
import { checkDatabaseIntegrity, type IntegrityReport } from '#db/engine/integrity-check.ts';
import { findRow } from '#db/rows.ts';
import type { MailboxError } from '#db/schema.ts';
import { formatCommandError, getUserName } from './command-line/error-line.ts';

// Checks everything that a running site needs, and prints each problem with its remedy.

// As in a start: in this mode the configuration must have an https origin, unless it is this machine.
process.env['NODE_ENV'] = 'production';

const MAILBOX_ERRORS: Record<MailboxError, string> = {
  refused: 'the server refuses the user or the password of IMAP_URL',
  'folder-missing': 'the folder of IMAP_URL does not exist',
  unreachable: 'the server of IMAP_URL is busy or cannot be reached',
};

/** Returns null for something that is not configured. */
type Check = () => Finding | Promise<Finding | null>;

// Checks with `noteIfNew` need the current database. Before the first start they print this note instead.
const checks: [name: string, check: Check, noteIfNew?: string][] = [
  ['configuration', checkConfiguration],
  ['data folder', checkFolder],
  ['database', checkDatabase],
  ['proxy', checkProxy],
  ['files', checkFiles, ': none yet'],
  ['secret', checkSecret, ''],
  ['mail', checkMail],
  ['mailbox', checkMailboxAccess],
  ['virus scanner', checkScanner],
  ['passkeys', checkPasskeys],
  ['retention', checkRetention, ''],
  ['backup', checkBackup, ''],
  ['build', checkBuild],
  ['pictures and documents', checkMedia, ': none yet'],
];

const MAX_NAMED_IDS = 20;
const RECENT_BACKUP_DAYS = 7;

let database: IntegrityReport | null = null;
let hasDatabaseProblem = false;
let problemCount = 0;
for (const [name, check, noteIfNew] of checks) {
  const finding = await examine(check, noteIfNew);
  if (!finding) continue;
  for (const line of finding.wrong) console.log(`FAILED ${name}: ${line}`);
  const mark = finding.isUnknown ? '-' : 'ok';
  if (finding.wrong.length === 0) console.log(`${mark.padEnd(6)} ${name}${finding.note ?? ''}`);
  problemCount += finding.wrong.length;
  if (name === 'database') hasDatabaseProblem = finding.wrong.length > 0 || !!finding.isUnknown;
  // All other checks need a valid configuration.
  if (name === 'configuration' && finding.wrong.length > 0) break;
}
console.log(problemCount === 0 ? 'All is well.' : `${formatCount(problemCount, 'problem')} found.`);
process.exit(problemCount === 0 ? 0 : 1);

async function examine(check: Check, noteIfNew?: string): Promise<Finding | null> {
  if (noteIfNew !== undefined && !database?.isCurrent) return getUncheckedFinding(noteIfNew);
  try {
    return await check();
  } catch (error) {
    return { wrong: [formatCommandError(error).split('\n')[0]!] };
  }
}

function getFirstLine(error: unknown): string {
  return (error as Error).message.split('\n')[0]!;
}

function checkConfiguration(): Finding {
  try {
    const { secure, trustProxy, publicUrl } = config();
    const isProxyUntrusted = secure && trustProxy === 0;
    if (!isProxyUntrusted) return { wrong: [], note: `: ${publicUrl}` };
  } catch (error) {
    if (error instanceof ConfigError) return { wrong: [error.message] };
    throw error;
  }

  return {
    wrong: [
      'PUBLIC_URL is https but TRUST_PROXY is 0: all visitors would share one IP address. ' +
        'Behind one proxy, set TRUST_PROXY=1',
    ],
  };
}

function checkFolder(): Finding {
  const { dataDir } = config();
  const parent = findNearestExisting(dataDir);
  if (!statSync(parent).isDirectory())
    return { wrong: [`${parent} is not a folder: set DATA_DIR`] };

  if (parent !== dataDir) {
    const note = `: ${dataDir} will be created at the first start`;
    return { wrong: isForbidden(parent, 'rwx') ? [formatUncreatable(dataDir, parent)] : [], note };
  }
  if (isForbidden(dataDir, 'rwx')) return { wrong: [formatForbidden([dataDir], dataDir)] };

  const errors = ['attachments', 'receiving', 'media', 'previews', 'outbox', 'assets']
    .map((name) => join(dataDir, name))
    .filter((folder) => isForbidden(folder, 'rwx'))
    .map((folder) => formatForbidden([folder], folder));

  const free = Math.floor(readFreeDiskBytes() / 1024 / 1024);
  const diskError = findFullDiskError();
  if (diskError) errors.push(`${diskError}: make room`);
  return { wrong: [...errors, ...listKeyErrors()], note: `: ${dataDir}, ${free} MB free` };
}

function findNearestExisting(path: string): string {
  return existsSync(path) ? path : findNearestExisting(dirname(path));
}

function listKeyErrors(): string[] {
  const { dataDir, sessionSecrets } = config();
  const key = join(dataDir, 'secret.key');
  // Without the key, loading it would create one.
  if (sessionSecrets || !existsSync(key)) return [];
  if (isForbidden(key, 'r')) return [formatForbidden([key], key)];

  const errors = [];
  if (statSync(key).mode & 0o077) errors.push(`other users can read ${key}: chmod 600 ${key}`);
  try {
    getNewestKey('visitor');
  } catch (error) {
    errors.push(formatCommandError(error).split('\n')[0]!);
  }
  return errors;
}

/** `root` is the file or folder whose owner and permissions must be corrected. */
function formatForbidden(paths: readonly string[], root: string): string {
  // A disk with errors is mounted so by the system: other permissions would not help.
  if (isOnReadOnlyDisk(paths[0]!))
    return `${root} is on a read-only disk: look for disk errors (dmesg), and mount it for writing`;

  const user = getUserName();
  const otherFiles = paths.length > 1 ? ` and ${formatCount(paths.length - 1, 'other file')}` : '';
  return (
    `the user ${user} may not read or write ${paths[0]}${otherFiles}: ` +
    `chown -R ${user}: ${root} && chmod -R u+rwX ${root}`
  );
}

function formatUncreatable(folder: string, parent: string): string {
  if (isOnReadOnlyDisk(parent)) return `${parent} is on a read-only disk: set DATA_DIR`;

  const user = getUserName();
  // The user could not reach a folder that root creates there.
  if (isForbidden(parent, 'x')) return `the user ${user} may not enter ${parent}: set DATA_DIR`;
  return (
    `the user ${user} may not create ${folder} in ${parent}: ` +
    `as root, install -d -m 700 -o ${user} ${folder}`
  );
}

/** Returns `noteIfNew` before the first start; later, a problem of the database keeps a check from running. */
function getUncheckedFinding(noteIfNew: string): Finding {
  if (!hasDatabaseProblem) return { wrong: [], note: noteIfNew };
  const note = ': not checked, because of the problem with the database';
  return { wrong: [], note, isUnknown: true };
}

function checkDatabase(): Finding {
  const path = getDatabasePath();
  if (isForbidden(dirname(path), 'r')) {
    const note = ': not checked, because of the problem with the data folder';
    return { wrong: [], note, isUnknown: true };
  }

  const forbiddenFiles = listDatabaseFiles(path).filter((file) => isForbidden(file, 'rw'));
  if (forbiddenFiles.length > 0) return { wrong: [formatForbidden(forbiddenFiles, dirname(path))] };
  database = checkDatabaseIntegrity(getDatabasePath());
  if (database) {
    const enquiries = formatCount(database.enquiries, 'enquiry', 'enquiries');
    const note = `: ${enquiries}, ${formatAdmins(database)}${formatEventCounts(database)}`;
    return { wrong: database.errors, note };
  }

  if (!hasDatabaseBeenCreated()) return { wrong: [], note: ': will be created at the first start' };
  return { wrong: [`${getDatabasePath()} is missing: ${formatCommand('data', 'restore FILE')}`] };
}

function checkProxy(): Finding {
  const hasMissed = database?.eventCounts.some(({ event }) => event === 'proxy.no-address');
  if (!hasMissed) return { wrong: [], note: `: TRUST_PROXY is ${config().trustProxy}` };
  return {
    wrong: [
      'a form of the last day had no IP address in X-Forwarded-For where TRUST_PROXY expects it, ' +
        'so visitors share the limits of the proxy: make the proxy set the header',
    ],
  };
}

async function checkFiles(): Promise<Finding> {
  const folder = getAttachmentFolder();
  const check = await checkAttachmentFiles(getDatabase(), folder);
  const { fileCount, missingIds, unreadablePaths } = check;
  const room = `${Math.ceil(check.totalBytes / 1024 / 1024)} MB of ${config().attachmentsMaxMb} MB`;

  const errors = unreadablePaths.length > 0 ? [formatForbidden(unreadablePaths, folder)] : [];
  if (missingIds.length > 0) {
    const count = formatCount(missingIds.length, 'file');
    const ellipsis = missingIds.length > MAX_NAMED_IDS ? ', …' : '';
    const ids = missingIds.slice(0, MAX_NAMED_IDS).join(', ') + ellipsis;
    errors.push(
      `${count} missing (attachment ids: ${ids}): ${adviseRestore()}; ` +
        `or, if no backup has a file, acknowledge that it is lost: ${formatCommand('data', 'mark-lost ATTACHMENT-ID')}`,
    );
  }

  return { wrong: errors, note: `: ${formatCount(fileCount, 'file')} of enquiries, ${room}` };
}

function adviseRestore(): string {
  return `restore a backup (this loses everything stored since that backup): ${formatCommand('data', 'restore FILE')}`;
}

function formatAdmins({ admins, invitedAdmins }: IntegrityReport): string {
  const count = formatCount(admins, 'admin');
  if (invitedAdmins > 0) return `${count}, ${invitedAdmins} invited`;
  return admins > 0
    ? count
    : `${count}; invite the first admin: ${formatCommand('admin', 'invite EMAIL')}`;
}

function formatEventCounts({ eventCounts }: IntegrityReport): string {
  if (eventCounts.length === 0) return '';
  return `; events of the last day: ${eventCounts.map(({ count, event }) => `${count} ${event}`).join(', ')}`;
}

async function checkSecret(): Promise<Finding> {
  const { findLostSecretProblem } = await import('#app/domain/lost-secret.server.ts');
  const problem = await findLostSecretProblem();
  return { wrong: problem ? [problem] : [] };
}

async function checkMail(): Promise<Finding> {
  const { requireUsableMailServer, getOutboxFolder } =
    await import('#app/domain/mail/mail-delivery.server.ts');
  const { smtpUrl, mailFrom } = config();
  try {
    if (smtpUrl) await requireUsableMailServer();
  } catch (error) {
    return { wrong: [`the server of SMTP_URL cannot be used (${getFirstLine(error)})`] };
  }

  const note = smtpUrl
    ? `: from ${mailFrom}${mailFrom === DEFAULT_MAIL_FROM ? ', which many servers refuse: set MAIL_FROM' : ''}`
    : `: SMTP_URL is not set, mail is written to ${getOutboxFolder()}`;

  if (!database?.isCurrent) return { wrong: [], note };
  const { describeMailProblems } = await import('#app/domain/mail/unsent-mail.server.ts');
  return { wrong: await describeMailProblems(Date.now()), note };
}

async function checkMailboxAccess(): Promise<Finding | null> {
  const { mailbox } = config();
  if (!mailbox) return null;

  const { testMailboxAccess, findMissingAnswers } =
    await import('#app/domain/mailbox/mailbox-status.server.ts');
  const { getMailboxKey } = await import('#app/domain/mailbox/mailbox-connection.server.ts');
  const row = database?.isCurrent
    ? await findRow(getDatabase(), 'mailboxes', getMailboxKey(mailbox))
    : null;
  const result = await testMailboxAccess();

  if ('error' in result) {
    const since = row?.error_since && `since ${row.error_since}`;
    const details = [result.code, since].filter(Boolean).join(', ');
    const reason = MAILBOX_ERRORS[result.error];
    return { wrong: [details ? `${reason} (${details})` : reason] };
  }

  const count = formatCount(result.messageCount, 'message');
  const lastRead = row?.last_read_at ?? (hasDatabaseProblem ? 'unknown' : 'never');
  const note = `: ${mailbox.folder}, ${count}, last read ${lastRead}`;
  const missingAnswers = row ? await findMissingAnswers() : null;
  if (!missingAnswers) return { wrong: [], note };

  const newCount = formatCount(missingAnswers.ignoredCount, 'new message');
  const sentCount = formatCount(missingAnswers.sentMailCount, 'email');
  const warning = `; none of ${newCount} answers any of ${sentCount}: does the mail service replace Message-IDs?`;
  return { wrong: [], note: note + warning };
}

async function checkScanner(): Promise<Finding | null> {
  if (!config().clamdUrl) return null;

  const { pingScanner } = await import('#app/domain/attachments/scanning.server.ts');
  try {
    await pingScanner();
    return { wrong: [] };
  } catch (error) {
    const reason = `clamd does not respond at CLAMD_URL (${getFirstLine(error)})`;
    return { wrong: [`${reason}: files are accepted unscanned, and scanned once it responds`] };
  }
}

async function checkPasskeys(): Promise<Finding> {
  const { findPasskeyConfigError } = await import('#app/domain/accounts/passkeys.server.ts');
  const error = findPasskeyConfigError();
  return { wrong: [], note: error ? `: off, because ${error}` : '' };
}

async function checkRetention(): Promise<Finding> {
  const { findClockProblem } = await import('#app/domain/privacy.server.ts');
  const doubt = await findClockProblem();
  return { wrong: doubt ? [doubt] : [] };
}

/** Another program, such as Litestream, may make the copies, so a missing or old backup is no problem. */
async function checkBackup(): Promise<Finding> {
  const backup = await findRow(getDatabase(), 'milestones', { name: 'backup' });
  const note = backup
    ? `: the last one was made on ${backup.reached_at.slice(0, 10)}`
    : ': none has been made from here yet';
  const isRecent = backup && Date.now() - Date.parse(backup.reached_at) < RECENT_BACKUP_DAYS * DAY;
  if (isRecent) return { wrong: [], note };
  return { wrong: [], note: `${note}: ${formatCommand('data', 'backup FILE')}`, isUnknown: true };
}

function checkBuild(): Finding {
  const isBuilt = existsSync('build/server/index.js') && existsSync('build/client/assets');
  return { wrong: isBuilt ? [] : ['there is no build: npm run build'] };
}

interface Finding {
  wrong: string[];
  note?: string;
  /** Neither right nor wrong. */
  isUnknown?: boolean;
}

async function checkMedia(): Promise<Finding> {
  const { checkMediaFiles } = await import('#app/domain/site/entry-media.server.ts');
  const { brokenNames, unreadablePaths, mediaCount, totalBytes } = await checkMediaFiles();
  const names = brokenNames.slice(0, 3).map((name) => `${name.slice(0, 8)}…`);

  const errors =
    unreadablePaths.length > 0
      ? [formatForbidden(unreadablePaths, join(config().dataDir, 'media'))]
      : [];
  if (brokenNames.length > 0) {
    const count = formatCount(brokenNames.length, 'file');
    errors.push(
      `${count} missing or changed (${names.join(', ')}): upload them again, or ${adviseRestore()}`,
    );
  }

  return {
    wrong: errors,
    note: `: ${formatCount(mediaCount, 'file')}, ${Math.ceil(totalBytes / 1024 / 1024)} MB`,
  };
}
