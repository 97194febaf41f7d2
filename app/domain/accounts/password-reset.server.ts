import {
  deleteLinksOf,
  spendLink,
  findAdmin,
  findAdminById,
  updateAdmin,
  deleteDevicesOf,
  endSessionsOf,
} from '#db/accounts.ts';
import type { Language } from '#app/content/language.ts';
import { type Db, database, inTransaction } from '#db/database.server.ts';
import type { AccessLink, Admin } from '#db/schema.ts';
import {
  findByCode,
  findByTokens,
  grantPasswordForm,
  issueLink,
  readPasswordForm,
  queueLinkMail,
  queuePasswordChangedMail,
} from './access-links.server.ts';
import { type Requester, countEvent, recordAudit } from '#app/domain/audit.server.ts';
import { steadyNow } from '#app/domain/clock.server.ts';
import {
  issueDevice,
  readDevice,
  unlockAccount,
  unlockKey,
} from '#app/domain/sign-in/lockout.server.ts';
import type { SignInClient } from '#app/domain/sign-in/sign-in.server.ts';
import { hashPassword, passwordError } from '#app/domain/sign-in/passwords.server.ts';
import {
  accountKey,
  addressKey,
  browserKey,
  countUse,
  findMetLimit,
} from '#app/domain/rate-limits.server.ts';

/**
 * Queues a way back in for an address that has an account; says nothing about whether it has one,
 * nor about a limit that was met (ledger AL-7; security model 1.7).
 */
export async function requestReset(email: string, requester: Requester, now = steadyNow()) {
  const found = await inTransaction(async (tx) => {
    const account = accountKey(email);
    const keys = [`forgot-${account}`, `forgot-${addressKey(requester.address)}`] as const;
    const admin = await findAdmin(tx, email);
    if (await findMetLimit(tx, keys, now)) return admin;
    await countUse(tx, keys, now, account);
    if (!admin || admin.disabled) return admin;
    // Who has not taken up the invitation is invited again, for as long as an invitation lasts.
    const link = await issueLink(tx, admin.id, admin.password_hash ? 'recovery' : 'invite');
    await queueLinkMail(tx, admin, link);
    // As seldom as the limit of an account lets it happen: a row each.
    await recordAudit(tx, requester, { event: 'reset.mailed', adminId: admin.id });
    return admin;
  });
  countEvent(requester, 'reset.requested', found?.id);
}

/** What a visitor has of a link: its parts from the fragment, or the code that was typed. */
export type LinkProof = { access: string; refresh: string; type: string } | { code: string };

type OpenLinkOutcome =
  | ({ kind: 'opened' } & OpenedLink)
  /** Invalid, used or expired (ledger RP-3). */
  | { kind: 'dead' }
  /** Too many wrong codes came from the address: not even a right one is looked at. */
  | { kind: 'blocked'; remainingMs: number };

interface OpenedLink {
  note: string;
  /** For the cookie that makes the browser known: strangers cannot lock it out. */
  device: string;
  email: string;
}

/** Accepts a link without spending it (ledger RP-3, RP-6). */
export async function openLink(
  proof: LinkProof,
  client: SignInClient,
  now = steadyNow(),
): Promise<OpenLinkOutcome> {
  const key = `code-${addressKey(client.address)}` as const;
  const outcome = await inTransaction<OpenLinkOutcome>(async (tx) => {
    const met = 'code' in proof && (await findMetLimit(tx, [key], now));
    if (met) return { kind: 'blocked', remainingMs: met.waitMs };
    const link = await ('code' in proof ? findByCode(tx, proof.code) : findByTokens(tx, proof));
    const admin = link ? await findAdminById(tx, link.admin_id) : undefined;
    if (!link || !admin || admin.disabled) {
      if ('code' in proof) await countUse(tx, [key], now);
      return { kind: 'dead' };
    }
    await unlockKey(tx, browserKey(client.browserId));
    const presented = await readDevice(tx, await client.deviceOf(admin.email), admin.id, now);
    const device = await issueDevice(tx, admin.id, presented, now);
    const details = { type: link.type };
    await recordAudit(tx, client, { event: 'link.opened', adminId: admin.id, details });
    return { kind: 'opened', note: grantPasswordForm(link), device, email: admin.email };
  });
  // After the transaction, whose work may be run twice. A code that was not looked at counts too.
  if (outcome.kind !== 'opened') countEvent(client, 'link.refused');
  return outcome;
}

/** Whose password the note of openLink() lets a browser set; null when it lets it set none. */
export async function findPasswordForm(
  note: string | null,
): Promise<{ link: AccessLink; admin: Admin } | null> {
  const link = await readPasswordForm(database(), note);
  const admin = link ? await findAdminById(database(), link.admin_id) : undefined;
  return link && admin && !admin.disabled ? { link, admin } : null;
}

type SetPasswordOutcome =
  | { kind: 'set' }
  | { kind: 'dead-link' }
  /** The form is of another account than the link that was opened last in this browser. */
  | { kind: 'other-account' }
  | { kind: 'refused'; field: string; message: string };

/**
 * Sets the password that a link allows and spends the link (RP-7). Throws PasswordsBusy.
 */
export async function setPasswordByLink(
  form: { note: string | null; email: string; password: string; confirmation: string },
  client: SignInClient,
  language: Language,
): Promise<SetPasswordOutcome> {
  const found = await findPasswordForm(form.note);
  if (!found) return { kind: 'dead-link' };
  const { link, admin } = found;
  if (form.email !== admin.email) return { kind: 'other-account' };
  const fault = await passwordError(form.password, form.confirmation, admin.email, language);
  if (fault) return { kind: 'refused', ...fault };
  const hash = await hashPassword(form.password);
  return inTransaction(async (tx) => {
    if (!(await spendLink(tx, link.id, Date.now()))) return { kind: 'dead-link' };
    const event = link.type === 'invite' ? 'invite.used' : 'reset.used';
    await replacePassword(tx, admin, hash, event, client);
    return { kind: 'set' };
  });
}

/** How a password came to be changed: the name it has in the audit log. */
type PasswordEvent = 'invite.used' | 'reset.used' | 'password.changed';

/**
 * Gives an admin a new password. Nothing else does, and all that must die with the old one dies
 * here: every link and code with its waiting mail and the form it opened, every session, the device
 * cookies of all other browsers, the locks (ledger RP-7). A mail says so. The client's own browser
 * stays known.
 */
export async function replacePassword(
  tx: Db,
  admin: Admin,
  hash: string,
  event: PasswordEvent,
  client: Requester & { deviceOf?: SignInClient['deviceOf'] },
): Promise<void> {
  const now = Date.now();
  const kept = await readDevice(tx, (await client.deviceOf?.(admin.email)) ?? null, admin.id, now);
  await updateAdmin(tx, admin.id, { password_hash: hash });
  await deleteLinksOf(tx, admin.id);
  await endSessionsOf(tx, admin.id, { reason: 'password', now });
  await deleteDevicesOf(tx, admin.id, kept ?? '');
  await unlockAccount(tx, accountKey(admin.email));
  await queuePasswordChangedMail(tx, admin);
  await recordAudit(tx, client, { event, adminId: admin.id });
}
