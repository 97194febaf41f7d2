// The operator's commands for admin accounts. They also work while the server is running.
import './command-line/closed-pipe.ts';
import { ConfigError, EXIT_CONFIG } from '#app/config.server.ts';
import { LANGUAGES, type Language } from '#app/content/language.ts';
import type { IssuedLink } from '#app/domain/accounts/account-emails.server.ts';
import {
  AccountError,
  disableAdmin,
  enableAdmin,
  inviteAdmin,
  resetAdmin,
  resetSecondFactor,
  signOutAdmin,
  unlockAdmin,
} from '#app/domain/accounts/accounts.server.ts';
import { formatCount } from '#app/domain/plain-text.ts';
import { usePublished } from '#app/domain/site/published.server.ts';
import { listAdmins } from '#db/accounts.ts';
import { closeDatabase, database } from '#db/database.server.ts';
import { isStoreError } from '#db/store-error.ts';
import {
  NoDatabaseError,
  openDatabase,
  openExistingDatabase,
  requireOwnFolder,
} from './command-line/data-folder.ts';

const USAGE =
  'usage: npm run admin -- list | invite|disable|enable|unlock|reset|reset-totp|sign-out EMAIL' +
  ' (invite EMAIL --language en|el, reset EMAIL --passkeys)';

interface Options {
  language?: Language;
  removePasskeys?: boolean;
}

const COMMANDS: Record<string, (email: string, options: Options) => Promise<void>> = {
  invite: async (email, { language }) => printLink(await inviteAdmin(email, language)),
  reset: async (email, { removePasskeys = false }) =>
    printLink(await resetAdmin(email, { removePasskeys })),
  disable: (email) => disableAdmin(email).then(() => print(`${email} is disabled`)),
  enable: (email) => enableAdmin(email).then(() => print(`${email} is enabled`)),
  unlock: (email) => unlockAdmin(email).then(() => print(`${email} is unlocked`)),
  'reset-totp': (email) =>
    resetSecondFactor(email).then(() => print(`two-step login is off for ${email}`)),
  'sign-out': (email) =>
    signOutAdmin(email).then((count) =>
      print(`${email} is signed out of ${formatCount(count, 'session')}`),
    ),
};

process.exitCode = await run(process.argv.slice(2));

async function run([command = '', email, ...optionWords]: string[]): Promise<number> {
  const work = COMMANDS[command];
  const options = parseOptions(command, optionWords);
  const fits = command === 'list' ? email === undefined : work && email && options;
  if (!fits) return fail(USAGE);
  try {
    requireOwnFolder();
    // The first admin may be invited before the first start.
    await (command === 'invite' ? openDatabase() : openExistingDatabase());
    await usePublished();
    if (command === 'list') await list();
    else await work?.(email!, options ?? {});
    return 0;
  } catch (error) {
    if (error instanceof ConfigError) return fail(error.message, EXIT_CONFIG);
    if (error instanceof AccountError || error instanceof NoDatabaseError)
      return fail(error.message);
    if (isStoreError(error)) return fail(`the database refused: ${error.message}`);
    throw error;
  } finally {
    await closeDatabase();
  }
}

/** Returns null for an option that the command does not have. */
function parseOptions(
  command: string,
  [option, value, ...rest]: readonly string[],
): Options | null {
  if (option === undefined) return {};
  const language = LANGUAGES.find((each) => each === value);
  if (command === 'invite' && option === '--language' && language && rest.length === 0) {
    return { language };
  }
  const isPasskeys = command === 'reset' && option === '--passkeys' && value === undefined;
  return isPasskeys ? { removePasskeys: true } : null;
}

async function list(): Promise<void> {
  for (const admin of await listAdmins(database())) {
    const state = admin.disabled ? 'disabled' : admin.password_hash ? 'active' : 'invited';
    print([admin.email, state, admin.totp_secret ? 'two-step' : ''].join('\t').trimEnd());
  }
}

function printLink({ url, code }: IssuedLink): void {
  print(url);
  print(`Code: ${code}`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function fail(message: string, code = 1): number {
  process.stderr.write(`${message}\n`);
  return code;
}
