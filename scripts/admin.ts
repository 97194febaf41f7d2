// The operator's commands for admin accounts. They also work while the server is running.
import './command-line/closed-pipe.ts';
import { ConfigError, EXIT_CONFIG, formatCommand } from '#app/config.server.ts';
import { LANGUAGES, type Language } from '#app/content/language.ts';
import type { IssuedLink } from '#app/domain/accounts/account-emails.server.ts';
import {
  AccountError,
  disableAdmin,
  enableAdmin,
  getAccountState,
  inviteAdmin,
  removeAdminSecondFactor,
  sendResetLink,
  signOutAdmin,
  unlockAdmin,
} from '#app/domain/accounts/accounts.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import { formatCount } from '#app/domain/plain-text.ts';
import { loadContentForCommand } from '#app/domain/site/published.server.ts';
import { listAdmins } from '#db/accounts.ts';
import { closeDatabase, getDatabase } from '#db/database.server.ts';
import { isStoreError } from '#db/store-error.ts';
import {
  NoDatabaseError,
  requireOwnDataFolder,
  upgradeExistingDatabase,
  upgradeOrCreateDatabase,
} from './command-line/data-folder.ts';
import { formatCommandError, isFileError } from './command-line/error-line.ts';

const USAGE =
  'list | invite EMAIL [--language en|el] | disable EMAIL | enable EMAIL | ' +
  'unlock EMAIL | reset EMAIL [--passkeys] | reset-totp EMAIL | sign-out EMAIL';

interface Options {
  language?: Language;
  removePasskeys?: boolean;
}

const COMMANDS: Record<string, (email: string, options: Options) => Promise<void>> = {
  invite: async (email, { language }) =>
    printLink(
      await inviteAdmin(email, language),
      `Invitation for ${email}, valid for ${AUTH.invitationLinkDays} days`,
    ),
  reset: async (email, { removePasskeys = false }) =>
    printLink(
      await sendResetLink(email, { removePasskeys }),
      `Link to set a new password for ${email}, valid for ${AUTH.recoveryLinkMinutes} minutes`,
    ),
  disable: (email) => disableAdmin(email).then(() => print(`${email} is disabled.`)),
  enable: (email) => enableAdmin(email).then(() => print(`${email} is enabled.`)),
  unlock: (email) => unlockAdmin(email).then(() => print(`${email} is unlocked.`)),
  'reset-totp': (email) =>
    removeAdminSecondFactor(email).then(() => print(`Two-step login is off for ${email}.`)),
  'sign-out': (email) =>
    signOutAdmin(email).then(({ endedSessionCount }) =>
      print(`${email} is logged out of ${formatCount(endedSessionCount, 'browser')}.`),
    ),
};

process.exitCode = await run(process.argv.slice(2));

async function run([command = '', email, ...optionWords]: string[]): Promise<number> {
  const work = COMMANDS[command];
  const options = parseOptions(command, optionWords);
  const isComplete = Boolean(work && email && options);
  const isUnderstood = command === 'list' ? email === undefined : isComplete;

  try {
    if (!isUnderstood) return fail(`usage: ${formatCommand('admin', USAGE)}`);
    requireOwnDataFolder();
    // The first admin may be invited before the first start.
    if (command === 'invite') await upgradeOrCreateDatabase();
    else await upgradeExistingDatabase();
    await loadContentForCommand();

    if (command === 'list') await list();
    else await work?.(email!, options ?? {});
    return 0;
  } catch (error) {
    if (error instanceof ConfigError) return fail(error.message, EXIT_CONFIG);
    const isAboutAccounts = error instanceof AccountError || error instanceof NoDatabaseError;
    if (!isAboutAccounts && !isStoreError(error) && !isFileError(error)) throw error;
    return fail(formatCommandError(error));
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
  const admins = await listAdmins(getDatabase());
  if (admins.length === 0)
    print(`There is no admin yet. Invite the first one: ${formatCommand('admin', 'invite EMAIL')}`);
  for (const admin of admins) {
    const secondFactor = admin.totp_secret ? 'two-step' : '';
    print([admin.email, getAccountState(admin), secondFactor].join('\t').trimEnd());
  }
}

/** Prints the title on standard error, so that a script can read the link and the code from standard output. */
function printLink({ url, code }: IssuedLink, title: string): void {
  process.stderr.write(`${title}. It is also in the mail queue.\n`);
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
