import './command-line/closed-pipe.ts';
import { parseArgs } from 'node:util';
import { ConfigError, EXIT_CONFIG } from '#app/config.server.ts';
import { OPERATOR } from '#app/domain/audit.server.ts';
import { backUp, checkBackup, replacedPath, restore } from '#app/domain/upkeep/backup.server.ts';
import { erasePerson, exportPerson } from '#app/domain/privacy/privacy.server.ts';
import { applyRetention, countExpired } from '#app/domain/privacy/retention.server.ts';
import { closeDatabase } from '#db/database.server.ts';
import type { Soundness } from '#db/engine/maintenance.ts';
import { openExistingDatabase } from './command-line/existing-database.ts';

const USAGE =
  'usage: npm run data -- backup FILE | restore FILE [--check] | export EMAIL | erase EMAIL | retention [--dry-run]';

class UsageError extends Error {}

const commands: Record<string, (subject: string, flags: Flags) => Promise<string> | string> = {
  backup: async (file) => `Backed up to ${file}: ${contents(await backUp(file))}.`,
  restore: (file, { check }) => (check ? checked(file) : restored(file)),
  export: async (email) => JSON.stringify(await exportOf(email), null, 2),
  erase,
  retention: (_, flags) => retention(flags['dry-run']),
};
const WITHOUT_SUBJECT = new Set(['retention']);

type Flags = ReturnType<typeof readArguments>['values'];

try {
  const { values, positionals } = readArguments();
  const [name = '', subject = '', ...rest] = positionals;
  const command = commands[name];
  if (!command || rest.length > 0 || WITHOUT_SUBJECT.has(name) !== (subject === '')) {
    throw new UsageError(USAGE);
  }
  process.stdout.write(`${await command(subject, values)}\n`);
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
      options: { check: { type: 'boolean' }, 'dry-run': { type: 'boolean' } },
    });
  } catch {
    throw new UsageError(USAGE);
  }
}

async function checked(file: string): Promise<string> {
  return `${file} is sound: ${contents(await checkBackup(file))}.`;
}

async function restored(file: string): Promise<string> {
  const found = contents(await restore(file));
  return `Restored ${file}: ${found}. What was there before is in ${replacedPath()}.`;
}

function contents({ enquiries, newest }: Soundness): string {
  return newest ? `${enquiries} enquiries, the newest of ${newest}` : 'no enquiries';
}

async function exportOf(email: string) {
  await openExistingDatabase();
  return exportPerson(email);
}

async function erase(email: string): Promise<string> {
  await openExistingDatabase();
  const erased = await erasePerson(email, OPERATOR);
  if (!erased) throw new Error(`Nothing is kept about ${email}.`);
  const { enquiries, quarantined, replaced } = erased;
  const said = `Erased ${enquiries} enquiries and ${quarantined} messages set aside as spam.`;
  return replaced ? `${said} ${replacedPath()} held them too and was deleted.` : said;
}

async function retention(dryRun = false): Promise<string> {
  await openExistingDatabase();
  if (dryRun) return `${await countExpired()} enquiries would be deleted.`;
  return `Deleted ${await applyRetention()} enquiries.`;
}
