// The operator's commands for admin accounts. They also work while the server is running.
import './command-line/closed-pipe.ts';
import { formatCommand } from '#app/config.server.ts';
import { LANGUAGES } from '#app/content/language.ts';
import type { IssuedLink } from '#app/domain/accounts/account-emails.server.ts';
import {
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
import { getDatabase } from '#db/database.server.ts';
import { upgradeExistingDatabase, upgradeOrCreateDatabase } from './command-line/data-folder.ts';
import { runCommand, type Command, type Options } from './command-line/run-command.ts';

const USAGE =
  'list | invite EMAIL [--language en|el] | disable EMAIL | enable EMAIL | ' +
  'unlock EMAIL | reset EMAIL [--passkeys] | reset-totp EMAIL | sign-out EMAIL';

const COMMANDS: Readonly<Record<string, Command>> = {
  list: { maxArguments: 0, run: withDatabase(list) },
  invite: { options: { language: { type: 'string' } }, run: invite },
  reset: { options: { passkeys: { type: 'boolean' } }, run: withDatabase(reset) },
  disable: {
    run: withDatabase((email) => disableAdmin(email).then(() => `${email} is disabled.`)),
  },
  enable: {
    run: withDatabase((email) => enableAdmin(email).then(() => `${email} is enabled.`)),
  },
  unlock: {
    run: withDatabase((email) => unlockAdmin(email).then(() => `${email} is unlocked.`)),
  },
  'reset-totp': {
    run: withDatabase((email) =>
      removeAdminSecondFactor(email).then(() => `Two-step login is off for ${email}.`),
    ),
  },
  'sign-out': { run: withDatabase(signOut) },
};

await runCommand('admin', COMMANDS, USAGE);

/** Upgrades the database and loads the content before `run`. An invitation may come before the first start. */
function withDatabase(
  run: (email: string, options: Options) => Promise<string>,
): (email: string, options: Options) => Promise<string> {
  return async (email, options) => {
    await upgradeExistingDatabase();
    await loadContentForCommand();
    return run(email, options);
  };
}

async function invite(email: string, options: Options): Promise<string> {
  const language = LANGUAGES.find((each) => each === options['language']);
  if (options['language'] !== undefined && !language) {
    throw new Error(`Choose a language of the site: --language ${LANGUAGES.join('|')}`);
  }

  await upgradeOrCreateDatabase();
  await loadContentForCommand();
  const link = await inviteAdmin(email, language);
  return reportLink(link, `Invitation for ${email}, valid for ${AUTH.invitationLinkDays} days`);
}

async function reset(email: string, { passkeys }: Options): Promise<string> {
  const link = await sendResetLink(email, { removePasskeys: passkeys === true });
  const minutes = AUTH.recoveryLinkMinutes;
  return reportLink(link, `Link to set a new password for ${email}, valid for ${minutes} minutes`);
}

async function signOut(email: string): Promise<string> {
  const { endedSessionCount } = await signOutAdmin(email);
  return `${email} is logged out of ${formatCount(endedSessionCount, 'browser')}.`;
}

async function list(): Promise<string> {
  const admins = await listAdmins(getDatabase());
  if (admins.length === 0)
    return `There is no admin yet. Invite the first one: ${formatCommand('admin', 'invite EMAIL')}`;

  const lines = admins.map((admin) => {
    const secondFactor = admin.totp_secret ? 'two-step' : '';
    return [admin.email, getAccountState(admin), secondFactor].join('\t').trimEnd();
  });
  return lines.join('\n');
}

/** Prints the title on standard error, and returns link and code, which a script can read from standard output. */
function reportLink({ url, code }: IssuedLink, title: string): string {
  process.stderr.write(`${title}. It is also in the mail queue.\n`);
  return `${url}\nCode: ${code}`;
}
