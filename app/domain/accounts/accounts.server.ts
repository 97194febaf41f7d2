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
  verifyOffer,
} from '#app/domain/accounts/second-factor.server.ts';
import { openSession, type SignedInAdmin } from '#app/domain/accounts/sessions.server.ts';
import { OPERATOR, recordAudit } from '#app/domain/audit.server.ts';
import { getSteadyNow, SECOND, toAthensDay } from '#app/domain/clock.server.ts';
import { hashToken } from '#app/domain/keys.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import { isEmailAddress, normaliseEmail } from '#app/domain/plain-text.ts';
import { findMetLimit, getAccountKey } from '#app/domain/rate-limits.server.ts';
import {
  countAdminRows,
  deleteAdminDevices,
  deleteAdminLinks,
  deleteAdminPasskeys,
  endAdminSessions,
  findAdmin,
  findAdminById,
  insertAdmin,
  listActiveAdmins,
  listAdmins,
  listPasskeyOwners,
  updateAdmin,
} from '#db/accounts.ts';
import { deleteUses, insertUses } from '#db/counted-uses.ts';
import { database, inTransaction, type Db } from '#db/database.server.ts';
import { deleteUnsentMail } from '#db/outbox.ts';
import type { Admin } from '#db/schema.ts';
import { issueLink, replacePassword } from './access-links.server.ts';
import { queueInvitationNotices, type IssuedLink } from './account-emails.server.ts';

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

/** Without an actor, the operator invites from the command line, without the rules of the desk. */
export function inviteAdmin(
  rawEmail: string,
  language?: Language,
  actor?: Actor,
): Promise<IssuedLink> {
  const email = normaliseEmail(rawEmail);
  if (email.length > AUTH.emailMax || !isEmailAddress(email)) {
    throw new AccountError('invalid', `${rawEmail} is not an email address`);
  }
  return inAccountTransaction(actor, async (tx) => {
    const existingAdmin = await findAdmin(tx, email);
    if (actor) await takeInvitation(tx, actor, existingAdmin);
    const admin = existingAdmin ?? (await insertAdmin(tx, email, new Date().toISOString()));
    if (language) await updateAdmin(tx, admin.id, { language });
    const invitedAdmin = language ? { ...admin, language } : admin;
    if (actor) {
      const names = { inviter: actor.admin.email, invited: email };
      await queueInvitationNotices(tx, await listActiveAdmins(tx), names);
    }
    return sendLink(tx, invitedAdmin, 'invite', 'invite.created', actor);
  });
}

/** Counts an invitation from the desk; throws an AccountError where it is refused (PP-2). */
async function takeInvitation(tx: Db, { admin }: Actor, invited?: Admin): Promise<void> {
  const state = invited && getAccountState(invited);
  if (state === 'active' || state === 'disabled') {
    throw new AccountError(state, `${invited?.email} is ${state}`);
  }
  const key = `invite-${getAccountKey(admin.email)}` as const;
  const nowMs = getSteadyNow();
  const limit = await findMetLimit(tx, [key], nowMs);
  if (limit) {
    const seconds = Math.ceil(limit.waitMs / SECOND);
    throw new AccountError('rate-limited', 'too many invitations', seconds);
  }
  await insertUses(tx, [key], { at: nowMs });
}

export function resetAdmin(
  email: string,
  { removePasskeys = false }: { removePasskeys?: boolean } = {},
): Promise<IssuedLink> {
  return withAdmin(email, undefined, async (tx, admin) => {
    if (removePasskeys) await deleteAdminPasskeys(tx, admin.id);
    return sendLink(tx, admin, 'recovery', 'reset.requested', undefined, { removePasskeys });
  });
}

/** Throws if an admin disables their own account: at least one active admin must be left. */
export function disableAdmin(account: string | number, actor?: Actor): Promise<void> {
  return withAdmin(account, actor, async (tx, admin) => {
    if (admin.id === actor?.admin.id) throw new AccountError('own-account', admin.email);
    await updateAdmin(tx, admin.id, { disabled: 1 });
    await endAdminSessions(tx, admin.id, { reason: 'operator', nowMs: Date.now() });
    await deleteAdminLinks(tx, admin.id);
    await deleteAdminDevices(tx, admin.id);
    await deleteAdminPasskeys(tx, admin.id);
    await deleteUnsentMail(tx, 'digests', admin.id);
    await recordChange(tx, actor, 'admin.disabled', admin);
  });
}

export function enableAdmin(account: string | number, actor?: Actor): Promise<void> {
  return withAdmin(account, actor, async (tx, admin) => {
    await updateAdmin(tx, admin.id, { disabled: 0 });
    await recordChange(tx, actor, 'admin.enabled', admin);
  });
}

export function unlockAdmin(email: string): Promise<void> {
  return withAdmin(email, undefined, async (tx, admin) => {
    await deleteUses(tx, 'account', [getAccountKey(admin.email)]);
    await recordChange(tx, undefined, 'admin.unlocked', admin);
  });
}

export function signOutAdmin(account: string | number, actor?: Actor): Promise<number> {
  return withAdmin(account, actor, async (tx, admin) => {
    const nowMs = Date.now();
    const sessions = await endAdminSessions(tx, admin.id, { reason: 'operator', nowMs });
    await recordChange(tx, actor, 'session.revoked', admin, { sessions });
    return sessions;
  });
}

export function resetSecondFactor(email: string): Promise<void> {
  return withAdmin(email, undefined, async (tx, admin) => {
    await removeSecondFactor(tx, admin.id);
    await recordChange(tx, undefined, 'second-factor.reset', admin);
  });
}

async function sendLink(
  tx: Db,
  admin: Admin,
  type: 'invite' | 'recovery',
  event: string,
  actor?: Actor,
  details: Record<string, boolean> = {},
): Promise<IssuedLink> {
  if (admin.disabled) {
    const message = `${admin.email} is disabled: npm run admin -- enable ${admin.email}`;
    throw new AccountError('disabled', message);
  }
  const link = await issueLink(tx, admin, type);
  await recordChange(tx, actor, event, admin, details);
  return link;
}

/** Returns '' for an id that no account has. */
export async function findEmail(id: number): Promise<string> {
  return (await findAdminById(database(), id))?.email ?? '';
}

/** Finds the account by its email or its id. */
function withAdmin<T>(
  account: string | number,
  actor: Actor | undefined,
  work: (tx: Db, admin: Admin) => Promise<T>,
): Promise<T> {
  return inAccountTransaction(actor, async (tx) => {
    const admin = await (typeof account === 'number'
      ? findAdminById(tx, account)
      : findAdmin(tx, normaliseEmail(account)));
    if (!admin) {
      const name = typeof account === 'number' ? account : normaliseEmail(account);
      throw new AccountError('not-found', `there is no admin ${name}: npm run admin -- list`);
    }
    return work(tx, admin);
  });
}

function inAccountTransaction<T>(actor: Actor | undefined, work: (tx: Db) => Promise<T>) {
  return actor ? runInConfirmedSession(actor, work) : inTransaction(work);
}

function recordChange(
  tx: Db,
  actor: Actor | undefined,
  event: string,
  { id }: Admin,
  details: Record<string, number | boolean> = {},
): Promise<void> {
  const facts = { admin: id, by: actor?.admin.id, ...details };
  return recordAudit(tx, actor?.client ?? OPERATOR, event, facts);
}

export type AccountState = 'invited' | 'active' | 'disabled';

export function getAccountState(admin: Pick<Admin, 'disabled' | 'password_hash'>): AccountState {
  if (admin.disabled) return 'disabled';
  return admin.password_hash === null ? 'invited' : 'active';
}

export interface Person {
  id: number;
  email: string;
  state: AccountState;
  /** The day of the last sign-in in Athens, YYYY-MM-DD. */
  lastSignInOn: string | null;
  hasSecondFactor: boolean;
  hasPasskey: boolean;
}

export async function listPeople(): Promise<Person[]> {
  const db = database();
  const passkeyOwners = (await listPasskeyOwners(db)).map(({ admin_id }) => admin_id);
  return (await listAdmins(db)).map((admin) => ({
    id: admin.id,
    email: admin.email,
    state: getAccountState(admin),
    lastSignInOn: admin.last_sign_in_at && toAthensDay(new Date(admin.last_sign_in_at)),
    hasSecondFactor: admin.totp_secret !== null,
    hasPasskey: passkeyOwners.includes(admin.id),
  }));
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

export function signOutElsewhere(actor: Actor): Promise<void> {
  const { admin, client } = actor;
  return runInConfirmedSession(actor, async (tx) => {
    const except = hashToken(client.session ?? '');
    const sessionEnd = { reason: 'elsewhere', nowMs: Date.now(), except } as const;
    const sessions = await endAdminSessions(tx, admin.id, sessionEnd);
    await recordAudit(tx, client, 'session.revoked', { admin: admin.id, sessions });
  });
}

export async function changePassword(
  actor: Actor,
  form: { password: string; confirmation: string },
): Promise<OwnAccountError | { session: string }> {
  const { admin, client } = actor;
  const error = await findPasswordError(form.password, form.confirmation, admin.email);
  if (error) return { kind: 'invalid', error };
  const hash = await hashPassword(form.password);
  return runInConfirmedSession(actor, async (tx) => {
    await replacePassword(tx, admin, hash, 'password.changed', client);
    return { session: await openSession(tx, admin.id, { ...client, session: null }) };
  });
}

/** Turns the second factor on; returns the recovery codes, to be shown once. */
export async function turnOnSecondFactor(
  actor: Actor,
  form: { setup: string; code: string },
): Promise<OwnAccountError | { codes: string[] }> {
  const { admin, client } = actor;
  const offer = verifyOffer(admin, form);
  if (!offer) return { kind: 'wrong-code' };
  return runInConfirmedSession(actor, async (tx) => {
    const account = await findAdminById(tx, admin.id);
    if (account?.totp_secret !== null) return { kind: 'already-on' };
    const codes = await enableSecondFactor(tx, admin.id, offer);
    await recordAudit(tx, client, 'second-factor.on', { admin: admin.id });
    return { codes };
  });
}

export function turnOffSecondFactor(actor: Actor): Promise<void> {
  const { admin, client } = actor;
  return runInConfirmedSession(actor, async (tx) => {
    await removeSecondFactor(tx, admin.id);
    await recordAudit(tx, client, 'second-factor.off', { admin: admin.id });
  });
}

export type OwnAccountError =
  { kind: 'invalid'; error: PasswordError } | { kind: 'already-on' } | ConfirmationError;
