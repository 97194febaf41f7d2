import { formatCommand } from '#app/config.server.ts';
import type { Language } from '#app/content/language.ts';
import {
  runInConfirmedSession,
  type Actor,
  type ConfirmationError,
} from '#app/domain/accounts/confirmation.server.ts';
import {
  findPasswordError,
  hashPassword,
  type PasswordError,
} from '#app/domain/accounts/passwords.server.ts';
import {
  enableSecondFactor,
  removeSecondFactor,
  verifySecondFactorOffer,
} from '#app/domain/accounts/second-factor.server.ts';
import {
  countActiveSessions,
  openSession,
  type SignedInAdmin,
} from '#app/domain/accounts/sessions.server.ts';
import { findClientDeviceHash } from '#app/domain/accounts/sign-in.server.ts';
import { OPERATOR, recordAudit } from '#app/domain/audit.server.ts';
import { getMonotonicNowMs, SECOND, toAthensDay } from '#app/domain/clock.server.ts';
import { hashToken } from '#app/domain/keys.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import { hasEmailSyntax, normaliseEmail } from '#app/domain/plain-text.ts';
import { findReachedLimit, getAccountKey } from '#app/domain/rate-limits.server.ts';
import {
  countRecoveryCodes,
  deleteAdminDevices,
  deleteAdminLinksAndTheirUnsentMail,
  endAdminSessions,
  insertAdmin,
  listActiveAdmins,
  listAdmins,
  listPasskeyOwners,
} from '#db/accounts.ts';
import { insertUses } from '#db/counted-uses.ts';
import { getDatabase, inTransaction, type Db } from '#db/database.server.ts';
import { deleteUnsentAdminMail } from '#db/outbox.ts';
import { deleteRows, findRow, updateRows } from '#db/rows.ts';
import type { Admin } from '#db/schema.ts';
import {
  replaceLinksAndQueueEmail,
  replacePasswordAndRevokeAccess,
} from './access-links.server.ts';
import {
  queueInvitationNotices,
  queueTwoStepEmail,
  type IssuedLink,
} from './account-emails.server.ts';
import { readAdminNames } from './admin-names.server.ts';

/** Why an account cannot be changed; `message` is for the operator. */
export class AccountError extends Error {
  readonly kind: AccountErrorKind;
  readonly retryAfterSeconds: number;

  constructor(kind: AccountErrorKind, message: string, retryAfterSeconds = 0) {
    super(message);
    this.kind = kind;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

type AccountErrorKind =
  'invalid' | 'not-found' | 'active' | 'disabled' | 'own-account' | 'rate-limited';

/** An admin at the desk with a recent password, or the operator on the server. */
type AccountActor = Actor | 'operator';

/**
 * Creates the account if it is missing, sets its language if one is given, and queues a mail with a new link. If an
 * admin invites, all active admins get a notice. Throws PasswordNotRecent, and AccountError for an invalid email and a
 * disabled account; for an admin also if the account is set up or the admin has sent too many invitations (PP-2).
 */
export async function inviteAdmin(
  rawEmail: string,
  language?: Language,
  actor: AccountActor = 'operator',
): Promise<IssuedLink> {
  const email = normaliseEmail(rawEmail);
  if (email.length > AUTH.emailMax || !hasEmailSyntax(email)) {
    throw new AccountError('invalid', `${rawEmail} is not an email address.`);
  }

  return inAccountTransaction(actor, async (tx) => {
    const existingAdmin = await findRow(tx, 'admins', { email });

    if (actor !== 'operator') {
      // The desk can repeat an invitation, but not invite an account that has been set up or disabled (PP-2).
      const state = existingAdmin && getAccountState(existingAdmin);
      if (state && state !== 'invited') throw new AccountError(state, `${email} is ${state}`);
      await countInvitationOrThrow(tx, actor);

      const nameAdmin = await readAdminNames(tx);
      const names = { inviter: nameAdmin(actor.admin.email), invited: nameAdmin(email) };
      await queueInvitationNotices(tx, await listActiveAdmins(tx), names);
    }

    const admin = existingAdmin ?? (await insertAdmin(tx, email, new Date().toISOString()));
    requireEnabled(admin);
    if (language) await updateRows(tx, 'admins', { id: admin.id }, { language });

    const addressee = { ...admin, language: language ?? admin.language };
    const link = await replaceLinksAndQueueEmail(tx, addressee, 'invite');
    await recordChange(tx, actor, 'invite.created', admin);
    return link;
  });
}

/** Counts an invitation for the inviter's limit. Throws AccountError if it is reached (PP-2). */
async function countInvitationOrThrow(tx: Db, { admin }: Actor): Promise<void> {
  const key = `invite-${getAccountKey(admin.email)}` as const;
  const nowMs = getMonotonicNowMs();
  const limit = await findReachedLimit(tx, [key], nowMs);
  if (limit) {
    const seconds = Math.ceil(limit.waitMs / SECOND);
    throw new AccountError('rate-limited', 'too many invitations', seconds);
  }
  await insertUses(tx, [key], { at: nowMs });
}

/** Queues a mail with a new reset link, which it returns. Throws AccountError for an unknown or disabled account. */
export function sendResetLink(
  email: string,
  { removePasskeys = false }: { removePasskeys?: boolean } = {},
): Promise<IssuedLink> {
  return withAdmin(email, 'operator', async (tx, admin) => {
    requireEnabled(admin);
    if (removePasskeys) await deleteRows(tx, 'passkeys', { admin_id: admin.id });
    const link = await replaceLinksAndQueueEmail(tx, admin, 'recovery');
    await recordChange(tx, 'operator', 'reset.requested', admin, { removePasskeys });
    return link;
  });
}

function requireEnabled({ email, disabled }: Admin): void {
  if (!disabled) return;
  const message = `${email} is disabled. To enable it: ${formatCommand('admin', `enable ${email}`)}`;
  throw new AccountError('disabled', message);
}

/**
 * Disables an account. Deletes its sessions, links, devices, passkeys and unsent digests too. Throws AccountError for
 * an unknown account and for the actor's own, and PasswordNotRecent.
 */
export function disableAdmin(
  emailOrId: string | number,
  actor: AccountActor = 'operator',
): Promise<void> {
  return withAdmin(emailOrId, actor, async (tx, admin) => {
    // One active admin is always left unless the operator disables the last one.
    const isOwnAccount = actor !== 'operator' && admin.id === actor.admin.id;
    if (isOwnAccount) throw new AccountError('own-account', admin.email);

    await updateRows(tx, 'admins', { id: admin.id }, { disabled: 1 });
    // The notice in the browser is the same after the operator and after another admin.
    await endAdminSessions(tx, admin.id, { reason: 'operator' });
    await deleteAdminLinksAndTheirUnsentMail(tx, admin.id);
    await deleteAdminDevices(tx, admin.id, { exceptNonceHash: null });
    await deleteRows(tx, 'passkeys', { admin_id: admin.id });
    await deleteUnsentAdminMail(tx, 'digests', admin.id);

    await recordChange(tx, actor, 'admin.disabled', admin);
  });
}

/**
 * Lets a disabled admin log in again, without the passkeys and devices that disabling has deleted. Throws AccountError
 * if the account is unknown, and PasswordNotRecent.
 */
export function enableAdmin(
  emailOrId: string | number,
  actor: AccountActor = 'operator',
): Promise<void> {
  return withAdmin(emailOrId, actor, async (tx, admin) => {
    await updateRows(tx, 'admins', { id: admin.id }, { disabled: 0 });
    await recordChange(tx, actor, 'admin.enabled', admin);
  });
}

/** Deletes the counts of the lockouts and of requested links. Throws AccountError if the account is unknown. */
export function unlockAdmin(email: string): Promise<void> {
  return withAdmin(email, 'operator', async (tx, admin) => {
    await deleteRows(tx, 'counted_uses', { account: getAccountKey(admin.email) });
    await recordChange(tx, 'operator', 'admin.unlocked', admin);
  });
}

/** Ends all sessions of the account. Throws AccountError if it is unknown, and PasswordNotRecent. */
export function signOutAdmin(
  emailOrId: string | number,
  actor: AccountActor = 'operator',
): Promise<{ endedSessionCount: number }> {
  return withAdmin(emailOrId, actor, async (tx, admin) => {
    const endedSessionCount = await endAdminSessions(tx, admin.id, { reason: 'operator' });
    await recordChange(tx, actor, 'session.revoked', admin, { sessions: endedSessionCount });
    return { endedSessionCount };
  });
}

/** Removes the recovery codes too, and queues a mail if it was on. Throws AccountError if the account is unknown. */
export function removeAdminSecondFactor(email: string): Promise<void> {
  return withAdmin(email, 'operator', async (tx, admin) => {
    await removeSecondFactor(tx, admin.id);
    if (admin.totp_secret !== null) await queueTwoStepEmail(tx, admin, 'off');
    await recordChange(tx, 'operator', 'second-factor.reset', admin);
  });
}

export async function findAdminEmail(id: number): Promise<string | undefined> {
  return (await findRow(getDatabase(), 'admins', { id }))?.email;
}

/** Throws AccountError for an unknown account, and PasswordNotRecent for an actor without a recent password. */
function withAdmin<T>(
  emailOrId: string | number,
  actor: AccountActor,
  work: (tx: Db, admin: Admin) => Promise<T>,
): Promise<T> {
  return inAccountTransaction(actor, async (tx) => {
    const isEmail = typeof emailOrId === 'string';
    const match = isEmail ? { email: normaliseEmail(emailOrId) } : { id: emailOrId };
    const admin = await findRow(tx, 'admins', match);
    if (!admin) {
      const message = `There is no admin ${emailOrId}. To see all: ${formatCommand('admin', 'list')}`;
      throw new AccountError('not-found', message);
    }

    return work(tx, admin);
  });
}

function inAccountTransaction<T>(actor: AccountActor, work: (tx: Db) => Promise<T>): Promise<T> {
  return actor === 'operator' ? inTransaction(work) : runInConfirmedSession(actor, work);
}

function recordChange(
  tx: Db,
  actor: AccountActor,
  event: string,
  { id }: Admin,
  details: Record<string, number | boolean> = {},
): Promise<void> {
  if (actor === 'operator') return recordAudit(tx, OPERATOR, event, { admin: id, ...details });
  const facts = { admin: id, by: actor.admin.id, ...details };
  return recordAudit(tx, actor.client, event, facts);
}

type AccountState = 'invited' | 'active' | 'disabled';

export function getAccountState(admin: Pick<Admin, 'disabled' | 'password_hash'>): AccountState {
  if (admin.disabled) return 'disabled';
  return admin.password_hash === null ? 'invited' : 'active';
}

interface AccountSummary {
  id: number;
  email: string;
  /** '' if it is unknown. */
  name: string;
  state: AccountState;
  /** The day in Athens (YYYY-MM-DD); null before the first login. */
  lastSignInOn: string | null;
  hasSecondFactor: boolean;
  hasPasskey: boolean;
}

/** Returns all accounts, sorted by email. */
export async function listAccounts(): Promise<AccountSummary[]> {
  const db = getDatabase();
  const admins = await listAdmins(db);
  const passkeyOwnerIds = new Set((await listPasskeyOwners(db)).map(({ admin_id }) => admin_id));

  return admins.map((admin) => ({
    id: admin.id,
    email: admin.email,
    name: admin.name,
    state: getAccountState(admin),
    lastSignInOn: admin.last_sign_in_at && toAthensDay(new Date(admin.last_sign_in_at)),
    hasSecondFactor: admin.totp_secret !== null,
    hasPasskey: passkeyOwnerIds.has(admin.id),
  }));
}

/** Who an admin is for customers (DA-8). */
export type Identity = Pick<Admin, 'name' | 'role_en' | 'role_el' | 'phone'>;

interface OwnAccount extends Pick<Admin, 'email' | 'language'> {
  /** Whether the admin gets the daily digest (DA-4). */
  isDigestEnabled: boolean;
  identity: Identity;
  sessionCount: number;
  hasSecondFactor: boolean;
  unusedRecoveryCodeCount: number;
}

/** Throws if the account has been deleted. */
export async function readOwnAccount(admin: SignedInAdmin): Promise<OwnAccount> {
  const row = await findRow(getDatabase(), 'admins', { id: admin.id });
  if (!row) throw new Error('The account was deleted during the request');

  const { language, digest, name, role_en, role_el, phone } = row;
  return {
    email: admin.email,
    language,
    isDigestEnabled: digest === 1,
    identity: { name, role_en, role_el, phone },
    sessionCount: await countActiveSessions(admin),
    hasSecondFactor: row.totp_secret !== null,
    unusedRecoveryCodeCount: await countRecoveryCodes(getDatabase(), admin.id),
  };
}

/** Needs no recent password, and is not audited, because these fields give no access. */
export async function updateOwnAccount(
  { id }: SignedInAdmin,
  change: Identity | Pick<Admin, 'language'> | Pick<Admin, 'digest'>,
): Promise<void> {
  await inTransaction((tx) => updateRows(tx, 'admins', { id }, change));
}

/** Ends the admin's sessions except this one. Throws PasswordNotRecent. */
export function signOutOtherSessions(actor: Actor): Promise<void> {
  const { admin, client, sessionToken } = actor;
  return runInConfirmedSession(actor, async (tx) => {
    const options = { reason: 'elsewhere', exceptTokenHash: hashToken(sessionToken) } as const;
    const sessions = await endAdminSessions(tx, admin.id, options);
    await recordAudit(tx, client, 'session.revoked', { admin: admin.id, sessions });
  });
}

/**
 * Sets a new password, revokes access as for each new password (RP-7), and returns the token of a new session. The
 * client stays a device. Throws PasswordsBusy and PasswordNotRecent.
 */
export async function changePassword(
  actor: Actor,
  form: { password: string; confirmation: string },
): Promise<{ kind: 'ok'; sessionToken: string } | { kind: 'invalid'; error: PasswordError }> {
  const { admin, client } = actor;
  const error = await findPasswordError(form, admin.email);
  if (error) return { kind: 'invalid', error };

  const passwordHash = await hashPassword(form.password);
  return runInConfirmedSession(actor, async (tx) => {
    const exceptDeviceHash = await findClientDeviceHash(tx, admin, client);
    const change = { passwordHash, event: 'password.changed', exceptDeviceHash } as const;
    await replacePasswordAndRevokeAccess(tx, admin, change, client);
    return { kind: 'ok', sessionToken: await openSession(tx, admin.id, client) };
  });
}

/**
 * Stores the offered key if the code fits it, and queues a mail about it. Returns new recovery codes, shown only now.
 * 'wrong-code' also for an offer that is invalid or another admin's. Throws PasswordNotRecent.
 */
export async function turnOnSecondFactor(
  actor: Actor,
  form: { setup: string; code: string },
): Promise<{ kind: 'ok'; recoveryCodes: string[] } | { kind: 'wrong-code' | 'already-on' }> {
  const { admin, client } = actor;
  const offer = verifySecondFactorOffer(admin, form);
  if (!offer) return { kind: 'wrong-code' };

  return runInConfirmedSession(actor, async (tx) => {
    // The session has been confirmed in this transaction, so its account exists.
    const account = (await findRow(tx, 'admins', { id: admin.id }))!;
    if (account.totp_secret !== null) return { kind: 'already-on' };

    const { recoveryCodes } = await enableSecondFactor(tx, admin.id, offer);
    await queueTwoStepEmail(tx, admin, 'on');
    await recordAudit(tx, client, 'second-factor.on', { admin: admin.id });
    return { kind: 'ok', recoveryCodes };
  });
}

/** Deletes the recovery codes too, and queues a mail about it. Does nothing if it is off. Throws PasswordNotRecent. */
export function turnOffSecondFactor(actor: Actor): Promise<void> {
  const { admin, client } = actor;
  return runInConfirmedSession(actor, async (tx) => {
    const account = await findRow(tx, 'admins', { id: admin.id });
    if (!account?.totp_secret) return;

    await removeSecondFactor(tx, admin.id);
    await queueTwoStepEmail(tx, admin, 'off');
    await recordAudit(tx, client, 'second-factor.off', { admin: admin.id });
  });
}

export type OwnAccountError =
  { kind: 'invalid'; error: PasswordError } | { kind: 'already-on' } | ConfirmationError;
