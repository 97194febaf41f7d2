import type { Language } from '#app/content/language.ts';
import {
  findPasswordError,
  hashPassword,
  type PasswordError,
} from '#app/domain/accounts/passwords.server.ts';
import {
  enableSecondFactor,
  removeSecondFactor,
  verifyOffer,
} from '#app/domain/accounts/second-factor.server.ts';
import { openSession, type SignedInAdmin } from '#app/domain/accounts/sessions.server.ts';
import {
  confirmPassword,
  isUnchanged,
  type SignInClient,
} from '#app/domain/accounts/sign-in.server.ts';
import { OPERATOR, recordAudit } from '#app/domain/audit.server.ts';
import { hashToken } from '#app/domain/keys.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import { isEmailAddress, normaliseEmail } from '#app/domain/plain-text.ts';
import { getAccountKey } from '#app/domain/rate-limits.server.ts';
import {
  countAdminRows,
  deleteAdminDevices,
  deleteAdminLinks,
  endAdminSessions,
  findAdmin,
  findAdminById,
  insertAdmin,
  updateAdmin,
} from '#db/accounts.ts';
import { deleteUses } from '#db/counted-uses.ts';
import { database, inTransaction, type Db } from '#db/database.server.ts';
import { deleteUnsentMail } from '#db/outbox.ts';
import type { Admin } from '#db/schema.ts';
import { issueLink, replacePassword } from './access-links.server.ts';
import type { IssuedLink } from './account-emails.server.ts';

export class AccountError extends Error {}

export function inviteAdmin(rawEmail: string, language?: Language): Promise<IssuedLink> {
  const email = normaliseEmail(rawEmail);
  if (email.length > AUTH.emailMax || !isEmailAddress(email)) {
    throw new AccountError(`${rawEmail} is not an e-mail address`);
  }
  return inTransaction(async (tx) => {
    const admin =
      (await findAdmin(tx, email)) ?? (await insertAdmin(tx, email, new Date().toISOString()));
    if (language) await updateAdmin(tx, admin.id, { language });
    const invitedAdmin = language ? { ...admin, language } : admin;
    return sendLink(tx, invitedAdmin, 'invite', 'invite.created');
  });
}

export function resetAdmin(email: string): Promise<IssuedLink> {
  return withAdmin(email, (tx, admin) => sendLink(tx, admin, 'recovery', 'reset.requested'));
}

export function disableAdmin(email: string): Promise<void> {
  return withAdmin(email, async (tx, admin) => {
    await updateAdmin(tx, admin.id, { disabled: 1 });
    await endAdminSessions(tx, admin.id, { reason: 'operator', now: Date.now() });
    await deleteAdminLinks(tx, admin.id);
    await deleteAdminDevices(tx, admin.id);
    await deleteUnsentMail(tx, 'digests', admin.id);
    await recordAudit(tx, OPERATOR, 'admin.disabled', { admin: admin.id });
  });
}

export function enableAdmin(email: string): Promise<void> {
  return withAdmin(email, async (tx, admin) => {
    await updateAdmin(tx, admin.id, { disabled: 0 });
    await recordAudit(tx, OPERATOR, 'admin.enabled', { admin: admin.id });
  });
}

export function unlockAdmin(email: string): Promise<void> {
  return withAdmin(email, async (tx, admin) => {
    await deleteUses(tx, 'account', [getAccountKey(admin.email)]);
    await recordAudit(tx, OPERATOR, 'admin.unlocked', { admin: admin.id });
  });
}

export function signOutAdmin(email: string): Promise<number> {
  return withAdmin(email, async (tx, admin) => {
    const nowMs = Date.now();
    const sessions = await endAdminSessions(tx, admin.id, { reason: 'operator', now: nowMs });
    await recordAudit(tx, OPERATOR, 'session.revoked', { admin: admin.id, sessions });
    return sessions;
  });
}

export function resetSecondFactor(email: string): Promise<void> {
  return withAdmin(email, async (tx, admin) => {
    await removeSecondFactor(tx, admin.id);
    await recordAudit(tx, OPERATOR, 'second-factor.reset', { admin: admin.id });
  });
}

async function sendLink(
  tx: Db,
  admin: Admin,
  type: 'invite' | 'recovery',
  event: string,
): Promise<IssuedLink> {
  if (admin.disabled) {
    throw new AccountError(`${admin.email} is disabled: npm run admin -- enable ${admin.email}`);
  }
  const link = await issueLink(tx, admin, type);
  await recordAudit(tx, OPERATOR, event, { admin: admin.id });
  return link;
}

function withAdmin<T>(raw: string, work: (tx: Db, admin: Admin) => Promise<T>): Promise<T> {
  const email = normaliseEmail(raw);
  return inTransaction(async (tx) => {
    const admin = await findAdmin(tx, email);
    if (!admin) throw new AccountError(`there is no admin ${email}: npm run admin -- list`);
    return work(tx, admin);
  });
}

export async function readOwnAccount(admin: SignedInAdmin) {
  const row = await findAdminById(database(), admin.id);
  return {
    email: admin.email,
    language: row?.language ?? 'en',
    digest: row?.digest === 1,
    sessions: await countAdminRows(database(), 'sessions', admin.id),
    secondFactor: row?.totp_secret != null,
    recoveryCodes: await countAdminRows(database(), 'recovery_codes', admin.id),
  };
}

export function saveLanguage(admin: SignedInAdmin, language: Language): Promise<void> {
  return inTransaction((tx) => updateAdmin(tx, admin.id, { language }));
}

export function saveDigest(admin: SignedInAdmin, isEnabled: boolean): Promise<void> {
  return inTransaction((tx) => updateAdmin(tx, admin.id, { digest: isEnabled ? 1 : 0 }));
}

export async function signOutElsewhere(admin: SignedInAdmin, client: SignInClient): Promise<void> {
  await inTransaction(async (tx) => {
    const except = hashToken(client.session ?? '');
    const sessionEnd = { reason: 'elsewhere', now: Date.now(), except } as const;
    const sessions = await endAdminSessions(tx, admin.id, sessionEnd);
    await recordAudit(tx, client, 'session.revoked', { admin: admin.id, sessions });
  });
}

export async function changePassword(
  owner: SignedInAdmin,
  form: { current: string; password: string; confirmation: string },
  client: SignInClient,
): Promise<OwnAccountError | { session: string }> {
  const error = await findPasswordError(form.password, form.confirmation, owner.email);
  if (error) return { kind: 'invalid', error };
  const result = await confirmPassword(owner.email, form.current, client);
  if (result.kind !== 'verified') return result;
  const { admin } = result;
  const hash = await hashPassword(form.password);
  return inTransaction(async (tx) => {
    if (!(await isUnchanged(tx, admin))) return { kind: 'unauthorized' };
    await replacePassword(tx, admin, hash, 'password.changed', client);
    return { session: await openSession(tx, owner.id, { ...client, session: null }) };
  });
}

/** Turns the second factor on; returns the recovery codes, to be shown once. Throws PasswordsBusy. */
export async function turnOnSecondFactor(
  owner: SignedInAdmin,
  form: { setup: string; code: string; current: string },
  client: SignInClient,
): Promise<OwnAccountError | { codes: string[] }> {
  const offer = verifyOffer(owner, form);
  if (!offer) return { kind: 'wrong-code' };
  const result = await confirmPassword(owner.email, form.current, client);
  if (result.kind !== 'verified') return result;
  const { admin } = result;
  if (admin.totp_secret !== null) return { kind: 'already-on' };
  return inTransaction(async (tx) => {
    if (!(await isUnchanged(tx, admin))) return { kind: 'unauthorized' };
    const codes = await enableSecondFactor(tx, owner.id, offer);
    await recordAudit(tx, client, 'second-factor.on', { admin: owner.id });
    return { codes };
  });
}

export async function turnOffSecondFactor(
  owner: SignedInAdmin,
  current: string,
  client: SignInClient,
): Promise<OwnAccountError | null> {
  const result = await confirmPassword(owner.email, current, client);
  if (result.kind !== 'verified') return result;
  const { admin } = result;
  return inTransaction(async (tx) => {
    if (!(await isUnchanged(tx, admin))) return { kind: 'unauthorized' };
    await removeSecondFactor(tx, owner.id);
    await recordAudit(tx, client, 'second-factor.off', { admin: owner.id });
    return null;
  });
}

/** `unauthorized`: the current password is wrong. `already-on`: the second factor is. */
export type OwnAccountError =
  | { kind: 'invalid'; error: PasswordError }
  | { kind: 'wrong-code' | 'already-on' }
  | { kind: 'unauthorized' }
  | { kind: 'locked'; remainingMs: number };
