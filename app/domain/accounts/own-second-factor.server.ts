import { accountFaults } from '#app/content/desk/account.server.ts';
import { inTransaction } from '#db/database.server.ts';
import { recordAudit } from '#app/domain/audit.server.ts';
import { isUnchanged } from '#app/domain/sign-in/account-state.server.ts';
import {
  proveOffer,
  removeSecondFactor,
  takeUpOffer,
} from '#app/domain/sign-in/second-factor.server.ts';
import type { SignedInAdmin } from '#app/domain/sign-in/sessions.server.ts';
import type { SignInClient } from '#app/domain/sign-in/sign-in.server.ts';
import {
  type OwnAccountError,
  confirmPassword,
  wrongPassword,
} from './password-confirmation.server.ts';

/** Turns the second factor on; returns the recovery codes, to be shown once. Throws PasswordsBusy. */
export async function turnOnSecondFactor(
  owner: SignedInAdmin,
  form: { setup: string; code: string; current: string },
  client: SignInClient,
): Promise<OwnAccountError | { codes: string[] }> {
  const offer = proveOffer(owner, form);
  if (!offer) return { field: 'code', message: accountFaults[owner.language].wrongCode };
  const confirmed = await confirmPassword(owner, form.current, client);
  if ('message' in confirmed) return confirmed;
  if (confirmed.totp_secret !== null)
    return { field: null, message: accountFaults[owner.language].already };
  return inTransaction(async (tx) => {
    if (!(await isUnchanged(tx, confirmed))) return wrongPassword(owner);
    const codes = await takeUpOffer(tx, owner.id, offer);
    await recordAudit(tx, client, { event: 'second-factor.on', adminId: owner.id });
    return { codes };
  });
}

/** Turns the second factor off; null when done. Throws PasswordsBusy. */
export async function turnOffSecondFactor(
  owner: SignedInAdmin,
  current: string,
  client: SignInClient,
): Promise<OwnAccountError | null> {
  const confirmed = await confirmPassword(owner, current, client);
  if ('message' in confirmed) return confirmed;
  return inTransaction(async (tx) => {
    if (!(await isUnchanged(tx, confirmed))) return wrongPassword(owner);
    await removeSecondFactor(tx, owner.id);
    await recordAudit(tx, client, { event: 'second-factor.off', adminId: owner.id });
    return null;
  });
}
