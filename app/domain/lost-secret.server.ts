import { formatCommand } from '#app/config.server.ts';
import { listAdmins } from '#db/accounts.ts';
import { getDatabase } from '#db/database.server.ts';
import { listSealedMail } from '#db/outbox.ts';
import { isSecretAvailable, unseal } from './keys.server.ts';
import { formatCount } from './plain-text.ts';

const MAX_CHECKED_MAILS = 1000;

/**
 * Returns an English text with instructions for the operator if stored data is encrypted with a secret that is not
 * configured any more, such as a lost secret.key; otherwise null. Creates no secret.
 */
export async function findLostSecretProblem(): Promise<string | null> {
  const accounts = await listAdmins(getDatabase());
  const sealedLoginSecrets = accounts.flatMap(({ totp_secret: secret }) => secret ?? []);
  const sealedMails = await listSealedMail(getDatabase(), MAX_CHECKED_MAILS);

  // Without a secret, unseal would create one.
  const hasSecret = isSecretAvailable();
  const isLost = (purpose: 'second-factor' | 'mail', sealed: string) =>
    !hasSecret || unseal(purpose, sealed) === null;
  const lostSecrets = sealedLoginSecrets.filter((sealed) => isLost('second-factor', sealed));
  const lostMails = sealedMails.filter((sealed) => isLost('mail', sealed));

  return formatProblem(lostSecrets.length, lostMails.length);
}

function formatProblem(lostSecretCount: number, lostMailCount: number): string | null {
  const effects = [];
  if (lostSecretCount > 0)
    effects.push(
      `the two-step login of ${formatCount(lostSecretCount, 'account')} refuses the codes of the app`,
    );
  if (lostMailCount > 0)
    effects.push(`${formatCount(lostMailCount, 'unsent email')} cannot be read`);

  if (effects.length === 0) return null;
  return (
    `the secret that encrypted stored data is missing: ${effects.join(', and ')}. Put back the copy of secret.key, ` +
    'or add the former secret to SESSION_SECRET, and restart the site; then send the emails again at ' +
    '/admin/dashboard/mail. If the secret is lost, discard them there, and turn two-step login off: ' +
    formatCommand('admin', 'reset-totp EMAIL')
  );
}
