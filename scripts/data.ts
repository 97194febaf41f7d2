import type { BackupContents } from '#db/engine/backup-file.ts';
import './command-line/closed-pipe.ts';
import { formatCommand } from '#app/config.server.ts';
import { markAttachmentLost } from '#app/domain/attachments/attachment-folder.server.ts';
import { OPERATOR } from '#app/domain/audit.server.ts';
import {
  checkBackup,
  createBackup,
  recordBackupTime,
  restoreBackupWithoutSessions,
} from '#app/domain/backup.server.ts';
import { extractEmail, formatCount } from '#app/domain/plain-text.ts';
import {
  applyRetention,
  countExpiredEnquiries,
  erasePerson,
  exportPerson,
  findClockProblem,
  writeExportZip,
} from '#app/domain/privacy.server.ts';
import { exportContent, importContent } from '#app/domain/site/content-files.server.ts';
import { getDatabasePath } from '#db/database.server.ts';
import { findPendingUpgrade } from '#db/upgrade.ts';
import { upgradeExistingDatabase } from './command-line/data-folder.ts';
import { runCommand, type Command, type Options } from './command-line/run-command.ts';

const USAGE =
  'backup FILE | restore FILE [--check] | export EMAIL [FILE.zip] | erase EMAIL | retention [--dry-run | --clock-is-right] | mark-lost ATTACHMENT-ID | content-export DIR | content-import DIR';

const COMMANDS: Readonly<Record<string, Command>> = {
  backup: { run: runBackup },
  restore: {
    options: { check: { type: 'boolean' } },
    run: (file, { check }) => (check ? runCheck(file) : runRestore(file)),
  },
  export: { maxArguments: 2, run: runExport },
  erase: { run: runErasure },
  retention: {
    options: { 'dry-run': { type: 'boolean' }, 'clock-is-right': { type: 'boolean' } },
    maxArguments: 0,
    run: (_, options) => runRetention(options),
  },
  'mark-lost': { run: runMarkLost },
  'content-export': { run: runContentExport },
  'content-import': { run: runContentImport },
};
const MAX_NAMED_FILES = 5;

await runCommand('data', COMMANDS, USAGE);

async function runCheck(file: string): Promise<string> {
  const contents = await checkBackup(file);
  if (contents.missing.length === 0) return `${file} is sound: ${formatContents(contents)}.`;
  throw new Error(
    `${file} can be restored, but it is not complete: ${formatContents(contents)}. Prefer a complete backup.`,
  );
}

async function runRestore(file: string): Promise<string> {
  const contents = await restoreBackupWithoutSessions(file);
  return `Restored ${file}: ${formatContents(contents)}.`;
}

async function runBackup(file: string): Promise<string> {
  const upgrade = findPendingUpgrade(getDatabasePath());
  const contents = await createBackup(file);

  const { missing } = contents;
  if (missing.length > 0) {
    const are = missing.length === 1 ? 'is' : 'are';
    // An error, because a nightly job deletes old backups only after a success.
    throw new Error(
      `Backed up to ${file}, but ${formatCount(missing.length, 'file')} ${are} missing or damaged: ` +
        `${formatNames(missing)}. Keep your older backups, and run: ${formatCommand('doctor')}`,
    );
  }

  const message = `Backed up to ${file}: ${formatContents(contents)}.`;
  await recordBackupTime();
  return upgrade
    ? `${message} The database is from an older version (${upgrade.from}); starting the site upgrades it to ${upgrade.to}.`
    : message;
}

async function runMarkLost(id: string): Promise<string> {
  await upgradeExistingDatabase();
  const result = /^\d{1,15}$/.test(id) ? await markAttachmentLost(Number(id)) : 'not-found';
  if (result === 'not-found')
    throw new Error(
      `Attachment ${id} does not exist or has no file: ${formatCommand('doctor')} lists the ids.`,
    );
  if (result === 'intact')
    throw new Error(`The file of attachment ${id} is intact. Nothing was done.`);
  return `The file of attachment ${id} is marked as lost: its enquiry says so, and backups no longer report it.`;
}

async function runContentExport(folder: string): Promise<string> {
  await upgradeExistingDatabase();
  const { entryCount, mediaFileCount, missingFiles } = await exportContent(folder);
  const files = formatCount(mediaFileCount, 'file');
  const exported = `Exported ${formatEntries(entryCount)} and ${files} to ${folder}.`;
  if (missingFiles.length === 0) return exported;
  const warning = 'An import will refuse it, because it lacks these media:';
  return [exported, warning, ...missingFiles].join('\n');
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

/** Returns a text such as "2 enquiries and 1 submission in the spam folder". */
function formatFound(enquiries: number, spam: number): string {
  return `${formatEnquiries(enquiries)} and ${formatCount(spam, 'submission')} in the spam folder`;
}

function formatContents({ enquiries, newest, files, missing }: BackupContents): string {
  const parts = [
    newest ? `${formatEnquiries(enquiries)}, the newest from ${newest}` : 'no enquiries',
  ];
  if (files) parts.push(`with ${formatCount(files, 'file')}`);
  if (missing.length > 0) {
    const count = formatCount(missing.length, 'missing or damaged file');
    parts.push(`${count} left out: ${formatNames(missing)}`);
  }
  return parts.join(', ');
}

function formatNames(names: readonly string[]): string {
  const ellipsis = names.length > MAX_NAMED_FILES ? ', …' : '';
  return names.slice(0, MAX_NAMED_FILES).join(', ') + ellipsis;
}

async function runExport(email: string, _: Options, file: string): Promise<string> {
  await upgradeExistingDatabase();
  const person = await exportPerson(extractEmail(email));
  const { enquiries, spam } = person;
  if (enquiries.length + spam.length === 0)
    throw new Error(`No enquiry and no spam from ${email} is stored.`);
  if (file === '') return JSON.stringify(person, null, 2);
  await writeExportZip(person, file);
  return `Exported to ${file}: ${formatFound(enquiries.length, spam.length)}.`;
}

async function runErasure(email: string): Promise<string> {
  await upgradeExistingDatabase();
  const erased = await erasePerson(extractEmail(email), OPERATOR);
  if (!erased) throw new Error(`No enquiry and no spam from ${email} is stored.`);
  const { enquiries, spam, upgradeCopy } = erased;
  const message = `Erased ${formatFound(enquiries, spam)}.`;
  return upgradeCopy
    ? `${message} The copy of the database from before the upgrade was deleted too.`
    : message;
}

async function runRetention(options: Options): Promise<string> {
  await upgradeExistingDatabase();
  if (!options['dry-run']) {
    const isClockConfirmed = options['clock-is-right'] === true;
    const { deletedEnquiries } = await applyRetention(new Date(), { isClockConfirmed });
    return `Deleted ${formatEnquiries(deletedEnquiries)}.`;
  }
  const message = `${formatEnquiries(await countExpiredEnquiries())} would be deleted`;
  const doubt = await findClockProblem();
  return doubt ? `${message} with --clock-is-right. ${doubt}` : `${message}.`;
}
