import { inTransaction } from '#db/database.server.ts';
import { passwordError } from '#app/domain/passwords/password-policy.server.ts';
import { hashPassword } from '#app/domain/passwords/passwords.server.ts';
import { isUnchanged } from '#app/domain/sign-in/account-state.server.ts';
import { type SignedInAdmin, openSession } from '#app/domain/sign-in/sessions.server.ts';
import type { SignInClient } from '#app/domain/sign-in/sign-in.server.ts';
import { replacePassword } from './new-password.server.ts';
import {
  type OwnAccountError,
  confirmPassword,
  wrongPassword,
} from './password-confirmation.server.ts';

/** Changes the password and opens a new session for this browser alone. Throws PasswordsBusy. */
export async function changePassword(
  owner: SignedInAdmin,
  form: { current: string; password: string; confirmation: string },
  client: SignInClient,
): Promise<OwnAccountError | { session: string }> {
  const fault = await passwordError(form.password, form.confirmation, owner.email, owner.language);
  if (fault) return fault;
  const confirmed = await confirmPassword(owner, form.current, client);
  if ('message' in confirmed) return confirmed;
  const hash = await hashPassword(form.password);
  return inTransaction(async (tx) => {
    if (!(await isUnchanged(tx, confirmed))) return wrongPassword(owner);
    await replacePassword(tx, confirmed, hash, 'password.changed', client);
    const { address, agent } = client;
    const opening = { adminId: owner.id, presented: null, address, agent };
    return { session: await openSession(tx, { ...opening, now: Date.now() }) };
  });
}
