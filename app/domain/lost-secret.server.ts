import { formatCommand } from '#app/config.server.ts';
import { listAdmins } from '#db/accounts.ts';
import { getDatabase } from '#db/database.server.ts';
import { listSealedMail } from '#db/outbox.ts';
import { isSecretAvailable, unseal } from './keys.server.ts';
import { formatCount } from './plain-text.ts';

const MAX_CHECKED_MAILS = 1000;

/**
 * Returns an English sentence for the operator if stored data is encrypted with a secret that is not configured any
 * more, such as a lost secret.key; otherwise null. Creates no secret.
 */
export async function findLostSecretProblem(): Promise<string | null> {
  const accounts = await listAdmins(getDatabase());
  const secrets = accounts.flatMap(({ totp_secret: secret }) => secret ?? []);
  const mails = await listSealedMail(getDatabase(), MAX_CHECKED_MAILS);

  const hasSecret = isSecretAvailable();
  const selectLost = (purpose: 'second-factor' | 'mail', sealedTexts: string[]) =>
    sealedTexts.filter((sealed) => !hasSecret || unseal(purpose, sealed) === null);
  const lostSecrets = selectLost('second-factor', secrets);
  const lostMails = selectLost('mail', mails);

  const effects = [];
  if (lostSecrets.length > 0)
    effects.push(
      `the two-step login of ${formatCount(lostSecrets.length, 'account')} refuses the codes of the app`,
    );
  if (lostMails.length > 0)
    effects.push(`${formatCount(lostMails.length, 'unsent email')} cannot be read`);

  if (effects.length === 0) return null;

  return (
    `the secret that encrypted stored data is missing: ${effects.join(', and ')}. Put back the copy of secret.key, ` +
    'or add the former secret to SESSION_SECRET, and restart the site; then send the emails again at ' +
    '/admin/dashboard/mail. If the secret is lost, discard them there, and turn two-step login off: ' +
    formatCommand('admin', 'reset-totp EMAIL')
  );
}
