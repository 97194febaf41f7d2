import type { BackupContents } from '#db/engine/backup-file.ts';
import './command-line/closed-pipe.ts';
import { parseArgs } from 'node:util';
import { ConfigError, EXIT_CONFIG } from '#app/config.server.ts';
import { OPERATOR } from '#app/domain/audit.server.ts';
import {
  checkBackup,
  createBackup,
  recordBackupMilestone,
  restoreBackupWithoutSessions,
} from '#app/domain/backup.server.ts';
import { formatCount } from '#app/domain/plain-text.ts';
import {
  applyRetention,
  countExpiredEnquiries,
  erasePerson,
  exportPerson,
  findClockProblem,
  writeExportZip,
} from '#app/domain/privacy.server.ts';
import { exportContent, importContent } from '#app/domain/site/content-files.server.ts';
import { closeDatabase, getDatabasePath } from '#db/database.server.ts';
import { findPendingUpgrade } from '#db/upgrade.ts';
import { requireOwnDataFolder, upgradeExistingDatabase } from './command-line/data-folder.ts';
import { formatCommandError } from './command-line/error-line.ts';

const USAGE =
  'usage: npm run data -- backup FILE | restore FILE [--check] | export EMAIL [FILE.zip] | erase EMAIL | retention [--dry-run | --clock-is-right] | content-export DIR | content-import DIR';

class UsageError extends Error {}

type Command = (subject: string, flags: Flags, file: string) => Promise<string> | string;

const commands: Record<string, Command> = {
  backup: runBackup,
  restore: (file, { check }) => (check ? runCheck(file) : runRestore(file)),
  export: runExport,
  erase: runErasure,
  retention: (_, flags) => runRetention(flags),
  'content-export': runContentExport,
  'content-import': runContentImport,
};
const WITHOUT_SUBJECT = new Set(['retention']);
const WITH_FILE = new Set(['export']);
const MAX_NAMED_FILES = 5;

type Flags = ReturnType<typeof readArguments>['values'];

try {
  const { values, positionals } = readArguments();
  const [name = '', subject = '', file = '', ...surplusArguments] = positionals;
  const command = commands[name];
  const isTooMany = surplusArguments.length > 0 || (file !== '' && !WITH_FILE.has(name));
  if (!command || isTooMany || WITHOUT_SUBJECT.has(name) !== (subject === '')) {
    throw new UsageError(USAGE);
  }
  requireOwnDataFolder();
  process.stdout.write(`${await command(subject, values, file)}\n`);
} catch (error) {
  process.stderr.write(`${formatCommandError(error)}\n`);
  process.exitCode = error instanceof ConfigError ? EXIT_CONFIG : 1;
} finally {
  await closeDatabase();
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        check: { type: 'boolean' },
        'dry-run': { type: 'boolean' },
        'clock-is-right': { type: 'boolean' },
      },
    });
  } catch {
    throw new UsageError(USAGE);
  }
}

async function runCheck(file: string): Promise<string> {
  return `${file} is sound: ${formatContents(await checkBackup(file))}.`;
}

async function runRestore(file: string): Promise<string> {
  const restoredData = await restoreBackupWithoutSessions(file);
  const message = `Restored ${file}: ${formatContents(restoredData)}.`;
  const { replaced } = restoredData;
  return replaced ? `${message} The replaced database is kept as ${replaced}.` : message;
}

async function runBackup(file: string): Promise<string> {
  const upgrade = findPendingUpgrade(getDatabasePath());
  const message = `Backed up to ${file}: ${formatContents(await createBackup(file))}.`;
  await recordBackupMilestone();
  return upgrade
    ? `${message} The database is from an older version (${upgrade.from}); starting the site upgrades it to ${upgrade.to}.`
    : message;
}

async function runContentExport(folder: string): Promise<string> {
  await upgradeExistingDatabase();
  const { entryCount, fileCount } = await exportContent(folder);
  return `Exported ${formatEntries(entryCount)} and ${formatCount(fileCount, 'file')} to ${folder}.`;
}

async function runContentImport(folder: string): Promise<string> {
  await upgradeExistingDatabase();
  const { entryCount, binnedCount } = await importContent(folder);
  const message = `Imported ${formatEntries(entryCount)} from ${folder}.`;
  if (binnedCount === 0) return message;
  return `${message} Moved to the bin, because the folder does not have them: ${formatEntries(binnedCount)}.`;
}

function formatEntries(count: number): string {
  return formatCount(count, 'entry', 'entries');
}

function formatEnquiries(count: number): string {
  return formatCount(count, 'enquiry', 'enquiries');
}

/** Returns such as "2 enquiries, and 1 submission in the spam folder". */
function formatFound(enquiries: number, quarantined: number): string {
  return `${formatEnquiries(enquiries)}, and ${formatCount(quarantined, 'submission')} in the spam folder`;
}

function formatContents({ enquiries, newest, files, missing }: BackupContents): string {
  const parts = [
    newest ? `${formatEnquiries(enquiries)}, the newest from ${newest}` : 'no enquiries',
  ];
  if (files) parts.push(`with ${formatCount(files, 'file')}`);
  if (missing.length > 0) {
    const names = missing.slice(0, MAX_NAMED_FILES).join(', ');
    const ellipsis = missing.length > MAX_NAMED_FILES ? ', …' : '';
    const count = formatCount(missing.length, 'missing or damaged file');
    parts.push(`${count} left out: ${names}${ellipsis}`);
  }
  return parts.join(', ');
}

async function runExport(email: string, _: Flags, file: string): Promise<string> {
  await upgradeExistingDatabase();
  const person = await exportPerson(email);
  if (file === '') return JSON.stringify(person, null, 2);
  await writeExportZip(person, file);
  const { enquiries, quarantined } = person;
  return `Exported to ${file}: ${formatFound(enquiries.length, quarantined.length)}.`;
}

async function runErasure(email: string): Promise<string> {
  await upgradeExistingDatabase();
  const erased = await erasePerson(email, OPERATOR);
  if (!erased) throw new Error(`Nothing is stored about ${email}.`);
  const { enquiries, quarantined, replaced } = erased;
  const message = `Erased ${formatFound(enquiries, quarantined)}.`;
  return replaced
    ? `${message} Copies kept from before a restore or an upgrade were deleted too.`
    : message;
}

async function runRetention(flags: Flags): Promise<string> {
  await upgradeExistingDatabase();
  if (!flags['dry-run']) {
    const isClockConfirmed = flags['clock-is-right'] ?? false;
    const { deletedEnquiries } = await applyRetention(new Date(), { isClockConfirmed });
    return `Deleted ${formatEnquiries(deletedEnquiries)}.`;
  }
  const message = `${formatEnquiries(await countExpiredEnquiries())} would be deleted`;
  const doubt = await findClockProblem();
  return doubt ? `${message} with --clock-is-right. ${doubt}` : `${message}.`;
}
