import type { BackupContents } from '#db/engine/backup-file.ts';
import './command-line/closed-pipe.ts';
import { parseArgs } from 'node:util';
import { ConfigError, EXIT_CONFIG } from '#app/config.server.ts';
import { OPERATOR } from '#app/domain/audit.server.ts';
import { checkBackup, createBackup, restore } from '#app/domain/backup.server.ts';
import { formatCount } from '#app/domain/plain-text.ts';
import {
  applyRetention,
  countExpired,
  erasePerson,
  exportPerson,
  findRetentionDoubt,
  writeArchive,
} from '#app/domain/privacy.server.ts';
import { exportContent, importContent } from '#app/domain/site/content-files.server.ts';
import { closeDatabase, getDatabasePath } from '#db/database.server.ts';
import { findPendingUpgrade } from '#db/upgrade.ts';
import { openExistingDatabase, requireOwnFolder } from './command-line/data-folder.ts';

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
  requireOwnFolder();
  process.stdout.write(`${await command(subject, values, file)}\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
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
  const restoredData = await restore(file);
  const message = `Restored ${file}: ${formatContents(restoredData)}.`;
  const { replaced } = restoredData;
  return replaced ? `${message} The replaced database is kept as ${replaced}.` : message;
}

async function runBackup(file: string): Promise<string> {
  const upgrade = findPendingUpgrade(getDatabasePath());
  const message = `Backed up to ${file}: ${formatContents(await createBackup(file))}.`;
  return upgrade
    ? `${message} The database is from an older version (${upgrade.from}); starting the site upgrades it to ${upgrade.to}.`
    : message;
}

async function runContentExport(folder: string): Promise<string> {
  await openExistingDatabase();
  const { entries, files } = await exportContent(folder);
  return `Exported ${formatEntries(entries)} and ${formatCount(files, 'file')} to ${folder}.`;
}

async function runContentImport(folder: string): Promise<string> {
  await openExistingDatabase();
  const { entries, binned } = await importContent(folder);
  const message = `Imported ${formatEntries(entries)} from ${folder}.`;
  return binned === 0 ? message : `${message} ${formatEntries(binned)} not in it went to the bin.`;
}

function formatEntries(count: number): string {
  return formatCount(count, 'entry', 'entries');
}

function formatEnquiries(count: number): string {
  return formatCount(count, 'enquiry', 'enquiries');
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
    parts.push(`without ${count}: ${names}${ellipsis}`);
  }
  return parts.join(', ');
}

async function runExport(email: string, _: Flags, file: string): Promise<string> {
  await openExistingDatabase();
  const person = await exportPerson(email);
  if (file === '') return JSON.stringify(person, null, 2);
  await writeArchive(person, file);
  return `Exported to ${file}: ${formatEnquiries(person.enquiries.length)}.`;
}

async function runErasure(email: string): Promise<string> {
  await openExistingDatabase();
  const erased = await erasePerson(email, OPERATOR);
  if (!erased) throw new Error(`Nothing is stored about ${email}.`);
  const { enquiries, quarantined, replaced } = erased;
  const spam = formatCount(quarantined, 'message', 'messages');
  const message = `Erased ${formatEnquiries(enquiries)} and ${spam} from the spam folder.`;
  return replaced
    ? `${message} Copies kept from before a restore or an upgrade were deleted too.`
    : message;
}

async function runRetention(flags: Flags): Promise<string> {
  await openExistingDatabase();
  if (!flags['dry-run']) {
    return `Deleted ${formatEnquiries(await applyRetention(new Date(), flags['clock-is-right']))}.`;
  }
  const message = `${formatEnquiries(await countExpired())} would be deleted.`;
  const doubt = await findRetentionDoubt();
  return doubt ? `${message} But ${doubt}` : message;
}
